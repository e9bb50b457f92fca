import type { VNode } from 'preact';
import { formatLocale, useMessages } from '../../messages.ts';

/** A relative time; the exact one is in its title. */
export function Moment({ at }: { readonly at: string }): VNode {
  const { justNow } = useMessages('admin');
  return (
    <time dateTime={at} title={fullTime(at)}>
      {relativeTime(new Date(at), justNow)}
    </time>
  );
}

export const fullTime = (at: string): string =>
  new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at));

function relativeTime(date: Date, justNow: string): string {
  const relative = new Intl.RelativeTimeFormat(formatLocale(), { numeric: 'auto' });
  const minutes = (date.getTime() - Date.now()) / 60_000;
  if (Math.abs(minutes) < 1) return justNow;
  if (Math.abs(minutes) < 60) return relative.format(Math.round(minutes), 'minute');
  if (Math.abs(minutes) < 24 * 60) return relative.format(Math.round(minutes / 60), 'hour');
  if (Math.abs(minutes) < 7 * 24 * 60) return relative.format(Math.round(minutes / 60 / 24), 'day');
  return new Intl.DateTimeFormat(formatLocale(), { dateStyle: 'medium' }).format(date);
}

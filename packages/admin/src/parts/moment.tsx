import type { VNode } from 'preact';

const full = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A time as a person would say it; the exact one is in its title. */
export function Moment({ at }: { readonly at: string }): VNode {
  const date = new Date(at);
  return (
    <time dateTime={at} title={full.format(date)}>
      {spoken(date)}
    </time>
  );
}

export const fullTime = (at: string): string => full.format(new Date(at));

function spoken(date: Date): string {
  const minutes = (date.getTime() - Date.now()) / 60_000;
  if (Math.abs(minutes) < 1) return 'just now';
  if (Math.abs(minutes) < 60) return relative.format(Math.round(minutes), 'minute');
  if (Math.abs(minutes) < 24 * 60) return relative.format(Math.round(minutes / 60), 'hour');
  if (Math.abs(minutes) < 7 * 24 * 60) return relative.format(Math.round(minutes / 60 / 24), 'day');
  return day.format(date);
}

import { emptyLabel } from '@inlay/charts/format/empty-label';
import { formatMoment } from '@inlay/charts/format/format-date';
import { formatFull } from '@inlay/charts/format/format-number';
import type { Locale } from '@inlay/charts/format/locale';
import { readTime } from '@inlay/charts/format/read-time';
import { frameMessages } from '@inlay/messages/frame/all';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import { inLanguage } from '@inlay/protocol/language';
import type { Cell } from '@inlay/protocol/result';
import { attributes, type Html, html } from './html.ts';
import type { Messages } from './page-messages.ts';

/** A filter and its value; `days` are the days that a named period stands for today. */
export interface FilterChoice {
  readonly control: FilterControl;
  readonly value: FilterValue;
  readonly days?: { readonly from: string; readonly to: string };
}

interface FilterBar {
  readonly choices: readonly FilterChoice[];
  /** Viewers can save views of the page. */
  readonly hasViews: boolean;
}

/**
 * Filters as buttons that state the selection; the page's script adds what they open. All buttons are here from the
 * start: one that came with the script could begin another line, and the frame would grow.
 */
export function filterBar({ choices, hasViews }: FilterBar, messages: Messages, locale: Locale): Html | null {
  if (choices.length === 0 && !hasViews) return null;
  const { clearAll, views } = inLanguage(frameMessages, locale.language);
  const hidden = choices.every(({ control, value }) => isUnset(control, value));
  const clear =
    choices.length > 0 &&
    html`<button type="button" class="inlay-filter-clear"${attributes({ hidden })}>${clearAll}</button>`;
  const saved =
    hasViews &&
    html`<button type="button" class="inlay-filter inlay-views" aria-haspopup="dialog" aria-expanded="false">${views}</button>`;
  const buttons = choices.map((choice) => {
    const { control } = choice;
    const label = html`<span class="inlay-filter-label">${control.label}</span>`;
    const value = html`<span class="inlay-filter-value">${choiceText(choice, messages, locale)}</span>`;
    return html`<button type="button" class="inlay-filter" data-filter="${control.id}" aria-haspopup="dialog" aria-expanded="false">${label} ${value}</button>`;
  });
  return html`<div class="inlay-filters" role="group" aria-label="${messages.filters}">${buttons}${clear}${saved}</div>`;
}

/** The value of a filter in words. */
export function choiceText(
  { control, value, days }: FilterChoice,
  messages: Messages,
  locale: Locale,
): string {
  if (days) return rangeText(days, locale);
  if (isUnset(control, value)) return messages.all;
  const text = (each: Cell) => emptyLabel(each, locale.messages) ?? String(each);
  if (Array.isArray(value)) return value.map(text).join(', ');
  return typeof value === 'object' && value !== null ? rangeText(value as Range, locale) : text(value);
}

/** Whether nothing is chosen. The empty text is a choice, except as text to search for. */
export function isUnset({ kind }: FilterControl, value: FilterValue): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === null || (value === '' && kind === 'search') || (value === 'all' && kind === 'date-range');
}

interface Range {
  readonly from?: string | number;
  readonly to?: string | number;
}

function rangeText({ from, to }: Range, locale: Locale): string {
  const write = (end: string | number | undefined) => (end === undefined ? '…' : endText(end, locale));
  return `${write(from)} – ${write(to)}`;
}

function endText(end: string | number, locale: Locale): string {
  if (typeof end === 'number') return formatFull(end, undefined, locale);
  const time = readTime(end, 'date', locale);
  return time === null ? end : formatMoment(time, { kind: 'date' }, false, locale);
}

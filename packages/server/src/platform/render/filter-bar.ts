import { formatMoment } from '@inlay/charts/format/format-date';
import { formatFull } from '@inlay/charts/format/format-number';
import type { Locale } from '@inlay/charts/format/locale';
import { readTime } from '@inlay/charts/format/read-time';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import { escapeHtml } from './escape-html.ts';
import type { PageWords } from './words/words.ts';

/** A filter and what it is set to; `days` says which days the name of a period stands for today. */
export interface FilterChoice {
  readonly control: FilterControl;
  readonly value: FilterValue;
  readonly days?: { readonly from: string; readonly to: string };
}

/** Filters as buttons that say what is chosen; what they open comes with the page's script. */
export function filterBar(choices: readonly FilterChoice[], words: PageWords, locale: Locale): string {
  if (choices.length === 0) return '';
  const buttons = choices.map(
    ({ control, ...choice }) =>
      `<button type="button" class="inlay-filter" data-filter="${escapeHtml(control.id)}" aria-haspopup="dialog" aria-expanded="false">` +
      `<span class="inlay-filter-label">${escapeHtml(control.label)}</span> ` +
      `<span class="inlay-filter-value">${escapeHtml(choiceText(choice, words, locale))}</span></button>`,
  );
  return `<div class="inlay-filters" role="group" aria-label="${escapeHtml(words.filters)}">${buttons.join('')}</div>`;
}

/** What a filter is set to, in words. */
export function choiceText(
  { value, days }: Omit<FilterChoice, 'control'>,
  words: PageWords,
  locale: Locale,
): string {
  if (days) return rangeText(days, locale);
  if (value === null || value === '' || value === 'all') return words.all;
  if (Array.isArray(value)) return value.length === 0 ? words.all : value.map(String).join(', ');
  return typeof value === 'object' ? rangeText(value as Range, locale) : String(value);
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

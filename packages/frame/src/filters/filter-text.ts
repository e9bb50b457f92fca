import { emptyLabel } from '@inlay/charts/format/empty-label';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import type { Cell } from '@inlay/protocol/result';
import type { FrameTexts } from '../frame-texts.ts';

type Range = { readonly from?: string | number; readonly to?: string | number };

export const isRange = (value: FilterValue | undefined): value is Range =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a filter as short text. */
export function filterText(
  control: FilterControl,
  value: FilterValue | undefined,
  messages: FrameTexts,
  lang: string,
): string {
  if (isUnset(value, control.kind))
    return control.kind === 'date-range' ? messages.presets.all : messages.all;
  if (isRange(value)) return rangeText(value, messages, lang);
  if (Array.isArray(value)) {
    if (control.kind === 'hierarchy') return value.map((each) => valueText(each, messages)).join(' › ');
    const { length: count } = value;
    return count === 1
      ? valueText(value[0], messages)
      : messages.chosen({ count, shown: count.toLocaleString(lang) });
  }
  if (control.kind === 'date-range')
    return messages.presets[value as keyof FrameTexts['presets']] ?? `${value}`;
  return control.kind === 'search' ? `“${value}”` : valueText(value as Cell, messages);
}

/** A value that can be chosen, as text. */
export const valueText = (value: Cell, messages: FrameTexts): string =>
  emptyLabel(value, messages) ?? `${value}`;

/** Whether nothing is chosen. The empty text is a choice, except as text to search for. */
export const isUnset = (value: FilterValue | undefined, kind: FilterControl['kind'] | undefined): boolean =>
  value === undefined ||
  value === null ||
  (value === '' && kind === 'search') ||
  (value === 'all' && kind === 'date-range') ||
  (Array.isArray(value) && value.length === 0);

function rangeText({ from, to }: Range, messages: FrameTexts, lang: string): string {
  if (typeof from === 'string' && typeof to === 'string') {
    const format = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeZone: 'UTC' });
    return format.formatRange(new Date(from), new Date(to));
  }
  const text = (end: string | number) => (typeof end === 'number' ? end.toLocaleString(lang) : end);
  if (from === undefined) return `≤ ${text(to ?? messages.all)}`;
  return to === undefined ? `≥ ${text(from)}` : `${text(from)} – ${text(to)}`;
}

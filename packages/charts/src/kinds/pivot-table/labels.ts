import type { Format } from '@inlay/protocol/format';
import type { ResultColumn } from '@inlay/protocol/result';
import { formatCell } from '../../format/format-cell.ts';
import type { Locale } from '../../format/locale.ts';
import type { Member, PivotTable } from './read-pivot.ts';

/** The header of a member: its value, or the total if it represents all of them. */
export function memberLabel(
  { depth, isOthers, value }: Member,
  dimension: ResultColumn | undefined,
  format: Format | undefined,
  locale: Locale,
): string {
  if (depth === 0 || dimension === undefined) return locale.messages.total;
  return isOthers ? locale.messages.other : formatCell(value, dimension, format, locale);
}

/** The name of a row. The only row of a table without row dimensions has the name of its measures. */
export function rowLabel(
  { rowDimensions, measures }: PivotTable,
  member: Member,
  format: Format | undefined,
  locale: Locale,
): string {
  const [measure, ...more] = measures;
  if (rowDimensions.length === 0 && measure !== undefined && more.length === 0) return measure.label;
  return memberLabel(member, rowDimensions[member.depth - 1], format, locale);
}

/** The header above the columns: what the cells and the columns are. */
export const spanLabel = ({ measures, columnDimensions }: PivotTable): string =>
  [...(measures.length === 1 ? measures : []), ...columnDimensions].map(({ label }) => label).join(' · ');

/** The header above the row names. */
export const cornerLabel = ({ rowDimensions }: PivotTable): string =>
  rowDimensions.map(({ label }) => label).join(' / ');

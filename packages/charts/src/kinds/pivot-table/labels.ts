import type { Format } from '@inlay/protocol/format';
import type { ResultColumn } from '@inlay/protocol/result';
import { formatCell } from '../../format/format-cell.ts';
import type { Locale } from '../../format/locale.ts';
import type { Member, PivotTable } from './read-pivot.ts';

/** What a header calls a member: its value, or the total where it stands for all of them. */
export function memberLabel(
  { depth, isOthers, value }: Member,
  dimension: ResultColumn | undefined,
  format: Format | undefined,
  locale: Locale,
): string {
  if (depth === 0 || dimension === undefined) return locale.messages.total;
  return isOthers ? locale.messages.other : formatCell(value, dimension, format, locale);
}

/** What a row is called. The only row of a table without dimensions down is called as what it shows. */
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

/** Above the columns: what the cells show, and what the columns are. */
export const spanLabel = ({ measures, columnDimensions }: PivotTable): string =>
  [...(measures.length === 1 ? measures : []), ...columnDimensions].map(({ label }) => label).join(' · ');

/** Above the names of the rows. */
export const cornerLabel = ({ rowDimensions }: PivotTable): string =>
  rowDimensions.map(({ label }) => label).join(' / ');

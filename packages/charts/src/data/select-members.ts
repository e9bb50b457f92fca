import { memberKey } from '@inlay/protocol/member-key';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { MemberSelection } from '../focus.ts';
import { isNumeric, isOthers, isTemporal } from '../format/format-cell.ts';
import type { Locale } from '../format/locale.ts';
import { parseTime, readTime } from '../format/read-time.ts';
import { toNumber } from './read-columns.ts';

type Pivoted = ResultColumn & { readonly pivot: NonNullable<ResultColumn['pivot']> };

/** What a selection names in a result: rows by the values of a dimension, or columns that were pivoted from it. */
export type SelectedMembers =
  | { readonly dimension: ResultColumn; readonly hasRow: (row: number) => boolean }
  | {
      readonly pivoted: readonly Pivoted[];
      readonly hasColumn: (column: ResultColumn) => boolean;
    };

/** Undefined if the result does not have the dimension. */
export function selectMembers(
  selection: MemberSelection,
  { columns }: Pick<QueryResult, 'columns'>,
  locale: Locale,
): SelectedMembers | undefined {
  const dimensions = columns.filter(({ role }) => role === 'dimension');
  const { column: name } = selection;
  const dimension =
    dimensions.find((column) => column.name === name) ?? dimensions.find((column) => isNamed(column, name));
  if (dimension) {
    const isSelected = memberTest(selection, dimension, locale);
    return {
      dimension,
      hasRow: (row) => !isOthers(dimension, row) && isSelected(dimension.values[row] ?? null),
    };
  }
  const pivoted = columns.filter(
    (column): column is Pivoted =>
      column.pivot !== undefined && isNamed({ ...column.pivot, name: column.pivot.dimension }, name),
  );
  const [first] = pivoted;
  if (!first) return undefined;
  const isSelected = memberTest(selection, first.pivot, locale);
  return {
    pivoted,
    hasColumn: ({ pivot }) =>
      pivot?.dimension === first.pivot.dimension && !pivot.others && isSelected(pivot.value),
  };
}

/** A date keeps its name if the viewer switches its granularity, which results add to it: `ordered:month`. */
function isNamed({ name, grain }: Pick<ResultColumn, 'name' | 'grain'>, wanted: string): boolean {
  if (name === wanted) return true;
  if (!grain) return false;
  const plain = name.endsWith(`:${grain}`) ? name.slice(0, -grain.length - 1) : name;
  return plain === wanted || wanted.startsWith(`${plain}:`);
}

/** Whether a value of a column is selected. Dates and numbers are compared as such, everything else as text. */
export function memberTest(
  { values, from, to }: MemberSelection,
  { type }: Pick<ResultColumn, 'type'>,
  locale: Locale,
): (value: Cell) => boolean {
  const column = { type, role: 'dimension', name: '', label: '', values: [] } as const;
  if (isTemporal(column)) {
    const cells = new Set(values?.map((value) => boundaryAt(value, type, locale)));
    const least = from === undefined ? undefined : boundaryAt(from, type, locale);
    const most = to === undefined ? undefined : endOf(to, type, locale);
    return (value) => {
      const time = readTime(value, type, locale);
      return time !== null && (!values || cells.has(time)) && isBetween(time, least, most);
    };
  }
  const keys = new Set(values?.map(memberKey));
  const isListed = (value: Cell) => !values || keys.has(memberKey(value));
  if (isNumeric(column)) {
    const [least, most] = [numberAt(from), numberAt(to)];
    return (value) => {
      const number = toNumber(value);
      return isListed(value) && (number === null ? !hasRange(from, to) : isBetween(number, least, most));
    };
  }
  return (value) =>
    isListed(value) &&
    (value === null ? !hasRange(from, to) : isBetween(String(value), textAt(from), textAt(to)));
}

type Bound = MemberSelection['from'];

const hasRange = (from: Bound, to: Bound) => from !== undefined || to !== undefined;

const numberAt = (bound: Bound) => (bound === undefined ? undefined : Number(bound));

const textAt = (bound: Bound) => (bound === undefined ? undefined : String(bound));

const isBetween = <T extends number | string>(value: T, least: T | undefined, most: T | undefined): boolean =>
  (least === undefined || value >= least) && (most === undefined || value <= most);

const dayLength = 10;
const lastOfDay = 86_400_000 - 1;

/** As `readTime` gives it. A day has no time zone, even if the column has. */
function boundaryAt(bound: string | number | boolean, type: ResultColumn['type'], locale: Locale): number {
  const text = String(bound);
  return text.length === dayLength ? parseTime(text) : (readTime(bound, type, locale) ?? Number.NaN);
}

/** A day includes its hours. */
const endOf = (bound: string | number | boolean, type: ResultColumn['type'], locale: Locale): number =>
  boundaryAt(bound, type, locale) + (String(bound).length === dayLength ? lastOfDay : 0);

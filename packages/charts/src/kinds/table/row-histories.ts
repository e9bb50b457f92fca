import { remember } from '@inlay/protocol/remember';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import { fillDates, nextDate } from '../../data/fill-dates.ts';
import { incompleteText } from '../../data/incomplete-period.ts';
import { toNumber } from '../../data/read-columns.ts';
import { formatTime, isOthers } from '../../format/format-cell.ts';
import { formatSpan } from '../../format/format-days.ts';
import type { Locale } from '../../format/locale.ts';
import { readTime } from '../../format/read-time.ts';
import type { SparklineGrain } from '../../options/chart-option.ts';
import { maxHistoryRows } from './history-query.ts';

/** The history of each row of a table, on one time axis. */
export interface RowHistories {
  /** From the first to the last period. */
  readonly span: string;
  readonly label: (index: number) => string;
  /** The last period, if it is not over, and how far it goes. */
  readonly incomplete?: { readonly index: number; readonly until: string };
  /** The values of a measure per period; undefined if the row has none. */
  readonly valuesOf: (row: number, measure: string) => readonly (number | null)[] | undefined;
}

const DAY_MS = 86_400_000;

/** Reads the result of the history query. Rows are found by the values of their dimensions. */
export function rowHistories(
  result: QueryResult,
  history: QueryResult,
  grain: SparklineGrain,
  locale: Locale,
): RowHistories | undefined {
  const isKey = ({ role }: ResultColumn) => role === 'dimension';
  const keys = history.columns.filter(isKey);
  const time = keys.pop();
  if (!time) return undefined;
  const times = time.values.map((cell) => readTime(cell, time.type, locale));
  // Rows that were cut off may belong to the oldest period.
  const oldest = history.truncated ? time.values.at(-1) : undefined;
  const known = time.values.flatMap((cell, row) => {
    const at = times[row] ?? null;
    return at === null || cell === oldest ? [] : [at];
  });
  const positions = [...new Set(known)].sort((a, b) => a - b);
  const places = fillDates(positions, grain, maxHistoryRows)?.map(({ position }) => position) ?? positions;
  const [first] = places;
  const last = places.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const indexes = new Map(places.map((position, index) => [position, index]));
  const rows = Map.groupBy(time.values.keys(), (row) => keyOf(keys, row));
  const own = result.columns.filter(isKey);
  const label = remember(places.length, (index: number) =>
    formatTime(places[index] ?? first, time, undefined, locale),
  );
  const until = incompleteText(time, locale);
  const isLast = time.incomplete && readTime(time.incomplete.value, time.type, locale) === last;
  return {
    span: formatSpan(first, nextDate(last, grain) - DAY_MS, locale),
    label,
    ...(until && isLast && { incomplete: { index: places.length - 1, until } }),
    valuesOf: (row, measure) => {
      // The row of "Other" has no value, but is not the row of missing values.
      if (own.some((column) => isOthers(column, row))) return undefined;
      const column = history.columns.find(({ name, role }) => role === 'measure' && name === measure);
      const values: (number | null)[] = places.map(() => null);
      for (const from of rows.get(keyOf(own, row)) ?? []) {
        const index = indexes.get(times[from] ?? Number.NaN);
        if (index !== undefined) values[index] = toNumber(column?.values[from]);
      }
      return values.some((value) => value !== null) ? values : undefined;
    },
  };
}

const keyOf = (columns: readonly ResultColumn[], row: number) =>
  JSON.stringify(columns.map(({ values }) => values[row] ?? null));

import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { Group, Grouping, ResolvedMeasure } from './evaluate-measure.ts';
import type { Dimension, ResultRow } from './evaluate-order.ts';
import { bucketAfter, bucketOf, dayIn, shiftDay } from './evaluate-time.ts';
import { ZERO } from './fraction.ts';
import { keyOf, type Value } from './value.ts';

interface GapContext {
  readonly query: QuerySpec;
  readonly kept: readonly Dimension[];
  /** Of the dimension. */
  readonly index: number;
  /** Those of the measures. */
  readonly columns: readonly ResolvedMeasure[];
  readonly grouping: Grouping;
  readonly calendar: ViewerCalendar;
}

/** What a measure shows where there are no rows: sums are zero, and others what they are of no rows. */
export const valueWithoutRows = ({ isZero, evaluate }: ResolvedMeasure): Value =>
  isZero ? ZERO : evaluate({ values: [], others: [] }, { facts: [], groups: [] });

/** A row for a period without rows. What is added up along another dimension, or in several ways, is empty. */
export function gapAt(
  group: Group,
  index: number,
  { columns, grouping }: Pick<GapContext, 'columns' | 'grouping'>,
): ResultRow {
  const valueIn = (measure: ResolvedMeasure): Value => {
    const { continued } = measure;
    if (continued.length === 0) return valueWithoutRows(measure);
    const isSame = continued.every(({ kind, axis }) => kind === continued[0]?.kind && axis === index);
    return isSame ? (measure.valueInGap(group, grouping) ?? (measure.isZero ? ZERO : null)) : null;
  };
  return { ...group, measures: columns.map(valueIn), isGap: true };
}

/** Every period of the filtered days, or from the first to the last one, for each combination of the other dimensions. */
export function fillGaps(
  rows: readonly ResultRow[],
  { query, kept, index, columns, grouping, calendar }: GapContext,
): readonly ResultRow[] {
  const dimension = kept[index];
  if (dimension === undefined || !dimension.isFilled) return rows;
  const buckets = bucketsOf(rows, dimension, index, calendar);
  if (buckets.length === 0 || buckets.length > 10_000) return rows;
  const isAlone = kept.length === 1;
  const seriesOf = ({ values, others }: Pick<ResultRow, 'values' | 'others'>) =>
    keyOf([...values.with(index, null), ...others]);
  const empty: ResultRow = { values: [null], others: [false], measures: [] };
  const series = [
    ...new Map((rows.length === 0 && isAlone ? [empty] : rows).map((row) => [seriesOf(row), row])).values(),
  ];
  const isDescending = (query.sort ?? []).find(({ by }) => by === dimension.name)?.direction === 'desc';
  const filled = (isDescending ? buckets.toReversed() : buckets).flatMap((bucket) =>
    series.map((sample): ResultRow => {
      const group = { values: sample.values.with(index, bucket), others: sample.others };
      const found = rows.find((row) => row.values[index] === bucket && seriesOf(row) === seriesOf(sample));
      return found ?? gapAt(group, index, { columns, grouping });
    }),
  );
  // Rows without a date come last.
  return [
    ...filled,
    ...series.flatMap((sample) =>
      rows.filter(
        (row) => seriesOf(row) === seriesOf(sample) && !buckets.includes(String(row.values[index] ?? null)),
      ),
    ),
  ];
}

/** That of the first filtered day. */
export function firstBucket(
  { grain = 'day', range: { from } }: Dimension,
  calendar: ViewerCalendar,
): string | undefined {
  if (from === undefined) return undefined;
  if (grain !== 'hour') return String(bucketOf(from, 'date', { grain }, calendar));
  let bucket = `${shiftDay(from, { unit: 'days', count: -1 })}T00:00:00.000Z`;
  while (dayIn(bucket, calendar) < from) bucket = bucketAfter(bucket, 'hour', 1);
  return bucket;
}

function bucketsOf(
  rows: readonly ResultRow[],
  dimension: Dimension,
  index: number,
  calendar: ViewerCalendar,
): readonly string[] {
  const { grain = 'day', range } = dimension;
  const found = rows
    .flatMap(({ values }) => (values[index] === null ? [] : [String(values[index])]))
    .toSorted();
  const yesterday = { unit: 'days', count: -1 } as const;
  if (grain === 'hour') {
    const isBefore = (bucket: string) => range.to !== undefined && dayIn(bucket, calendar) < range.to;
    const first = firstBucket(dimension, calendar) ?? found[0];
    const last = found.at(-1);
    const buckets: string[] = [];
    for (
      let bucket = first;
      bucket !== undefined &&
      (range.to === undefined ? last !== undefined && bucket <= last : isBefore(bucket));
      bucket = bucketAfter(bucket, 'hour', 1)
    )
      buckets.push(bucket);
    return buckets;
  }
  const startOf = (day: string) => String(bucketOf(day, 'date', { grain }, calendar));
  const first = firstBucket(dimension, calendar) ?? found[0];
  const last = range.to === undefined ? found.at(-1) : startOf(shiftDay(range.to, yesterday));
  const buckets: string[] = [];
  if (first === undefined || last === undefined) return buckets;
  for (let bucket = first; bucket <= last; bucket = bucketAfter(bucket, grain, 1)) buckets.push(bucket);
  return buckets;
}

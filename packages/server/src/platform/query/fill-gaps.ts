import type { Grain } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import { addDays, BUCKET, bucketStart, shiftDate } from '../time/calendar-date.ts';
import { isDate, startOfDay } from '../time/zoned-time.ts';
import type { Plan, PlannedDimension } from './plan.ts';
import { rowKey } from './row-key.ts';
import type { WorkingColumn } from './working-column.ts';

/** More buckets than any chart shows; a filter over centuries of hours must not fill the memory. */
const maxBuckets = 10_000;
const maxRows = 100_000;

/**
 * Adds missing buckets of one time dimension for each combination of the other dimensions. Buckets cover the days
 * that the filters select, or the range from the first to the last bucket. Not done in SQL, so that calendars are the
 * same for every engine.
 */
export function fillGaps(
  columns: readonly WorkingColumn[],
  dimension: PlannedDimension,
  index: number,
  plan: Plan,
): readonly WorkingColumn[] {
  const time = columns[index];
  if (!dimension.fillGaps || dimension.grain === undefined || time === undefined) return columns;
  const buckets = bucketsOf(time.values, dimension, dimension.grain, plan);
  const others = plan.dimensions.map((_, position) => position).filter((position) => position !== index);
  const series = groupRows(columns, others);
  if (buckets.length === 0 || buckets.length * series.size > maxRows) return columns;

  const bucketOf = (row: number): Cell => normalize(time.values[row] ?? null, dimension.grain);
  const order: Place[] = [];
  const descending = plan.sort.some(
    (sort) => sort.kind === 'dimension' && sort.index === index && sort.direction === 'desc',
  );
  const placed = [...series.values()].map((rows) => ({
    rows,
    byBucket: new Map(rows.map((row) => [bucketOf(row), row])),
  }));
  for (const bucket of descending ? buckets.toReversed() : buckets) {
    for (const { rows, byBucket } of placed)
      order.push({ row: byBucket.get(bucket), sample: rows[0] ?? 0, bucket });
  }
  // Rows without a time, or outside the period, stay at the end.
  const known = new Set(buckets);
  for (const row of placed.flatMap(({ rows }) => rows)) {
    if (!known.has(bucketOf(row))) order.push({ row, sample: row, bucket: bucketOf(row) });
  }
  return columns.map((column, position) => ({
    ...column,
    values: order.map(({ row, sample, bucket }) => {
      if (position === index) return bucket;
      if (position < plan.dimensions.length) return column.values[sample] ?? null;
      return row === undefined ? (column.whenEmpty ?? null) : (column.values[row] ?? null);
    }),
    ...(column.isOthers === undefined
      ? {}
      : { isOthers: order.map(({ sample }) => column.isOthers?.[sample] === true) }),
  }));
}

interface Place {
  /** Absent where the bucket is a gap. */
  readonly row: number | undefined;
  /** A row of the same series, for the values of the other dimensions. */
  readonly sample: number;
  readonly bucket: Cell;
}

/** Hours are instants, whose text may have a fraction of a second. */
function normalize(value: Cell, grain: Grain | undefined): Cell {
  return grain === 'hour' && typeof value === 'string' ? new Date(value).toISOString() : value;
}

function groupRows(
  columns: readonly WorkingColumn[],
  dimensions: readonly number[],
): ReadonlyMap<string, number[]> {
  const groups = new Map<string, number[]>();
  const keys = dimensions.map((index) => columns[index] as WorkingColumn);
  const rows = columns[0]?.values.length ?? 0;
  for (let row = 0; row < rows; row += 1) {
    const key = rowKey(keys, row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  if (groups.size === 0) groups.set('', []);
  return groups;
}

function bucketsOf(
  values: readonly Cell[],
  dimension: PlannedDimension,
  grain: Grain,
  plan: Plan,
): readonly Cell[] {
  const texts = values.filter((value) => typeof value === 'string').toSorted();
  // Engines know years past 9999, which have no place in the order of texts.
  const found = grain === 'hour' ? texts : texts.filter(isDate);
  const { from, to } = dimension.range;
  const { calendar } = plan;
  if (grain === 'hour') {
    const first = from === undefined ? found[0] : startOfDay(from, calendar.timeZone);
    const last = to === undefined ? found.at(-1) : beforeInstant(startOfDay(to, calendar.timeZone));
    return first === undefined || last === undefined ? [] : hours(first, last);
  }
  const first = from === undefined ? found[0] : bucketStart(from, grain, calendar);
  const last = to === undefined ? found.at(-1) : bucketStart(addDays(to, -1), grain, calendar);
  const buckets: string[] = [];
  if (first === undefined || last === undefined) return buckets;
  for (
    let bucket = first;
    bucket <= last && buckets.length < maxBuckets;
    bucket = shiftDate(bucket, BUCKET[grain])
  ) {
    buckets.push(bucket);
  }
  return buckets;
}

const beforeInstant = (instant: string) => new Date(Date.parse(instant) - 3_600_000).toISOString();

function hours(first: string, last: string): readonly string[] {
  const buckets: string[] = [];
  const end = Date.parse(last);
  for (let time = Date.parse(first); time <= end && buckets.length < maxBuckets; time += 3_600_000) {
    buckets.push(new Date(time).toISOString());
  }
  return buckets;
}

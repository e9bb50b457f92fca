import type { Grain } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import { addDays, BUCKET, bucketStart, shiftDate } from '../../time/calendar-date.ts';
import { hourStartIn } from '../../time/hour-starts.ts';
import { dayAt, isDate, startOfDay } from '../../time/zoned-time.ts';
import type { Frame } from '../model/formula-tree.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlannedDimension } from '../plan/plan-dimensions.ts';
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
  const isTooMuch = buckets.length > maxBuckets || buckets.length * series.size > maxRows;
  if (buckets.length === 0 || isTooMuch) return columns;

  const bucketOf = (row: number): Cell => normalize(time.values[row] ?? null, dimension.grain);
  const order: Place[] = [];
  const descending = plan.sort.some(
    (sort) => sort.kind === 'dimension' && sort.index === index && sort.direction === 'desc',
  );
  const placed = [...series.values()].map((rows) => {
    const byBucket = new Map(rows.map((row) => [bucketOf(row), row]));
    return { rows, byBucket, before: rowsBefore(buckets, byBucket) };
  });
  for (const bucket of descending ? buckets.toReversed() : buckets) {
    for (const { rows, byBucket, before } of placed)
      order.push({ row: byBucket.get(bucket), before: before.get(bucket), sample: rows[0] ?? 0, bucket });
  }
  // Rows without a time, or outside the period, stay at the end.
  const known = new Set(buckets);
  for (const row of placed.flatMap(({ rows }) => rows)) {
    if (!known.has(bucketOf(row))) order.push({ row, sample: row, bucket: bucketOf(row) });
  }
  return columns.map((column, position) => {
    const { inGaps = column.values } = column;
    const values = order.map(({ row, before, sample, bucket }) => {
      if (position === index) return bucket;
      if (position < plan.dimensions.length) return column.values[sample] ?? null;
      if (row !== undefined) return column.values[row] ?? null;
      // What is added up along another dimension has a value here that is not known.
      if (column.axis !== undefined && column.axis !== index) return null;
      const isCarried = before !== undefined && continues(column, index, [bucketOf(before), bucket], plan);
      if (!isCarried) return column.whenEmpty ?? null;
      return inGaps[before] ?? (column.isZeroWhenEmpty ? 0 : null);
    });
    return {
      ...column,
      values,
      ...(column.inGaps === undefined
        ? {}
        : {
            inGaps: order.map(({ row }, place) => (row === undefined ? values[place] : inGaps[row]) ?? null),
          }),
      ...(column.isOthers === undefined
        ? {}
        : { isOthers: order.map(({ sample }) => column.isOthers?.[sample] === true) }),
    };
  });
}

type PeriodFrame = Extract<Frame, { kind: 'period' }>;

/** Whether a gap keeps the value of an earlier bucket: of a running total any, of a period to date one of the same period. */
function continues({ carried }: WorkingColumn, index: number, cells: readonly Cell[], plan: Plan): boolean {
  if (carried?.axis !== index) return false;
  if (carried.kind !== 'period') return true;
  const [first, second] = cells.map((cell) => periodStart(cell, carried, plan));
  return first === second;
}

function periodStart(cell: Cell, { grain, period }: PeriodFrame, { calendar }: Plan): string {
  const day = grain === 'hour' ? dayAt(Date.parse(String(cell)), calendar.timeZone) : String(cell);
  return bucketStart(day, period, calendar);
}

/** The last row before each bucket of a series. */
function rowsBefore(
  buckets: readonly Cell[],
  byBucket: ReadonlyMap<Cell, number>,
): ReadonlyMap<Cell, number> {
  const before = new Map<Cell, number>();
  let last: number | undefined;
  for (const bucket of buckets) {
    if (last !== undefined) before.set(bucket, last);
    last = byBucket.get(bucket) ?? last;
  }
  return before;
}

interface Place {
  /** Absent where the bucket is a gap. */
  readonly row: number | undefined;
  /** The last row of the series before it. */
  readonly before?: number | undefined;
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
  // Without other dimensions there is one series, also if it has no rows.
  if (groups.size === 0 && dimensions.length === 0) groups.set('', []);
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
    return first === undefined || last === undefined ? [] : hours(first, last, calendar.timeZone);
  }
  const first = from === undefined ? found[0] : bucketStart(from, grain, calendar);
  const last = to === undefined ? found.at(-1) : bucketStart(addDays(to, -1), grain, calendar);
  const buckets: string[] = [];
  if (first === undefined || last === undefined) return buckets;
  for (
    let bucket = first;
    bucket <= last && buckets.length <= maxBuckets;
    bucket = shiftDate(bucket, BUCKET[grain])
  ) {
    buckets.push(bucket);
  }
  return buckets;
}

const beforeInstant = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();

function hours(first: string, last: string, timeZone: string): readonly string[] {
  const buckets: string[] = [];
  const end = Date.parse(last);
  const hourStart = hourStartIn(timeZone);
  let time = Date.parse(first);
  while (time <= end && buckets.length <= maxBuckets) {
    buckets.push(new Date(time).toISOString());
    time = hourStart(time + 3_600_000);
  }
  return buckets;
}

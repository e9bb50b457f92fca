import { firstBucket, gapAt } from './evaluate-gaps.ts';
import type { Group, Grouping, PlacedFact, ResolvedMeasure } from './evaluate-measure.ts';
import type { Dimension, ResultRow } from './evaluate-order.ts';
import { bucketAfter, bucketOf, dayIn } from './evaluate-time.ts';
import { matchesMeasure } from './matches-filter.ts';
import type { QueryScope } from './query-scope.ts';
import { type Reading, readingKey } from './reading.ts';
import { nameAt, type Path } from './shop-model.ts';
import { compareInOrder, keyOf, type Value } from './value.ts';

export interface GroupedRows {
  readonly rows: readonly ResultRow[];
  /** Of the measures, each with that of the compared period. */
  readonly columns: readonly ResolvedMeasure[];
  readonly grouping: Grouping;
}

/** The rows of a result over some dimensions, in no order. */
export function groupRows(scope: QueryScope, kept: readonly Dimension[], isSummary: boolean): GroupedRows {
  const { measures, previous, conditions, tops } = scope.resolveFor(kept, isSummary);
  const shown = [...measures, ...previous, ...conditions];
  const used = [...shown, ...tops.map(({ by }) => by)];
  // Nothing says how long an earlier row counts, so only groups with current rows are shown.
  const open = used
    .flatMap(({ readings }) => readings)
    .flatMap((reading) =>
      reading?.shift !== undefined && reading.range.to === undefined ? reading.column : [],
    );
  // Rows that only decide which values are the top ones are not shown.
  const isRanked =
    shown.length === 0 && used.some(({ readings }) => readings.some((read) => read !== undefined));
  const current = [
    ...(open.length > 0 ? shown.map(({ path }) => ({ path, reading: undefined })) : []),
    ...(isRanked ? [{ path: [], reading: undefined }] : []),
  ];
  const reads = [
    ...used.flatMap(({ path, readings }) => readings.map((reading) => ({ path, reading }))),
    ...current,
  ];
  const placed = readRows(scope, kept, reads);
  const ranked = tops.map((top) => ({ ...top, ...topValues(top, placed, { scope, kept }) }));
  const facts = placed.map((row): PlacedFact => {
    const missed = ranked.filter(({ index, keys }) => !keys.has(keyOf([row.values[index] ?? null])));
    const isOther = (index: number) => missed.some((top) => top.others && top.index === index);
    return {
      ...row,
      values: row.values.map((value, index) => (isOther(index) ? null : value)),
      others: row.values.map((_, index) => isOther(index)),
      isDropped: missed.some(({ others }) => !others),
    };
  });
  const isCurrent = ({ reading, fact }: PlacedFact) =>
    reading === undefined && current.some(({ path }) => nameAt(path, '') === nameAt(fact.path, ''));
  const axes = shown.flatMap(({ axis }) => axis ?? []);
  const found = groupsOf(facts.filter(({ isDropped }) => !isDropped));
  if (kept.length === 0 && found.length === 0) found.push({ values: [], others: [] });
  const inDays = (group: Group) =>
    axes.every((axis) => isShown(group.values[axis] ?? null, kept[axis] as Dimension, scope));
  const present = groupsOf(facts.filter((fact) => !fact.isDropped && isCurrent(fact)));
  // Where gaps are filled, up to the last bucket that has them.
  const filled = kept.findIndex(({ isFilled, column }) => isFilled && open.includes(column));
  const last = lastBucket(present, filled);
  const isPresent = (group: Group) =>
    current.length === 0 ||
    present.some((other) => groupKey(other) === groupKey(group)) ||
    ((group.values[filled] ?? null) !== null && last !== undefined && String(group.values[filled]) <= last);
  const groups = found.filter((group) => inDays(group) && isPresent(group));
  const grouping = { facts, groups };
  const columns = measures.flatMap((measure, index) => [measure, ...previous.slice(index, index + 1)]);
  const having = isSummary ? [] : (scope.query.having ?? []);
  const rows = groups
    .filter((group) =>
      having.every((condition, index) =>
        matchesMeasure(condition, conditions[index]?.evaluate(group, grouping) ?? null),
      ),
    )
    .map((group) => ({ ...group, measures: columns.map((measure) => measure.evaluate(group, grouping)) }));
  const gaps = lastingGroups(found, shown, { scope, kept }).filter((gap) => inDays(gap) && isPresent(gap));
  return {
    rows: [...rows, ...gaps.map((gap) => gapAt(gap, axes[0] ?? -1, { columns, grouping }))],
    columns,
    grouping,
  };
}

interface Read {
  readonly path: Path;
  readonly reading: Reading | undefined;
}

/** Every row that a measure reads; without measures, the rows of the dataset itself. */
function readRows(
  { compared, factsIn, valueFor }: QueryScope,
  kept: readonly Dimension[],
  reads: readonly Read[],
): readonly PlacedFact[] {
  const none = (compared === undefined ? [undefined] : [undefined, compared]).map((reading) => ({
    path: [],
    reading,
  }));
  const unique = new Map(
    (reads.length === 0 ? none : reads).map((read) => [nameAt(read.path, readingKey(read.reading)), read]),
  );
  return [...unique.values()].flatMap(({ path, reading }) =>
    factsIn(path, reading).map((fact) => ({
      fact,
      reading,
      values: kept.map((dimension) => valueFor(dimension, fact, reading)),
      others: kept.map(() => false),
      isDropped: false,
    })),
  );
}

interface ResolvedTop {
  readonly dimension: Dimension;
  readonly by: ResolvedMeasure;
  readonly count: number;
}

/** The largest values of a dimension, among those with current rows or rows that its measure reads. */
function topValues(
  { dimension, by, count }: ResolvedTop,
  placed: readonly PlacedFact[],
  { scope, kept }: { readonly scope: QueryScope; readonly kept: readonly Dimension[] },
): { readonly index: number; readonly keys: ReadonlySet<string> } {
  const index = kept.indexOf(dimension);
  const isRead = ({ reading }: PlacedFact) =>
    reading === undefined || by.readings.some((read) => readingKey(read) === readingKey(reading));
  const facts = placed
    .filter(isRead)
    .map((row): PlacedFact => ({ ...row, values: [row.values[index] ?? null], others: [false] }));
  const groups = groupsOf(facts).filter(
    ({ values: [value = null] }) => by.axis === undefined || isShown(value, dimension, scope),
  );
  const ranked = groups
    .map((group) => ({ key: group.values[0] ?? null, value: by.evaluate(group, { facts, groups }) }))
    .sort((a, b) => compareInOrder(a.value, b.value, 'desc') || compareInOrder(a.key, b.key, 'asc'));
  return { index, keys: new Set(ranked.slice(0, count).map(({ key }) => keyOf([key]))) };
}

/**
 * Where gaps are filled: the periods without rows that moving averages reach, as far as the result goes, and the first
 * one shown of what began before.
 */
function lastingGroups(
  found: readonly Group[],
  measures: readonly ResolvedMeasure[],
  { scope, kept }: { readonly scope: QueryScope; readonly kept: readonly Dimension[] },
): readonly Group[] {
  const known = new Set(found.map(groupKey));
  const gaps = measures.flatMap(({ axis, frames }) => {
    const dimension = axis === undefined ? undefined : kept[axis];
    if (axis === undefined || dimension === undefined || !dimension.isFilled) return [];
    const { grain = 'day', range } = dimension;
    const last = lastBucket(found, axis) ?? '';
    // How many periods after its own a row counts.
    const lasts = Math.max(0, ...frames.map(({ periods }) => periods - 1));
    const first = firstBucket(dimension, scope.calendar);
    const starts = frames.flatMap(({ startOf }) => (startOf && first !== undefined ? startOf(first) : []));
    return found.flatMap((group) => {
      const bucket = group.values[axis];
      if (typeof bucket !== 'string') return [];
      const day = grain === 'hour' ? dayIn(bucket, scope.calendar) : bucket;
      const isBegun = first !== undefined && bucket < first && starts.some((start) => start <= day);
      const begun = isBegun ? [{ ...group, values: group.values.with(axis, first) }] : [];
      const lasting = Array.from({ length: lasts }, (_, index) => bucketAfter(bucket, grain, index + 1))
        .filter((later) => {
          const day = grain === 'hour' ? dayIn(later, scope.calendar) : later;
          return range.to === undefined ? later <= last : day < range.to;
        })
        .map((later) => ({ ...group, values: group.values.with(axis, later) }));
      return [...begun, ...lasting];
    });
  });
  return groupsOf(gaps).filter((gap) => !known.has(groupKey(gap)));
}

const lastBucket = (groups: readonly Group[], index: number): string | undefined =>
  groups
    .flatMap(({ values }) => (typeof values[index] === 'string' ? [values[index]] : []))
    .toSorted()
    .at(-1);

/** Whether the filters select days of a bucket, which is otherwise only added up. */
function isShown(bucket: Value, { grain, range: { from } }: Dimension, { calendar }: QueryScope): boolean {
  if (from === undefined) return true;
  if (typeof bucket !== 'string') return false;
  if (grain === 'hour') return dayIn(bucket, calendar) >= from;
  return bucket >= String(bucketOf(from, 'date', { grain }, calendar));
}

const groupKey = ({ values, others }: Group) => keyOf([...values, ...others]);

const groupsOf = (facts: readonly Group[]): Group[] => [
  ...new Map(facts.map(({ values, others }) => [groupKey({ values, others }), { values, others }])).values(),
];

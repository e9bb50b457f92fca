import type { Literal } from '../../rules/typed-literal.ts';
import { hourStarts } from '../../time/hour-starts.ts';
import { formulaType, framesOf } from '../model/formula.ts';
import type { Frame, Leaf } from '../model/formula-tree.ts';
import type { Plan } from '../plan/plan.ts';
import type { Dialect } from '../text/dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { compileHour } from './compile-dimension.ts';
import { valueName as name } from './compile-formula.ts';
import { bucketOf, daysOf } from './compile-frame.ts';
import { type Grouping, groupKeys } from './grouping.ts';

/** The buckets without rows that have values of those before them, where gaps are filled. */
export interface Padding {
  readonly axis: number;
  /** The longest moving average. */
  readonly moving?: Extract<Frame, { kind: 'moving' }> | undefined;
  /** The first bucket that is shown, and where a period to date begins that includes it. */
  readonly begun?: { readonly from: Literal; readonly periodFrom: Literal } | undefined;
}

export function paddingOf({ formulas, plan }: Grouping): Padding | undefined {
  const frames = formulas.flatMap(framesOf).filter(({ axis }) => plan.dimensions[axis]?.fillGaps);
  const moving = frames
    .flatMap((frame) => (frame.kind === 'moving' ? [frame] : []))
    .toSorted((a, b) => b.buckets - a.buckets)[0];
  const period = frames.find(({ kind, axis }) => kind === 'period' && axis === (moving?.axis ?? axis));
  const { from, periodFrom } = plan.clips.find(({ dimension }) => dimension === period?.axis) ?? {};
  const begun = from && periodFrom && { from, periodFrom };
  const axis = moving?.axis ?? (begun && period?.axis);
  return axis === undefined ? undefined : { axis, moving, begun };
}

/**
 * Where gaps are filled, a bucket without rows still has the average of those before it: adds the buckets after each
 * one, as far as its frame reaches and the result goes. The first bucket has what a period to date has by then.
 */
export function compilePadding(
  {
    padding: { axis, moving, begun },
    leaves,
    grouped,
    last,
  }: {
    readonly padding: Padding;
    readonly leaves: readonly Leaf[];
    readonly grouped: Sql;
    readonly last: Sql;
  },
  { plan, dimensions, flags }: Grouping,
  dialect: Dialect,
): Sql {
  const key = name('k', axis);
  const keys = groupKeys({ dimensions, flags });
  const values = leaves.map((_, index) => name('a', index));
  const emptyAt = (bucket: Sql) => [
    ...dimensions.map((index) => (index === axis ? bucket : sql`g.${name('k', index)}`)),
    ...flags.map(({ column }) => sql`g.${column}`),
    ...leaves.map((leaf) =>
      leaf.kind === 'aggregate' && leaf.aggregate === 'count' ? sql`0` : dialect.nullOf(formulaType(leaf)),
    ),
    sql`1`,
  ];
  const selects: Sql[] = [];
  if (moving !== undefined) {
    const { unit, count } = bucketOf(moving.grain);
    const added = dialect.addBuckets(unit, sql`g.${key}`, sql`n.n`);
    const later = unit === 'hours' ? nextHour(added, axis, plan, dialect) : added;
    const to = plan.clips.find(({ dimension }) => dimension === axis)?.to;
    const numbers = Array.from({ length: moving.buckets - 1 }, (_, index) =>
      trusted(index === 0 ? `SELECT ${count} AS n` : `SELECT ${(index + 1) * count}`),
    );
    selects.push(
      sql`  UNION ALL`,
      sql`  SELECT ${join(emptyAt(later), ', ')}`,
      sql`  FROM ${grouped} AS g CROSS JOIN (${join(numbers, ' UNION ALL ')}) AS n WHERE ${later} ${to === undefined ? sql`<= ${last}` : sql`< ${to}`}`,
    );
  }
  if (begun !== undefined)
    selects.push(
      sql`  UNION ALL`,
      sql`  SELECT ${join(emptyAt(sql`${begun.from}`), ', ')}`,
      sql`  FROM ${grouped} AS g WHERE g.${key} >= ${begun.periodFrom} AND g.${key} < ${begun.from}`,
    );
  const greatest = values.map((value) => sql`${dialect.max(value)} AS ${value}`);
  const lines = [
    sql`SELECT ${join([...keys, ...greatest, sql`MIN(gap) AS gap`], ', ')}`,
    sql`FROM (`,
    sql`  SELECT ${join([...keys, ...values, sql`0 AS gap`], ', ')} FROM ${grouped}`,
    ...selects,
    sql`) AS filled`,
    sql`GROUP BY ${join(keys, ', ')}`,
  ];
  return join([trusted(''), ...lines], '\n  ');
}

/** An hour later is not the start of one where the clocks changed by half an hour in between. */
function nextHour(later: Sql, axis: number, plan: Plan, dialect: Dialect): Sql {
  const { timeZone } = plan.calendar;
  const days = daysOf(axis, plan);
  return hourStarts(timeZone, days).length === 1 ? later : compileHour(later, timeZone, days, dialect);
}

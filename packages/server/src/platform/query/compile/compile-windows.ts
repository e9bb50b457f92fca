import type { Grain } from '@inlay/protocol/query';
import type { Literal } from '../../rules/typed-literal.ts';
import { BUCKET, shiftDate } from '../../time/calendar-date.ts';
import { hourStarts } from '../../time/hour-starts.ts';
import { comparesGroups, formulaType, framesOf, isLeaf, leavesOf } from '../model/formula.ts';
import type { AggregateFormula, Formula, Frame, Leaf } from '../model/formula-tree.ts';
import type { DayRange } from '../plan/day-range.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlannedDimension } from '../plan/plan-dimensions.ts';
import type { Dialect } from '../text/dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { compileBucket, compileHour, compileLocalDate } from './compile-dimension.ts';
import {
  type Aggregation,
  compileFormula,
  compileLeaf,
  valueName as name,
  numberRows,
  type Term,
} from './compile-formula.ts';

/** Rows that are grouped, and what is computed for each group. */
export interface Grouping {
  readonly plan: Plan;
  readonly source: 'base' | 'ranked';
  /** Begins the names of its common table expressions. */
  readonly prefix: string;
  /** By index. */
  readonly dimensions: readonly number[];
  /** 1 on the row that gathers the rest of a dimension. */
  readonly flags: readonly { readonly column: Sql; readonly dimension: number }[];
  /** Rows that belong to a group; totals count the others too. */
  readonly where: readonly Sql[];
  /** Groups that are shown, where others are only added up. */
  readonly clips: readonly Sql[];
  /** Counts of rows, of which they have some. */
  readonly present: readonly Leaf[];
  readonly formulas: readonly Formula[];
}

export interface CompiledGroups {
  readonly ctes: readonly Sql[];
  /** `FROM …`, up to `GROUP BY`. */
  readonly from: readonly Sql[];
  /** One for each formula. */
  readonly expressions: readonly Sql[];
  /** A column with 1 for buckets without rows that were added. */
  readonly gap?: Sql;
}

/**
 * Aggregates rows by group. Measures that compare groups need several steps (ADR 290):
 *
 *     grouped AS (aggregates of each group as a0…),
 *     total0 AS (totals that shares divide by, as t0…), joined AS (grouped with its totals),
 *     window0 AS (windows over the groups as w0…), window1 AS (windows over these) …
 */
export function compileGroups(grouping: Grouping, aggregation: Aggregation): CompiledGroups {
  const { dialect } = aggregation;
  const { formulas, clips, present } = grouping;
  if (!formulas.some(comparesGroups) && clips.length === 0 && present.length === 0) {
    return {
      ctes: [],
      from: groupedFrom(grouping, formulas.flatMap(leavesOf), aggregation),
      expressions: formulas.map((formula) =>
        compileFormula(formula, dialect, (term) => compileLeaf(term as Leaf, aggregation)),
      ),
    };
  }
  const steps = createSteps(grouping, aggregation);
  const expressions = formulas.map((formula) => steps.compile(formula).expression);
  return { ...steps.finish(), expressions };
}

function groupedFrom(
  { source, dimensions, flags, where }: Omit<Grouping, 'formulas'>,
  leaves: readonly Leaf[],
  aggregation: Aggregation,
): readonly Sql[] {
  const groups = [...dimensions.map((index) => name('k', index)), ...flags.map(({ column }) => column)];
  return [
    sql`FROM ${numberRows(trusted(source), groups, leaves, aggregation)}`,
    ...(where.length === 0 ? [] : [sql`WHERE ${join(where, ' AND ')}`]),
    ...(groups.length === 0 ? [] : [sql`GROUP BY ${join(groups, ', ')}`]),
    // Without an aggregate and a group, every row would be one of the result.
    ...(groups.length === 0 && leaves.length === 0 ? [sql`HAVING COUNT(*) >= 0`] : []),
  ];
}

interface Compiled {
  readonly expression: Sql;
  /** How many windows it is built on. */
  readonly depth: number;
}

function createSteps(grouping: Grouping, aggregation: Aggregation) {
  const { dialect } = aggregation;
  const cte = (suffix: string) => trusted(`${grouping.prefix}${suffix}`);
  const leaves = createList<Leaf>('a');
  const totals = createList<Extract<Formula, { kind: 'total' }>>('t');
  /** By the depth of what they are computed from. */
  const windows: Sql[][] = [];
  const known = new Map<string, Compiled>();
  let count = 0;
  const isPresent = join(
    grouping.present.map((leaf) => sql`${leaves.nameOf(leaf)} > 0`),
    ' OR ',
  );
  const { presentUpTo } = grouping.plan;
  /** The last bucket of a dimension whose gaps are filled. */
  const lastOf = (axis: number) => {
    const last = sql`SELECT MAX(${name('k', axis)}) FROM ${cte('grouped')}`;
    return axis === presentUpTo ? sql`(${last} WHERE ${isPresent})` : sql`(${last})`;
  };
  const padding = paddingOf(grouping);
  const gap = padding && trusted('gap');
  const shown = [
    ...grouping.clips,
    ...(grouping.present.length === 0
      ? []
      : presentUpTo === undefined
        ? [sql`(${isPresent})`]
        : [sql`(${isPresent} OR ${name('k', presentUpTo)} <= ${lastOf(presentUpTo)})`]),
  ];

  const windowOf = (term: Term, depth: number, expression: Sql): Compiled => {
    const key = JSON.stringify(term);
    const found = known.get(key);
    if (found !== undefined) return found;
    const column = name('w', count);
    count += 1;
    for (let level = windows.length; level <= depth; level += 1) windows.push([]);
    windows[depth]?.push(sql`${expression} AS ${column}`);
    const compiled = { expression: column, depth: depth + 1 };
    known.set(key, compiled);
    return compiled;
  };

  function compile(formula: Formula): Compiled {
    let depth = 0;
    const expression = compileFormula(formula, dialect, (term) => {
      const compiled = compileTerm(term);
      depth = Math.max(depth, compiled.depth);
      return compiled.expression;
    });
    return { expression, depth };
  }

  function compileTerm(term: Term): Compiled {
    if (isLeaf(term)) return { expression: leaves.nameOf(term), depth: 0 };
    if (term.kind === 'total') return { expression: totals.nameOf(term), depth: 0 };
    if (term.kind === 'rank') {
      const { expression, depth } = compile(term.of);
      // Only groups that are shown have a rank.
      return windowOf(
        term,
        Math.max(depth, shown.length === 0 ? 0 : 1),
        rank(
          expression,
          term,
          [...grouping.flags.map(({ column }) => column), ...(gap ? [gap] : [])],
          dialect,
        ),
      );
    }
    return windowOf(term, 0, accumulate(leaves.nameOf(term.of), term.of, term.frame, grouping, dialect));
  }

  function finish(): Omit<CompiledGroups, 'expressions'> {
    const keys = [
      ...grouping.dimensions.map((index) => name('k', index)),
      ...grouping.flags.map(({ column }) => column),
    ];
    const columns = [
      ...keys,
      ...leaves.all.map((leaf, index) => sql`${compileLeaf(leaf, aggregation)} AS ${name('a', index)}`),
    ];
    const select = (list: readonly Sql[], from: readonly Sql[]) =>
      join(
        [trusted(''), sql`SELECT ${join(list.length === 0 ? [sql`1 AS present`] : list, ', ')}`, ...from],
        '\n  ',
      );
    const ctes = [
      sql`${cte('grouped')} AS (${select(columns, groupedFrom(grouping, leaves.all, aggregation))}\n)`,
    ];
    let from = cte('grouped');
    if (padding !== undefined) {
      const empty = { padding, leaves: leaves.all, grouped: from, last: lastOf(padding.axis) };
      ctes.push(sql`${cte('padded')} AS (${padded(empty, grouping, dialect)}\n)`);
      from = cte('padded');
    }
    if (totals.all.length > 0) {
      const joined = totals.all.map((total, index) => joinTotal(total, index, ctes, select));
      // Named one by one: ClickHouse would rename columns of g.* that both sides have.
      const names = [
        ...[...keys, ...(gap ? [gap] : []), ...leaves.all.map((_, index) => name('a', index))].map(
          (key) => sql`g.${key} AS ${key}`,
        ),
        ...totals.all.map(
          (_, index) => sql`${cte(`total${index}`)}.${name('t', index)} AS ${name('t', index)}`,
        ),
      ];
      ctes.push(sql`${cte('joined')} AS (${select(names, [sql`FROM ${from} AS g`, ...joined])}\n)`);
      from = cte('joined');
    }
    const where = shown.length === 0 ? [] : [sql`WHERE ${join(shown, ' AND ')}`];
    windows.forEach((list, depth) => {
      if (list.length === 0) return;
      const source = [sql`FROM ${from} AS g`, ...(depth === 1 ? where : [])];
      ctes.push(sql`${cte(`window${depth}`)} AS (${select([sql`g.*`, ...list], source)}\n)`);
      from = cte(`window${depth}`);
    });
    return {
      ctes,
      from: [sql`FROM ${from}`, ...(windows.length > 1 ? [] : where)],
      ...(gap === undefined ? {} : { gap }),
    };
  }

  function joinTotal(
    { of, within }: Extract<Formula, { kind: 'total' }>,
    index: number,
    ctes: Sql[],
    select: (list: readonly Sql[], from: readonly Sql[]) => Sql,
  ): Sql {
    const table = cte(`total${index}`);
    const flags = grouping.flags.filter(({ dimension }) => within.includes(dimension));
    const keys = [...within.map((key) => name('k', key)), ...flags.map(({ column }) => column)];
    const value = compileFormula(of, dialect, (term) => compileLeaf(term as Leaf, aggregation));
    const whole = { ...grouping, dimensions: within, flags, where: [] };
    ctes.push(
      sql`${table} AS (${select([...keys, sql`${value} AS ${name('t', index)}`], groupedFrom(whole, leavesOf(of), aggregation))}\n)`,
    );
    if (keys.length === 0) return sql`CROSS JOIN ${table}`;
    const same = keys.map((key) => dialect.sameKey(sql`g.${key}`, sql`${table}.${key}`));
    return sql`LEFT JOIN ${table} ON ${join(same, ' AND ')}`;
  }

  return { compile, finish };
}

/** Names for things, the same for equal ones. */
function createList<Item>(prefix: string) {
  const all: Item[] = [];
  const indexes = new Map<string, number>();
  return {
    all,
    nameOf: (item: Item): Sql => {
      const key = JSON.stringify(item);
      const index = indexes.get(key) ?? all.length;
      if (index === all.length) {
        indexes.set(key, index);
        all.push(item);
      }
      return name(prefix, index);
    },
  };
}

/** The buckets without rows that have values of those before them, where gaps are filled. */
interface Padding {
  readonly axis: number;
  /** The longest moving average. */
  readonly moving?: Extract<Frame, { kind: 'moving' }> | undefined;
  /** The first bucket that is shown, and where a period to date begins that includes it. */
  readonly begun?: { readonly from: Literal; readonly periodFrom: Literal } | undefined;
}

/**
 * Where gaps are filled, a bucket without rows still has the average of those before it: adds the buckets after each
 * one, as far as its frame reaches and the result goes. The first bucket has what a period to date has by then.
 */
function padded(
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
  const keys = [...dimensions.map((index) => name('k', index)), ...flags.map(({ column }) => column)];
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

function rank(
  value: Sql,
  { direction, within }: Extract<Formula, { kind: 'rank' }>,
  flags: readonly Sql[],
  dialect: Dialect,
): Sql {
  // Neither the rest of a dimension nor a gap has a place in the order.
  const isRanked = join([sql`${value} IS NOT NULL`, ...flags.map((flag) => sql`${flag} = 0`)], ' AND ');
  const ranked = sql`CASE WHEN ${isRanked} THEN ${value} END`;
  const partition =
    within.length === 0
      ? sql``
      : sql`PARTITION BY ${join(
          within.map((key) => name('k', key)),
          ', ',
        )} `;
  return sql`CASE WHEN ${isRanked} THEN RANK() OVER (${partition}ORDER BY ${dialect.orderBy(ranked, direction)}) END`;
}

function accumulate(
  value: Sql,
  of: AggregateFormula,
  frame: Frame,
  { plan, dimensions, flags }: Grouping,
  dialect: Dialect,
): Sql {
  const key = name('k', frame.axis);
  const axis = plan.dimensions[frame.axis];
  const others = dimensions.filter((index) => plan.dimensions[index]?.column.name !== axis?.column.name);
  const partition = [
    ...others.map((index) => name('k', index)),
    ...flags.map(({ column }) => column),
    // Rows without a date are before none and after none.
    sql`CASE WHEN ${key} IS NULL THEN 1 ELSE 0 END`,
    ...(frame.kind === 'period' ? [periodOf(key, frame, plan, dialect)] : []),
  ];
  const by = sql`PARTITION BY ${join(partition, ', ')}`;
  const type = formulaType(of);
  const aggregated =
    of.aggregate === 'min'
      ? dialect.min(value)
      : of.aggregate === 'max'
        ? dialect.max(value)
        : dialect.sum(value, type);
  if (frame.kind !== 'moving') return sql`${aggregated} OVER (${by} ORDER BY ${key})`;
  const bucket = bucketOf(frame.grain);
  const before = trusted(String((frame.buckets - 1) * bucket.count));
  const number = dialect.bucketNumber(bucket.unit, key);
  return sql`${aggregated} OVER (${by} ORDER BY ${number} RANGE BETWEEN ${before} PRECEDING AND CURRENT ROW)`;
}

const bucketOf = (grain: Grain) =>
  grain === 'hour' ? ({ unit: 'hours', count: 1 } as const) : BUCKET[grain];

function paddingOf({ formulas, plan }: Grouping): Padding | undefined {
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

function periodOf(
  key: Sql,
  { axis, grain, period }: Extract<Frame, { kind: 'period' }>,
  plan: Plan,
  dialect: Dialect,
): Sql {
  const { calendar } = plan;
  const day =
    grain === 'hour' ? compileLocalDate(key, undefined, calendar.timeZone, daysOf(axis, plan), dialect) : key;
  return compileBucket(day, period, calendar, dialect);
}

/** The days of the buckets of a dimension, those that are only added up included. */
function daysOf(axis: number, { dimensions, parts }: Plan): DayRange {
  const { column, range } = dimensions[axis] as PlannedDimension;
  const starts = parts.flatMap(({ dated }) => {
    if (dated?.column.name !== column.name) return [];
    const {
      range: { from },
      shift,
    } = dated;
    return [from === undefined || shift === undefined ? from : shiftDate(from, shift)];
  });
  const froms = [range.from, ...starts];
  const [first] = froms.flatMap((from) => from ?? []).toSorted();
  return first === undefined || froms.includes(undefined) ? {} : { ...range, from: first };
}

import { comparesGroups, isLeaf, leavesOf } from '../model/formula.ts';
import type { Formula, Leaf } from '../model/formula-tree.ts';
import type { Dialect } from '../text/dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import {
  type Aggregation,
  compileFormula,
  compileLeaf,
  valueName as name,
  type Term,
} from './compile-formula.ts';
import { compileFrame } from './compile-frame.ts';
import { compilePadding, type Padding, paddingOf } from './compile-padding.ts';
import { type Grouping, groupedFrom, groupKeys } from './grouping.ts';

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
  const stage = openStage(grouping, aggregation);
  const windows = createWindows(stage);
  const expressions = formulas.map((formula) => windows.compile(formula).expression);
  return { ...compileSteps(stage, windows.levels), expressions };
}

type Total = Extract<Formula, { kind: 'total' }>;

/** What the steps of a grouping have in common. */
interface Stage {
  readonly grouping: Grouping;
  readonly aggregation: Aggregation;
  readonly leaves: NamedList<Leaf>;
  readonly totals: NamedList<Total>;
  readonly padding: Padding | undefined;
  /** 1 for buckets that were added. */
  readonly gap: Sql | undefined;
  /** Conditions for the groups that are shown. */
  readonly shown: readonly Sql[];
  /** The last bucket of a dimension whose gaps are filled. */
  lastOf(axis: number): Sql;
  /** The name of a step. */
  step(suffix: string): Sql;
}

function openStage(grouping: Grouping, aggregation: Aggregation): Stage {
  const { clips, present, prefix } = grouping;
  const { presentUpTo } = grouping.plan;
  const step = (suffix: string) => trusted(`${prefix}${suffix}`);
  const leaves = createList<Leaf>('a');
  const isPresent = join(
    present.map((leaf) => sql`${leaves.nameOf(leaf)} > 0`),
    ' OR ',
  );
  const lastOf = (axis: number) => {
    const last = sql`SELECT MAX(${name('k', axis)}) FROM ${step('grouped')}`;
    return axis === presentUpTo ? sql`(${last} WHERE ${isPresent})` : sql`(${last})`;
  };
  const isShown =
    presentUpTo === undefined
      ? sql`(${isPresent})`
      : sql`(${isPresent} OR ${name('k', presentUpTo)} <= ${lastOf(presentUpTo)})`;
  const padding = paddingOf(grouping);
  return {
    grouping,
    aggregation,
    leaves,
    totals: createList<Total>('t'),
    padding,
    gap: padding && trusted('gap'),
    shown: [...clips, ...(present.length === 0 ? [] : [isShown])],
    lastOf,
    step,
  };
}

interface Compiled {
  readonly expression: Sql;
  /** How many windows it is built on. */
  readonly depth: number;
}

/** The windows that formulas need, by the depth of what they are computed from. Each formula adds its own. */
function createWindows(stage: Stage) {
  const { grouping, leaves, totals, shown, gap } = stage;
  const { dialect } = stage.aggregation;
  const levels: Sql[][] = [];
  const known = new Map<string, Compiled>();

  const windowOf = (term: Term, depth: number, expression: Sql): Compiled => {
    const key = JSON.stringify(term);
    const found = known.get(key);
    if (found !== undefined) return found;
    const column = name('w', known.size);
    for (let level = levels.length; level <= depth; level += 1) levels.push([]);
    levels[depth]?.push(sql`${expression} AS ${column}`);
    const compiled = { expression: column, depth: depth + 1 };
    known.set(key, compiled);
    return compiled;
  };

  const compileTerm = (term: Term): Compiled => {
    if (isLeaf(term)) return { expression: leaves.nameOf(term), depth: 0 };
    if (term.kind === 'total') return { expression: totals.nameOf(term), depth: 0 };
    if (term.kind === 'accumulated')
      return windowOf(term, 0, compileFrame(leaves.nameOf(term.of), term.of, term.frame, grouping, dialect));
    const { expression, depth } = compile(term.of);
    const flags = [...grouping.flags.map(({ column }) => column), ...(gap ? [gap] : [])];
    // Only groups that are shown have a rank.
    const level = Math.max(depth, shown.length === 0 ? 0 : 1);
    return windowOf(term, level, rank(expression, term, flags, dialect));
  };

  const compile = (formula: Formula): Compiled => {
    let depth = 0;
    const expression = compileFormula(formula, dialect, (term) => {
      const compiled = compileTerm(term);
      depth = Math.max(depth, compiled.depth);
      return compiled.expression;
    });
    return { expression, depth };
  };

  return { levels, compile };
}

/** The steps as common table expressions, each of which reads the one before. */
function compileSteps(
  stage: Stage,
  windows: readonly (readonly Sql[])[],
): Omit<CompiledGroups, 'expressions'> {
  const { grouping, aggregation, leaves, totals, padding, gap, shown } = stage;
  const ctes: Sql[] = [];
  const add = (suffix: string, body: Sql): Sql => {
    ctes.push(sql`${stage.step(suffix)} AS (${body}\n)`);
    return stage.step(suffix);
  };
  const aggregates = leaves.all.map(
    (leaf, index) => sql`${compileLeaf(leaf, aggregation)} AS ${name('a', index)}`,
  );
  let from = add(
    'grouped',
    select([...groupKeys(grouping), ...aggregates], groupedFrom(grouping, leaves.all, aggregation)),
  );
  if (padding !== undefined) {
    const empty = { padding, leaves: leaves.all, grouped: from, last: stage.lastOf(padding.axis) };
    from = add('padded', compilePadding(empty, grouping, aggregation.dialect));
  }
  if (totals.all.length > 0) {
    const joined = totals.all.map((total, index) =>
      joinTotal(add(`total${index}`, totalOf(total, index, stage)), total, stage),
    );
    from = add('joined', select(namesWithTotals(stage), [sql`FROM ${from} AS g`, ...joined]));
  }
  const where = shown.length === 0 ? [] : [sql`WHERE ${join(shown, ' AND ')}`];
  windows.forEach((list, depth) => {
    if (list.length === 0) return;
    const source = [sql`FROM ${from} AS g`, ...(depth === 1 ? where : [])];
    from = add(`window${depth}`, select([sql`g.*`, ...list], source));
  });
  return {
    ctes,
    from: [sql`FROM ${from}`, ...(windows.length > 1 ? [] : where)],
    ...(gap === undefined ? {} : { gap }),
  };
}

function select(list: readonly Sql[], from: readonly Sql[]): Sql {
  const columns = list.length === 0 ? [sql`1 AS present`] : list;
  return join([trusted(''), sql`SELECT ${join(columns, ', ')}`, ...from], '\n  ');
}

/** A total that shares divide by: of all rows, also of those that belong to no group. */
function totalOf({ of, within }: Total, index: number, { grouping, aggregation }: Stage): Sql {
  const whole = { ...grouping, ...partOf(grouping, within), where: [] };
  const value = compileFormula(of, aggregation.dialect, (term) => compileLeaf(term as Leaf, aggregation));
  return select(
    [...groupKeys(whole), sql`${value} AS ${name('t', index)}`],
    groupedFrom(whole, leavesOf(of), aggregation),
  );
}

function joinTotal(table: Sql, { within }: Total, { grouping, aggregation: { dialect } }: Stage): Sql {
  const keys = groupKeys(partOf(grouping, within));
  if (keys.length === 0) return sql`CROSS JOIN ${table}`;
  const same = keys.map((key) => dialect.sameKey(sql`g.${key}`, sql`${table}.${key}`));
  return sql`LEFT JOIN ${table} ON ${join(same, ' AND ')}`;
}

const partOf = ({ flags }: Grouping, within: readonly number[]) => ({
  dimensions: within,
  flags: flags.filter(({ dimension }) => within.includes(dimension)),
});

/** Named one by one: ClickHouse would rename columns of g.* that both sides have. */
function namesWithTotals({ grouping, leaves, totals, gap, step }: Stage): readonly Sql[] {
  const own = [
    ...groupKeys(grouping),
    ...(gap ? [gap] : []),
    ...leaves.all.map((_, index) => name('a', index)),
  ];
  return [
    ...own.map((column) => sql`g.${column} AS ${column}`),
    ...totals.all.map((_, index) => sql`${step(`total${index}`)}.${name('t', index)} AS ${name('t', index)}`),
  ];
}

interface NamedList<Item> {
  readonly all: readonly Item[];
  nameOf(item: Item): Sql;
}

/** Names for things, the same for equal ones. */
function createList<Item>(prefix: string): NamedList<Item> {
  const all: Item[] = [];
  const indexes = new Map<string, number>();
  return {
    all,
    nameOf: (item) => {
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

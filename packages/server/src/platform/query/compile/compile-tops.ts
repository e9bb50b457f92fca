import { leavesOf, readsTotals, valuesOf } from '../model/formula.ts';
import type { Formula } from '../model/formula-tree.ts';
import type { Plan } from '../plan/plan.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { type Aggregation, valueName as name, orderKey } from './compile-formula.ts';
import { compileGroups } from './compile-windows.ts';

/** The largest values of each top-N dimension, `top0…`, by the rows that their measures read. */
export function compileTops(plan: Plan, aggregation: Aggregation): readonly Sql[] {
  const { dialect } = aggregation;
  return plan.tops.flatMap((top, index) => {
    const key = name('k', top.dimension);
    const groups = compileGroups(
      {
        plan,
        source: 'base',
        prefix: `top${index}_`,
        dimensions: [top.dimension],
        flags: [],
        where: readParts(plan, top.by),
        present: [],
        clips: compileClips(top, [top.dimension]),
        formulas: [top.by],
      },
      aggregation,
    );
    const value = orderKey(top.by, groups.expressions[0] as Sql, dialect);
    const selected = join(
      [
        trusted(''),
        sql`SELECT ${key} AS top_key, 1 AS hit`,
        join(groups.from, ' '),
        sql`ORDER BY ${dialect.orderBy(value, 'desc')}, ${dialect.orderBy(key, 'asc')}`,
        sql`LIMIT ${trusted(String(top.count))}\n`,
      ],
      '\n  ',
    );
    return [...groups.ctes, sql`${name('top', index)} AS (${selected})`];
  });
}

/** A value that only other parts have is none of the largest. */
function readParts({ parts }: Plan, by: Formula): readonly Sql[] {
  const read = partsOf(by);
  if (read.length === parts.length) return [];
  const alternatives = read.map((part) => sql`${name('in', part)} = 1`);
  return [read.length === 1 ? join(alternatives, '') : sql`(${join(alternatives, ' OR ')})`];
}

const partsOf = (by: Formula): readonly number[] => [
  ...new Set([
    0,
    ...leavesOf(by)
      .flatMap(valuesOf)
      .map(({ part }) => part),
  ]),
];

/** The parts that some top-N dimension ranks without others: whether a row belongs to them is `in0…`. */
export function rankedParts({ parts, tops }: Plan): readonly number[] {
  const read = tops.map(({ by }) => partsOf(by)).filter(({ length }) => length < parts.length);
  return [...new Set(read.flat())];
}

/** The buckets of these dimensions that are shown. */
export function compileClips({ clips }: Pick<Plan, 'clips'>, dimensions: readonly number[]): readonly Sql[] {
  return clips.flatMap(({ dimension, from }) =>
    from !== undefined && dimensions.includes(dimension) ? [sql`${name('k', dimension)} >= ${from}`] : [],
  );
}

/** Whether `ranked` has a column `o0…` for a top-N dimension: 1 for values that are not among the top ones. */
export function isFlagged({ tops, measures, having }: Plan, index: number): boolean {
  return (
    tops[index]?.others === true ||
    [
      ...measures.flatMap(({ formula, previous }) => (previous ? [formula, previous] : [formula])),
      ...having.map(({ formula }) => formula),
    ].some(readsTotals)
  );
}

/** The base with the rest of each dimension put together. Rows that no group keeps are marked too. */
export function compileRanked(plan: Plan, { values, grouped, dialect }: Aggregation): Sql {
  const keys = plan.dimensions.map((_, index) => {
    const key = sql`b.${name('k', index)}`;
    const top = plan.tops.findIndex((candidate) => candidate.dimension === index && candidate.others);
    const kept = top < 0 ? key : sql`CASE WHEN ${name('t', top)}.hit = 1 THEN ${key} END`;
    return sql`${kept} AS ${name('k', index)}`;
  });
  const flags = plan.tops.flatMap((_, index) =>
    isFlagged(plan, index)
      ? [sql`CASE WHEN ${name('t', index)}.hit = 1 THEN 0 ELSE 1 END AS ${name('o', index)}`]
      : [],
  );
  const measured = (grouped ?? values).all.map(
    (_, index) => sql`b.${name('v', index)} AS ${name('v', index)}`,
  );
  const joins = plan.tops.map((top, index) => {
    const table = name('t', index);
    const same = dialect.sameKey(sql`b.${name('k', top.dimension)}`, sql`${table}.top_key`);
    const kind = trusted(isFlagged(plan, index) ? 'LEFT JOIN' : 'JOIN');
    return sql`${kind} ${name('top', index)} AS ${table} ON ${same}`;
  });
  const selected = join([...keys, ...flags, ...measured], ', ');
  return join([trusted(''), sql`SELECT ${selected}`, sql`FROM base AS b`, ...joins], '\n  ');
}

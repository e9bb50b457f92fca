import { allOf, type Condition, conjuncts, type QueryColumn } from '../../rules/condition.ts';
import type { GuardedPlan, GuardedSource } from '../guard/guard.ts';
import { ancestorsOf, type PlannedSource, relationshipOf, sourceOf } from '../plan/plan-sources.ts';

/** The sources of a plan that one statement joins, by their indexes. */
export interface Joins {
  /** The rows that are read, then all that they are joined back through, up to the dataset of the query. */
  readonly back: readonly number[];
  /** The others, each after the one that it is joined to. */
  readonly added: readonly number[];
  /** Those of `added` without which a row is left out. */
  readonly inner: ReadonlySet<number>;
  /** What the rows of a source have to fulfil besides the joins. */
  rulesOf(source: number): Condition;
}

/** Where rows follow a relationship that is joined anyway, an inner join takes the place of the condition (ADR 315). */
export function joinsOf(
  { plan, sources }: GuardedPlan,
  fact: number,
  columns: readonly QueryColumn[],
): Joins {
  const back = ancestorsOf(plan.sources, fact);
  const needed = new Set(
    columns.flatMap((column) => ancestorsOf(plan.sources, sourceOf(plan.sources, column))),
  );
  const added = [...needed].filter((index) => !back.includes(index)).sort((a, b) => a - b);
  const conditionsOf = (index: number) => conjuncts((sources[index] as GuardedSource).rows);
  const isFollowed = (condition: Condition, index: number) =>
    condition.kind === 'related' &&
    condition.follows === relationshipOf(plan.sources[index] as PlannedSource);
  const parentOf = (index: number) => plan.sources[index]?.join?.parent ?? 0;

  const inner = new Set<number>();
  for (const index of added) {
    const parent = parentOf(index);
    // Rows of an outer join are filtered before it.
    const isKept = back.includes(parent) || inner.has(parent);
    if (isKept && conditionsOf(parent).some((condition) => isFollowed(condition, index))) inner.add(index);
  }
  return {
    back,
    added,
    inner,
    rulesOf: (source) => {
      const joined = [...inner].filter((index) => parentOf(index) === source);
      return allOf(
        conditionsOf(source).filter((condition) => !joined.some((index) => isFollowed(condition, index))),
      );
    },
  };
}

import type { Filter } from '@inlay/protocol/query';
import type { ColumnCondition, RowRule } from '@inlay/protocol/rule';
import { groupOf } from '@inlay/ui/conditions/rule-group';

/** Filters as a query has them: all of `filters` match, and one of each group in `anyOf`. */
export interface Filtered {
  readonly filters?: readonly Filter[] | undefined;
  readonly anyOf?: readonly (readonly Filter[])[] | undefined;
}

type PeriodFilter = Extract<Filter, { readonly operator: 'in-period' }>;

export const isPeriod = (filter: Filter): filter is PeriodFilter => filter.operator === 'in-period';

/** What the fields of a condition can show. Periods have fields of their own; prefixes come from files. */
const isCondition = (filter: Filter): boolean =>
  !isPeriod(filter) && filter.operator !== 'starts-with' && !('orNotSet' in filter);

const asCondition = (filter: Filter) => filter as ColumnCondition;

/** The filters as a rule of conditions, and those that no condition can express. */
export function ruleOfFilters({ filters = [], anyOf = [] }: Filtered): {
  readonly rule: RowRule | undefined;
  readonly others: Filtered;
} {
  const groups = anyOf.filter((group) => group.every(isCondition));
  const parts: readonly RowRule[] = [
    ...filters.filter(isCondition).map(asCondition),
    ...groups.map((group) => ({ or: group.map(asCondition) })),
  ];
  const others = {
    filters: filters.filter((filter) => !isCondition(filter)),
    anyOf: anyOf.filter((group) => !groups.includes(group)),
  };
  return { rule: parts.length > 1 ? { and: parts } : parts[0], others };
}

/** A rule as filters. Conditions in groups are distributed: `a or (b and c)` is `(a or b) and (a or c)`. */
export function filtersOfRule(rule: RowRule | undefined, others: Filtered): Filtered {
  const clauses = rule === undefined ? [] : clausesOf(rule);
  const filters = [...clauses.filter((clause) => clause.length === 1).flat(), ...(others.filters ?? [])];
  const anyOf = [...clauses.filter((clause) => clause.length > 1), ...(others.anyOf ?? [])];
  return { filters: filters.length > 0 ? filters : undefined, anyOf: anyOf.length > 0 ? anyOf : undefined };
}

/** All of the clauses must match, each by one of its conditions. */
function clausesOf(rule: RowRule): readonly (readonly Filter[])[] {
  if ('operator' in rule) return 'column' in rule ? [[rule as Filter]] : [];
  const { join, parts } = groupOf(rule);
  const inner = parts.map(clausesOf);
  if (join === 'and') return inner.flat();
  return inner.reduce<readonly (readonly Filter[])[]>(
    (combined, clauses) => combined.flatMap((left) => clauses.map((right) => [...left, ...right])),
    [[]],
  );
}

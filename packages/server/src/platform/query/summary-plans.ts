import type { Plan } from './plan.ts';

/** The plan of one further statement of a query: the same rows, grouped by fewer dimensions. */
export interface SummaryPlan {
  readonly purpose: 'totals' | 'subtotals';
  readonly plan: Plan;
}

/**
 * The totals, where the query requests them, and then its subtotals. Each is computed from all rows by the engine: cells
 * of averages, distinct counts and ratios do not add up (ADR 270).
 */
export function summaryPlans(plan: Plan): readonly SummaryPlan[] {
  const { pivot } = plan;
  return [
    ...(plan.totals
      ? [{ purpose: 'totals', plan: groupedBy(plan, pivot === undefined ? [] : [pivot]) } as const]
      : []),
    ...plan.subtotals.map((kept) => ({ purpose: 'subtotals', plan: groupedBy(plan, kept) }) as const),
  ];
}

/** The plan over some of its dimensions, by index; rows keep their order as far as these decide it. */
function groupedBy(plan: Plan, kept: readonly number[]): Plan {
  const { pivot, ...rest } = plan;
  const tops = plan.tops.filter(({ dimension }) => kept.includes(dimension));
  // A row for each top value that is a column of a pivot, and one for the others.
  const fixedLimit = 1 + tops.reduce((count, top) => count + top.count, 0);
  return {
    ...rest,
    dimensions: plan.dimensions.filter((_, index) => kept.includes(index)),
    tops: tops.map((top) => ({ ...top, dimension: kept.indexOf(top.dimension) })),
    sort: plan.sort.flatMap((sort) => {
      if (sort.kind === 'measure') return kept.length === 0 ? [] : [sort];
      return kept.includes(sort.index) ? [{ ...sort, index: kept.indexOf(sort.index) }] : [];
    }),
    limit: pivot !== undefined || kept.length === 0 ? fixedLimit : plan.limit,
    totals: false,
    subtotals: [],
  };
}

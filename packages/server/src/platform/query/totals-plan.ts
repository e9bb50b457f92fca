import type { Plan } from './plan.ts';

/** The query for the totals of a result: over all rows, and in a pivot over those of each of its columns. */
export function totalsPlan({ pivot, ...plan }: Plan): Plan {
  const dimensions = plan.dimensions.filter((_, index) => index === pivot);
  const tops = plan.tops.filter(({ dimension }) => dimension === pivot);
  return {
    ...plan,
    dimensions,
    tops: tops.map((top) => ({ ...top, dimension: 0 })),
    sort: dimensions.map((_, index) => ({ kind: 'dimension', index, direction: 'asc' })),
    // A row for each top value, and one for the others.
    limit: 1 + tops.reduce((count, top) => count + top.count, 0),
  };
}

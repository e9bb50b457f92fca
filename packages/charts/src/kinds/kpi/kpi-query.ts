import type { QuerySpec } from '@inlay/protocol/query';

/** A KPI compares its number with an earlier one, so both must cover equal spans (ADR 310). */
export function kpiQuery(query: QuerySpec): QuerySpec {
  const { comparison, dimensions, totals } = query;
  const [dimension, ...others] = dimensions;
  const isByPeriod = dimension?.grain !== undefined && others.length === 0 && totals !== true;
  return comparison || isByPeriod ? { ...query, equalSpans: true } : query;
}

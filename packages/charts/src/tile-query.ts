import type { QuerySpec } from '@inlay/protocol/query';
import { chartKinds } from './chart-kinds.ts';
import type { IsSum } from './data/total-query.ts';
import type { Tile } from './tile.ts';

const queries = new Map(chartKinds.map(({ kind, query }) => [kind, query]));

/** The query that a tile runs: its author's, plus what its kind needs. `isSum` saves totals that rows add up to. */
export function tileQuery(
  { kind, query, options = {} }: Pick<Tile, 'kind' | 'query' | 'options'>,
  isSum: IsSum = () => false,
): QuerySpec {
  return queries.get(kind)?.(query, options, isSum) ?? query;
}

import type { QuerySpec } from '@inlay/protocol/query';
import { chartKinds } from './chart-kinds.ts';
import type { Tile } from './tile.ts';

const queries = new Map(chartKinds.map(({ kind, query }) => [kind, query]));

/** The query that a tile runs: its author's, and what its kind needs besides. */
export function tileQuery({
  kind,
  query,
  options = {},
}: Pick<Tile, 'kind' | 'query' | 'options'>): QuerySpec {
  return queries.get(kind)?.(query, options) ?? query;
}

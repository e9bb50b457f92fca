import type { QuerySpec } from '@inlay/protocol/query';
import { chartKinds } from './chart-kinds.ts';
import type { Tile } from './tile.ts';

const queries = new Map(chartKinds.map(({ kind, query }) => [kind, query]));

/** The query that a tile runs: its author's, plus what its kind needs. */
export function tileQuery({
  kind,
  query,
  options = {},
}: Pick<Tile, 'kind' | 'query' | 'options'>): QuerySpec {
  return queries.get(kind)?.(query, options) ?? query;
}

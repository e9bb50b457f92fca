import { chartOf } from '@inlay/charts/chart-kinds';
import { cellLinks } from '@inlay/charts/kinds/table/cell-link';
import type { Tile } from '@inlay/charts/tile';
import type { QueryResult } from '@inlay/protocol/result';

/** The links of a tile's cells, by column. Only kinds with links have any. */
export function tileLinks(
  { kind, options }: Tile,
  result: QueryResult,
  hosts: readonly string[],
): ReadonlyMap<string, (row: number) => string | undefined> {
  const links = Object.hasOwn(chartOf(kind).options, 'links') ? Object.entries(options?.links ?? {}) : [];
  return new Map(links.map(([name, template]) => [name, cellLinks(template, result, hosts)]));
}

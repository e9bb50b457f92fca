import { chartOf } from '@inlay/charts/chart-kinds';
import type { AllowedHosts } from '@inlay/charts/chart-props';
import { cellLinks } from '@inlay/charts/kinds/table/cell-link';
import type { Tile } from '@inlay/charts/tile';
import type { QueryResult } from '@inlay/protocol/result';

/** The links of a tile's cells, by column: a file links to an image, and does not show it. Only kinds with links have any. */
export function tileLinks(
  { kind, options = {} }: Tile,
  result: QueryResult,
  { linkHosts, imageHosts }: AllowedHosts,
): ReadonlyMap<string, (row: number) => string | undefined> {
  if (!Object.hasOwn(chartOf(kind).options, 'links')) return new Map();
  const linksOf = (templates: Readonly<Record<string, string>> = {}, hosts: readonly string[]) =>
    Object.entries(templates).map(([name, template]) => [name, cellLinks(template, result, hosts)] as const);
  return new Map([...linksOf(options.images, imageHosts), ...linksOf(options.links, linkHosts)]);
}

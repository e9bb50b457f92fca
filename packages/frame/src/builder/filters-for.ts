import type { BuilderDocument, BuilderResponse } from '@inlay/content/builder';
import type { Filters } from '@inlay/protocol/frame-messages';

/** The host's filters that this dashboard knows: the server rejects unknown names. */
export function filtersFor(
  { content, tiles }: BuilderDocument,
  { datasets }: BuilderResponse,
  given: Filters,
): Filters {
  const charts = content.items.flatMap((item) => ('chart' in item ? [item.chart] : []));
  const known = new Set([
    ...(content.filters ?? []).map(({ id }) => id),
    ...[...tiles, ...charts].flatMap(({ query }) => query.dimensions.map(({ column }) => column)),
    ...datasets.flatMap(({ columns }) => columns.map(({ name }) => name)),
  ]);
  return Object.fromEntries(Object.entries(given).filter(([name]) => known.has(name)));
}

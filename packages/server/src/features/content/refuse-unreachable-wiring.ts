import type { ContentByKind, ContentKind } from '@inlay/protocol/content';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { TileContent } from '@inlay/protocol/tile';
import { refuseFields } from '../../platform/errors.ts';
import type { Queries } from '../../platform/store/store.ts';
import { findItems } from './items.ts';

type Content = ContentByKind[ContentKind];

/**
 * Rejects filters that name tiles of another dataset: they would never change what such a tile shows. Wiring that was
 * stored before this was checked stays until it is changed.
 */
export async function refuseUnreachableWiring(
  queries: Queries,
  tenantId: TenantId,
  content: Content,
  before?: Content,
): Promise<void> {
  const filters = filtersOf(content);
  const wired = filters.flatMap(({ tiles = [] }) => tiles);
  if (wired.length === 0) return;
  const datasets = new Map(
    (await findItems(queries, tenantId, 'tile', wired)).map(({ id, draft }) => [
      id,
      (JSON.parse(draft) as TileContent).datasetId,
    ]),
  );
  for (const item of 'items' in content ? content.items : [])
    if ('chart' in item) datasets.set(item.id, item.chart.datasetId);
  const former = new Map((before ? filtersOf(before) : []).map((filter) => [filter.id, filter]));
  refuseFields(
    filters.flatMap(({ id, datasetId, tiles = [] }, index) => {
      const was = former.get(id);
      const kept = was?.datasetId === datasetId ? (was.tiles ?? []) : [];
      return tiles.flatMap((tile, at) =>
        kept.includes(tile) || (datasets.get(tile) ?? datasetId) === datasetId
          ? []
          : [
              {
                path: `/filters/${index}/tiles/${at}`,
                problem: `names '${tile}', which this filter cannot reach: the tile uses another dataset`,
              },
            ],
      );
    }),
  );
}

const filtersOf = (content: Content): readonly FilterControl[] =>
  ('filters' in content ? content.filters : undefined) ?? [];

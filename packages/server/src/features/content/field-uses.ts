import type { TileContent } from '@inlay/charts/tile';
import { tileQuery } from '@inlay/charts/tile-query';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import type { DashboardContent } from '@inlay/content/dashboard';
import type { StoryContent } from '@inlay/content/story';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { QuerySpec } from '@inlay/protocol/query';

/** The fields of a dataset that a part of the content uses. */
export type FieldUse = {
  readonly datasetId: string;
  /** Path of the part. */
  readonly at: string;
  /** While this is unchanged, so are the fields that the part uses. */
  readonly part: unknown;
} & (
  | { readonly query: QuerySpec }
  | { readonly columns: readonly string[]; readonly field: 'column' | 'levels' }
);

export function fieldUsesOf(kind: ContentKind, content: ContentByKind[ContentKind]): readonly FieldUse[] {
  if (kind === 'tile') {
    const tile = content as TileContent;
    const { datasetId, query } = tile;
    return [{ datasetId, at: '', part: { datasetId, query }, query: tileQuery(tile) }];
  }
  if (kind === 'story') return (content as StoryContent).filters?.map(fieldUseOfFilter) ?? [];
  if (kind !== 'dashboard') return [];
  const { items, filters = [], drill = [] } = content as DashboardContent;
  const charts = items.flatMap((item, index): readonly FieldUse[] => {
    if (!('chart' in item)) return [];
    const { datasetId, query } = item.chart;
    const part = { item: item.id, datasetId, query };
    return [{ datasetId, at: `/items/${index}/chart`, part, query: tileQuery(item.chart) }];
  });
  return [...charts, ...filters.map(fieldUseOfFilter), ...drill.map(fieldUseOfDrill)];
}

export function fieldUseOfFilter(filter: FilterControl, index: number): FieldUse {
  const { datasetId } = filter;
  const place = { datasetId, at: `/filters/${index}`, part: filter };
  return filter.kind === 'hierarchy'
    ? { ...place, columns: filter.levels, field: 'levels' }
    : { ...place, columns: [filter.column], field: 'column' };
}

export function fieldUseOfDrill(
  drill: NonNullable<DashboardContent['drill']>[number],
  index: number,
): FieldUse {
  const { datasetId, levels } = drill;
  return { datasetId, at: `/drill/${index}`, part: drill, columns: levels, field: 'levels' };
}

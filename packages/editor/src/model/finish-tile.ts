import { isLinkTemplate } from '@inlay/charts/options/link-template';
import type { TileContent } from '@inlay/charts/tile';
import type { Filter } from '@inlay/protocol/query';
import { patch, patchOptions, patchQuery, undefinedIfEmpty } from './patch.ts';
import { emptyKind } from './propose-kind.ts';

/** Whether a filter has the values that its operator needs. */
export function isComplete(filter: Filter): boolean {
  if ('values' in filter) return filter.values.length > 0;
  if ('from' in filter) return filter.from !== '' && filter.to !== '';
  return !('value' in filter) || filter.value !== '';
}

/** The tile without unfinished parts, for previews and for saving. */
export function finishTile(tile: TileContent): TileContent {
  const { filters = [], anyOf = [] } = tile.query;
  const { thresholds = [], referenceLines = [], annotations = [], colors = {} } = tile.options ?? {};
  const asked = patchQuery(patch(tile, { click: finishedClick(tile), choices: finishedChoices(tile) }), {
    filters: undefinedIfEmpty(filters.filter(isComplete)),
    anyOf: undefinedIfEmpty(
      anyOf.map((group) => group.filter(isComplete)).filter((group) => group.length > 0),
    ),
  });
  const { description } = tile;
  const drawn = patchOptions(asked, {
    thresholds: undefinedIfEmpty(thresholds.filter(({ from, to }) => from !== undefined || to !== undefined)),
    referenceLines: undefinedIfEmpty(referenceLines),
    annotations: undefinedIfEmpty(annotations.filter(({ at }) => at !== '')),
    colors: undefinedIfEmpty(colors),
  });
  if (description !== '') return drawn;
  const { description: _, ...rest } = drawn;
  return rest;
}

function finishedClick({ click }: TileContent): TileContent['click'] {
  if (click?.kind === 'dashboard' && click.dashboard === '') return undefined;
  return click?.kind === 'url' && !isLinkTemplate(click.url) ? undefined : click;
}

/** What the tile shows at first is always a choice. */
function finishedChoices({ query, choices }: TileContent): TileContent['choices'] {
  const grain = query.dimensions.find((dimension) => dimension.grain)?.grain;
  const [measure] = query.measures;
  const withFirst = <T>(first: T | undefined, list: readonly T[] | undefined) =>
    list && first !== undefined && !list.includes(first) ? [first, ...list] : first && list;
  const grains = withFirst(grain, choices?.grains);
  const measures = withFirst(measure, choices?.measures);
  return undefinedIfEmpty({ ...(grains && { grains }), ...(measures && { measures }) });
}

export type Missing = 'dataset' | 'fields' | 'title';

/** What a tile lacks before it can be saved, in the order of the editor. */
export function missingOf({ datasetId, query, title }: TileContent): readonly Missing[] {
  return [
    ...(datasetId === '' ? (['dataset'] as const) : []),
    ...(query.dimensions.length + query.measures.length === 0 ? (['fields'] as const) : []),
    ...(title.trim() === '' ? (['title'] as const) : []),
  ];
}

export const EMPTY_TILE: TileContent = {
  title: '',
  kind: emptyKind,
  datasetId: '',
  query: { dimensions: [], measures: [] },
};

import { dimensionNames } from '@inlay/charts/data/dimension-names';
import type { Tile } from '@inlay/charts/tile';
import type { AlertFields } from '@inlay/content/page-state';
import { type Model, resolveColumn } from '../../../platform/query/model/model.ts';
import { hasNoQuery } from '../../content/index.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import { measureFor } from './measure-for.ts';
import { type LabelOf, loadReach } from './tile-filters.ts';

/** By tile: what this viewer can set alerts on. Tiles without a measure are missing. */
export async function alertFieldsOfTiles(request: EmbedRequest): Promise<ReadonlyMap<string, AlertFields>> {
  if (request.embed.options?.subscriptions?.alerts === false) return new Map();
  const tiles = [...request.tiles.values()].filter((tile) => !hasNoQuery(tile));
  const { loaded, labelOf } = await loadReach(
    request,
    tiles.map(({ datasetId }) => datasetId),
  );
  return new Map(
    tiles.flatMap((tile): [string, AlertFields][] => {
      const model = loaded.get(tile.datasetId)?.model;
      const measures = model ? measuresOf(request, tile, model) : [];
      if (!model || measures.length === 0) return [];
      return [[tile.id, { measures, dimensions: dimensionsOf(tile, model, labelOf) }]];
    }),
  );
}

function measuresOf(request: EmbedRequest, tile: Tile, model: Model): AlertFields['measures'] {
  const names = new Set([...tile.query.measures, ...(tile.choices?.measures ?? [])]);
  return [...names].flatMap((name) => {
    const found = measureFor(request, model, name);
    if (!found) return [];
    const format = tile.options?.formats?.[name] ?? found.format;
    return [{ name, label: found.label, ...(format ? { format } : {}) }];
  });
}

/** Periods follow each other: an alert is about the latest one. */
function dimensionsOf({ datasetId, query }: Tile, model: Model, labelOf: LabelOf): AlertFields['dimensions'] {
  const isTime = (column: string) => {
    const type = resolveColumn(model, column)?.column.type;
    return type === 'date' || type === 'datetime';
  };
  const names = dimensionNames(query);
  return query.dimensions.flatMap(({ column, grain }, index) =>
    grain === undefined && !isTime(column)
      ? [{ name: names[index] ?? column, label: labelOf({ datasetId, column }) }]
      : [],
  );
}

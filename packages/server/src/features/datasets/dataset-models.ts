import { type Model, resolveColumn } from '../../platform/query/model/model.ts';
import {
  type CanFilter,
  type FilterColumn,
  type ReachedColumn,
  reachColumn,
} from '../../platform/query/model/reach-column.ts';
import { columnAccess, isFullAccess } from '../../platform/rules/column-access.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { DataViewer } from '../connections/index.ts';
import { findDatasets, type StoredDataset } from './datasets.ts';
import { findModels, type ModelViewer } from './find-model.ts';

/** A dataset and its model for one viewer. */
export interface LoadedDataset {
  readonly dataset: StoredDataset;
  readonly model: Model;
}

export type LoadedDatasets = ReadonlyMap<string, LoadedDataset>;

/** The datasets of one request, each read once. */
export interface DatasetModels {
  /** By id; those that do not exist are missing. */
  load(ids: Iterable<string>): Promise<LoadedDatasets>;
}

export function datasetModels(queries: Queries, viewer: DataViewer): DatasetModels {
  const known = new Map<string, Promise<LoadedDataset | undefined>>();
  return {
    load: async (ids) => {
      const wanted = [...new Set(ids)];
      const missing = wanted.filter((id) => !known.has(id));
      if (missing.length > 0) {
        const loading = loadDatasets(queries, viewer, missing);
        for (const id of missing) {
          known.set(
            id,
            loading.then((loaded) => loaded.get(id)),
          );
        }
      }
      const loaded = await Promise.all(wanted.map((id) => known.get(id)));
      return new Map(loaded.flatMap((each) => (each ? [[each.dataset.id, each] as const] : [])));
    },
  };
}

export async function loadDatasets(
  queries: Queries,
  viewer: ModelViewer & Pick<DataViewer, 'tenantId'>,
  ids: readonly string[],
): Promise<LoadedDatasets> {
  return withModels(queries, viewer, await findDatasets(queries, viewer.tenantId, ids));
}

export async function withModels(
  queries: Queries,
  viewer: ModelViewer & Pick<DataViewer, 'tenantId'>,
  datasets: readonly StoredDataset[],
): Promise<LoadedDatasets> {
  const models = await findModels(queries, viewer.tenantId, datasets, viewer);
  return new Map(
    datasets.flatMap((dataset) => {
      const model = models.get(dataset.id);
      return model ? [[dataset.id, { dataset, model }] as const] : [];
    }),
  );
}

/** A column of a dataset that someone filters by. */
export type NamedColumn = Pick<FilterColumn, 'column'> & { readonly datasetId: string };

/** The column of a dataset that a filter on a column, usually of another dataset, applies to. */
export type Reach = (datasetId: string, filter: NamedColumn) => ReachedColumn | undefined;

/** How filters reach the loaded datasets. Without a viewer, as for someone who may filter by every column. */
export function reachAmong(loaded: LoadedDatasets, viewer?: DataViewer): Reach {
  const isUsable = ({ dataset: { workspaceId } }: LoadedDataset) =>
    viewer === undefined || workspaceId === null || workspaceId === viewer.workspaceId;
  const canFilter: CanFilter = (_, column) =>
    viewer === undefined || viewer.bypassesRowRules === true || isFullAccess(columnAccess(column, viewer));
  const known = new Map<string, ReachedColumn | undefined>();
  return (datasetId, { datasetId: from, column }) => {
    const tile = loaded.get(datasetId);
    const source = loaded.get(from);
    if (!tile || !source || !isUsable(tile) || !isUsable(source)) return undefined;
    return known.getOrInsertComputed(JSON.stringify([datasetId, from, column]), () =>
      reachColumn(tile.model, { model: source.model, column }, canFilter),
    );
  };
}

/** The label of a column, which is its name if it has none. */
export function labelAmong(loaded: LoadedDatasets): (column: NamedColumn) => string {
  return ({ datasetId, column }) => {
    const model = loaded.get(datasetId)?.model;
    return (model && resolveColumn(model, column)?.column.label) ?? column;
  };
}

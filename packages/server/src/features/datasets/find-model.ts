import type { Dataset } from '@inlay/protocol/dataset';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { LRUCache } from 'lru-cache';
import { MAX_STEPS, type Model, modelOf } from '../../platform/query/model/model.ts';
import { readableModel } from '../../platform/query/model/readable-model.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { DataViewer } from '../connections/index.ts';
import { findDatasets, type StoredDataset } from './datasets.ts';

/** Datasets that one query can reach. */
const MAX_DATASETS = 100;

/**
 * The model of a dataset for a viewer. Datasets of another connection or of a workspace that the viewer does not have
 * are not in it, nor are columns that are denied to the viewer: those fields do not exist.
 */
export async function findModel(
  queries: Queries,
  tenantId: TenantId,
  root: StoredDataset,
  viewer: ModelViewer,
): Promise<Model> {
  const models = await findModels(queries, tenantId, [root], viewer);
  return models.get(root.id) ?? modelOf(root.definition);
}

/** A viewer, or any viewer of a workspace, to check content that all of them may open. */
export type ModelViewer = DataViewer | Pick<DataViewer, 'workspaceId' | 'bypassesRowRules'>;

/** The models of several datasets, by id. Related datasets are read once for all of them. */
export async function findModels(
  queries: Queries,
  tenantId: TenantId,
  roots: readonly StoredDataset[],
  viewer: ModelViewer,
): Promise<ReadonlyMap<string, Model>> {
  const { workspaceId, bypassesRowRules } = viewer;
  const found = new Map(roots.map((root) => [root.id, root]));
  let missing = relatedTo(roots, found);
  // Row rules of the last dataset that a query reaches lead further.
  for (let depth = 0; missing.length > 0 && depth < 2 * MAX_STEPS && found.size < MAX_DATASETS; depth += 1) {
    const datasets = await findDatasets(queries, tenantId, missing);
    for (const dataset of datasets) found.set(dataset.id, dataset);
    missing = relatedTo(datasets, found);
  }
  const usable = [...found.values()].filter(
    (dataset) => dataset.workspaceId === null || dataset.workspaceId === workspaceId,
  );
  return new Map(
    roots.map((root) => {
      const others = usable.filter(({ connectionId }) => connectionId === root.connectionId);
      const datasets = reachable(root, new Map(others.map((dataset) => [dataset.id, dataset])));
      const model = wholeModel(root, datasets, bypassesRowRules);
      return [root.id, bypassesRowRules || !('username' in viewer) ? model : readableModel(model, viewer)];
    }),
  );
}

/** By their datasets. */
const models = new LRUCache<string, Model>({
  maxSize: 100_000,
  sizeCalculation: ({ datasets }) =>
    datasets
      .values()
      .reduce((size, { columns, measures = [] }) => size + columns.length + measures.length, 1),
});

/** The same datasets give the same object, so that what is derived from a model can be remembered with it. */
function wholeModel(
  root: StoredDataset,
  datasets: readonly StoredDataset[],
  bypassesRowRules = false,
): Model {
  const parts = datasets.map(({ name, definition }) => [numberOf(definition), name]);
  const key = JSON.stringify([bypassesRowRules, parts]);
  const known = models.get(key);
  if (known) return known;
  const definitionOf = ({ definition }: StoredDataset) =>
    bypassesRowRules ? withoutRules(definition) : definition;
  const model = {
    root: definitionOf(root),
    datasets: new Map(datasets.map((dataset) => [dataset.id, definitionOf(dataset)])),
    titles: new Map(datasets.map(({ id, name }) => [id, name])),
  };
  models.set(key, model);
  return model;
}

const numbers = new WeakMap<Dataset, number>();
let lastNumber = 0;

/** A number for a definition as long as it is remembered; equal definitions of other rows may have another. */
function numberOf(definition: Dataset): number {
  const known = numbers.get(definition);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(definition, lastNumber);
  return lastNumber;
}

/** A dataset and those that its relationships reach. */
function reachable(
  root: StoredDataset,
  others: ReadonlyMap<string, StoredDataset>,
): readonly StoredDataset[] {
  const found = new Map([[root.id, root]]);
  // A map visits what is added to it meanwhile.
  for (const dataset of found.values())
    for (const id of relatedTo([dataset], found)) {
      const other = others.get(id);
      if (other) found.set(id, other);
    }
  return [...found.values()];
}

function relatedTo(
  datasets: readonly StoredDataset[],
  known: ReadonlyMap<string, unknown>,
): readonly string[] {
  const ids = datasets.flatMap(({ definition: { relationships = [] } }) =>
    relationships.map(({ dataset }) => dataset),
  );
  return [...new Set(ids)].filter((id) => !known.has(id));
}

function withoutRules({ rowRules: _, groupRules: __, columns, ...dataset }: Dataset): Dataset {
  return { ...dataset, columns: columns.map(({ access: ___, ...column }) => column), segmented: false };
}

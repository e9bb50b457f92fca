import type { Dataset, Relationship } from '@inlay/protocol/dataset';
import type { RemovedRows } from '@inlay/protocol/dataset-api';
import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import { AppError } from '../../platform/errors.ts';
import type { Model } from '../../platform/query/model/model.ts';
import type { Services } from '../../services.ts';
import type { DataViewer } from '../connections/index.ts';
import type { StoredDataset } from './datasets.ts';
import { findModel } from './find-model.ts';
import { runQuery } from './run-query.ts';

const COUNT: QuerySpec = { dimensions: [], measures: ['rows'] };

/** How many of the rows that its rules show to a viewer each required relationship of a dataset leaves out. */
export async function removedRows(
  services: Services,
  viewer: DataViewer,
  dataset: StoredDataset,
  { calendar, signal }: { readonly calendar: ViewerCalendar; readonly signal?: AbortSignal | undefined },
): Promise<readonly RemovedRows[]> {
  const { relationships = [] } = dataset.definition;
  const required = relationships.filter((relationship) => relationship.required);
  if (required.length === 0) return [];
  const model = await findModel(services.store, viewer.tenantId, dataset, viewer);
  const count = async (kept: readonly Relationship[]) => {
    const options = { calendar, model: async () => countable(model, kept), ...(signal && { signal }) };
    const { result } = await runQuery(services, viewer, dataset, COUNT, options);
    return Number(result.columns[0]?.values[0] ?? 0);
  };
  try {
    const shown = await count(relationships);
    const counted = required.map(async (relationship) => {
      const { required: _, ...optional } = relationship;
      const without = await count(relationships.map((each) => (each === relationship ? optional : each)));
      return { ...nameOf(relationship), rows: without - shown, problem: null };
    });
    return await Promise.all(counted);
  } catch (error) {
    // The rest of the explanation does not depend on the database.
    if (!(error instanceof AppError)) throw error;
    return required.map((relationship) => ({ ...nameOf(relationship), rows: null, problem: error.message }));
  }
}

const nameOf = ({ name, dataset }: Relationship) => ({ relationship: name, datasetId: dataset });

/** The model with a count of rows as the only measure, and these relationships of its root. */
function countable(model: Model, relationships: readonly Relationship[]): Model {
  const rooted = ({ root, datasets }: Model): Model => {
    const counted: Dataset = { ...root, measures: [{ name: 'rows', kind: 'count' }], relationships };
    return { root: counted, datasets: new Map([...datasets, [root.id, counted]]) };
  };
  return { ...rooted(model), ...(model.whole && { whole: rooted(model.whole) }) };
}

import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../../platform/errors.ts';
import type { Model } from '../../../platform/query/model/model.ts';
import type { Queries } from '../../../platform/store/store.ts';
import {
  type DatasetDependents,
  datasetsReaching,
  findDataset,
  type StoredDataset,
} from '../../datasets/index.ts';
import { dataProblems } from '../checks/check-data.ts';
import { dependentsOf } from '../store/content-dependents.ts';
import { findItem } from '../store/items.ts';
import { nameContent, namesOf } from '../store/name-content.ts';
import { modelsOf } from '../visibility/models-of.ts';
import { refuseInUse } from './remove-content.ts';

export const datasetDependents: DatasetDependents = {
  list: (queries, tenantId, datasetId) => dependentsOf(queries, tenantId, 'dataset', datasetId),
  refuseRemoval: async (transaction, tenantId, datasetId) =>
    refuseInUse(await dependentsOf(transaction, tenantId, 'dataset', datasetId)),
  refuseBreakingChange,
};

/**
 * Refuses a change of a dataset that breaks queries of published content. Called after the change, in its transaction,
 * so that content being published at the same time is seen. Queries that failed before do not block a change that may
 * fix them.
 */
export async function refuseBreakingChange(
  transaction: Queries,
  tenantId: TenantId,
  was: StoredDataset,
  now: number,
): Promise<void> {
  const is = await findDataset(transaction, tenantId, was.id);
  if (!is) return;
  const broken = [];
  for (const dataset of [is, ...(await datasetsReaching(transaction, tenantId, was.id))]) {
    for (const item of await dependentsOf(transaction, tenantId, 'dataset', dataset.id)) {
      const { kind, app_id, published } = item;
      if (published === null) continue;
      const app = await findItem(transaction, tenantId, 'app', app_id);
      const models = await modelsOf(transaction, tenantId, [dataset], app);
      const problemsWith = (changed: StoredDataset) =>
        dataProblems(kind, JSON.parse(published), {
          datasets: new Map([[dataset.id, dataset.id === changed.id ? changed : dataset]]),
          models: new Map(Array.from(models, ([root, model]) => [root, withDataset(model, changed)])),
          app,
          now,
        });
      const before = new Set(problemsWith(was).map(({ path }) => path));
      const problems = problemsWith(is).filter(({ path }) => !before.has(path));
      if (problems.length > 0) broken.push({ item, problems: problems.slice(0, 10) });
    }
  }
  const [first] = broken;
  if (!first) return;
  const [{ path, problem } = { path: '', problem: '' }] = first.problems;
  throw new AppError('CONFLICT', {
    message:
      `Published content uses a field that this change would remove: ${namesOf(broken.map(({ item }) => item))} (${path} ${problem}). ` +
      'Change and publish that content first.',
    details: {
      usedBy: broken.slice(0, 100).map(({ item, problems }) => ({ ...nameContent(item), problems })),
    },
  });
}

/** The model with this version of one of its datasets. */
function withDataset({ root, datasets }: Model, { id, definition }: StoredDataset): Model {
  if (!datasets.has(id)) return { root, datasets };
  return { root: root.id === id ? definition : root, datasets: new Map(datasets).set(id, definition) };
}

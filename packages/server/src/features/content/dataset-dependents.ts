import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { Queries } from '../../platform/store/store.ts';
import { type DatasetDependents, findDataset, type StoredDataset } from '../datasets/index.ts';
import { dataProblems } from './check-data.ts';
import { dependentsOf } from './content-dependents.ts';
import { findItem } from './items.ts';
import { namesOf, refuseInUse } from './remove-content.ts';

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
  const users = await dependentsOf(transaction, tenantId, 'dataset', was.id);
  const broken = [];
  for (const { kind, id, app_id, published } of users) {
    if (published === null) continue;
    const app = await findItem(transaction, tenantId, 'app', app_id);
    const problemsWith = (dataset: StoredDataset) =>
      dataProblems(kind, JSON.parse(published), { datasets: new Map([[dataset.id, dataset]]), app, now });
    const before = new Set(problemsWith(was).map(({ path }) => path));
    const problems = problemsWith(is).filter(({ path }) => !before.has(path));
    if (problems.length > 0) broken.push({ kind, id, problems: problems.slice(0, 10) });
  }
  const [first] = broken;
  if (!first) return;
  const [{ path, problem } = { path: '', problem: '' }] = first.problems;
  throw new AppError('CONFLICT', {
    message:
      `Published content uses a field that this change would remove: ${namesOf(broken)} (${path} ${problem}). ` +
      'Change and publish that content first.',
    details: { usedBy: broken.slice(0, 100) },
  });
}

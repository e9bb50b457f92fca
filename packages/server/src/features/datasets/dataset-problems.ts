import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { dialectNamed } from '../../platform/engines/engines.ts';
import { checkDataset } from '../../platform/query/plan/check-dataset.ts';
import { getMeta, setMeta } from '../../platform/store/meta.ts';
import type { Queries } from '../../platform/store/store.ts';
import { CHECKED_BY } from '../../platform/store/store-upgrades.ts';
import type { Services } from '../../services.ts';
import { VERSION } from '../../version.ts';
import { findConnection } from '../connections/index.ts';
import { listTenants } from '../tenants/index.ts';
import { findAllDatasets, type StoredDataset } from './datasets.ts';
import { problemsAmong } from './related-datasets.ts';

/** A dataset that an earlier version saved, and why this one would refuse it. Rules with a problem deny every row. */
export interface DatasetProblems {
  readonly tenantId: TenantId;
  readonly dataset: StoredDataset;
  readonly problems: readonly FieldProblem[];
}

export async function* findDatasetProblems(queries: Queries): AsyncGenerator<DatasetProblems> {
  for (const { id: tenantId } of await listTenants(queries)) {
    const datasets = await findAllDatasets(queries, tenantId);
    for (const dataset of datasets) {
      const connection = await findConnection(queries, tenantId, dataset.connectionId);
      const own = connection
        ? checkDataset(dataset.definition, dialectNamed(connection.definition.kind))
        : [];
      const problems = [...own, ...problemsAmong(dataset, datasets)];
      const byPlace = new Map(problems.map((problem) => [problem.path, problem]));
      if (byPlace.size > 0) yield { tenantId, dataset, problems: [...byPlace.values()] };
    }
  }
}

/** Logs them when a version starts on this store for the first time. */
export async function reportDatasetProblems({ store, log }: Services, stop: AbortSignal): Promise<void> {
  if ((await getMeta(store, CHECKED_BY)) === VERSION) return;
  for await (const { tenantId, dataset, problems } of findDatasetProblems(store)) {
    if (stop.aborted) return;
    log.warn(
      { tenantId, dataset: dataset.id, problems },
      'a dataset is refused by this version: rules with a problem deny every row until they are changed',
    );
  }
  await store.write((transaction) => setMeta(transaction, CHECKED_BY, VERSION));
}

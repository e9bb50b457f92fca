import { SAMPLE_DATA } from '@inlay/content/sample-data';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { tableName } from '../../platform/engines/duckdb/tenant-files.ts';
import { AppError } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import type { Queries } from '../../platform/store/store.ts';
import { takeLock } from '../../platform/store/take-lock.ts';
import type { Services } from '../../services.ts';
import {
  type ContentItem,
  dependentsOf,
  findItem,
  findRevision,
  itemsOfApp,
  recordChange,
  removeIn,
  writeContent,
} from '../content/index.ts';
import { datasetsOfFile, datasetsUsing, deleteDataset, findDatasets } from '../datasets/index.ts';
import { removeFile } from '../files/index.ts';

interface SampleRequest {
  readonly services: Services;
  readonly tenantId: TenantId;
  readonly acting: Acting;
}

/**
 * Deletes what the sample data consists of, as far as it exists, unless something was built on it. Content and dataset
 * go in one transaction; the file follows, and a request that failed before can be sent again.
 */
export async function removeSampleData({ services, tenantId, acting }: SampleRequest): Promise<void> {
  const { app, dashboard, dataset, file } = SAMPLE_DATA;
  await writeContent({ services, tenantId, ...acting }, async (write) => {
    const { transaction } = write;
    await takeLock(transaction, 'app', tenantId, app);
    refuseBuiltOn(await builtOn(transaction, tenantId));
    for (const [kind, id] of [
      ['dashboard', dashboard],
      ['app', app],
    ] as const) {
      const item = await findItem(transaction, tenantId, kind, id);
      if (item) await removeIn(write, item);
    }
    if (await deleteDataset(transaction, tenantId, dataset))
      await recordChange(write, { action: 'dataset.delete', target: dataset });
  });
  await removeFile({ services, tenantId, acting }, file).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
  });
}

interface Named {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
}

/** What an administrator made of the sample data: other content and datasets, or a changed dashboard. */
async function builtOn(queries: Queries, tenantId: TenantId): Promise<readonly Named[]> {
  const { app, dashboard, dataset, file } = SAMPLE_DATA;
  const isSample = ({ kind, id }: Pick<ContentItem, 'kind' | 'id'>) =>
    (kind === 'app' && id === app) || (kind === 'dashboard' && id === dashboard);
  const found = [
    ...(await itemsOfApp(queries, tenantId, app, 'all')),
    ...(await dependentsOf(queries, tenantId, 'dashboard', dashboard)),
    ...(await dependentsOf(queries, tenantId, 'dataset', dataset)),
  ].filter((item) => !isSample(item));
  const content = new Map(found.map((item) => [`${item.kind} ${item.id}`, named(item)]));
  const item = await findItem(queries, tenantId, 'dashboard', dashboard);
  const changed = item && (await isChanged(queries, tenantId, item)) ? [named(item)] : [];
  const readers = (await datasetsOfFile(queries, tenantId, tableName(file))).filter((id) => id !== dataset);
  const datasets = [
    ...(await findDatasets(queries, tenantId, readers)),
    ...(await datasetsUsing(queries, tenantId, dataset)),
  ].map(({ id, name }) => ({ kind: 'dataset', id, title: name }));
  return [...content.values(), ...changed, ...datasets];
}

function named({ kind, id, draft }: Pick<ContentItem, 'kind' | 'id' | 'draft'>): Named {
  const { title = id } = JSON.parse(draft) as { readonly title?: string };
  return { kind, id, title };
}

/** Publishing makes revisions too, so the content decides. */
async function isChanged(queries: Queries, tenantId: TenantId, item: ContentItem): Promise<boolean> {
  if (item.revision === 1) return false;
  const first = await findRevision(queries, tenantId, item, { revision: 1 });
  return first?.content !== item.draft;
}

function refuseBuiltOn(users: readonly Named[]): void {
  if (users.length === 0) return;
  const names = users.slice(0, 5).map(({ kind, title }) => `${kind} “${title}”`);
  const more = users.length > names.length ? ` and ${users.length - names.length} more` : '';
  throw new AppError('CONFLICT', {
    message: `You built on the sample data: ${names.join(', ')}${more}. Delete that first, then remove the sample data.`,
    details: { usedBy: users.map(({ kind, id }) => ({ kind, id })) },
  });
}

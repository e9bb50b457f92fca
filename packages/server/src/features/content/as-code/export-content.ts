import type { ContentFile } from '@inlay/content/content-plan';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../../platform/errors.ts';
import type { Store } from '../../../platform/store/store.ts';
import { findOwnerships } from '../store/dashboard-owners.ts';
import { itemsOfApp } from '../store/items.ts';
import { connectionKind } from './folder-connections.ts';
import { connectionIn, datasetKind } from './folder-datasets.ts';
import { folderKinds } from './folder-kinds.ts';
import { filePath } from './read-folder.ts';

/** An app as files: a consistent snapshot of the working copies. With `connections`, those of its datasets too. */
export async function exportApp(
  store: Store,
  tenantId: TenantId,
  appId: string,
  { connections }: { readonly connections: boolean },
): Promise<readonly ContentFile[]> {
  return store.snapshot(async (queries) => {
    const items = await itemsOfApp(queries, tenantId, appId, 'all');
    if (!items.some(({ kind }) => kind === 'app'))
      throw new AppError('NOT_FOUND', { message: `App '${appId}' does not exist.` });
    const dashboards = items.filter(({ kind }) => kind === 'dashboard').map(({ id }) => id);
    const owners = await findOwnerships(queries, tenantId, dashboards);
    const reading = { queries, tenantId, appId, items, owners, named: new Set<string>() };
    const datasets = await datasetKind.list(reading);
    const used = new Set(Array.from(datasets.values(), ({ value }) => connectionIn(value)));
    const files: ContentFile[] = [];
    for (const kind of folderKinds) {
      const named = kind === connectionKind && connections ? used : reading.named;
      const stored = kind === datasetKind ? datasets : await kind.list({ ...reading, named });
      for (const [id, { value }] of stored) files.push({ path: filePath(kind, id), content: value });
    }
    return files;
  });
}

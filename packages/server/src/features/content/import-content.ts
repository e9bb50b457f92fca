import type { ContentChange } from '@inlay/protocol/content';
import { diffContent } from '@inlay/protocol/diff-content';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { findDatasets } from '../datasets/index.ts';
import type { ContentActing } from './content-caller.ts';
import { type FolderFile, filePath } from './export-content.ts';
import { datasetKind } from './folder-datasets.ts';
import { folderKinds } from './folder-kinds.ts';
import { refuseTakenData } from './keep-published-data.ts';
import { type ReadEntry, readFolder } from './read-folder.ts';

/** How a folder differs from the app; what is the same is left out. */
export interface FolderDifference {
  readonly path: string;
  readonly is: 'new' | 'changed' | 'only in the app';
  readonly changes: readonly ContentChange[];
}

/** What an import of these files would change. */
export async function compareFolder(
  queries: Queries,
  tenantId: TenantId,
  files: readonly FolderFile[],
): Promise<readonly FolderDifference[]> {
  const { appId, entries } = readFolder(files);
  const differences: FolderDifference[] = [];
  for (const kind of folderKinds) {
    const existing = await kind.list(queries, tenantId, appId);
    const mine = entries.filter((entry) => entry.kind === kind);
    for (const { path, id, value } of mine) {
      const before = existing.get(id);
      const changes = before === undefined ? [] : diffContent(before, value);
      if (before === undefined) differences.push({ path, is: 'new', changes });
      else if (changes.length > 0) differences.push({ path, is: 'changed', changes });
    }
    for (const id of existing.keys()) {
      if (kind.belongsToViewers || mine.some((entry) => entry.id === id)) continue;
      differences.push({ path: filePath(kind, id), is: 'only in the app', changes: [] });
    }
  }
  return differences;
}

export interface ImportOptions {
  readonly dryRun: boolean;
  readonly publish: boolean;
}

/**
 * Makes the app be what the folder says: all of it or nothing. What the app has and the folder has not stays. A dry
 * run does everything and takes it back, so that it refuses what the import would refuse.
 */
export async function importFolder(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  tenantId: TenantId,
  files: readonly FolderFile[],
  { dryRun, publish }: ImportOptions,
  acting: ContentActing,
): Promise<void> {
  const { entries } = readFolder(files);
  const undone = new Error('a dry run leaves nothing');
  const written = store.write(async (transaction) => {
    const how = { acting, at: clock() };
    const datasets = entries.filter(({ kind }) => kind === datasetKind);
    const former = await findDatasets(
      transaction,
      tenantId,
      datasets.map(({ id }) => id),
    );
    for (const entry of entries) {
      await naming(entry, () => entry.kind.write(transaction, tenantId, entry, how));
    }
    for (const entry of publish ? entries : []) {
      await naming(entry, async () => entry.kind.publish?.(transaction, tenantId, entry, how));
    }
    for (const dataset of former) await refuseTakenData(transaction, tenantId, dataset, how.at);
    if (dryRun) throw undone;
  });
  await written.catch((error) => {
    if (error !== undone) throw error;
  });
}

/** A refusal deep in the import says which file it is about. */
async function naming(entry: ReadEntry, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, { message: `${entry.path}  ${error.message}`, details: error.details });
  }
}

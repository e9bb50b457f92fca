import type { ContentChange } from '@inlay/protocol/content-change';
import { diffContent } from '@inlay/protocol/diff-content';
import { Identifier } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { Queries } from '../../platform/store/store.ts';
import { findDataset, findDatasets, holdRelated, refuseBrokenRelationships } from '../datasets/index.ts';
import { type ContentRequest, writeContent } from './content-request.ts';
import { parseYaml } from './content-yaml.ts';
import { refuseBreakingChange } from './dataset-dependents.ts';
import { type FolderFile, filePath } from './export-content.ts';
import { datasetKind } from './folder-datasets.ts';
import type { FolderEntry, FolderKind } from './folder-kind.ts';
import { folderKinds, upgradeAppFile } from './folder-kinds.ts';

/** A difference between a folder and the app. */
export interface FolderDifference {
  readonly path: string;
  readonly is: 'new' | 'changed' | 'only in the app';
  readonly changes: readonly ContentChange[];
}

/** The changes that an import of these files would make. */
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
 * Imports a folder, all or nothing. Items that are only in the app stay. A dry run does everything and rolls back, so
 * that it fails exactly where the import would.
 */
export async function importFolder(
  request: ContentRequest,
  files: readonly FolderFile[],
  { dryRun, publish }: ImportOptions,
): Promise<void> {
  const { entries } = readFolder(files);
  const undone = new Error('a dry run leaves nothing');
  const written = writeContent(request, async (changes) => {
    const { transaction, tenantId, at } = changes;
    const write = { ...changes, as: request.as };
    const datasets = entries.filter(({ kind }) => kind === datasetKind);
    const former = await findDatasets(
      transaction,
      tenantId,
      datasets.map(({ id }) => id),
    );
    for (const entry of entries) {
      await naming(entry, () => entry.kind.write(write, entry));
    }
    // Only now: datasets may name each other.
    for (const entry of datasets) {
      await naming(entry, () => refuseUnfitImport(transaction, tenantId, entry.id));
    }
    for (const entry of publish ? entries : []) {
      await naming(entry, async () => entry.kind.publish?.(write, entry));
    }
    for (const dataset of former) {
      const entry = datasets.find(({ id }) => id === dataset.id) as ReadEntry;
      await naming(entry, async () => {
        await refuseBrokenRelationships(transaction, tenantId, [dataset]);
        await refuseBreakingChange(transaction, tenantId, dataset, at);
      });
    }
    // Two files may break the same rule: with one of them as it was, it would still be broken.
    await refuseBrokenRelationships(transaction, tenantId, former);
    if (dryRun) throw undone;
  });
  await written.catch((error) => {
    if (error !== undone) throw error;
  });
}

async function refuseUnfitImport(transaction: Queries, tenantId: TenantId, id: string): Promise<void> {
  const dataset = await findDataset(transaction, tenantId, id);
  if (dataset) await holdRelated(transaction, tenantId, dataset);
}

/** Adds the file name to errors. */
async function naming(entry: ReadEntry, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, { message: `${entry.path}  ${error.message}`, details: error.details });
  }
}

/** A parsed file. */
export interface ReadEntry extends FolderEntry {
  readonly kind: FolderKind;
  readonly path: string;
}

/** Parses an app's folder; throws with all problems of all files, by line. */
function readFolder(files: readonly FolderFile[]): {
  readonly appId: string;
  readonly entries: readonly ReadEntry[];
} {
  const problems: string[] = [];
  const read = folderKinds.flatMap((kind) =>
    files.flatMap(({ path, text }) => {
      const id = idOf(kind, path);
      if (id === undefined) return [];
      const { value: written, problems: unreadable, lineOf } = parseYaml(text);
      const value = kind.folder === undefined ? upgradeAppFile(written) : written;
      const found =
        unreadable.length > 0
          ? unreadable
          : [...checkId(kind, id, value), ...kind.check(value)].map((problem) => ({
              ...problem,
              line: lineOf(problem.path),
            }));
      problems.push(...found.map(({ line, path: at, problem }) => `${path}:${line}  ${at} ${problem}`));
      return [{ kind, path, id, value }];
    }),
  );
  const app = read.find(({ kind }) => kind.folder === undefined);
  if (!app) throw new AppError('REQUEST_INVALID', { message: 'The folder has no app.yaml.' });
  if (problems.length > 0) {
    throw new AppError('REQUEST_INVALID', { message: problems.join('\n'), details: problems });
  }
  const appId = (app.value as { readonly id: string }).id;
  return { appId, entries: read.map((entry) => ({ ...entry, appId, id: entry === app ? appId : entry.id })) };
}

function idOf({ folder }: FolderKind, path: string): string | undefined {
  if (folder === undefined) return path === 'app.yaml' ? 'app' : undefined;
  const [parent, name, ...deeper] = path.split('/');
  return parent === folder && deeper.length === 0 && name?.endsWith('.yaml') ? name.slice(0, -5) : undefined;
}

function checkId({ folder }: FolderKind, id: string, value: unknown) {
  const given = folder === undefined ? (value as { readonly id?: unknown } | null)?.id : id;
  const problems = shapeErrors(Identifier, given);
  return problems.map(({ problem }) =>
    folder === undefined
      ? { path: '/id', problem }
      : { path: '', problem: `The file name, which is the identifier, ${problem}` },
  );
}

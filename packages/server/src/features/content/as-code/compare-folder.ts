import { createHash } from 'node:crypto';
import type { PlannedFile } from '@inlay/content/content-plan';
import { diffContent } from '@inlay/protocol/diff-content';
import { giveWay } from '../../../platform/concurrency/in-slices.ts';
import type { FolderKind, FolderReading, FolderWrite, StoredFile } from './folder-kind.ts';
import { folderKinds } from './folder-kinds.ts';
import { filePath, type ReadEntry, type ReadFolder } from './read-folder.ts';

/** What happens to a file's item; `entry` is absent for items that the folder lacks. */
export interface PlannedStep {
  readonly kind: FolderKind;
  readonly id: string;
  readonly path: string;
  readonly entry: ReadEntry | undefined;
  readonly planned: PlannedFile;
}

export interface FolderComparison {
  /** Without files that change nothing. */
  readonly steps: readonly PlannedStep[];
  /** A hash of everything in the tenant that was compared. */
  readonly state: string;
}

interface CompareOptions {
  readonly publish: boolean;
  readonly prune: boolean;
}

/** Compares a folder with what the tenant has. */
export async function compareFolder(
  write: FolderWrite,
  { entries }: ReadFolder,
  reading: Omit<FolderReading, 'named'>,
  { publish, prune }: CompareOptions,
): Promise<FolderComparison> {
  const steps: PlannedStep[] = [];
  const hash = createHash('sha256');
  for (const kind of folderKinds) {
    const own = entries.filter((entry) => entry.kind === kind);
    const named = new Set(own.map(({ id }) => id));
    const stored = await kind.list({ ...reading, named });
    for (const entry of own) {
      await giveWay();
      const found = stored.get(entry.id);
      hash.update(stampOf(kind, entry.id, found));
      const planned = plannedChange(write, entry, found, publish);
      if (planned) steps.push({ kind, id: entry.id, path: entry.path, entry, planned });
    }
    if (!kind.remove) continue;
    for (const [id, found] of stored) {
      if (named.has(id)) continue;
      hash.update(stampOf(kind, id, found));
      const planned = plannedFile(kind, id, found.title, prune ? 'delete' : 'keep');
      steps.push({ kind, id, path: planned.path, entry: undefined, planned });
    }
  }
  return { steps, state: hash.digest('hex').slice(0, 32) };
}

function plannedChange(
  write: FolderWrite,
  entry: ReadEntry,
  found: StoredFile | undefined,
  publish: boolean,
): PlannedFile | undefined {
  const { kind, id, value, written } = entry;
  // As written: a variable in it may hold a secret.
  const title = titleOf(written) ?? id;
  if (!found) return plannedFile(kind, id, title, 'create');
  const changes = kind.compare?.(write, found, entry) ?? diffContent(found.value, value);
  if (changes.length > 0) return { ...plannedFile(kind, id, title, 'change'), changes };
  return publish && found.isUnpublished && isPublishable(entry)
    ? plannedFile(kind, id, title, 'publish')
    : undefined;
}

/** Whether an import that publishes includes this file. */
export const isPublishable = (entry: ReadEntry): boolean =>
  entry.kind.publish !== undefined && (entry.kind.publishes?.(entry) ?? true);

const plannedFile = (
  kind: FolderKind,
  id: string,
  title: string,
  action: PlannedFile['action'],
): PlannedFile => ({ path: filePath(kind, id), kind: kind.kind, id, title, action, changes: [] });

function titleOf(value: unknown): string | undefined {
  const { title, name, content } = value as Readonly<Record<'title' | 'name' | 'content', unknown>>;
  const found = title ?? name ?? (content as { readonly title?: unknown } | undefined)?.title;
  return typeof found === 'string' ? found : undefined;
}

function stampOf({ kind }: FolderKind, id: string, found: StoredFile | undefined): string {
  return `${JSON.stringify([kind, id, found?.stamp, found?.value])}\n`;
}

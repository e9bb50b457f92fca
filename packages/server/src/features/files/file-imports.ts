import { open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tableName } from '../../platform/engines/duckdb/tenant-files.ts';
import type { Time } from '../../platform/time/time.ts';
import { INCOMING, incomingPath } from './uploads.ts';

/** The state of an import. It is stored beside the file, and kept for a while after. */
interface ImportRecord {
  readonly name: string;
  readonly bytes: number;
  readonly createdAt: number;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly rows: number | null;
  readonly error: string | null;
}

export interface FileImport extends ImportRecord {
  readonly id: string;
  readonly table: string;
  /** It failed for a reason other than the file, which is still there. */
  readonly resumable: boolean;
}

/** No uploaded file can have this name. */
export const IMPORT_RECORD = '.import.json';
const LOCK = '.lock-';
const BEAT_MS = 5000;
/** A lock older than this belonged to a process that is gone. */
const STALE_MS = 30_000;

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const folderOf = (folder: string, id: string) => join(folder, INCOMING, id);

export async function writeImport(folder: string, id: string, record: ImportRecord): Promise<void> {
  const path = join(folderOf(folder, id), IMPORT_RECORD);
  await writeFile(`${path}.new`, JSON.stringify(record), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** An import whose process has ended counts as failed, regardless of its record. */
export async function readImport(folder: string, id: string): Promise<FileImport | undefined> {
  if (!ID.test(id)) return undefined;
  const found = await readRecord(folder, id);
  if (found === undefined) return undefined;
  const isHeldOrOver = isOver(found) || (await isHeld(folderOf(folder, id)));
  // The import may have ended between the two: its last record is written before its lock is removed.
  const record = isHeldOrOver ? found : await readRecord(folder, id);
  if (record === undefined) return undefined;
  const isLost = !isHeldOrOver && !isOver(record);
  const { name, bytes, createdAt, rows } = record;
  const state = isLost ? 'failed' : record.state;
  const error = isLost ? 'The server stopped during the import.' : record.error;
  const resumable = state === 'failed' && (await exists(incomingPath(folder, id, name)));
  return { id, name, table: tableName(name), bytes, createdAt, state, rows, error, resumable };
}

async function readRecord(folder: string, id: string): Promise<ImportRecord | undefined> {
  const text = await readFile(join(folderOf(folder, id), IMPORT_RECORD), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as ImportRecord);
}

const isOver = ({ state }: ImportRecord): boolean => state === 'done' || state === 'failed';

/** Newest first: ids sort by creation time. */
export async function listImports(folder: string): Promise<readonly FileImport[]> {
  const names = await readdir(join(folder, INCOMING)).catch(() => []);
  const ids = names
    .filter((name) => ID.test(name))
    .sort()
    .reverse();
  const found = await Promise.all(ids.map((id) => readImport(folder, id)));
  return found.filter((each) => each !== undefined);
}

/** Claims an import for this process. Returns how to release it, or undefined if another process has it. */
export async function claimImport(
  folder: string,
  id: string,
  time: Time,
): Promise<(() => Promise<void>) | undefined> {
  const own = folderOf(folder, id);
  if (await isHeld(own)) return undefined;
  // If several processes find the same stale lock, only one creates the next.
  const path = join(own, lockName((await newestLock(own)) + 1));
  try {
    await (await open(path, 'wx', 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
  const beat = time.every(BEAT_MS, () => {
    const now = new Date();
    // If it cannot be renewed it goes stale and another process may take over, as intended.
    utimes(path, now, now).catch(() => {});
  });
  return async () => {
    beat.stop();
    for (const name of await readdir(own).catch(() => []))
      if (name.startsWith(LOCK)) await rm(join(own, name), { force: true });
  };
}

/** Removes the files of an import that is over; its record stays. */
export async function dropImportedFile(folder: string, id: string): Promise<void> {
  const own = folderOf(folder, id);
  for (const name of await readdir(own).catch(() => []))
    if (name !== IMPORT_RECORD && !name.startsWith(LOCK))
      await rm(join(own, name), { recursive: true, force: true });
}

/** Removes resumable imports of older files for the same table: resuming one would replace the newer file. */
export async function dropOlderImports(folder: string, { id, table }: FileImport): Promise<void> {
  for (const other of await listImports(folder))
    if (other.id < id && other.table === table && other.resumable)
      await rm(folderOf(folder, other.id), { recursive: true, force: true });
}

const lockName = (number: number) => `${LOCK}${number}`;

async function newestLock(own: string): Promise<number> {
  const names = await readdir(own).catch(() => []);
  const numbers = names
    .filter((name) => name.startsWith(LOCK))
    .map((name) => Number(name.slice(LOCK.length)));
  return Math.max(0, ...numbers);
}

async function isHeld(own: string): Promise<boolean> {
  const newest = await newestLock(own);
  return newest > 0 && isFresh(join(own, lockName(newest)));
}

/** By the clock of the machine, like the file's time. In both directions: a clock that was set back leaves locks in the future. */
async function isFresh(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) < STALE_MS;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

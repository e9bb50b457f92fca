import { createReadStream } from 'node:fs';
import { countBytes } from '../../platform/count-bytes.ts';
import { StartError } from '../../platform/errors.ts';
import { newId } from '../../platform/new-id.ts';
import { SCHEMA_VERSION } from '../../platform/store/migrate.ts';
import { openStoreWith } from '../../platform/store/open-store.ts';
import type { Queries, Store } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { addFile, beginFiles, dropFiles, finishFiles, refuseFiles } from './arriving-files.ts';
import { BACKED_UP, countRows, readTable, sumOf } from './back-up.ts';
import { beginFilling, checkFillable, emptyStore, fillTable, finishFilling } from './fill-store.ts';
import { folderBytes, listFiles } from './list-files.ts';
import type { OnProgress } from './on-progress.ts';

export interface Move {
  /** The store that is moved. It is only read. */
  readonly source: Pick<Services, 'store' | 'config' | 'time'>;
  /** An empty PostgreSQL database. */
  readonly databaseUrl: string;
  /** Where to copy uploaded files; absent if they stay where they are. */
  readonly filesDir: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface Moved {
  readonly rows: Readonly<Record<string, number>>;
  readonly files: number;
}

/** Copies a store into an empty database; after a failure the database is empty again, and copied files are removed. */
export async function moveStore(move: Move): Promise<Moved> {
  const { source, databaseUrl, filesDir } = move;
  const claim = newId();
  const { dataDir } = source.config;
  const target = await openStoreWith(
    { dataDir, databaseUrl, databaseSetting: '--to' },
    source.time,
    async (opened) => {
      const found = await checkFillable(opened);
      if (filesDir !== undefined && found === 'empty') await refuseFiles(filesDir, '--files-dir');
      await beginFilling(opened, SCHEMA_VERSION, claim);
    },
  );
  try {
    const moved = await fillOrEmpty(move, target, claim);
    if (filesDir !== undefined) await finishFiles(filesDir);
    await finishFilling(target, claim);
    return moved;
  } finally {
    await target.close();
  }
}

async function fillOrEmpty(move: Move, target: Store, claim: string): Promise<Moved> {
  const { source, filesDir } = move;
  try {
    const rows = await source.store.snapshot((queries) => copyRows(move, queries, target, claim));
    const files = filesDir === undefined ? 0 : await copyFiles(move, filesDir);
    return { rows, files };
  } catch (error) {
    if (filesDir !== undefined) await dropFiles(filesDir);
    // If the database is unreachable, its mark stays and has the same effect.
    await emptyStore(target, claim).catch(() => {});
    throw error;
  }
}

async function copyRows(
  { signal, onProgress }: Move,
  queries: Queries,
  target: Store,
  claim: string,
): Promise<Moved['rows']> {
  const counts = await countRows(queries);
  let done = 0;
  for (const table of BACKED_UP)
    for await (const rows of readTable(queries, table)) {
      signal.throwIfAborted();
      await fillTable(target, table, rows, claim);
      done += rows.length;
      onProgress('Copying rows', 'rows', done, sumOf(counts));
    }
  const arrived = await countRows(target);
  // Each store has entries of its own in `meta`.
  const differs = BACKED_UP.find((table) => table !== 'meta' && arrived[table] !== counts[table]);
  if (differs !== undefined)
    throw new StartError(
      `The table ${differs} has ${counts[differs]} rows, but ${arrived[differs]} arrived in PostgreSQL. Run the command again.`,
    );
  return counts;
}

async function copyFiles({ source, signal, onProgress }: Move, folder: string): Promise<number> {
  const { filesDir } = source.config;
  const total = await folderBytes(filesDir);
  let done = 0;
  let count = 0;
  await beginFiles(folder);
  for await (const { name, path } of listFiles(filesDir)) {
    signal.throwIfAborted();
    const bytes = countBytes(createReadStream(path), (read) => {
      done += read;
      onProgress('Copying files', 'bytes', done, total);
    });
    await addFile(folder, name, bytes);
    count += 1;
  }
  return count;
}

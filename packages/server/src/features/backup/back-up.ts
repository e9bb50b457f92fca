import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { StartError } from '../../platform/errors.ts';
import { SCHEMA_VERSION, schemaVersion } from '../../platform/store/migrate.ts';
import type { Queries } from '../../platform/store/store.ts';
import { TABLE_NAMES, TABLES, type TableName } from '../../platform/store/tables.ts';
import type { Services } from '../../services.ts';
import { VERSION } from '../../version.ts';
import { listTenants } from '../tenants/index.ts';
import { type ArchiveWriter, writeArchive } from './archive.ts';
import { folderBytes, listFiles, orUndefined } from './list-files.ts';
import {
  ENDING_NAME,
  type Ending,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST_NAME,
  type Manifest,
} from './manifest.ts';
import type { OnProgress } from './on-progress.ts';

/** Approximate size of an entry, and so the memory a restore needs. */
const entryBytes = 1024 * 1024;

/**
 * Writes everything except the master key to one file: a snapshot of the rows, then the uploads that they may
 * reference.
 */
export async function backUp(
  { store, config, time }: Pick<Services, 'store' | 'config' | 'time'>,
  file: string,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: OnProgress },
): Promise<Ending> {
  const rows: Record<string, number> = {};
  let files = 0;
  await writeArchive(file, signal, async (archive) => {
    await store.snapshot(async (queries) => {
      if ((await listTenants(queries)).length === 0) throw nothingThere(config);
      if ((await schemaVersion(queries)) > SCHEMA_VERSION) throw newerStore();
      await archive.add(MANIFEST_NAME, JSON.stringify(manifestAt(time.now()), undefined, 2));
      const total = sumOf(await countRows(queries));
      let done = 0;
      const onRows = (count: number) => {
        done += count;
        onProgress('Backing up rows', 'rows', done, total);
      };
      for (const table of BACKED_UP) {
        signal.throwIfAborted();
        rows[table] = await addTable(archive, queries, table, onRows);
      }
    });
    files = await addFiles(archive, config.filesDir, resolve(file), onProgress);
    await archive.add(ENDING_NAME, JSON.stringify({ rows, files } satisfies Ending));
  });
  return { rows, files };
}

/** In an order in which the rows that others refer to come first. */
export const BACKED_UP = TABLE_NAMES.filter((name) => TABLES[name].inBackup);

/** The number of rows of each table that a backup has. */
export async function countRows(queries: Queries): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of BACKED_UP) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(table)}
    `.execute(queries.everyTenant);
    counts[table] = Number(rows[0]?.count ?? 0);
  }
  return counts;
}

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

function manifestAt(now: number): Manifest {
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    schemaVersion: SCHEMA_VERSION,
    createdAt: new Date(now).toISOString(),
    productVersion: VERSION,
  };
}

async function addTable(
  archive: ArchiveWriter,
  queries: Queries,
  table: TableName,
  onRows: (count: number) => void,
): Promise<number> {
  let count = 0;
  let entries = 0;
  let lines = '';
  const flush = async () => {
    entries += 1;
    await archive.add(`tables/${table}/${String(entries).padStart(6, '0')}.jsonl`, lines);
    lines = '';
  };
  for await (const rows of readTable(queries, table)) {
    count += rows.length;
    onRows(rows.length);
    lines += rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    if (lines.length >= entryBytes) await flush();
  }
  if (lines !== '') await flush();
  return count;
}

async function addFiles(
  archive: ArchiveWriter,
  folder: string,
  ownFile: string,
  onProgress: OnProgress,
): Promise<number> {
  const total = await folderBytes(folder);
  let count = 0;
  let done = 0;
  for await (const { name, path, size } of listFiles(folder)) {
    // The backup file may be inside the folder being backed up.
    if (path.startsWith(ownFile)) continue;
    if ((await orUndefined(access(path).then(() => true))) === undefined) continue;
    await archive.addFile(`files/${name}`, path, size, (bytes) => {
      done += bytes;
      onProgress('Backing up files', 'bytes', done, total);
    });
    count += 1;
  }
  return count;
}

/** It may hold tables that this version does not know. */
function newerStore(): StartError {
  return new StartError(
    `A newer version of Inlay than ${VERSION} has upgraded the store. Back it up with that version.`,
  );
}

function nothingThere({ databaseUrl, dataDir }: Services['config']): StartError {
  return new StartError(
    databaseUrl
      ? 'There is nothing to back up in this database. Check INLAY_DATABASE_URL.'
      : `There is nothing to back up in ${dataDir}. Check INLAY_DATA_DIR.`,
  );
}

/** On both engines, tables contain only text and numbers. */
export type Row = Readonly<Record<string, string | number | null>>;

const portion = 200;

/** Reads a table in key order, in chunks, to bound memory. */
export async function* readTable(queries: Queries, table: TableName): AsyncGenerator<readonly Row[]> {
  const key: readonly string[] = TABLES[table].key;
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let beyond = sql``;
  for (;;) {
    const { rows } = await sql<Row>`
      select * from ${sql.table(table)} ${beyond} order by ${columns} limit ${portion}
    `.execute(queries.everyTenant);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    beyond = sql`where (${columns}) > (${sql.join(key.map((name) => last[name]))})`;
  }
}

import { stat } from 'node:fs/promises';
import { StartError } from '../../platform/errors.ts';
import { printable } from '../../platform/printable.ts';
import { SCHEMA_VERSION } from '../../platform/store/migrate.ts';
import { TABLE_NAMES, type TableName } from '../../platform/store/tables.ts';
import { type ArchiveEntry, readArchive, readText } from './archive.ts';
import type { Row } from './back-up.ts';
import { orUndefined } from './list-files.ts';
import {
  ENDING_NAME,
  type Ending,
  FORMAT_VERSION,
  MANIFEST_NAME,
  type Manifest,
  readEnding,
  readManifest,
} from './manifest.ts';
import type { OnProgress } from './on-progress.ts';
import { readRows } from './read-rows.ts';

/** The contents of a backup that was read completely. */
export interface CheckedBackup extends Ending {
  readonly manifest: Manifest;
  /** Identifies the master key of the backed-up store. */
  readonly keyVerifier: string;
}

export type BackupPart =
  | { readonly kind: 'rows'; readonly table: TableName; readonly rows: readonly Row[] }
  | { readonly kind: 'file'; readonly name: string; readonly bytes: ArchiveEntry['bytes'] };

/** Reads the whole backup before anything is written, so that a damaged one is refused while the store is empty. */
export async function checkBackup(
  file: string,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<CheckedBackup> {
  const rows: Record<string, number> = {};
  let files = 0;
  let keyVerifier = '';
  const onBytes = await bytesOf(file, 'Checking the backup', onProgress);
  const take = async (part: BackupPart) => {
    signal.throwIfAborted();
    if (part.kind === 'file') {
      files += 1;
      return;
    }
    rows[part.table] = (rows[part.table] ?? 0) + part.rows.length;
    const verifier = part.rows.find(({ key }) => part.table === 'meta' && key === 'master_key_verifier');
    keyVerifier = String(verifier?.value ?? keyVerifier);
  };
  const { manifest, ending } = await readBackup(file, take, onBytes);
  const promised = Object.entries(ending.rows).filter(([, count]) => count > 0);
  const complete =
    files === ending.files &&
    promised.length === Object.keys(rows).length &&
    promised.every(([table, count]) => rows[table] === count);
  if (!complete) throw damaged(file, 'parts are missing');
  return { manifest, rows, files, keyVerifier };
}

/** Counts the bytes of the file that were read in this step. */
export async function bytesOf(
  file: string,
  step: string,
  onProgress: OnProgress,
): Promise<(count: number) => void> {
  // A file that does not exist is reported when it is read.
  const total = (await orUndefined(stat(file)))?.size ?? 0;
  let done = 0;
  return (count) => {
    done += count;
    onProgress(step, 'bytes', done, total);
  };
}

/** Passes on each part of a backup in order. Any damage becomes one error message. */
export async function readBackup(
  file: string,
  take: (part: BackupPart) => Promise<void>,
  onBytes: (count: number) => void = () => {},
): Promise<{ readonly manifest: Manifest; readonly ending: Ending }> {
  let manifest: Manifest | undefined;
  let ending: Ending | undefined;
  for await (const entry of entriesOf(file, onBytes)) {
    if (ending) throw damaged(file, 'there is data after its end');
    if (!manifest) manifest = await openManifest(file, entry);
    else if (entry.name === ENDING_NAME) ending = await parsed(file, entry, readEnding);
    else await readPart(file, entry, take);
  }
  if (!manifest || !ending) throw damaged(file, 'it is incomplete');
  return { manifest, ending };
}

async function* entriesOf(file: string, onBytes: (count: number) => void): AsyncGenerator<ArchiveEntry> {
  const entries = readArchive(file, onBytes);
  try {
    for (;;) {
      const next = await entries.next().catch((error: NodeJS.ErrnoException) => {
        throw ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR'].includes(error.code ?? '')
          ? new StartError(`The file ${file} cannot be read: ${error.message}.`)
          : damaged(file, error.message);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await entries.return(undefined);
  }
}

async function openManifest(file: string, entry: ArchiveEntry): Promise<Manifest> {
  if (entry.name !== MANIFEST_NAME) throw damaged(file, 'it does not start with a manifest');
  const manifest = await parsed(file, entry, readManifest);
  if (manifest.formatVersion > FORMAT_VERSION || manifest.schemaVersion > SCHEMA_VERSION) {
    throw new StartError(
      `${file} was written by a newer version of Inlay, ${manifest.productVersion}. Restore it with that version.`,
    );
  }
  return manifest;
}

async function readPart(
  file: string,
  entry: ArchiveEntry,
  take: (part: BackupPart) => Promise<void>,
): Promise<void> {
  const [folder, ...rest] = entry.name.split('/');
  if (folder === 'files') return take({ kind: 'file', name: safeName(file, rest), bytes: entry.bytes });
  const table = TABLE_NAMES.find((name) => folder === 'tables' && name === rest[0]);
  if (!table) throw damaged(file, `it contains an unknown entry '${entry.name.slice(0, 100)}'`);
  const portions = readRows(entry);
  for (;;) {
    const portion = await portions.next().catch((error: Error) => {
      throw damaged(file, `${entry.name}: ${error.message}`);
    });
    if (portion.done) return;
    await take({ kind: 'rows', table, rows: portion.value });
  }
}

/** Prevents path traversal. */
function safeName(file: string, parts: readonly string[]): string {
  const odd = parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0:]/.test(part));
  if (parts.length === 0 || odd) throw damaged(file, 'it contains a file with an unsafe name');
  return parts.join('/');
}

async function parsed<T>(file: string, entry: ArchiveEntry, read: (text: string) => T): Promise<T> {
  try {
    return read(await readText(entry));
  } catch (error) {
    throw damaged(file, `${entry.name}: ${(error as Error).message}`);
  }
}

export function damaged(file: string, reason: string): StartError {
  return new StartError(`${file} is not an Inlay backup or is damaged: ${printable(reason)}.`);
}

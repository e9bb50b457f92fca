import { constants, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileKind, tableName } from '../../platform/engines/duckdb/tenant-files.ts';
import { AppError } from '../../platform/errors.ts';

/** An uploaded file, or the part that has arrived. */
export interface UploadedFile {
  readonly name: string;
  /** The table name for datasets. */
  readonly table: string;
  readonly bytes: number;
  readonly complete: boolean;
  readonly updatedAt: number;
}

/** A part of a file: its first byte, and the total size if known (RFC 9110 §14.4). */
export interface FilePart {
  readonly first: number;
  readonly total: number | undefined;
}

/** Hidden from the engine until complete; inside the tenant's folder, so that moving a file is one rename. */
export const INCOMING = '.incoming';

const NAME = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,120}\.(?:parquet|(?:csv|tsv|json|jsonl|ndjson)(?:\.gz|\.zst)?)$/i;

export function isFileName(name: string): boolean {
  return NAME.test(name) && !name.includes('..') && fileKind(name) !== undefined;
}

export async function listUploads(folder: string): Promise<readonly UploadedFile[]> {
  const complete = await listIn(folder, (name) => join(folder, name), true);
  const arriving = await listIn(join(folder, INCOMING), (name) => incomingPath(folder, name, name), false);
  return [...complete, ...arriving].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The complete file that an upload of this name would replace. */
export async function findUpload(folder: string, name: string): Promise<UploadedFile | undefined> {
  const table = tableName(name);
  return (await listUploads(folder)).find((file) => file.complete && file.table === table);
}

/** A complete file as it was uploaded. */
export async function openUpload(
  folder: string,
  name: string,
): Promise<{ readonly body: Readable; readonly bytes: number }> {
  const missing = () => new AppError('NOT_FOUND', { message: 'File not found. Check its name.' });
  if (!isFileName(name)) throw missing();
  // Not through a link, which could lead out of the folder.
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW).catch(
    () => undefined,
  );
  if (!file) throw missing();
  const { size } = await file.stat();
  return { body: file.createReadStream(), bytes: size };
}

async function listIn(
  folder: string,
  pathOf: (name: string) => string,
  complete: boolean,
): Promise<readonly UploadedFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter(isFileName).map(async (name): Promise<UploadedFile[]> => {
    const found = await stat(pathOf(name)).catch(() => undefined);
    if (!found?.isFile()) return [];
    return [
      { name, table: tableName(name), bytes: found.size, complete, updatedAt: Math.round(found.mtimeMs) },
    ];
  });
  return (await Promise.all(files)).flat();
}

/** The path of a file while it arrives. A complete upload has its own folder; parts of one file share a folder. */
export function incomingPath(folder: string, transfer: string, name: string): string {
  return join(folder, INCOMING, transfer, name);
}

/** Bytes that have arrived. */
export async function receivedBytes(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

/** Most clients read the response only after they have sent the whole file, so a little too much is read to its end. */
const MAX_DISCARDED = 16 * 1024 * 1024;

/** How large a file may become, and the error for one that is larger. */
export interface UploadLimit {
  readonly maxBytes: number;
  readonly beyond: () => AppError;
}

/** Streams to disk from byte `first` on; returns the resulting file size. */
export async function receiveFile(
  path: string,
  body: Readable,
  first: number,
  { maxBytes, beyond }: UploadLimit,
): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  let size = first;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size <= maxBytes) done(null, chunk);
      else done(size > maxBytes + MAX_DISCARDED ? beyond() : null);
    },
    flush: (done) => done(size > maxBytes ? beyond() : null),
  });
  const file = createWriteStream(path, {
    mode: 0o600,
    flush: true,
    ...(first > 0 ? { flags: 'r+', start: first } : {}),
  });
  await pipeline(body, count, file);
  return size;
}

/** Parquet files begin and end with the same four bytes; otherwise the file is truncated or something else. */
export async function isParquet(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const at = async (position: number) =>
      (await file.read(Buffer.alloc(4), 0, 4, Math.max(0, position))).buffer.toString('latin1');
    return size >= 12 && (await at(0)) === 'PAR1' && (await at(size - 4)) === 'PAR1';
  } finally {
    await file.close();
  }
}

/** Moves complete files into place and removes other files for the same table. */
export async function placeFiles(folder: string, paths: readonly string[]): Promise<void> {
  const names = paths.map((path) => basename(path));
  for (const path of paths) await rename(path, join(folder, basename(path)));
  const table = tableName(names[0] ?? '');
  await removeTable(folder, table, names);
}

export async function removeTable(
  folder: string,
  table: string,
  except: readonly string[] = [],
): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const former = names.filter(
    (name) => !name.startsWith('.') && tableName(name) === table && !except.includes(name),
  );
  for (const name of former) await rm(join(folder, name), { force: true });
  return former.length > 0;
}

export async function dropIncoming(path: string): Promise<void> {
  await rm(dirname(path), { recursive: true, force: true });
}

import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../audit/record-event.ts';
import { datasetsOfFile } from '../data/datasets.ts';
import {
  dropIncoming,
  type FilePart,
  incomingPath,
  isFileName,
  isParquet,
  placeFiles,
  receivedBytes,
  receiveFile,
  removeTable,
} from '../data/uploads.ts';
import { type ImportLimits, importFile } from '../engines/duckdb/import-file.ts';
import { fileKind, tableName } from '../engines/duckdb/tenant-files.ts';
import { EngineError } from '../engines/engine-error.ts';
import { AppError, refuseFields } from '../errors.ts';
import { newId } from '../new-id.ts';
import type { Services } from '../services.ts';
import { filesFolder } from './connect-for.ts';
import { askingData } from './data-errors.ts';
import type { Acting } from './manage-users.ts';

export interface Upload {
  readonly name: string;
  readonly table: string;
  readonly bytes: number;
  readonly complete: boolean;
  /** Known where the file was imported. */
  readonly rows: number | null;
}

/** A tenth of what DuckDB imports on a slow disk; a text of 10 GB then has some 85 minutes. */
const IMPORT_LIMITS: ImportLimits = {
  baseSeconds: 20,
  secondsPerMb: 0.5,
  memoryMb: 1024,
  processMb: 2048,
  threads: 2,
};

/** Files of which a part is arriving: two at once would write into each other. */
const arriving = new Set<string>();

/**
 * Takes in a file, or the next part of one, straight to disk. A complete one is checked, CSV and JSON are imported
 * once so that queries need not parse them, and only then does it replace what was there before.
 */
export async function uploadFile(
  services: Services,
  tenantId: TenantId,
  name: string,
  body: Readable,
  part: FilePart | undefined,
  acting: Acting,
): Promise<Upload> {
  refuseName(name);
  const mostBytes = services.config.uploadLimitMb * 1024 * 1024;
  const folder = filesFolder(services, tenantId);
  const path = incomingPath(folder, part ? name : newId(), name);
  if (!part) {
    try {
      const bytes = await receiveFile(path, body, 0, mostBytes);
      return await complete(services, tenantId, path, name, bytes, acting);
    } finally {
      await dropIncoming(path);
    }
  }
  return alone(path, async () => {
    await refuseGap(path, part.first);
    const bytes = await receiveFile(path, body, part.first, Math.min(mostBytes, part.total ?? mostBytes));
    // It was cleared away under this part, as one that nobody would go on with: what is gone is not acknowledged.
    if ((await receivedBytes(path)) !== bytes) refuseGone();
    if (bytes !== part.total) return { name, table: tableName(name), bytes, complete: false, rows: null };
    try {
      return await complete(services, tenantId, path, name, bytes, acting);
    } finally {
      await dropIncoming(path);
    }
  });
}

async function alone<T>(path: string, work: () => Promise<T>): Promise<T> {
  if (arriving.has(path))
    throw new AppError('CONFLICT', { message: 'Another part of this file is arriving: send one at a time.' });
  arriving.add(path);
  return work().finally(() => arriving.delete(path));
}

/** A part that starts anew starts the file anew. */
async function refuseGap(path: string, first: number): Promise<void> {
  const received = await receivedBytes(path);
  if (first === 0 || first === received) return;
  throw new AppError('CONFLICT', {
    message: `The next part must begin at byte ${received}.`,
    details: { received },
  });
}

function refuseGone(): void {
  const message =
    'What had arrived of this file was too old and is gone: the next part must begin at byte 0.';
  throw new AppError('CONFLICT', { message, details: { received: 0 } });
}

async function complete(
  services: Services,
  tenantId: TenantId,
  path: string,
  name: string,
  bytes: number,
  { actor, caller }: Acting,
): Promise<Upload> {
  const { rows, paths } = await prepare(services, tenantId, path);
  await placeFiles(filesFolder(services, tenantId), paths);
  await services.store.write((transaction) =>
    recordEvent(transaction, tenantId, services.clock(), caller, {
      action: 'file.upload',
      actor,
      target: name,
      details: { bytes },
    }),
  );
  return { name, table: tableName(name), bytes, complete: true, rows };
}

async function prepare({ queries, duckdb }: Services, tenantId: TenantId, path: string) {
  if (fileKind(path) === 'parquet') {
    if (!(await isParquet(path))) refuseContent('it is no complete Parquet file');
    return { rows: null, paths: [path] };
  }
  try {
    const imported = await queries.imports.run(tenantId, () => importFile(duckdb, path, IMPORT_LIMITS));
    return { rows: imported.rowCount, paths: [path, imported.path] };
  } catch (error) {
    if (error instanceof EngineError && ['BAD_FILE', 'BAD_STATEMENT', 'FAILED'].includes(error.code))
      refuseContent(withoutName(error.detail ?? error.message, path));
    return askingData(() => Promise.reject(error));
  }
}

/** Errors of DuckDB name a file by its last name, which is ours while it arrives. */
const withoutName = (text: string, path: string) =>
  text.replaceAll(basename(path), 'the file').slice(0, 1000);

function refuseContent(reason: string): void {
  throw new AppError('REQUEST_INVALID', { message: `The file cannot be used: ${reason}` });
}

/** Deletes a file and its import; one that a dataset reads stays. */
export async function removeFile(
  { store, clock, config }: Services,
  tenantId: TenantId,
  name: string,
  { actor, caller }: Acting,
): Promise<void> {
  const missing = new AppError('NOT_FOUND', { message: 'There is no file of this name.' });
  if (!isFileName(name)) throw missing;
  const table = tableName(name);
  const [dataset] = await datasetsOfFile(store, tenantId, table);
  if (dataset !== undefined)
    throw new AppError('CONFLICT', { message: `The dataset '${dataset}' reads this file. Delete it first.` });
  const folder = filesFolder({ config }, tenantId);
  const partial = incomingPath(folder, name, name);
  const hadPart = (await receivedBytes(partial)) > 0;
  await dropIncoming(partial);
  if (!(await removeTable(folder, table)) && !hadPart) throw missing;
  await store.write((transaction) =>
    recordEvent(transaction, tenantId, clock(), caller, { action: 'file.delete', actor, target: name }),
  );
}

function refuseName(name: string): void {
  if (isFileName(name)) return;
  refuseFields([
    {
      path: 'name',
      problem:
        'must be letters, digits, spaces, dots, dashes and underscores, and end in .csv, .tsv, .parquet, .json, .jsonl or .ndjson (text also in .gz or .zst)',
    },
  ]);
}

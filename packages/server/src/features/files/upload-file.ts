import { rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { tableName } from '../../platform/engines/duckdb/tenant-files.ts';
import { AppError, refuseFields } from '../../platform/errors.ts';
import { newId } from '../../platform/new-id.ts';
import { filesFolder } from '../connections/index.ts';
import { datasetsOfFile } from '../datasets/index.ts';
import { type FileRequest, type StartedImport, startImport } from './import-upload.ts';
import { uploadLimit } from './storage-quota.ts';
import {
  dropIncoming,
  type FilePart,
  incomingPath,
  isFileName,
  receivedBytes,
  receiveFile,
  removeTable,
} from './uploads.ts';

/** A file, or the part that has arrived. `imports` is set once it is complete. */
export interface ReceivedFile {
  readonly name: string;
  readonly table: string;
  readonly bytes: number;
  readonly imports: StartedImport | undefined;
}

interface Upload {
  readonly name: string;
  readonly body: Readable;
  readonly part?: FilePart | undefined;
}

/** Files of which a part is arriving: two at once would overwrite each other. */
const arriving = new Set<string>();

/**
 * Streams a file, or its next part, to disk. A complete file is checked; CSV and JSON are imported once so that
 * queries need not parse them; only then does it replace the previous file.
 */
export async function uploadFile(request: FileRequest, { name, body, part }: Upload): Promise<ReceivedFile> {
  const { services, tenantId } = request;
  refuseName(name);
  const folder = filesFolder(services, tenantId);
  const id = newId();
  const transfer = part ? name : id;
  const path = incomingPath(folder, transfer, name);
  const limit = await uploadLimit(request, name, transfer);
  const table = tableName(name);
  if (!part) {
    const receive = async () => {
      const bytes = await receiveFile(path, body, 0, limit);
      await refuseLate(request, { name, transfer, bytes });
      return bytes;
    };
    const bytes = await receive().catch(async (error: unknown) => {
      await dropIncoming(path);
      throw error;
    });
    return {
      name,
      table,
      bytes,
      imports: await startImport(request, { id, name, bytes }),
    };
  }
  return alone(path, async () => {
    await refuseGap(path, part.first);
    const maxBytes = Math.min(limit.maxBytes, part.total ?? limit.maxBytes);
    const bytes = await receiveFile(path, body, part.first, { ...limit, maxBytes });
    await refuseLate(request, { name, transfer, bytes });
    // The sweep removed the upload while this part arrived, so the part is not acknowledged.
    if ((await receivedBytes(path)) !== bytes) refuseGone();
    if (bytes !== part.total) return { name, table, bytes, imports: undefined };
    await rename(dirname(path), dirname(incomingPath(folder, id, name)));
    return {
      name,
      table,
      bytes,
      imports: await startImport(request, { id, name, bytes }),
    };
  });
}

/** Other files may have arrived at the same time. */
async function refuseLate(
  request: FileRequest,
  { name, transfer, bytes }: { readonly name: string; readonly transfer: string; readonly bytes: number },
): Promise<void> {
  const { maxBytes, beyond } = await uploadLimit(request, name, transfer);
  if (bytes > maxBytes) throw beyond();
}

async function alone<T>(path: string, work: () => Promise<T>): Promise<T> {
  if (arriving.has(path))
    throw new AppError('CONFLICT', {
      message: 'Another part of this file is being uploaded. Send one part at a time.',
    });
  arriving.add(path);
  return work().finally(() => arriving.delete(path));
}

/** A part that starts at byte 0 restarts the upload. */
async function refuseGap(path: string, first: number): Promise<void> {
  const received = await receivedBytes(path);
  if (first === 0 || first === received) return;
  throw new AppError('CONFLICT', {
    message: `The next part must start at byte ${received}.`,
    details: { received },
  });
}

function refuseGone(): void {
  const message = 'The incomplete upload of this file expired. The next part must start at byte 0.';
  throw new AppError('CONFLICT', { message, details: { received: 0 } });
}

/** Deletes a file and its import; refused while a dataset reads it. */
export async function removeFile(
  { services: { store, time, config }, tenantId, acting: { actor, caller } }: FileRequest,
  name: string,
): Promise<void> {
  const missing = new AppError('NOT_FOUND', { message: 'File not found. Check its name.' });
  if (!isFileName(name)) throw missing;
  const table = tableName(name);
  const [dataset] = await datasetsOfFile(store, tenantId, table);
  if (dataset !== undefined)
    throw new AppError('CONFLICT', {
      message: `Dataset '${dataset}' uses this file. Delete the dataset first.`,
    });
  const folder = filesFolder({ config }, tenantId);
  const partial = incomingPath(folder, name, name);
  const hadPart = (await receivedBytes(partial)) > 0;
  await dropIncoming(partial);
  if (!(await removeTable(folder, table)) && !hadPart) throw missing;
  await store.write((transaction) =>
    recordEvent(transaction, tenantId, time.now(), caller, { action: 'file.delete', actor, target: name }),
  );
}

function refuseName(name: string): void {
  if (isFileName(name)) return;
  refuseFields([
    {
      path: 'name',
      problem:
        'must consist of letters, digits, spaces, dots, dashes and underscores and end in .csv, .tsv, .parquet, .json, .jsonl or .ndjson (text formats also with .gz or .zst)',
    },
  ]);
}

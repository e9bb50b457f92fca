import { basename } from 'node:path';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { type ImportLimits, importFile } from '../../platform/engines/duckdb/import-file.ts';
import { fileKind } from '../../platform/engines/duckdb/tenant-files.ts';
import { EngineError } from '../../platform/engines/engine-error.ts';
import { AppError } from '../../platform/errors.ts';
import type { Acting } from '../../platform/identity/acting.ts';
import { withDataErrors } from '../../platform/query/result/data-errors.ts';
import type { Services } from '../../services.ts';
import { filesFolder } from '../connections/index.ts';
import {
  claimImport,
  dropImportedFile,
  dropOlderImports,
  type FileImport,
  readImport,
  writeImport,
} from './file-imports.ts';
import { incomingPath, isParquet, placeFiles } from './uploads.ts';

/** A tenth of DuckDB's rate on a slow disk: 85 minutes for 10 GB of text. */
const IMPORT_LIMITS: ImportLimits = {
  baseSeconds: 20,
  secondsPerMb: 0.5,
  memoryMb: 1024,
  processMb: 2048,
  threads: 2,
};

export interface StartedImport {
  /** Queued, or already running. */
  readonly queued: FileImport;
  /** The number of rows; rejects if the import fails. Continues even if nobody awaits it. */
  readonly rows: Promise<number | null>;
}

type ImportChange = Pick<FileImport, 'state'> & Partial<Pick<FileImport, 'rows' | 'error'>>;

/** A request to change files, made once by the route or command. */
export interface FileRequest {
  readonly services: Services;
  readonly tenantId: TenantId;
  readonly acting: Acting;
  /** Told how much of a file is imported, from 0 to 1. */
  readonly onImport?: (file: Pick<FileImport, 'name' | 'bytes'>, share: number) => void;
}

interface ArrivedFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

/** Starts the import of a complete file in the folder of this id. */
export async function startImport(
  request: FileRequest,
  { id, name, bytes }: ArrivedFile,
): Promise<StartedImport> {
  const { services, tenantId } = request;
  const folder = filesFolder(services, tenantId);
  const release = await claimImport(folder, id, services.time);
  if (release === undefined) throw new AppError('CONFLICT', { message: 'This import is already running.' });
  const arrived = { name, bytes, createdAt: services.time.now(), rows: null, error: null };
  const update = (change: ImportChange) => writeImport(folder, id, { ...arrived, ...change });
  await update({ state: 'queued' }).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const queued = (await readImport(folder, id)) as FileImport;
  const rows = runImport(request, queued, update).finally(release);
  const ended = rows.then(
    () => {},
    (error: unknown) => {
      if (!(error instanceof AppError)) services.log.error({ err: error }, 'import failed');
    },
  );
  services.running.add(ended);
  void ended.finally(() => services.running.delete(ended));
  return { queued, rows };
}

/** Restarts an interrupted import of a complete file. */
export async function resumeImport(request: FileRequest, id: string): Promise<StartedImport> {
  const found = await findImport(request.services, request.tenantId, id);
  if (!found.resumable)
    throw new AppError('CONFLICT', {
      message:
        found.state === 'failed'
          ? 'This import cannot be resumed. Upload the file again.'
          : `This import is ${found.state}, so it cannot be resumed.`,
    });
  return startImport(request, found);
}

export async function findImport(services: Services, tenantId: TenantId, id: string): Promise<FileImport> {
  const found = await readImport(filesFolder(services, tenantId), id);
  if (!found) throw new AppError('NOT_FOUND', { message: 'Import not found. Check its id.' });
  return found;
}

async function runImport(
  request: FileRequest,
  { id, name, bytes, ...queued }: FileImport,
  update: (change: ImportChange) => Promise<void>,
): Promise<number | null> {
  const {
    services,
    tenantId,
    acting: { actor, caller },
  } = request;
  const folder = filesFolder(services, tenantId);
  try {
    const path = incomingPath(folder, id, name);
    const { rows, paths } = await prepare(request, path, {
      onStart: () => update({ state: 'running' }),
      onProgress: (share) => request.onImport?.({ name, bytes }, share),
    });
    await placeFiles(folder, paths);
    await services.store.write((transaction) =>
      recordEvent(transaction, tenantId, services.time.now(), caller, {
        action: 'file.upload',
        actor,
        target: name,
        details: { bytes },
      }),
    );
    await update({ state: 'done', rows });
    await dropImportedFile(folder, id);
    await dropOlderImports(folder, { id, name, bytes, ...queued });
    return rows;
  } catch (error) {
    const reason = services.stopping.aborted ? stopped(id) : error;
    const isFileWrong = reason instanceof AppError && reason.code === 'REQUEST_INVALID';
    if (isFileWrong) await dropImportedFile(folder, id);
    const message = reason instanceof AppError ? reason.message : 'The server could not import the file.';
    // On a full disk this fails too; an import without a process counts as failed anyway.
    await update({ state: 'failed', error: message }).catch((err: unknown) =>
      services.log.error({ err }, 'import result not recorded'),
    );
    throw reason;
  }
}

const stopped = (id: string) =>
  new AppError('UNAVAILABLE', {
    message: `The server is shutting down. The file was received completely; resume its import with POST /api/v0/files/imports/${id}/resume.`,
    details: { import: id },
    headers: { 'retry-after': '5' },
  });

async function prepare(
  { services: { queries, duckdb, stopping }, tenantId }: FileRequest,
  path: string,
  {
    onStart,
    onProgress,
  }: { readonly onStart: () => Promise<void>; readonly onProgress: (share: number) => void },
) {
  if (fileKind(path) === 'parquet') {
    if (!(await isParquet(path))) refuseContent('it is not a complete Parquet file');
    return { rows: null, paths: [path] };
  }
  const run = async () => {
    await onStart();
    return importFile(duckdb, path, IMPORT_LIMITS, { signal: stopping, onProgress });
  };
  try {
    const imported = await queries.imports.run(tenantId, run, stopping);
    return { rows: imported.rowCount, paths: [path, imported.path] };
  } catch (error) {
    if (error instanceof EngineError && ['BAD_FILE', 'BAD_STATEMENT', 'FAILED'].includes(error.code))
      refuseContent(withoutName(error.detail ?? error.message, path));
    return withDataErrors(() => Promise.reject(error));
  }
}

/** DuckDB's errors contain the file's temporary name. */
const withoutName = (text: string, path: string) =>
  text.replaceAll(basename(path), 'the file').slice(0, 1000);

function refuseContent(reason: string): void {
  throw new AppError('REQUEST_INVALID', { message: `The file cannot be used: ${reason}` });
}

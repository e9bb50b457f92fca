import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { filesFolder } from '../features/connections/connect-for.ts';
import { createConnection } from '../features/connections/manage-connections.ts';
import { resumeImport, type StartedImport } from '../features/files/import-upload.ts';
import { uploadFile } from '../features/files/upload-file.ts';
import { findUpload } from '../features/files/uploads.ts';
import { countBytes } from '../platform/count-bytes.ts';
import { duckdb } from '../platform/engines/duckdb/index.ts';
import { StartError } from '../platform/errors.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import { stopSignal } from '../platform/process/stop-signal.ts';
import type { Services } from '../services.ts';
import { chosenTenant, TENANT_OPTION } from './chosen-tenant.ts';
import { defineCommand, INTERRUPTED, print } from './command.ts';
import { confirmReplace, REPLACE_OPTION } from './confirm-replace.ts';
import { number, type StepProgress, startSteps } from './progress.ts';
import { withServices } from './with-services.ts';

const acting = { actor: null, caller: OPERATOR };
const options = { tenant: TENANT_OPTION };
const exitCodes = { [INTERRUPTED]: 'Interrupted; the import can be resumed' };

export const fileUpload = defineCommand({
  summary: 'Upload a CSV, Parquet or JSON file for datasets',
  argument: {
    label: '<file>',
    description: 'File to upload; its name without the extension becomes the table name',
  },
  options: { ...options, replace: REPLACE_OPTION },
  details: `Copies the file into the files folder of the tenant and imports it, with or without a running server. Once
imported, it replaces a file with the same table name, if you confirm it or add --replace. The first upload
also creates the connection 'files', which datasets on files use. Resume an interrupted import with 'inlay
file resume'.`,
  examples: ['sales.csv', 'orders.parquet --tenant acme --replace'],
  exitCodes,
  run({ argument: file, values, env }) {
    return withServices(
      env,
      async (services) => {
        const { id } = await chosenTenant(services, values.tenant);
        const former = await findUpload(filesFolder(services, id), basename(file));
        if (former)
          await confirmReplace(`The file ${former.name} with table '${former.table}'`, values.replace);
        // Opened before it is read: a stream that fails to open without a listener ends the process.
        const opened = await open(file).catch(unreadable(file));
        const { size } = await opened.stat();
        const body = opened.createReadStream();
        const steps = startSteps();
        const arriving = countBytes(body, () =>
          steps.onProgress(`Uploading ${basename(file)}`, 'bytes', body.bytesRead, size),
        );
        const { imports } = await uploadFile(
          { services, tenantId: id, acting, onImport: onImport(steps) },
          { name: basename(file), body: Readable.from(arriving) },
        )
          .catch((error) => {
            steps.end();
            return unreadable(file)(error);
          })
          // A file that is refused by its name is never read.
          .finally(() => body.destroy());
        if (!imports) return 1;
        const code = await follow(services, imports, steps);
        if (code === 0) await ensureFilesConnection(services, id);
        return code;
      },
      { stopping: stopSignal() },
    );
  },
});

export const fileResume = defineCommand({
  summary: 'Resume the import of an uploaded file',
  argument: { label: '<id>', description: 'Id of the import, as GET /api/v0/files/imports lists it' },
  options,
  details: 'Resumes an interrupted import of a file that was uploaded completely.',
  examples: ['01890a5d-ac96-774b-bcce-b302099a8057'],
  exitCodes,
  run({ argument: importId, values, env }) {
    return withServices(
      env,
      async (services) => {
        const { id } = await chosenTenant(services, values.tenant);
        const steps = startSteps();
        const request = { services, tenantId: id, acting, onImport: onImport(steps) };
        return follow(services, await resumeImport(request, importId), steps);
      },
      { stopping: stopSignal() },
    );
  },
});

/** Datasets read files through a connection. The first upload creates it, so that there is nothing to set up. */
async function ensureFilesConnection(services: Services, tenantId: TenantId): Promise<void> {
  const connections = await services.store
    .tenant(tenantId)
    .selectFrom('connections')
    .select('definition')
    .execute();
  if (connections.some(({ definition }) => JSON.parse(definition).kind === duckdb.name)) return;
  await createConnection(services, tenantId, { id: 'files', name: 'Files', kind: duckdb.name }, acting);
  print("Created connection 'files' for datasets on uploaded files.\n");
}

const onImport =
  (steps: StepProgress) =>
  ({ name, bytes }: { readonly name: string; readonly bytes: number }, share: number) =>
    steps.onProgress(`Importing ${name}`, 'bytes', share * bytes, bytes);

async function follow(
  { stopping }: Services,
  { queued, rows }: StartedImport,
  steps: StepProgress,
): Promise<number> {
  try {
    const count = await rows.finally(steps.end);
    const counted = count === null ? '' : ` (${number(count)} rows)`;
    print(`Imported ${queued.name} as table '${queued.table}'${counted}.\n`);
    return 0;
  } catch (error) {
    if (!stopping.aborted) throw error;
    process.stderr.write(`Interrupted. Resume the import with: inlay file resume ${queued.id}\n`);
    return INTERRUPTED;
  }
}

function unreadable(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.syscall === undefined) throw error;
    throw new StartError(`The file ${file} cannot be uploaded: ${error.message}.`);
  };
}

import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { resumeImport, type StartedImport } from '../features/files/import-upload.ts';
import { uploadFile } from '../features/files/upload-file.ts';
import { StartError } from '../platform/errors.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import { stopSignal } from '../platform/process/stop-signal.ts';
import type { Services } from '../services.ts';
import { defineCommand, INTERRUPTED, print } from './command.ts';
import { number } from './progress.ts';
import { chosenTenant } from './user.ts';
import { withServices } from './with-services.ts';

const acting = { actor: null, caller: OPERATOR };
const options = { tenant: { type: 'string', value: 'ID' } } as const;

export const fileUpload = defineCommand({
  summary: 'upload a CSV, Parquet or JSON file for datasets',
  argument: { label: 'FILE', noun: 'file', example: 'sales.csv' },
  options,
  details: `Copies FILE into the tenant's files folder and imports it, with or without a running server. Once imported, it replaces
a file that has the same table name. An interrupted import is resumed with 'inlay file resume'.`,
  run({ argument: file, values, env }) {
    return withServices(
      env,
      async (services) => {
        const { id } = await chosenTenant(services, values.tenant);
        // Opened before it is read: a stream that fails to open without a listener ends the process.
        const opened = await open(file).catch(unreadable(file));
        const body = opened.createReadStream();
        const { imports } = await uploadFile(
          { services, tenantId: id, acting },
          { name: basename(file), body },
        )
          .catch(unreadable(file))
          // A file that is refused by its name is never read.
          .finally(() => body.destroy());
        return imports ? follow(services, imports) : 1;
      },
      { stopping: stopSignal() },
    );
  },
});

export const fileResume = defineCommand({
  summary: 'resume the import of an uploaded file',
  argument: { label: 'ID', noun: 'import', example: '<id>' },
  options,
  details: `Resumes the interrupted import of a file that was uploaded completely. GET /api/v0/files/imports lists ids.`,
  run({ argument: importId, values, env }) {
    return withServices(
      env,
      async (services) => {
        const { id } = await chosenTenant(services, values.tenant);
        return follow(services, await resumeImport({ services, tenantId: id, acting }, importId));
      },
      { stopping: stopSignal() },
    );
  },
});

async function follow({ stopping }: Services, { queued, rows }: StartedImport): Promise<number> {
  try {
    const count = await rows;
    const counted = count === null ? '' : ` with ${number(count)} rows`;
    print(`${queued.name} is the table '${queued.table}'${counted}.\n`);
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

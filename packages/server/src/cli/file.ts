import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { resumeImport, type StartedImport } from '../features/files/import-upload.ts';
import { uploadFile } from '../features/files/upload-file.ts';
import { StartError } from '../platform/errors.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import type { Services } from '../services.ts';
import { type Command, print } from './command.ts';
import { INTERRUPTED, interruptible } from './interruptible.ts';
import { oneArgument } from './one-argument.ts';
import { number } from './progress.ts';
import { chosenTenant } from './user.ts';
import { withServices } from './with-services.ts';

const acting = { actor: null, caller: OPERATOR };
const options = { tenant: { type: 'string' } } as const;

export const fileUpload: Command = {
  summary: 'upload a CSV, Parquet or JSON file for datasets',
  usage: `inlay file upload FILE [--tenant ID]

Copies FILE into the files folder of the tenant and imports it, beside a running server or without one. It replaces a file
that offers the same table once it is imported. An interrupted import is resumed with 'inlay file resume'.`,
  run(args, env) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const file = oneArgument(positionals, 'Name one file, such as: inlay file upload sales.csv');
    return interruptible((stopping) =>
      withServices(
        env,
        async (services) => {
          const { id } = await chosenTenant(services, values.tenant);
          // Opened before anybody reads it: a stream that fails to open while nobody listens ends the process.
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
        { stopping },
      ),
    );
  },
};

export const fileResume: Command = {
  summary: 'resume the import of an uploaded file',
  usage: `inlay file resume ID [--tenant ID]

Imports a file again that has arrived completely but whose import was interrupted. GET /api/v0/files/imports lists ids.`,
  run(args, env) {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const importId = oneArgument(positionals, 'Name one import, such as: inlay file resume <id>');
    return interruptible((stopping) =>
      withServices(
        env,
        async (services) => {
          const { id } = await chosenTenant(services, values.tenant);
          return follow(services, await resumeImport({ services, tenantId: id, acting }, importId));
        },
        { stopping },
      ),
    );
  },
};

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

import { readConfig } from '../config.ts';
import { backUp } from '../features/backup/back-up.ts';
import { restore } from '../features/backup/restore.ts';
import { StartError } from '../platform/errors.ts';
import { stopSignal } from '../platform/process/stop-signal.ts';
import { defineCommand, INTERRUPTED, print } from './command.ts';
import { number } from './progress.ts';
import { withServices } from './with-services.ts';

const argument = { label: 'FILE', noun: 'file', example: 'inlay-backup.tar.gz' };

export const backupCommand = defineCommand({
  summary: 'write everything but the master key to one file, also while serving',
  argument,
  options: {},
  details: `Writes the store as of one moment and the uploads to FILE (a gzip'ed tar that only you can read). It has that
name only once it is complete; an older FILE stays until then. Keep the master key (master.key in the data
folder, or INLAY_MASTER_KEY) somewhere else: it is not in the backup, and without it the secrets in the backup
stay closed. Logins are not in it either: after a restore people log in again.`,
  run({ argument: file, env }) {
    return orInterrupted((signal) =>
      withServices(env, async (services) => {
        const { rows, files } = await backUp(services, file, signal).catch(unwritable(file));
        print(`${file} has ${contents(rows, files)}.\n`);
        return 0;
      }),
    );
  },
});

export const restoreCommand = defineCommand({
  summary: 'fill an empty store from a backup',
  argument,
  options: {},
  details: `Fills a new data folder (INLAY_DATA_DIR) or an empty database (INLAY_DATABASE_URL) from FILE, whichever of the
two it was written from. The whole file is checked first. A restore that fails leaves the store empty; one that
was killed leaves a store that does not start and can be restored into again.`,
  run({ argument: file, env }) {
    return orInterrupted(async (signal) => {
      const config = readConfig(env);
      const { rows, files, manifest, keyMissing } = await restore(config, file, signal);
      print(`Restored ${contents(rows, files)} as of ${manifest.createdAt}.\n`);
      if (keyMissing)
        print(
          `Before the start, put the former master.key into ${config.dataDir}, or set INLAY_MASTER_KEY.\n`,
        );
      return 0;
    });
  },
});

function contents(rows: Readonly<Record<string, number>>, files: number): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${number(total)} rows (${number(rows.tenants ?? 0)} tenants, ${number(rows.users ?? 0)} users) and ${number(files)} files`;
}

async function orInterrupted(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const signal = stopSignal();
  try {
    return await work(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write('Interrupted: nothing was kept.\n');
    return INTERRUPTED;
  }
}

function unwritable(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.syscall === undefined) throw error;
    throw new StartError(`The backup ${file} cannot be written: ${error.message}.`);
  };
}

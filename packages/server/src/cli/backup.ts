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
  summary: 'write everything except the master key to one file, even while serving',
  argument,
  options: {},
  details: `Writes a consistent snapshot of the store and the uploads to FILE (a gzipped tar that only you can read). An
existing FILE is replaced once the new one is complete. The backup does not include the master key (master.key in
the data folder, or INLAY_MASTER_KEY): keep it somewhere else, because secrets in the backup cannot be read
without it. It does not include logins either: after a restore, users log in again.`,
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
  details: `Fills a new data folder (INLAY_DATA_DIR) or an empty database (INLAY_DATABASE_URL) from FILE. A backup of one can
be restored into the other. The whole file is checked first. A restore that fails leaves the store empty; one that
was killed leaves a store that does not start, into which you can restore again.`,
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

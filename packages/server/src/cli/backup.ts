import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from '../config.ts';
import { backUp } from '../features/backup/back-up.ts';
import { restore } from '../features/backup/restore.ts';
import { StartError } from '../platform/errors.ts';
import { recordBackup } from '../platform/store/store-upgrades.ts';
import { systemTime } from '../platform/time/time.ts';
import { defineCommand, INTERRUPTED } from './command.ts';
import { confirmReplace, REPLACE_OPTION } from './confirm-replace.ts';
import { orInterrupted } from './or-interrupted.ts';
import { readableContents } from './readable-contents.ts';
import { withServices } from './with-services.ts';

/** A new key would make every secret of the backup unreadable. */
const ORIGINAL_KEY = 'Use the master key of the store that was backed up: only this key decrypts its secrets';

const examples = ['inlay-backup.tar.gz'];
const exitCodes = { [INTERRUPTED]: 'Interrupted; nothing was kept' };

export const backupCommand = defineCommand({
  summary: 'Back up the store and all uploaded files to one file',
  argument: {
    label: '<file>',
    description: 'File to write; with --replace, an existing one is replaced once the backup is complete',
  },
  options: { replace: REPLACE_OPTION },
  details: `Writes a consistent snapshot as a gzipped tar that only you can read, with or without a running server.

The backup does not include the master key (master.key in the data folder, or the file of INLAY_MASTER_KEY_FILE). Store
the key separately: without it, secrets in the backup cannot be decrypted. The backup does not include
login sessions either: users have to log in again after a restore.`,
  examples,
  exitCodes,
  async run({ argument: file, values, env }) {
    if (existsSync(file)) await confirmReplace(`The file ${file}`, values.replace);
    return orInterrupted((watch) =>
      withServices(env, async (services) => {
        const { rows, files } = await backUp(services, file, watch).catch(unwritable(file));
        await services.store.write((transaction) => recordBackup(transaction, resolve(file)));
        watch.say(`Backed up ${readableContents(rows, files)} to ${file}.\n`);
      }),
    );
  },
});

export const restoreCommand = defineCommand({
  summary: 'Restore a backup into an empty store',
  argument: { label: '<file>', description: 'Backup to restore' },
  options: {},
  details: `Restores into a new data folder (INLAY_DATA_DIR) or an empty database (INLAY_DATABASE_URL). A backup of
SQLite can be restored into PostgreSQL, and vice versa.

The whole file is checked first. If a restore fails, the store stays empty. If it is killed, the server
refuses to start with that store until you run the restore again.`,
  examples,
  exitCodes,
  run({ argument: file, env }) {
    return orInterrupted(async (watch) => {
      const config = readConfig(env, ORIGINAL_KEY);
      const { rows, files, manifest, keyMissing } = await restore({ config, time: systemTime }, file, watch);
      watch.say(`Restored ${readableContents(rows, files)} as of ${manifest.createdAt}.\n`);
      if (keyMissing)
        watch.say(
          `Before you start the server, put the original master.key into ${config.dataDir} or set INLAY_MASTER_KEY_FILE.\n`,
        );
    });
  },
});

function unwritable(file: string) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.syscall === undefined) throw error;
    throw new StartError(`The backup ${file} cannot be written: ${error.message}.`);
  };
}

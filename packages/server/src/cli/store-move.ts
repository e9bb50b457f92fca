import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Environment, readConfig } from '../config.ts';
import { moveStore } from '../features/backup/move-store.ts';
import { StartError } from '../platform/errors.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { findServer } from '../platform/process/pid-file.ts';
import { sqliteFile } from '../platform/store/open-store.ts';
import { defineCommand, INLAY, INTERRUPTED } from './command.ts';
import { orInterrupted } from './or-interrupted.ts';
import { readableContents } from './readable-contents.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

export const storeMove = defineCommand({
  summary: 'Move the store from SQLite to PostgreSQL',
  options: {
    to: { type: 'string', value: 'URL', description: 'postgres:// URL of an empty database' },
    'files-dir': {
      type: 'string',
      value: 'FOLDER',
      description: 'Empty folder to copy uploaded files to, such as a shared one (default: they stay)',
    },
    'master-key-file': {
      type: 'string',
      value: 'FILE',
      description: 'New file to copy the master key to (default: it stays)',
    },
  },
  details: `Copies all rows of the store in the data folder (INLAY_DATA_DIR), compares their number, and prints the
settings to start the server with. Stop the server first. The data folder is not changed: to go back, start
the server with the former settings. If the move fails, the database is empty again. Login sessions are not
moved: users have to log in again.`,
  examples: [
    '--to postgres://inlay:password@db.example.com/inlay',
    '--to postgres://… --files-dir /mnt/inlay/files --master-key-file /etc/inlay/master.key',
  ],
  exitCodes: { [INTERRUPTED]: 'Interrupted; nothing was kept' },
  async run({ values, env }) {
    if (values.to === undefined) throw new UsageError('The option --to is missing.');
    const target = readTarget(values.to);
    const config = readConfig(env);
    const { dataDir } = config;
    const keyFile = values['master-key-file'] && resolve(values['master-key-file']);
    const filesDir = values['files-dir'] && resolve(values['files-dir']);
    if (config.databaseUrl)
      throw new StartError(
        'The store is in PostgreSQL already. To move the one in the data folder, unset INLAY_DATABASE_URL.',
      );
    if (!existsSync(sqliteFile(dataDir)))
      throw new StartError(`There is no store in ${dataDir}. Check INLAY_DATA_DIR.`);
    if (findServer(dataDir) !== undefined)
      throw new StartError(
        `A server is running on ${dataDir}, and its changes would be lost. Stop it with: ${INLAY} stop`,
      );
    if (keyFile && existsSync(keyFile))
      throw new StartError(`${keyFile} already exists. Choose another file with --master-key-file.`);

    return orInterrupted((watch) =>
      withServices(env, async (services) => {
        watch.say(`1. Copying the store in ${dataDir} to the database ${nameOf(target)}.\n`);
        const { signal, onProgress } = watch;
        const databaseUrl = target.href;
        const move = { source: services, databaseUrl, filesDir, signal, onProgress };
        const { rows, files } = await moveStore(move);
        watch.say(`2. Copied ${readableContents(rows, files)}. Each table has as many rows as before.\n`);
        watch.say(
          filesDir
            ? `3. Uploaded files are in ${filesDir}.\n`
            : `3. Uploaded files stay in ${config.filesDir}. All nodes need access to this folder.\n`,
        );
        const key = await placeKey(env, dataDir, keyFile);
        watch.say(`4. The master key ${key.step}. It is not in the database: keep a copy elsewhere.\n`);
        watch.say(`5. The data folder was not changed. Start the server with these settings:

  INLAY_DATABASE_URL=${withoutPassword(target)}
  ${key.setting}
  INLAY_FILES_DIR=${filesDir ?? config.filesDir}

To go back, start it with the former settings; changes made since then stay in PostgreSQL. Delete
${sqliteFile(dataDir)} once you no longer need it.
`);
      }),
    );
  },
});

/** The URL contains a password, so the message never repeats it. */
function readTarget(text: string): URL {
  const url = URL.parse(text);
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return url;
  throw new UsageError('--to must look like postgres://user:password@host:5432/database.');
}

const nameOf = ({ host, pathname }: URL) => `${decodeURIComponent(pathname.slice(1))} on ${host}`;

function withoutPassword(url: URL): string {
  const shown = new URL(url);
  if (shown.password) shown.password = 'PASSWORD';
  return shown.href;
}

/** Copies the master key if a file is given. Returns what happened, and the setting that the server needs. */
async function placeKey(
  { INLAY_MASTER_KEY: key, INLAY_MASTER_KEY_FILE: file }: Environment,
  dataDir: string,
  target: string | undefined,
): Promise<{ readonly step: string; readonly setting: string }> {
  const current = resolve(file || join(dataDir, 'master.key'));
  if (target) {
    const text = key && !file ? key : await readFile(current, 'utf8');
    makeFolder(dirname(target));
    await writeFile(target, `${text.trim()}\n`, { mode: 0o600, flag: 'wx' });
    return { step: `was copied to ${target}`, setting: `INLAY_MASTER_KEY_FILE=${target}` };
  }
  return key && !file
    ? { step: 'stays in INLAY_MASTER_KEY', setting: 'INLAY_MASTER_KEY=(as before)' }
    : { step: `stays in ${current}`, setting: `INLAY_MASTER_KEY_FILE=${current}` };
}

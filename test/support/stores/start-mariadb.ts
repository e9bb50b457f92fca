import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { findMariadb } from '../../../scripts/tools/find-mariadb.mjs';
import type { TestCertificate } from '../network/test-certificate.ts';
import { freePort } from '../server/free-port.ts';
import { type ServerAccount, serverAccount, writeForServer } from '../server/server-account.ts';
import { makeServerFolder, superviseServer } from '../server/supervise-server.ts';

export interface RunningMariadb {
  /** A user with all rights on its own database; over TCP on 127.0.0.1. */
  readonly url: string;
  stop(): Promise<void>;
}

const installed = findMariadb();
const NOT_INSTALLED = 'MariaDB is not installed: npm run test:tools';
const USER = 'inlay';
const PASSWORD = 'inlay-test-password';
const DATABASE = 'inlay';

/** The `skip` of tests that start MariaDB. */
export const skipWithoutMariadb = installed === undefined && NOT_INSTALLED;

/** Starts a private MariaDB in a temporary folder on a free port; it is gone with this process. */
export async function startMariadb(
  options: { readonly tls?: TestCertificate } = {},
): Promise<RunningMariadb> {
  if (installed === undefined) throw new Error(NOT_INSTALLED);
  const { server, installer } = installed;
  const account = serverAccount('mysql');
  const folder = makeServerFolder('mariadb', account);
  const data = join(folder, 'data');
  // Servers that share a folder for temporary tables delete each other's when they start.
  const scratch = `--tmpdir=${folder}`;
  const prepared = spawnSync(
    installer,
    [
      ...['--no-defaults', `--datadir=${data}`, scratch, '--skip-test-db', '--skip-name-resolve'],
      '--auth-root-authentication-method=normal',
    ],
    { ...account, cwd: folder, encoding: 'utf8' },
  );
  if (prepared.status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error(`mariadb-install-db failed: ${prepared.stdout}${prepared.stderr}`);
  }
  const initFile = join(folder, 'init.sql');
  writeFileSync(
    initFile,
    `CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4;
     CREATE USER '${USER}'@'%' IDENTIFIED BY '${PASSWORD}';
     GRANT ALL ON *.* TO '${USER}'@'%' WITH GRANT OPTION;`,
    { mode: 0o644 },
  );
  const port = await freePort();
  const stop = await superviseServer({
    command: server,
    args: [
      '--no-defaults',
      `--datadir=${data}`,
      scratch,
      `--init-file=${initFile}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'server-pid')}`,
      '--skip-name-resolve',
      '--innodb-buffer-pool-size=64M',
      '--innodb-log-file-size=16M',
      '--performance-schema=OFF',
      ...tlsArguments(folder, options.tls, account),
    ],
    folder,
    account,
    stopSignal: 'TERM',
    isReady: () => acceptsConnections(port),
  });
  return { url: `mysql://${USER}:${PASSWORD}@127.0.0.1:${port}/${DATABASE}`, stop };
}

function tlsArguments(
  folder: string,
  tls: TestCertificate | undefined,
  account: ServerAccount | undefined,
): readonly string[] {
  if (tls === undefined) return [];
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  writeForServer(certificate, tls.certificate, account);
  writeForServer(key, tls.key, account);
  return [`--ssl-cert=${certificate}`, `--ssl-key=${key}`];
}

/** The server greets each connection; before that, the port is closed. */
function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

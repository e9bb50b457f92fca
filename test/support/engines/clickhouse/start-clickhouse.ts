import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/free-port.ts';
import { makeServerFolder, superviseServer } from '../../server/supervise-server.ts';
import { installFromPypi } from '../install-from-pypi.ts';
import { installOnce } from '../install-once.ts';
import { executeOnClickhouse } from './execute-on-clickhouse.ts';

export interface RunningClickhouse {
  /** A user with all rights on its own database; over HTTP on 127.0.0.1. */
  readonly url: string;
  /** A server, or the engine behind a stand-in for it: with the version. */
  readonly kind: string;
  stop(): Promise<void>;
}

interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly kind: string;
}

const CHDB = 'chdb-core==26.9.0';
const STAND_IN = fileURLToPath(new URL('./chdb-server.py', import.meta.url));
const USER = 'inlay';
const PASSWORD = 'inlay-test-password';
const DATABASE = 'inlay';

/** Starts the ClickHouse on the PATH, else its engine from PyPI behind HTTP; it is gone with this process. */
export async function startClickhouse(): Promise<RunningClickhouse> {
  const folder = makeServerFolder('clickhouse', undefined);
  const port = await freePort();
  const { kind, ...command } = installedServer(folder, port) ?? (await engineBehindHttp(folder, port));
  const address = `http://127.0.0.1:${port}`;
  const stop = await superviseServer({
    ...command,
    folder,
    account: undefined,
    stopSignal: 'TERM',
    isReady: () =>
      fetch(`${address}/ping`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  await executeOnClickhouse(`http://${USER}:${PASSWORD}@127.0.0.1:${port}`, `CREATE DATABASE ${DATABASE}`);
  return { url: `http://${USER}:${PASSWORD}@127.0.0.1:${port}/${DATABASE}`, kind, stop };
}

function installedServer(folder: string, port: number): ServerCommand | undefined {
  const { stdout, status } = spawnSync('clickhouse', ['server', '--version'], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [config, users] = [join(folder, 'config.xml'), join(folder, 'users.xml')];
  writeFileSync(
    config,
    `<clickhouse>
      <logger><console>1</console><level>warning</level></logger>
      <listen_host>127.0.0.1</listen_host>
      <http_port>${port}</http_port>
      <path>${join(folder, 'data')}/</path>
      <user_directories><users_xml><path>${users}</path></users_xml></user_directories>
    </clickhouse>`,
  );
  writeFileSync(
    users,
    `<clickhouse>
      <profiles><default/></profiles>
      <quotas><default/></quotas>
      <users><${USER}>
        <password>${PASSWORD}</password>
        <networks><ip>127.0.0.1</ip></networks>
        <profile>default</profile>
        <quota>default</quota>
        <access_management>1</access_management>
      </${USER}></users>
    </clickhouse>`,
    { mode: 0o600 },
  );
  return { command: 'clickhouse', args: ['server', `--config-file=${config}`], kind: stdout.trim() };
}

async function engineBehindHttp(folder: string, port: number): Promise<ServerCommand> {
  const packages = await installOnce(CHDB.replace('==', '-'), (target) => installFromPypi([CHDB], target));
  const data = join(folder, 'data');
  mkdirSync(data);
  return {
    command: 'env',
    args: [`PYTHONPATH=${packages}`, 'python3', STAND_IN, String(port), data, USER, PASSWORD],
    kind: `the engine of ${CHDB.replace('==', ' ')} behind a stand-in for the server's HTTP interface`,
  };
}

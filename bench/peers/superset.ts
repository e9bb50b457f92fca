import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { readDemoParts } from '@inlay/server/cli/prepare-demo';
import { freePort } from '../../test/support/server/free-port.ts';
import { startProcess } from '../load/server-process.ts';

const run = promisify(execFile);
export const SUPERSET_VERSION = '6.1.0';
/** The combination that this benchmark was tried with; other dependencies are as pip resolves them. */
const PACKAGES = [`apache-superset==${SUPERSET_VERSION}`, 'Flask-Caching==2.3.1', 'rich', 'cachetools'];
const MINUTE_MS = 60_000;
const ADMIN = { username: 'admin', password: 'benchmark' };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const folder = here(`../../node_modules/.cache/superset-${SUPERSET_VERSION}`);
const venv = join(folder, 'venv');
const program = (name: string) => join(venv, 'bin', name);
/** Written last, so that an interrupted preparation begins again. */
const contentFile = join(folder, 'content.json');
/** Everything that Superset and pip write stays in the folder. */
const env = {
  PATH: process.env.PATH ?? '',
  HOME: folder,
  SUPERSET_HOME: folder,
  SUPERSET_CONFIG_PATH: here('./superset-config.py'),
  FLASK_APP: 'superset',
  PYTHONPYCACHEPREFIX: join(folder, 'bytecode'),
};

interface Content {
  /** The identifier that guest tokens name. */
  readonly dashboard: string;
  /** The body of the request for each chart's data. */
  readonly charts: readonly object[];
}

/** What this machine lacks to run Superset, if anything. */
export async function missingForSuperset(): Promise<string | undefined> {
  if (existsSync(contentFile)) return undefined;
  const check = 'import ensurepip, sys, venv; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 12))';
  return run('python3', ['-c', check], { timeout: MINUTE_MS }).then(
    () => undefined,
    () => 'it needs python3, version 3.10 to 3.12, with venv and pip (Debian: apt-get install python3-venv).',
  );
}

/** Installs Superset from PyPI and loads the demo's rows and six charts into it; once per version. */
export async function installSuperset(): Promise<void> {
  if (existsSync(contentFile)) return;
  console.log(`Installing Superset ${SUPERSET_VERSION} and loading the demo into it: a few minutes, 700 MB.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const step = (command: string, args: readonly string[], minutes: number) =>
    run(command, [...args], {
      env,
      cwd: folder,
      timeout: minutes * MINUTE_MS,
      maxBuffer: 64 * 1024 * 1024,
    });
  await step('python3', ['-m', 'venv', venv], 2);
  await step(
    program('pip'),
    ['install', '--no-cache-dir', '--no-compile', '--prefer-binary', ...PACKAGES],
    15,
  );
  await step(program('superset'), ['db', 'upgrade'], 5);
  await step(program('superset'), ['init'], 5);
  const csv = join(folder, 'order_lines.csv');
  await writeOrderLines(csv);
  const content = [here('./superset-content.py'), csv, ADMIN.username, ADMIN.password, contentFile];
  await step(program('python'), content, 5);
  rmSync(csv);
}

/** The rows that Inlay's demo has. */
async function writeOrderLines(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await connection.run(`SET VARIABLE last_day = DATE '${yesterday}';\n${readDemoParts().script}`);
  await connection.run(`COPY order_lines TO '${path}'`);
  connection.closeSync();
  instance.closeSync();
}

/** Superset on the server that its own image starts, with one process as Inlay has. */
export async function startSuperset() {
  const { dashboard, charts } = JSON.parse(readFileSync(contentFile, 'utf8')) as Content;
  const port = await freePort();
  const gunicorn = ['--workers', '1', '--worker-class', 'gthread', '--threads', '20', '--keep-alive', '300'];
  const listen = ['--bind', `127.0.0.1:${port}`, '--log-level', 'error', 'superset.app:create_app()'];
  const server = await startProcess([program('gunicorn'), ...gunicorn, ...listen], port, '/health', env);
  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${server.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(2 * MINUTE_MS),
    });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text);
  };
  const { access_token: token } = await post('security/login', { ...ADMIN, provider: 'db' });
  const guest = {
    user: { username: 'ann' },
    resources: [{ type: 'dashboard', id: dashboard }],
    rls: [],
  };
  const open = async () => {
    const { token: opaque } = await post('security/guest_token/', guest, {
      authorization: `Bearer ${token}`,
    });
    const data = await Promise.all(
      charts.map((chart) => post('chart/data', chart, { 'x-guesttoken': String(opaque) })),
    );
    assert.ok(data.every(({ result: [only] }) => only.rowcount > 0 && only.error === null));
  };
  return { server, open, stop: server.stop };
}

import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call, logInAs } from '../../support/http/api-client.ts';
import { makeTestCertificate } from '../../support/network/test-certificate.ts';
import { freePort } from '../../support/server/free-port.ts';
import { runCommand } from '../../support/server/run-command.ts';
import {
  ADMIN,
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../support/server/start-inlay.ts';
import { BUILD_MS, goTool } from '../../support/source/go-tool.ts';
import { eventually } from '../../support/time/eventually.ts';

const run = promisify(execFile);
const deploy = fileURLToPath(new URL('../../../deploy', import.meta.url));
const INSTANCE = 'analytics.example.com';
const TENANT = 'acme.analytics.example.com';
const FORGED = '203.0.113.66';
const SETTINGS = {
  INLAY_PUBLIC_URL: `https://${INSTANCE}`,
  INLAY_TRUST_PROXY: '127.0.0.1',
  INLAY_METRICS: 'true',
};

let folder: string;
let store: TestStore;
let inlay: TestInlay;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'inlay-proxy-'));
  store = await sqliteStore();
  inlay = await startInlay(store, { env: SETTINGS });
  const created = await runCommand(['tenant', 'create', 'acme'], inlay.env);
  assert.equal(created.code, 0, created.stderr);
});
after(async () => {
  await inlay.close();
  await store.drop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the Caddyfile', () => {
  const caddyfile = join(deploy, 'caddy', 'Caddyfile');
  const envOfCaddy = () => ({
    PATH: process.env.PATH,
    HOME: folder,
    INLAY_UPSTREAMS: `127.0.0.1:${inlay.port}`,
  });

  it('is valid and formatted', { timeout: BUILD_MS }, async (t) => {
    const caddy = await goTool(t, 'caddy');
    if (!caddy) return;
    const env = envOfCaddy();
    await run(caddy, ['validate', '--config', caddyfile], { env });
    assert.equal((await run(caddy, ['fmt', caddyfile], { env })).stdout, readFileSync(caddyfile, 'utf8'));
  });

  it('passes requests on, and gets certificates for hosts of tenants only', {
    timeout: BUILD_MS,
  }, async (t) => {
    const caddy = await goTool(t, 'caddy');
    if (!caddy) return;
    const [port, httpPort, askPort] = [await freePort(), await freePort(), await freePort()];
    // Other ports, and an authority of its own in place of a public one.
    const options = [
      'admin off',
      `https_port ${port}`,
      `http_port ${httpPort}`,
      'local_certs',
      'skip_install_trust',
    ];
    const config = readFileSync(caddyfile, 'utf8')
      .replace(/^\{\n/m, ['{', ...options, ''].join('\n'))
      .replaceAll('9180', String(askPort));
    writeFileSync(join(folder, 'Caddyfile'), config);
    const args = ['run', '--config', join(folder, 'Caddyfile')];
    const proxy = spawn(caddy, args, { env: envOfCaddy(), stdio: 'ignore' });
    try {
      await untilServing(port);
      await checkProxy(port);
      await assert.rejects(overTls(port, 'invented.example.net'), /alert internal error/);
      await checkRedirect(httpPort);
    } finally {
      await stop(proxy);
    }
  });
});

describe('the nginx configuration', () => {
  it('is valid and passes requests on', async (t) => {
    const found = await run('nginx', ['-v']).catch(() => undefined);
    if (!found) return t.skip('nginx is not on this machine');
    const made = makeTestCertificate(`DNS:${INSTANCE},DNS:*.${INSTANCE}`);
    if (!made) return t.skip('openssl is not on this machine');
    writeFileSync(join(folder, 'fullchain.pem'), made.certificate);
    writeFileSync(join(folder, 'privkey.pem'), made.key);
    const [port, httpPort] = [await freePort(), await freePort()];
    const site = readFileSync(join(deploy, 'nginx', 'inlay.conf'), 'utf8')
      .replaceAll('/etc/nginx/tls', folder)
      .replaceAll(/listen ((?:\[::\]:)?)443/g, `listen $1${port}`)
      .replaceAll(/listen ((?:\[::\]:)?)80/g, `listen $1${httpPort}`)
      .replace('127.0.0.1:4000', `127.0.0.1:${inlay.port}`);
    writeFileSync(join(folder, 'inlay.conf'), site);
    const config = join(folder, 'nginx.conf');
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `  ${name}_temp_path ${folder}/${name};\n`,
    );
    writeFileSync(
      config,
      `daemon off;\npid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n  access_log off;\n${paths.join('')}  include ${folder}/inlay.conf;\n}\n`,
    );
    const args = ['-e', `${folder}/error.log`, '-c', config];
    await run('nginx', ['-t', ...args]);
    const proxy = spawn('nginx', args, { stdio: 'ignore' });
    try {
      await untilServing(port);
      await checkProxy(port);
      await checkRedirect(httpPort);
    } finally {
      await stop(proxy);
    }
  });
});

async function checkProxy(port: number): Promise<void> {
  for (const host of [INSTANCE, TENANT])
    assert.match((await overTls(port, host, { path: '/admin' })).body, /<html/, host);
  assert.equal((await overTls(port, INSTANCE, { path: '/metrics' })).status, 404);
  const forwarded = { 'x-forwarded-for': FORGED, 'x-forwarded-host': 'invented.example.net' };
  const login = await overTls(port, INSTANCE, {
    path: '/api/login',
    method: 'POST',
    headers: { ...forwarded, 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.username, password: 'wrong' }),
  });
  // The host of the request decides, and not the one that the client claims.
  assert.match(login.body, /Login failed/);
  const events = await call(`${inlay.url}/api/v0/audit-events`, { token: await logInAs(inlay.url) });
  assert.doesNotMatch(JSON.stringify(events.body), new RegExp(FORGED));
}

async function checkRedirect(port: number): Promise<void> {
  const outgoing = requestHttp({ host: '127.0.0.1', port, path: '/admin', headers: { host: TENANT } }).end();
  const [response] = await once(outgoing, 'response');
  response.resume();
  assert.equal(response.statusCode, 308);
  assert.match(response.headers.location, new RegExp(`^https://${TENANT}(:\\d+)?/admin$`));
}

interface Received {
  readonly status: number;
  readonly body: string;
}

async function overTls(
  port: number,
  host: string,
  { body, headers, ...options }: RequestOptions & { readonly body?: string } = {},
): Promise<Received> {
  const outgoing = requestHttps({
    host: '127.0.0.1',
    port,
    servername: host,
    headers: { ...headers, host },
    // Nobody has heard of the authority of this test.
    rejectUnauthorized: false,
    agent: false,
    ...options,
  });
  outgoing.end(body);
  const [response] = await once(outgoing, 'response');
  return { status: response.statusCode, body: await text(response) };
}

async function untilServing(port: number): Promise<void> {
  await eventually(async () => {
    const { status } = await overTls(port, INSTANCE, { path: '/healthz' }).catch((error) =>
      assert.fail(String(error)),
    );
    assert.equal(status, 200);
  });
}

async function stop(proxy: ChildProcess): Promise<void> {
  if (proxy.exitCode !== null) return;
  const exited = once(proxy, 'exit');
  proxy.kill('SIGTERM');
  await exited;
}

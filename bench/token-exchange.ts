import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call, logInAs } from '../test/support/api-client.ts';
import { freePort } from '../test/support/free-port.ts';
import { ADMIN, postgresStore, sqliteStore, type TestStore } from '../test/support/start-inlay.ts';
import { type PreparedRequest, prepareRequest } from './load/requests.ts';
import { type LoadResult, sendAll } from './load/send.ts';
import { type ServerProcess, startProcess, startServer } from './load/server-process.ts';
import { ms, perSecond, printTable, type Row, us } from './table.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const signAsync = promisify(sign) as unknown as (
  algorithm: string,
  data: Buffer,
  key: KeyObject,
) => Promise<Buffer>;
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

interface Client {
  readonly clientId: string;
  readonly secret: string;
  readonly issuer: string;
  readonly audience: string;
  readonly tokenUrl: string;
}

interface Measured extends LoadResult {
  readonly cpuMicroseconds: number;
}

const context = {
  username: 'ann@customer.example',
  workspace_id: 'main',
  roles: ['USER'],
  privileges: { sales: ['view'], finance: ['view', 'contribute'] },
  groups: ['emea', 'managers'],
  attributes: { region: 'north', country: ['DE', 'FR'], tier: 'gold' },
  secrets: { warehouse: 'a-password-of-the-warehouse' },
};

/** Exchanges with everything on: replay protection, durable store, audit, metrics; every assertion unique. */
export async function benchTokenExchange({ requests = 6000 } = {}): Promise<void> {
  const bare = bareVerifyMicroseconds();
  const sqlite = await measureInlay(await sqliteStore(), requests);
  const postgres = await measureInlay(await postgresStore(), Math.floor(requests / 2));
  const peer = await measurePeer(requests);
  const rows: Row[] = [
    { what: 'bare crypto.verify RS512-2048', figure: us(bare), ratio: `${perSecond(1e6 / bare)} a core` },
    ...rowsOf('SQLite', sqlite, bare),
    ...rowsOf('PostgreSQL', postgres, bare),
    ...rowsOf('oidc-provider, memory', peer, bare).map(({ target, met, ...row }) => row),
    {
      what: 'SQLite against oidc-provider, 64 connections',
      figure: '',
      ratio: `${(sqlite.many.perSecond / peer.many.perSecond).toFixed(2)} ×`,
      target: '≥ 2.5 ×',
      met: sqlite.many.perSecond >= 2.5 * peer.many.perSecond,
    },
  ];
  printTable('Token exchange', rows);
}

function rowsOf(name: string, { one, many }: { one: Measured; many: Measured }, bare: number): Row[] {
  const cpu = many.cpuMicroseconds / bare;
  return [
    {
      what: `${name}, 1 connection`,
      figure: perSecond(one.perSecond),
      ratio: `p50 ${ms(one.p50)}  p99 ${ms(one.p99)}`,
    },
    {
      what: `${name}, 64 connections`,
      figure: perSecond(many.perSecond),
      ratio: `p50 ${ms(many.p50)}  p99 ${ms(many.p99)}`,
    },
    {
      what: `${name}, server CPU an exchange`,
      figure: us(many.cpuMicroseconds),
      ratio: `${cpu.toFixed(2)} × bare verify`,
      target: '≤ 3 ×',
      met: cpu <= 3,
    },
  ];
}

function bareVerifyMicroseconds(): number {
  const data = Buffer.alloc(900, 'x');
  const signature = sign('sha512', data, keys.privateKey);
  const publicKey = createPublicKey(keys.publicKey.export({ type: 'spki', format: 'pem' }));
  const rounds = 5000;
  for (let i = 0; i < 500; i += 1) verify('sha512', data, publicKey, signature);
  const before = process.cpuUsage();
  for (let i = 0; i < rounds; i += 1) verify('sha512', data, publicKey, signature);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / rounds;
}

async function measureInlay(store: TestStore, requests: number) {
  const port = await freePort();
  const env = { ...store.env, INLAY_ADMIN_PASSWORD: ADMIN.password, INLAY_METRICS: 'true' };
  const server = await startServer(port, env);
  try {
    return await measure(server, await prepareTenant(server.url), requests);
  } finally {
    await server.stop();
    await store.drop();
  }
}

async function measurePeer(requests: number) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'inlay-bench-'));
  const publicKey = join(folder, 'public.pem');
  writeFileSync(publicKey, keys.publicKey.export({ type: 'spki', format: 'pem' }));
  const client: Client = {
    clientId: 'demo-embed',
    secret: 'peer-secret-peer-secret-peer-secret',
    issuer: 'https://demo-embed',
    audience: 'https://localhost/api/auth/realms/demo',
    tokenUrl: `http://127.0.0.1:${port}/token`,
  };
  const server = await startProcess(
    [fileURLToPath(new URL('./peers/oidc-provider.mjs', import.meta.url))],
    port,
    '/metrics',
    {
      NODE_ENV: 'production',
      PEER_PORT: String(port),
      PEER_PUBLIC_KEY: publicKey,
      PEER_CLIENT: client.clientId,
      PEER_SECRET: client.secret,
      PEER_ISSUER: client.issuer,
      PEER_AUDIENCE: client.audience,
    },
  );
  try {
    return await measure(server, client, requests);
  } finally {
    await server.stop();
  }
}

async function measure(server: ServerProcess, client: Client, requests: number) {
  // The first requests meet cold code; they warm it up and are not measured.
  await sendChecked(server, await prepareExchanges(client, 1500), 64);
  const one = await sendChecked(server, await prepareExchanges(client, Math.floor(requests / 6)), 1);
  const many = await sendChecked(server, await prepareExchanges(client, requests), 64);
  return { one, many };
}

async function sendChecked(
  server: ServerProcess,
  requests: readonly PreparedRequest[],
  connections: number,
): Promise<Measured> {
  const before = await server.cpuMicroseconds();
  const result = await sendAll(server.port, requests, connections);
  const cpuMicroseconds = ((await server.cpuMicroseconds()) - before) / requests.length;
  if (result.statuses['200'] !== requests.length) {
    throw new Error(`Not every exchange succeeded: ${JSON.stringify(result.statuses)}`);
  }
  return { ...result, cpuMicroseconds };
}

async function prepareTenant(url: string): Promise<Client> {
  const token = await logInAs(url);
  const settingsUrl = `${url}/api/v0/embed-settings`;
  const { body } = await call<{ secret: string }>(`${settingsUrl}/secret`, { token, body: {} });
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'pem' });
  const { body: settings } = await call<{
    clientId: string;
    iss: string;
    aud: string;
    tokenEndpoint: string;
  }>(`${settingsUrl}/public-key`, { token, method: 'PUT', body: { publicKey } });
  const { pathname } = new URL(settings.tokenEndpoint);
  return {
    clientId: settings.clientId,
    secret: body.secret,
    issuer: settings.iss,
    audience: settings.aud,
    tokenUrl: url + pathname,
  };
}

async function prepareExchanges(client: Client, count: number): Promise<PreparedRequest[]> {
  const header = Buffer.from('{"alg":"RS512","typ":"JWT"}').toString('base64url');
  const authorization = `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`;
  return Promise.all(
    Array.from({ length: count }, async () => {
      const claims = {
        iss: client.issuer,
        sub: client.clientId,
        aud: client.audience,
        exp: Math.floor(Date.now() / 1000) + 600,
        jti: randomUUID(),
        embed_context: context,
      };
      const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      const signature = await signAsync('sha512', Buffer.from(input), keys.privateKey);
      const assertion = `${input}.${signature.toString('base64url')}`;
      const form = new URLSearchParams({ grant_type: grantType, scope: 'embed', assertion });
      const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization };
      return prepareRequest(client.tokenUrl, { headers, body: form.toString() });
    }),
  );
}

import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { call, logInAs } from '../test/support/api-client.ts';
import { freePort } from '../test/support/free-port.ts';
import { ADMIN, postgresStore, sqliteStore, type TestStore } from '../test/support/start-inlay.ts';
import { prepareRequest } from './load/prepare-request.ts';
import { type LoadResult, sendAll } from './load/send.ts';
import { type ServerProcess, startProcess, startServer } from './load/server-process.ts';
import { ms, perSecond, printTable, type Row, us } from './table.ts';
import { median } from './timed.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const signAsync = promisify(
  (data: Buffer, key: KeyObject, done: (error: Error | null, signature: Buffer) => void) =>
    sign('sha512', data, key, done),
);
const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

interface Client {
  readonly secret: string;
  readonly tokenUrl: string;
}

/** All servers have the same settings and separate stores, so that they can be sent the same assertions. */
const publicUrl = 'https://inlay.test';
const clientId = 'demo-embed';
const issuer = 'https://demo-embed';
const audience = `${publicUrl}/api/auth/realms/demo`;

/** A running server and a client that is registered with it. */
interface Contender {
  readonly server: ServerProcess;
  readonly client: Client;
  stop(): Promise<void>;
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

const rounds = 5;
const requestsPerRound = 4000;
/** V8 optimizes the last functions only after tens of thousands of requests. */
const warmUp = 40_000;

/**
 * Exchanges with replay protection, durable store, audit log and metrics; every assertion is unique. The machine may be
 * shared, so the servers run side by side and take turns in each round, and the median of the rounds counts.
 */
export async function benchTokenExchange(): Promise<void> {
  const contenders = {
    SQLite: await startInlayOn(await sqliteStore()),
    'SQLite, one worker per core': await startInlayOn(await sqliteStore(), availableParallelism()),
    PostgreSQL: await startInlayOn(await postgresStore()),
    'oidc-provider, memory': await startPeer(),
  };
  const rows: Row[] = [];
  try {
    const alone: Record<string, Measured> = {};
    const many: Record<string, Measured[]> = {};
    const bare: number[] = [];
    const [cold, single] = [await signAssertions(warmUp), await signAssertions(1000)];
    for (const [name, { server, client }] of Object.entries(contenders)) {
      // Warms up the code; not measured.
      await sendChecked(server, requestsOf(client, cold), 64);
      alone[name] = await sendChecked(server, requestsOf(client, single), 1);
    }
    for (let round = 0; round < rounds; round += 1) {
      const assertions = await signAssertions(requestsPerRound);
      for (const [name, { server, client }] of Object.entries(contenders)) {
        const prepared = requestsOf(client, assertions);
        bare.push(bareVerifyMicroseconds());
        many[name] = [...(many[name] ?? []), await sendChecked(server, prepared, 64)];
      }
    }
    rows.push(...rowsOf(alone, many, median(bare)));
  } finally {
    for (const { stop } of Object.values(contenders)) await stop();
  }
  printTable(`Token exchange, median of ${rounds} rounds`, rows);
}

/** CPU per token of servers that this benchmark does not start; Hydra with its cheapest password hash. */
const measuredBefore: Readonly<
  Record<string, { readonly cpuMicroseconds: number; readonly target: number }>
> = {
  Keycloak: { cpuMicroseconds: 5100, target: 15 },
  Hydra: { cpuMicroseconds: 2900, target: 8 },
};

function rowsOf(
  alone: Readonly<Record<string, Measured>>,
  many: Readonly<Record<string, readonly Measured[]>>,
  bare: number,
): Row[] {
  const perCore = `${perSecond(1e6 / bare)} per core`;
  const rows: Row[] = [{ what: 'bare crypto.verify RS512-2048', figure: us(bare), ratio: perCore }];
  const of = (name: string, value: (measured: Measured) => number) => median((many[name] ?? []).map(value));
  const peer = 'oidc-provider, memory';
  for (const [name, one] of Object.entries(alone)) {
    const cpu = of(name, ({ cpuMicroseconds }) => cpuMicroseconds);
    const rate = of(name, (measured) => measured.perSecond);
    // Per round: the load of the machine changes between rounds.
    const beside = median(
      (many[name] ?? []).map((measured, round) => measured.perSecond / (many[peer]?.[round]?.perSecond ?? 1)),
    );
    const [wide, tall] = [`p50 ${ms(of(name, ({ p50 }) => p50))}`, `p99 ${ms(of(name, ({ p99 }) => p99))}`];
    rows.push(
      {
        what: `${name}, 1 connection`,
        figure: perSecond(one.perSecond),
        ratio: `p50 ${ms(one.p50)}  p99 ${ms(one.p99)}`,
      },
      { what: `${name}, 64 connections`, figure: perSecond(rate), ratio: `${wide}  ${tall}` },
      {
        what: `${name}, server CPU per exchange`,
        figure: us(cpu),
        ratio: `${(cpu / bare).toFixed(2)} × bare verify`,
        ...(name === 'SQLite' ? { target: '≤ 9 ×', met: cpu <= 9 * bare } : {}),
      },
    );
    if (name === peer) continue;
    rows.push({ what: `${name}, throughput vs oidc-provider`, figure: '', ratio: `${beside.toFixed(2)} ×` });
    if (name !== 'SQLite') continue;
    for (const [other, { cpuMicroseconds, target }] of Object.entries(measuredBefore))
      rows.push({
        what: `${name}, CPU vs ${other} (${ms(cpuMicroseconds / 1000)} per token)`,
        figure: '',
        ratio: `${(cpuMicroseconds / cpu).toFixed(1)} × less`,
        target: `≥ ${target} ×`,
        met: cpuMicroseconds / cpu >= target,
      });
  }
  return rows;
}

function bareVerifyMicroseconds(): number {
  const data = Buffer.alloc(900, 'x');
  const signature = sign('sha512', data, keys.privateKey);
  const publicKey = createPublicKey(keys.publicKey.export({ type: 'spki', format: 'pem' }));
  const times = 3000;
  for (let i = 0; i < 500; i += 1) verify('sha512', data, publicKey, signature);
  const before = process.cpuUsage();
  for (let i = 0; i < times; i += 1) verify('sha512', data, publicKey, signature);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

async function startInlayOn(store: TestStore, workers = 1): Promise<Contender> {
  const server = await startServer(await freePort(), {
    ...store.env,
    INLAY_ADMIN_PASSWORD: ADMIN.password,
    INLAY_METRICS: 'true',
    INLAY_PUBLIC_URL: publicUrl,
    INLAY_WORKERS: String(workers),
  });
  const stop = async () => {
    await server.stop();
    await store.drop();
  };
  return { server, client: await prepareTenant(server.url), stop };
}

async function startPeer(): Promise<Contender> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'inlay-bench-'));
  const publicKey = join(folder, 'public.pem');
  writeFileSync(publicKey, keys.publicKey.export({ type: 'spki', format: 'pem' }));
  const client: Client = {
    secret: 'peer-secret-peer-secret-peer-secret',
    tokenUrl: `http://127.0.0.1:${port}/token`,
  };
  const server = await startProcess(
    [process.execPath, fileURLToPath(new URL('./peers/oidc-provider.mjs', import.meta.url))],
    port,
    '/metrics',
    {
      NODE_ENV: 'production',
      PEER_PORT: String(port),
      PEER_PUBLIC_KEY: publicKey,
      PEER_CLIENT: clientId,
      PEER_SECRET: client.secret,
      PEER_ISSUER: issuer,
      PEER_AUDIENCE: audience,
    },
  );
  return { server, client, stop: () => server.stop() };
}

async function sendChecked(
  server: ServerProcess,
  requests: readonly Buffer[],
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
  const { body: settings } = await call<{ tokenEndpoint: string }>(`${settingsUrl}/public-key`, {
    token,
    method: 'PUT',
    body: { publicKey },
  });
  return { secret: body.secret, tokenUrl: url + new URL(settings.tokenEndpoint).pathname };
}

async function signAssertions(count: number): Promise<string[]> {
  const header = Buffer.from('{"alg":"RS512","typ":"JWT"}').toString('base64url');
  return Promise.all(
    Array.from({ length: count }, async () => {
      const claims = {
        iss: issuer,
        sub: clientId,
        aud: audience,
        exp: Math.floor(Date.now() / 1000) + 600,
        jti: randomUUID(),
        embed_context: context,
      };
      const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
      const signature = await signAsync(Buffer.from(input), keys.privateKey);
      return `${input}.${signature.toString('base64url')}`;
    }),
  );
}

function requestsOf({ secret, tokenUrl }: Client, assertions: readonly string[]): Buffer[] {
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization };
  return assertions.map((assertion) => {
    const form = new URLSearchParams({ grant_type: grantType, scope: 'embed', assertion });
    return prepareRequest(tokenUrl, { headers, body: form.toString() });
  });
}

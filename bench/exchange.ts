import { createPublicKey, sign, verify } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, logInAs } from '../test/support/http/api-client.ts';
import { freePort } from '../test/support/server/free-port.ts';
import { ADMIN, postgresStore, sqliteStore, type TestStore } from '../test/support/server/start-inlay.ts';
import { KEYCLOAK_VERSION } from '../test/support/sign-in/install-keycloak.ts';
import {
  AUDIENCE,
  CLIENT_ID,
  type Client,
  type Contender,
  ISSUER,
  KEYS,
  PUBLIC_KEY,
  PUBLIC_URL,
  requestsOf,
  signAssertions,
} from './load/assertions.ts';
import { type LoadResult, sendAll } from './load/send.ts';
import { type ServerProcess, startProcess, startServer } from './load/server-process.ts';
import { HYDRA_VERSION, startHydra } from './peers/hydra.ts';
import { startKeycloak } from './peers/keycloak.ts';
import type { BenchOptions } from './read-arguments.ts';
import { ms, perSecond, printTable, type Row, us } from './table.ts';
import { median } from './timed.ts';

interface Measured extends LoadResult {
  readonly cpuMicroseconds: number;
}

const rounds = 5;
const requestsPerRound = 4000;
/** V8 optimizes the last functions only after tens of thousands of requests; so does Java. */
const warmUp = 40_000;
const OWN = 'SQLite';
const IN_MEMORY = 'oidc-provider, memory';

interface Peer {
  start(): Promise<Contender>;
  /** Its CPU per exchange has to be this many times ours. */
  readonly target: number;
}

/** Both store in PostgreSQL, whose CPU time does not count: that favors them, since our SQLite is part of our process. */
const PEERS: Readonly<Record<string, Peer>> = {
  [`Keycloak ${KEYCLOAK_VERSION}, PostgreSQL`]: { start: startKeycloak, target: 15 },
  [`Hydra ${HYDRA_VERSION} with its cheapest hash, PostgreSQL`]: { start: startHydra, target: 8 },
};

/**
 * Exchanges with replay protection, durable store, audit log and metrics; every assertion is unique. The machine may be
 * shared, so the servers run side by side and take turns in each round, and the median of the rounds counts. Peers get
 * the same requests.
 */
export async function benchExchange({ peers }: BenchOptions): Promise<void> {
  const contenders: Record<string, Contender> = {};
  const rows: Row[] = [];
  try {
    contenders[OWN] = await startInlayOn(await sqliteStore());
    contenders.PostgreSQL = await startInlayOn(await postgresStore());
    contenders[IN_MEMORY] = await startOidcProvider();
    if (peers) Object.assign(contenders, await startPeers());
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

/** Those that can be installed and started here; of the others, no ratio is printed. */
async function startPeers(): Promise<Readonly<Record<string, Contender>>> {
  const started: Record<string, Contender> = {};
  for (const [name, { start }] of Object.entries(PEERS)) {
    try {
      started[name] = await start();
    } catch (error) {
      console.log(`\nNot measured: ${name}. ${(error as Error).message}`);
    }
  }
  return started;
}

function rowsOf(
  alone: Readonly<Record<string, Measured>>,
  many: Readonly<Record<string, readonly Measured[]>>,
  bare: number,
): Row[] {
  const perCore = `${perSecond(1e6 / bare)} per core`;
  const rows: Row[] = [{ what: 'bare crypto.verify RS512-2048', figure: us(bare), ratio: perCore }];
  const of = (name: string, value: (measured: Measured) => number) => median((many[name] ?? []).map(value));
  const cpuOf = (name: string) => of(name, ({ cpuMicroseconds }) => cpuMicroseconds);
  for (const [name, one] of Object.entries(alone)) {
    const cpu = cpuOf(name);
    const rate = of(name, (measured) => measured.perSecond);
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
        ...(name === OWN ? { target: '≤ 9 ×', met: cpu <= 9 * bare } : {}),
      },
    );
    if (name === IN_MEMORY || name in PEERS) continue;
    // Per round: the load of the machine changes between rounds.
    const beside = median(
      (many[name] ?? []).map(
        (measured, round) => measured.perSecond / (many[IN_MEMORY]?.[round]?.perSecond ?? 1),
      ),
    );
    rows.push({ what: `${name}, throughput vs oidc-provider`, figure: '', ratio: `${beside.toFixed(2)} ×` });
  }
  for (const [name, { target }] of Object.entries(PEERS)) {
    if (!(name in alone)) continue;
    const less = cpuOf(name) / cpuOf(OWN);
    rows.push({
      what: `${OWN}, CPU vs ${name}`,
      figure: `${us(cpuOf(OWN))} against ${us(cpuOf(name))}`,
      ratio: `${less.toFixed(1)} × less`,
      target: `≥ ${target} ×`,
      met: less >= target,
    });
  }
  return rows;
}

function bareVerifyMicroseconds(): number {
  const data = Buffer.alloc(900, 'x');
  const signature = sign('sha512', data, KEYS.privateKey);
  const publicKey = createPublicKey(PUBLIC_KEY);
  const times = 3000;
  for (let i = 0; i < 500; i += 1) verify('sha512', data, publicKey, signature);
  const before = process.cpuUsage();
  for (let i = 0; i < times; i += 1) verify('sha512', data, publicKey, signature);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

async function startInlayOn(store: TestStore): Promise<Contender> {
  const server = await startServer(await freePort(), {
    ...store.env,
    INLAY_ADMIN_PASSWORD: ADMIN.password,
    INLAY_METRICS: 'true',
    INLAY_PUBLIC_URL: PUBLIC_URL,
  });
  const stop = async () => {
    await server.stop();
    await store.drop();
  };
  return { server, client: await prepareTenant(server.url), stop };
}

async function startOidcProvider(): Promise<Contender> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'inlay-bench-'));
  const publicKey = join(folder, 'public.pem');
  writeFileSync(publicKey, PUBLIC_KEY);
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
      PEER_CLIENT: CLIENT_ID,
      PEER_SECRET: client.secret,
      PEER_ISSUER: ISSUER,
      PEER_AUDIENCE: AUDIENCE,
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
  const { body: settings } = await call<{ tokenEndpoint: string }>(`${settingsUrl}/public-key`, {
    token,
    method: 'PUT',
    body: { publicKey: PUBLIC_KEY },
  });
  return { secret: body.secret, tokenUrl: url + new URL(settings.tokenEndpoint).pathname };
}

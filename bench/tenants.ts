import { linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readDemoParts } from '@inlay/server/cli/prepare-demo';
import { readConfig } from '@inlay/server/config';
import { loadDemo } from '@inlay/server/features/demo/load-demo';
import { createTenant } from '@inlay/server/features/provisioning/create-tenant';
import { prepareFirstStart } from '@inlay/server/features/provisioning/first-start';
import { storeOwnToken } from '@inlay/server/features/tokens/embed-tokens';
import { openServices } from '@inlay/server/open-services';
import { embedTokenKey, newEmbedToken } from '@inlay/server/platform/identity/opaque-token';
import type { Services } from '@inlay/server/services';
import { pino } from 'pino';
import { type RawResponse, rawRequest } from '../test/support/http/raw-request.ts';
import { freePort } from '../test/support/server/free-port.ts';
import { cpuMsOf, memoryMbOf, processTree } from './load/process-tree.ts';
import { type ServerProcess, startServer } from './load/server-process.ts';
import { ms, printTable } from './table.ts';

/** Most of the time goes into DuckDB processes, one after the other: a thousand tenants take a quarter of an hour. */
const tenants = Number(process.env.BENCH_TENANTS ?? 200);
const atOnce = Math.min(200, tenants);
const limitMb = 500;
/** Of a query, and thereby of its wait for a process. */
const limitSeconds = 30;
/** Surplus processes that run DuckDB end after five idle seconds. */
const restMs = 8000;

interface BenchTenant {
  readonly host: string;
  readonly token: string;
}

/**
 * A node on which a dashboard was opened in each of 200 tenants, all with the demo's content and rows, after they queried
 * their files at the same moment. Figures include the processes that run DuckDB.
 */
export async function benchTenants(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-bench-'));
  const env = {
    INLAY_DATA_DIR: folder,
    INLAY_LOG_LEVEL: 'silent',
    INLAY_ADMIN_PASSWORD: 'unused here',
  };
  try {
    const all = await makeTenants(env);
    const server = await startServer(await freePort(), env);
    try {
      await measure(server, all);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(server: ServerProcess, all: readonly BenchTenant[]): Promise<void> {
  const idle = sum(processTree(server.pid).map(memoryMbOf));
  const cold = await Promise.all(all.slice(0, atOnce).map((tenant) => queryTile(server, tenant)));
  const answered = cold.filter(({ status }) => status === 200);
  const refused = cold.filter(
    ({ status, headers }) => status === 503 && headers['retry-after'] !== undefined,
  );
  const slowest = Math.max(...cold.map(({ seconds }) => seconds));

  const meter = createCpuMeter(server.pid);
  let busy = 0;
  let most = 0;
  for (const tenant of all) {
    const { status, text } = await openDashboard(server, tenant);
    if (status !== 200) throw new Error(`${tenant.host} got ${status}: ${text}`);
    const pids = meter.look();
    busy = Math.max(busy, sum(pids.map(memoryMbOf)));
    most = Math.max(most, pids.length - 1);
  }
  const { node, engines } = meter.read();
  await sleep(restMs);
  const rest = processTree(server.pid).map(memoryMbOf);
  const perTenant = ((sum(rest) - idle) / all.length) * 1024;

  printTable(`${atOnce} tenants query their files at the same moment`, [
    {
      what: 'answered, or refused on arrival with `Retry-After`',
      figure: `${answered.length} + ${refused.length}`,
      target: String(atOnce),
      met: answered.length + refused.length === atOnce,
    },
    {
      what: 'the last response',
      figure: `${slowest.toFixed(1)} s`,
      ratio: (slowest / limitSeconds).toFixed(2),
      target: `≤ ${limitSeconds} s`,
      met: slowest <= limitSeconds,
    },
  ]);
  printTable(`A dashboard opened in each of ${tenants} tenants`, [
    {
      what: `memory of the node and its processes, ${restMs / 1000} s later`,
      figure: `${sum(rest).toFixed(0)} MB`,
      ratio: (sum(rest) / limitMb).toFixed(2),
      target: `≤ ${limitMb} MB`,
      met: sum(rest) <= limitMb,
    },
    {
      what: `of which the node, and the DuckDB processes at rest (${rest.length - 1})`,
      figure: `${(rest[0] ?? 0).toFixed(0)} MB, ${sum(rest.slice(1)).toFixed(0)} MB`,
    },
    { what: 'a tenant at rest: growth since the start of the node', figure: `${perTenant.toFixed(0)} KB` },
    {
      what: `at most while they were opened, with up to ${most} DuckDB processes`,
      figure: `${busy.toFixed(0)} MB`,
    },
    {
      what: 'a tenant while it is opened: CPU of the node, and of DuckDB processes',
      figure: `${ms(node / all.length)}, ${ms(engines / all.length)}`,
    },
  ]);
}

/** CPU time of a node and of its DuckDB processes, also of those that have ended since the last look. */
function createCpuMeter(pid: number) {
  const before = new Map(processTree(pid).map((each) => [each, cpuMsOf(each)]));
  const seen = new Map(before);
  const look = (): readonly number[] => {
    const pids = processTree(pid);
    for (const each of pids) seen.set(each, Math.max(cpuMsOf(each), seen.get(each) ?? 0));
    return pids;
  };
  const used = (each: number) => (seen.get(each) ?? 0) - (before.get(each) ?? 0);
  return {
    look,
    read: () => ({
      node: used(pid),
      engines: sum([...seen.keys()].filter((each) => each !== pid).map(used)),
    }),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function makeTenants(env: Readonly<Record<string, string>>): Promise<readonly BenchTenant[]> {
  const services = await openServices(readConfig(env), { log: pino({ level: 'silent' }) });
  try {
    await prepareFirstStart(services);
    await loadDemo(services, 'demo' as TenantId, readDemoParts());
    const all: BenchTenant[] = [];
    for (let number = 1; number <= tenants; number += 1)
      all.push(await makeTenant(services, `tenant-${number}`));
    return all;
  } finally {
    await services.engines.close();
    await services.duckdb.close();
    await services.store.close();
  }
}

async function makeTenant(services: Services, id: string): Promise<BenchTenant> {
  const parts = readDemoParts();
  const host = `${id}.example`;
  // Nobody logs in, and a thousand hashes take minutes.
  const passwords = { ...services.passwords, hash: async () => 'unused' };
  const { tenant, clientId } = await createTenant(
    { ...services, passwords },
    { id, adminUsername: 'admin@bench.example', publicUrl: new URL(`http://${host}`) },
  );
  const { filesDir } = services.config;
  mkdirSync(join(filesDir, tenant.id), { recursive: true });
  for (const table of parts.tables)
    linkSync(join(filesDir, 'demo', `${table}.parquet`), join(filesDir, tenant.id, `${table}.parquet`));
  await loadDemo(services, tenant.id, parts);
  return { host, token: await storeToken(services, tenant.id, clientId) };
}

async function storeToken({ store }: Services, tenantId: TenantId, clientId: string): Promise<string> {
  const now = Date.now();
  const token = newEmbedToken(now);
  await store.write((transaction) =>
    storeOwnToken(transaction, tenantId, {
      token_key: embedTokenKey(token) as string,
      client_id: clientId,
      context: JSON.stringify({
        username: 'bench',
        workspace_id: 'main',
        roles: ['USER'],
        privileges: { sales: ['view'] },
        groups: ['finance'],
      }),
      lost_sections: null,
      sealed_secrets: null,
      only_embed: null,
      issued_at: now,
      expires_at: now + 3_600_000,
      forget_at: now + 3_600_000,
    }),
  );
  return token;
}

async function queryTile(
  { url }: ServerProcess,
  { host, token }: BenchTenant,
): Promise<RawResponse & { readonly seconds: number }> {
  const started = performance.now();
  const response = await rawRequest(url, {
    method: 'POST',
    path: '/embed/api/v0/embeds/sales-dashboard/tiles/revenue',
    headers: { host, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return { ...response, seconds: (performance.now() - started) / 1000 };
}

function openDashboard({ url }: ServerProcess, { host, token }: BenchTenant): Promise<RawResponse> {
  return rawRequest(url, {
    method: 'POST',
    path: '/embed/sales-dashboard',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, width: '1200', lang: 'en-GB' }).toString(),
  });
}

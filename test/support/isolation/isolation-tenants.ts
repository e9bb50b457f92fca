import assert from 'node:assert/strict';
import type { QuerySpec } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { findDataset } from '@inlay/server/features/datasets/datasets';
import { runQuery } from '@inlay/server/features/datasets/run-query';
import { authenticateEmbed } from '@inlay/server/features/tokens/embed-tokens';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import type { EmbedPrincipal } from '@inlay/server/platform/identity/embed-principal';
import { type DataClient, dataClient } from '../data/data-client.ts';
import { type EmbedSetup, exchange, goodClaims, setUpEmbedding, signJwt } from '../embeds/embed-client.ts';
import type { FilledDatabase, RunningServer } from '../engines/engine-under-test.ts';
import { TEST_ENGINES } from '../engines/test-engines.ts';
import { type InlayOptions, sqliteStore, startInlay, type TestInlay } from '../server/start-inlay.ts';
import { addTenant, type SecondTenant } from '../users/second-tenant.ts';
import { createTables, type IsolationTable, TENANTS, type Tenant } from './isolation-tables.ts';

export const UTC = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 1 } as const;

export interface IsolatedTenants {
  readonly inlay: TestInlay;
  readonly setups: Readonly<Record<Tenant, EmbedSetup & Partial<SecondTenant>>>;
  readonly clients: Readonly<Record<Tenant, DataClient>>;
  /** Undefined where PostgreSQL is not among the engines. */
  readonly postgresUrl: string | undefined;
  /** The viewer that a signed context becomes, through the real exchange; nothing where the exchange refuses it. */
  viewer(tenant: Tenant, context: Record<string, unknown>): Promise<EmbedPrincipal | undefined>;
  ask(
    viewer: EmbedPrincipal,
    dataset: string,
    spec: QuerySpec,
  ): Promise<{ result: QueryResult; from: string }>;
  stop(): Promise<void>;
}

/** Two tenants on one server. Each has a connection per engine, named after it, to tables of its own; files always. */
export async function startTenants(
  tablesOf: (tenant: Tenant) => Readonly<Record<string, IsolationTable>>,
  engines: readonly EngineName[],
  options: InlayOptions = {},
): Promise<IsolatedTenants> {
  const store = await sqliteStore();
  const servers = new Map<EngineName, RunningServer>();
  for (const engine of engines) {
    const running = await TEST_ENGINES[engine].server?.start();
    if (running) servers.set(engine, running);
  }
  const env = { ...options.env, INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32,::1/128' };
  const inlay = await startInlay(store, { ...options, env });
  const setups = { demo: await setUpEmbedding(inlay), acme: await addTenant(inlay, 'acme') };
  const clients = {
    demo: dataClient(inlay.url, setups.demo.adminToken),
    acme: dataClient(inlay.url, setups.acme.adminToken, setups.acme.host),
  };
  const databases: FilledDatabase[] = [];
  for (const tenant of TENANTS) {
    await uploadTables(clients[tenant], tablesOf(tenant));
    for (const [engine, { url }] of servers) {
      const statements = createTables(engine, tablesOf(tenant));
      const database = await TEST_ENGINES[engine].server?.fill(url, `${tenant}_data`, statements);
      assert.ok(database, engine);
      databases.push(database);
      await connectTo(clients[tenant], engine, database.url);
    }
  }
  return {
    inlay,
    setups,
    clients,
    postgresUrl: servers.get('postgres')?.url,
    async viewer(tenant, context) {
      const claims = { ...goodClaims(setups[tenant]), embed_context: context };
      const { body } = await exchange(setups[tenant], signJwt(claims));
      if (body.access_token === undefined) return undefined;
      return authenticateEmbed(inlay.services.store, tenant as TenantId, body.access_token, Date.now());
    },
    async ask(viewer, id, spec) {
      const dataset = await findDataset(inlay.services.store, viewer.tenantId, id);
      assert.ok(dataset, id);
      return runQuery(inlay.services, viewer, dataset, spec, { calendar: UTC });
    },
    async stop() {
      await inlay.close();
      await store.drop();
      for (const database of databases) await database.drop();
      await Promise.all(servers.values().map((server) => server.stop()));
    },
  };
}

async function uploadTables(
  client: DataClient,
  tables: Readonly<Record<string, IsolationTable>>,
): Promise<void> {
  const uploads = Object.entries(tables).map(async ([table, { columns, rows }]) => {
    const csv = [Object.keys(columns).join(','), ...rows.map((row) => row.join(','))].join('\n');
    const { status, body } = await client.upload(`${table}.csv`, `${csv}\n`);
    assert.equal(status, 201, JSON.stringify(body));
  });
  await Promise.all(uploads);
  await client.create('connections', { id: 'duckdb', name: 'Files', kind: 'duckdb' });
}

async function connectTo(client: DataClient, kind: string, url: string): Promise<void> {
  const { hostname, port, pathname, username, password } = new URL(url);
  await client.create('connections', {
    id: kind,
    name: kind,
    kind,
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    tls: 'off',
  });
}

import assert from 'node:assert/strict';
import type { Dataset } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import type { RowRule } from '@inlay/protocol/rule';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { findDataset } from '@inlay/server/features/datasets/datasets';
import { runQuery } from '@inlay/server/features/datasets/run-query';
import { authenticateEmbed } from '@inlay/server/features/tokens/embed-tokens';
import type { EmbedPrincipal } from '@inlay/server/platform/identity/embed-principal';
import { type DataClient, dataClient } from './data-client.ts';
import { type EmbedSetup, exchange, goodClaims, setUpEmbedding, signJwt } from './embed-client.ts';
import { skipEngine } from './engines/skip-engine.ts';
import { FILL_ORDERS, type FilledDatabase, type OrderRow } from './fill-orders.ts';
import { addTenant } from './second-tenant.ts';
import { sqliteStore, startInlay, type TestInlay } from './start-inlay.ts';
import { startMariadb } from './start-mariadb.ts';
import { startPostgres } from './start-postgres.ts';

/** Two tenants with the same people, tables, datasets and identifiers: only isolation keeps them apart. */
export const TENANTS = ['demo', 'acme'] as const;
export const PEOPLE = ['ann', 'bob', 'cat'] as const;
export const ENGINES = ['duckdb', 'postgres', 'mysql', 'clickhouse', 'trino'] as const;
export const RUNNING = ENGINES.filter((engine) => !skipEngine(engine));
export type Tenant = (typeof TENANTS)[number];
export type Person = (typeof PEOPLE)[number];

/** Every row says whose it is in a form that can be searched for: `demo:ann:1`. */
const MARKER = /\b(demo|acme):(ann|bob|cat):\d+/g;
const rowsEach = 4;

const context = (path: string) => ({ context: `attributes.${path}` as const });

/** One rule per operator; each grants users exactly their own rows. */
export const RULES: Readonly<Record<string, Partial<Dataset>>> = {
  equals: one({ column: 'account', operator: 'equals', value: context('account') }),
  in: one({ column: 'account', operator: 'in', values: context('accounts') }),
  contains: one({ column: 'marker', operator: 'contains', value: context('account') }),
  between: one({ column: 'number', operator: 'between', from: context('number'), to: context('number') }),
  'less and greater': one({
    and: [
      { column: 'number', operator: 'greater', value: context('below') },
      { column: 'number', operator: 'less', value: context('above') },
    ],
  }),
  'or equal': one({
    and: [
      { column: 'number', operator: 'greater-or-equal', value: context('number') },
      { column: 'number', operator: 'less-or-equal', value: context('number') },
    ],
  }),
  'not-in': one({ column: 'account', operator: 'not-in', values: context('others') }),
  'not-equals': one({
    and: [
      { column: 'account', operator: 'not-equals', value: context('other') },
      { column: 'account', operator: 'not-equals', value: context('another') },
    ],
  }),
  'is-set': one({
    and: [
      { column: 'account', operator: 'is-set' },
      { column: 'account', operator: 'equals', value: context('account') },
      { column: 'nothing', operator: 'is-not-set' },
    ],
  }),
  username: one({ column: 'owner', operator: 'equals', value: { context: 'username' } }),
  groups: {
    groupRules: PEOPLE.map((account) => ({
      group: `team ${account}`,
      rule: { column: 'account', operator: 'equals', value: account },
    })),
  },
  'context conditions': one({
    or: PEOPLE.map((account) => ({
      and: [
        { context: 'attributes.account', operator: 'equals', value: account },
        { column: 'account', operator: 'equals', value: account },
      ],
    })),
  }),
  'a date': one({ column: 'day', operator: 'equals', value: context('day') }),
  'odd names': one({
    and: [
      { column: 'account', operator: 'equals', value: { context: 'attributes.__proto__' } },
      { column: 'account', operator: 'equals', value: { context: 'attributes.constructor' } },
    ],
  }),
  sql: { rowRules: [{ all: true }] },
};

function one(rule: RowRule): Partial<Dataset> {
  return { rowRules: [rule] };
}

/** What a customer's server signs for one of its people. `__proto__` is an own key here, as JSON makes it. */
export function contextOf(person: Person): Record<string, unknown> {
  const number = PEOPLE.indexOf(person);
  const others = PEOPLE.filter((other) => other !== person);
  const attributes = JSON.parse(
    JSON.stringify({
      account: person,
      accounts: [person],
      number,
      below: number - 1,
      above: number + 1,
      others,
      other: others[0],
      another: others[1],
      day: `2026-01-0${number + 1}`,
      constructor: person,
    }).replace('{', `{"__proto__":"${person}",`),
  );
  return {
    username: `${person}@customer.example`,
    workspace_id: 'main',
    roles: ['USER'],
    privileges: {},
    groups: [`team ${person}`],
    attributes,
  };
}

export interface World {
  readonly inlay: TestInlay;
  readonly clients: Readonly<Record<Tenant, DataClient>>;
  readonly postgresUrl: string;
  /** The viewer that a signed context becomes, through the real exchange; nothing where the exchange refuses it. */
  viewer(tenant: Tenant, context: Record<string, unknown>): Promise<EmbedPrincipal | undefined>;
  ask(
    viewer: EmbedPrincipal,
    dataset: string,
    spec: QuerySpec,
  ): Promise<{ result: QueryResult; from: string }>;
  stop(): Promise<void>;
}

export const UTC = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 1 } as const;

export async function buildWorld(): Promise<World> {
  const [postgres, mariadb, store] = await Promise.all([
    startPostgres(),
    skipEngine('mysql') ? undefined : startMariadb(),
    sqliteStore(),
  ]);
  const inlay = await startInlay(store, { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32,::1/128' } });
  const setups: Record<Tenant, EmbedSetup> = {
    demo: await setUpEmbedding(inlay),
    acme: await addTenant(inlay, 'acme'),
  };
  const host = `acme.${inlay.services.config.publicUrl.hostname}`;
  const clients = {
    demo: dataClient(inlay.url, setups.demo.adminToken),
    acme: dataClient(inlay.url, setups.acme.adminToken, host),
  };
  const servers = {
    postgres: postgres.url,
    mysql: mariadb?.url,
    clickhouse: process.env.INLAY_TEST_CLICKHOUSE_URL,
    trino: process.env.INLAY_TEST_TRINO_URL,
  };
  const databases: FilledDatabase[] = [];
  for (const tenant of TENANTS) {
    const csv = [columns.join(','), ...rowsOf(tenant).map((row) => row.join(','))].join('\n');
    const { status, body } = await clients[tenant].upload('orders.csv', `${csv}\n`);
    assert.equal(status, 201, JSON.stringify(body));
    await clients[tenant].create('connections', { id: 'duckdb', name: 'Files', kind: 'duckdb' });
    for (const kind of ['postgres', 'mysql', 'clickhouse', 'trino'] as const) {
      // A test below connects to PostgreSQL whatever else runs.
      if (servers[kind] === undefined || (kind !== 'postgres' && skipEngine(kind))) continue;
      const database = await FILL_ORDERS[kind](servers[kind], `${tenant}_data`, rowsOf(tenant));
      databases.push(database);
      await connectTo(clients[tenant], kind, database.url);
    }
    await describeData(clients[tenant]);
  }
  return {
    inlay,
    clients,
    postgresUrl: postgres.url,
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
      await Promise.all([postgres.stop(), mariadb?.stop()]);
    },
  };
}

const columns = ['marker', 'account', 'owner', 'number', 'amount', 'day', 'nothing'];

function rowsOf(tenant: Tenant): readonly OrderRow[] {
  return PEOPLE.flatMap((account, number) =>
    Array.from(
      { length: rowsEach },
      (_, index): OrderRow => [
        `${tenant}:${account}:${index}`,
        account,
        `${account}@customer.example`,
        number,
        10 ** number,
        `2026-01-0${number + 1}`,
        '',
      ],
    ),
  );
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

async function describeData(client: DataClient): Promise<void> {
  for (const engine of RUNNING)
    for (const [name, rules] of Object.entries(RULES)) {
      const table =
        engine === 'duckdb' ? { kind: 'file', file: 'orders' } : { kind: 'table', table: 'orders' };
      const sql = 'SELECT * FROM orders WHERE account = {{ attributes.account }}';
      await client.create('datasets', {
        id: datasetId(engine, name),
        name,
        connectionId: engine,
        source: name === 'sql' ? { kind: 'sql', sql } : table,
        measures: [
          { name: 'total', kind: 'sum', column: 'amount' },
          { name: 'rows', kind: 'count' },
          { name: 'last', kind: 'max', column: 'marker' },
        ],
        ...rules,
      });
    }
}

export const datasetId = (engine: string, rule: string) => `${engine}-${rule.replaceAll(' ', '-')}`;

/** The markers in a response of any shape that belong to another user or tenant. */
export function foreignIn(answer: unknown, tenant: Tenant, person: Person): readonly string[] {
  const found = JSON.stringify(answer).match(MARKER) ?? [];
  return found.filter((marker) => !marker.startsWith(`${tenant}:${person}:`));
}

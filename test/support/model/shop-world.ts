import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type DrillRows, findDataset, runRows } from '@inlay/server/features/datasets/index';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import { viewerOfContext } from '@inlay/server/platform/identity/viewer-of-context';
import type { RowsQuery } from '@inlay/server/platform/query/plan/plan-rows';
import { type DataClient, dataClient } from '../data/data-client.ts';
import type { FilledDatabase, RunningServer } from '../engines/engine-under-test.ts';
import { skipEngine } from '../engines/skip-engine.ts';
import { ENGINE_NAMES, TEST_ENGINES } from '../engines/test-engines.ts';
import { logInAs } from '../http/api-client.ts';
import { sqliteStore, startInlay } from '../server/start-inlay.ts';
import { timeAt } from '../time/fake-time.ts';
import type { QueryCase } from './evaluate-query.ts';
import { createShop, type Shop, TABLE_NAMES, type TableName } from './shop.ts';
import type { ShopModel } from './shop-model.ts';

export const SHOP_ENGINES = ENGINE_NAMES.filter((engine) => !skipEngine(engine));

export interface ShopWorld {
  readonly client: DataClient;
  /** Creates the datasets of a model on an engine. */
  define(engine: EngineName, name: string, model: ShopModel): Promise<void>;
  /** The rows behind a mark, as the tile of a chart would show them to the viewer. */
  rowsOf(
    dataset: string,
    queryCase: Pick<QueryCase, 'viewer' | 'calendar'>,
    rows: RowsQuery,
  ): Promise<DrillRows>;
  stop(): Promise<void>;
}

export const datasetId = (engine: EngineName, model: string, table: TableName) =>
  `${engine}-${model}-${table}`;

/** A server whose tenant has the shop in every engine that runs here, and whose clock stands still. */
export async function buildShopWorld(shop: Shop, now: number): Promise<ShopWorld> {
  const store = await sqliteStore();
  const inlay = await startInlay(store, {
    time: timeAt(() => now),
    env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32,::1/128', INLAY_QUERY_SECONDS: '120' },
  });
  const client = dataClient(inlay.url, await logInAs(inlay.url));
  const databases: FilledDatabase[] = [];
  const servers: RunningServer[] = [];
  for (const engine of SHOP_ENGINES) {
    const { server } = TEST_ENGINES[engine];
    if (server === undefined) {
      await uploadShop(client, shop);
      await client.create('connections', { id: engine, name: engine, kind: engine });
      continue;
    }
    const running = await server.start();
    servers.push(running);
    const database = await server.fill(running.url, 'shop', createShop(engine, shop));
    databases.push(database);
    const { hostname, port, pathname, username, password } = new URL(database.url);
    await client.create('connections', {
      id: engine,
      name: engine,
      kind: engine,
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      tls: 'off',
    });
  }
  return {
    client,
    async define(engine, name, model) {
      const change = async (table: TableName, body: object) => {
        const path = `datasets/${datasetId(engine, name, table)}`;
        const response = await client.ask(path, { method: 'PATCH', headers: { 'if-match': '*' }, body });
        assert.equal(response.status, 200, JSON.stringify(response.body));
      };
      for (const [table, { columns, measures, segmented }] of model)
        await client.create('datasets', {
          id: datasetId(engine, name, table),
          name: table,
          connectionId: engine,
          source:
            TEST_ENGINES[engine].server === undefined
              ? { kind: 'file', file: table }
              : { kind: 'table', table },
          cacheSeconds: 0,
          columns,
          measures,
          segmented,
        });
      for (const [table, { relationships }] of model) {
        if (relationships.length === 0) continue;
        await change(table, {
          relationships: relationships.map(({ from: _, to, ...relationship }) => ({
            ...relationship,
            dataset: datasetId(engine, name, to),
          })),
        });
      }
      for (const [table, { rowRules, groupRules }] of model)
        if (rowRules.length + groupRules.length > 0) await change(table, { rowRules, groupRules });
    },
    async rowsOf(id, { viewer, calendar }, rows) {
      const { services, firstTenant } = inlay;
      assert.ok(firstTenant);
      const tenant = firstTenant.tenant.id;
      const dataset = await findDataset(services.store, tenant, id);
      assert.ok(dataset);
      const principal = viewerOfContext(services, tenant, viewer);
      return runRows(services, principal, dataset, rows, { calendar, language: 'en' });
    },
    async stop() {
      await inlay.close();
      await store.drop();
      for (const database of databases) await database.drop();
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

/** As Parquet, which keeps the types of the columns. */
async function uploadShop(client: DataClient, shop: Shop): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-shop-'));
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    for (const statement of createShop('duckdb', shop)) await connection.run(statement);
    for (const table of TABLE_NAMES) {
      const file = join(folder, `${table}.parquet`);
      await connection.run(`COPY ${table} TO '${file}' (FORMAT parquet)`);
      const { status, body } = await client.upload(`${table}.parquet`, readFileSync(file));
      assert.equal(status, 201, JSON.stringify(body));
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
}

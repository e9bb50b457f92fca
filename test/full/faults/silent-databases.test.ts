import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { type DataClient, dataClient } from '../../support/data/data-client.ts';
import { logInAs } from '../../support/http/api-client.ts';
import { startTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { skipWithoutMariadb, startMariadb } from '../../support/stores/start-mariadb.ts';
import { startPostgres } from '../../support/stores/start-postgres.ts';
import { eventually } from '../../support/time/eventually.ts';

const DATABASES = {
  PostgreSQL: {
    kind: 'postgres',
    skip: false,
    start: () => startPostgres({ isDurable: false }),
    run: async (url: string, statement: string) => {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(statement);
      await client.end();
    },
    slow: 'select concat(product, pg_sleep(0.1)) as product from sales',
  },
  MariaDB: {
    kind: 'mysql',
    skip: skipWithoutMariadb,
    start: () => startMariadb(),
    run: async (url: string, statement: string) => {
      const connection = await createConnection(url);
      await connection.query(statement);
      await connection.end();
    },
    slow: 'select concat(product, sleep(0.1)) as product from sales',
  },
} as const;

for (const [name, { kind, skip, start, run, slow }] of Object.entries(DATABASES)) {
  describe(`a customer's ${name} with frozen connections`, { skip }, () => {
    let database: { readonly url: string; stop(): Promise<void> };
    let proxy: TcpProxy;
    let store: TestStore;
    let inlay: TestInlay;
    let data: DataClient;

    before(async () => {
      database = await start();
      await run(database.url, "create table sales as select 'Tea' as product, 3 as amount");
      const url = new URL(database.url);
      proxy = await startTcpProxy(Number(url.port));
      store = await sqliteStore();
      inlay = await startInlay(store, {
        env: { INLAY_QUERY_SECONDS: '6', INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' },
      });
      data = dataClient(inlay.url, await logInAs(inlay.url));
      await data.create('connections', {
        id: 'warehouse',
        name: 'Warehouse',
        kind,
        host: '127.0.0.1',
        port: proxy.port,
        database: url.pathname.slice(1),
        user: url.username,
        password: url.password,
        tls: 'off',
      });
      await data.create('datasets', {
        id: 'items',
        name: 'Items',
        connectionId: 'warehouse',
        source: { kind: 'sql', sql: slow },
        cacheSeconds: 0,
        segmented: false,
      });
      await data.create('datasets', {
        id: 'sales',
        name: 'Sales',
        connectionId: 'warehouse',
        source: { kind: 'sql', sql: slow },
        cacheSeconds: 0,
        segmented: false,
        measures: [{ name: 'rows', kind: 'count' }],
        relationships: [
          {
            name: 'item',
            dataset: 'items',
            kind: 'many-to-one',
            columns: [{ own: 'product', other: 'product' }],
          },
        ],
      });
    });
    after(async () => {
      proxy.drop();
      await inlay.close();
      await proxy.close();
      await database.stop();
      await store.drop();
    });

    // Differs each time, so that no two share a query.
    let asked = 0;
    const query = () => {
      asked += 1;
      const query = { dimensions: [{ column: 'product' }], measures: ['rows'], limit: asked };
      return data.query('sales', query, { username: 'ann', workspace_id: 'main' });
    };
    /** Asks until so many queries run at the same time: a busy machine may look when they are over. */
    const whileRunning = async <T>(running: number, ask: () => Promise<T>) => {
      for (;;) {
        let isOver = false;
        const answers = ask().finally(() => {
          isOver = true;
        });
        while (!isOver) {
          if (inlay.services.queries.databases.load().running === running) return { answers };
          await setImmediate();
        }
      }
    };
    const openFour = () =>
      eventually(async () => {
        for (const { status, body } of await Promise.all(Array.from({ length: 4 }, query)))
          if (status !== 200) throw new Error(JSON.stringify(body));
        assert.equal(proxy.count(), 4);
      });

    it('serves queries again after four connections froze while idle', async () => {
      await openFour();
      proxy.freeze();
      await Promise.all(Array.from({ length: 4 }, query));
      assert.equal((await query()).status, 200);
    });

    it('serves queries again after four connections froze during a query', async () => {
      await openFour();
      const { answers } = await whileRunning(4, () => Promise.all(Array.from({ length: 4 }, query)));
      proxy.freeze();
      for (const { status } of await answers) assert.ok([200, 503, 504].includes(status));
      await eventually(async () => assert.equal((await query()).status, 200));
    });

    it('ends a query with 504 when the database freezes while a key is checked, and serves it after that', async () => {
      const joined = () => {
        asked += 1;
        const query = { dimensions: [{ column: 'item.product' }], measures: ['rows'], limit: asked };
        return data.query('sales', query, { username: 'ann', workspace_id: 'main' });
      };
      // The query and the check of its key.
      const { answers } = await whileRunning(2, joined);
      proxy.silence();
      assert.equal((await answers).status, 504);
      proxy.drop();
      proxy.thaw();
      await eventually(async () => {
        const { status, body } = await joined();
        assert.equal(status, 200, JSON.stringify(body));
        assert.equal(body.result.columns[1]?.values[0], 1);
      });
    });

    it('serves queries again after new connections froze before authentication', async () => {
      proxy.silence();
      for (const { status } of await Promise.all(Array.from({ length: 4 }, query)))
        assert.ok([502, 503, 504].includes(status));
      proxy.drop();
      proxy.thaw();
      await eventually(async () => assert.equal((await query()).status, 200));
    });
  });
}

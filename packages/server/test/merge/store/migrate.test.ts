import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { storedSubscription } from '../../../../../test/support/reports/stored-subscription.ts';
import { runInlay } from '../../../../../test/support/server/run-inlay.ts';
import { BOTH_STORES, startInlay, type TestStore } from '../../../../../test/support/server/start-inlay.ts';
import { openTestStore } from '../../../../../test/support/stores/open-test-store.ts';
import { readConfig } from '../../../src/config.ts';
import { serializeSubscription } from '../../../src/features/reports/manage/serialize-subscription.ts';
import { findSubscription } from '../../../src/features/reports/store/subscriptions.ts';
import { getMeta } from '../../../src/platform/store/meta.ts';
import { lockSchema, migrateTo, SCHEMA_VERSION } from '../../../src/platform/store/migrate.ts';
import { openStoreWith } from '../../../src/platform/store/open-store.ts';
import type { Queries } from '../../../src/platform/store/store.ts';
import { TABLE_NAMES, TABLES } from '../../../src/platform/store/tables.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  const placeFor = async (test: TestContext): Promise<TestStore> => {
    const place = await makeStore();
    test.after(() => place.drop());
    return place;
  };

  describe(`the schema on ${engine}`, () => {
    it('is created exactly once by four processes that start together', async (test) => {
      const place = await placeFor(test);
      const results = await Promise.all([1, 2, 3, 4].map(() => runInlay(['migrate'], place.env)));
      assert.deepEqual(
        results.map(({ code, stderr }) => [code, stderr]),
        results.map(() => [0, '']),
      );
      const store = await openTestStore(place);
      assert.equal(await getMeta(store, 'schema_version'), String(SCHEMA_VERSION));
      await store.close();
    });

    it('has one first tenant after four servers start together', async (test) => {
      const place = await placeFor(test);
      const starts = await Promise.allSettled([1, 2, 3, 4].map(() => startInlay(place)));
      const nodes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
      const users = await nodes[0]?.services.store.everyTenant.selectFrom('users').select('id').execute();
      await Promise.all(nodes.map((node) => node.close()));
      assert.deepEqual(
        starts.map(({ status }) => status),
        ['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
      );
      assert.equal(nodes.filter(({ firstTenant }) => firstTenant !== undefined).length, 1);
      assert.equal(users?.length, 1);
    });

    it('refuses a master key other than the one it was created with', async (test) => {
      const place = await placeFor(test);
      await (await startInlay(place)).close();
      const other = randomBytes(32).toString('base64');
      const keyFile = join(place.env.INLAY_DATA_DIR ?? '', 'master.key');
      const isInFile = existsSync(keyFile);
      if (isInFile) writeFileSync(keyFile, other);
      const env = { ...place.env, INLAY_PORT: '0', ...(isInFile ? {} : { INLAY_MASTER_KEY: other }) };
      const { code, stderr } = await runInlay(['serve'], env);
      assert.equal(code, 1);
      const source = isInFile
        ? `The key file ${keyFile} does not contain`
        : 'The key of INLAY_MASTER_KEY_FILE or INLAY_MASTER_KEY is not';
      assert.ok(stderr.startsWith(`${source} the master key of this store. `), stderr);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    });

    it('assigns each dashboard of a viewer to the exact username of its creator', async (test) => {
      const place = await placeFor(test);
      const old = await openStoreWith(readConfig(place.env), systemTime, (store) =>
        store.write(async (transaction) => {
          await lockSchema(transaction);
          await migrateTo(transaction, 10);
        }),
      );
      const usernames = ['ann', 'Ann', ' ANN', 'a/n\u0301n', '\uff41nn'];
      await old.write(async ({ everyTenant }) => {
        for (const [index, username] of usernames.entries())
          await sql`
            insert into dashboard_owners
              (tenant_id, dashboard_id, app_id, owner, username, shared_with, shared_right)
            values ('t', ${`d${index}`}, 'app', 'main/ann', ${username}, 'me', 'view')`.execute(everyTenant);
        await sql`
          insert into dashboard_presence
            (tenant_id, dashboard_id, owner, session, username, doing, since, seen_at)
          values ('t', 'd0', 'main/ann', 's', 'Ann', 'editing', 1, 1)`.execute(everyTenant);
      });
      await old.close();
      const store = await openTestStore(place);
      const { rows } = await sql<{ owner: string }>`
        select owner from dashboard_owners order by dashboard_id`.execute(store.everyTenant);
      const here = await sql`select * from dashboard_presence`.execute(store.everyTenant);
      await store.close();
      assert.deepEqual(
        rows.map(({ owner }) => owner),
        usernames.map((username) => `main/${username}`),
      );
      assert.equal(here.rows.length, 0);
    });

    it('keeps the last result of a subscription from before results had codes', async (test) => {
      const place = await placeFor(test);
      const last = { last_at: 1000, last_state: 'failed', last_reason: 'It was refused.' } as const;
      const to = { kind: 'email', recipients: ['ann@customer.example'] } as const;
      const stored = storedSubscription({ ...to, recipients: [...to.recipients] }, last);
      const { last_code: _, settings, ...columns } = stored;
      const row = { ...columns, settings: JSON.stringify(settings) };
      const old = await openStoreWith(readConfig(place.env), systemTime, (store) =>
        store.write(async (transaction) => {
          await lockSchema(transaction);
          await migrateTo(transaction, 24);
        }),
      );
      await old.write(async ({ everyTenant }) => {
        await sql`
          insert into tenants (id, name, is_default, status, created_at)
          values (${stored.tenant_id}, 'Demo', 1, 'active', 1)`.execute(everyTenant);
        await sql`
          insert into subscriptions (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
          values (${sql.join(Object.values(row))})`.execute(everyTenant);
      });
      await old.close();
      const store = await openTestStore(place);
      const found = await findSubscription(store, stored.tenant_id, stored.id);
      await store.close();
      assert.deepEqual(found && serializeSubscription(found, { isMine: true }).last, {
        at: '1970-01-01T00:00:01.000Z',
        state: 'failed',
        code: null,
        reason: 'It was refused.',
      });
    });

    it('has the tables and primary keys that `TABLES` lists', async (test) => {
      const place = await placeFor(test);
      const store = await openTestStore(place);
      const found = await readTables(store);
      const kept = [...found.keys()].filter((name) => !name.startsWith('user_search'));
      assert.deepEqual(kept.sort(), [...TABLE_NAMES].sort());
      for (const name of TABLE_NAMES) {
        assert.deepEqual(found.get(name)?.key, [...TABLES[name].key], name);
        assert.equal(found.get(name)?.ofTenant, TABLES[name].ofTenant, name);
      }
      await store.close();
    });
  });
}

async function readTables({ engine, everyTenant }: Queries) {
  const statement =
    engine === 'sqlite'
      ? sql<{ table: string; column: string; place: number }>`
          select m.name as "table", c.name as "column", c.pk as place
          from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`
      : sql<{ table: string; column: string; place: number }>`
          select c.relname as "table", a.attname as "column",
            coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 as place
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
          left join pg_index i on i.indrelid = c.oid and i.indisprimary
          where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`;
  const { rows } = await statement.execute(everyTenant);
  const tables = Map.groupBy(rows, ({ table }) => table);
  return new Map(
    [...tables].map(([table, columns]) => {
      const key = columns.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place);
      const ofTenant = columns.some(({ column }) => column === 'tenant_id');
      return [table, { key: key.map(({ column }) => column), ofTenant }];
    }),
  );
}

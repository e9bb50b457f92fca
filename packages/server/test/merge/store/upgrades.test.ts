import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { call, logInAs } from '../../../../../test/support/http/api-client.ts';
import { runInlay } from '../../../../../test/support/server/run-inlay.ts';
import { BOTH_STORES, startInlay, type TestStore } from '../../../../../test/support/server/start-inlay.ts';
import { readConfig } from '../../../src/config.ts';
import { lockSchema, MIGRATIONS, type Migration, migrateTo } from '../../../src/platform/store/migrate.ts';
import { openStoreWith } from '../../../src/platform/store/open-store.ts';
import type { Queries } from '../../../src/platform/store/store.ts';
import { systemTime } from '../../../src/platform/time/time.ts';
import { VERSION } from '../../../src/version.ts';

const expansion: Migration = {
  phase: 'expand',
  async run(db) {
    await sql`alter table users add column nickname text`.execute(db);
    await sql`create table nicknames (tenant_id text not null, name text not null, primary key (tenant_id, name))`.execute(
      db,
    );
  },
};

const contraction: Migration = {
  phase: 'contract',
  run: async (db) => void (await sql`alter table users drop column nickname`.execute(db)),
};

const nextVersion = [...MIGRATIONS, expansion];
const versionAfter = [...nextVersion, contraction];

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  const placeFor = async (test: TestContext): Promise<TestStore> => {
    const place = await makeStore();
    test.after(() => place.drop());
    return place;
  };
  const start = async (test: TestContext, place: TestStore, migrations = MIGRATIONS) => {
    const node = await startInlay(place, { migrations });
    test.after(() => node.close());
    return node;
  };
  const ready = (url: string) => call<{ message?: string }>(`${url}/readyz`);
  const isSqlite = engine === 'SQLite';

  describe(`upgrades on ${engine}`, () => {
    it('let nodes of two adjacent versions share the store', async (test) => {
      const place = await placeFor(test);
      const old = await start(test, place);
      const next = await start(test, place, nextVersion);
      const token = await logInAs(old.url);
      for (const [index, { url }] of [old, next].entries()) {
        const { status } = await call(`${url}/api/v0/users`, { token, body: { username: `user${index}` } });
        assert.equal(status, 201);
      }
      const restarted = await start(test, place);
      for (const { url } of [old, next, restarted]) {
        assert.equal((await ready(url)).status, 200);
        const { body } = await call<{ meta: { total: number } }>(`${url}/api/v0/users`, { token });
        assert.equal(body.meta.total, 3);
      }
    });

    it('make an excluded node unready, and its next start names the version and the backup', async (test) => {
      const place = await placeFor(test);
      const backup = join(mkdtempSync(join(tmpdir(), 'inlay-test-')), 'inlay.tar.gz');
      test.after(() => rmSync(join(backup, '..'), { recursive: true }));
      const old = await start(test, place);
      assert.equal((await runInlay(['backup', backup], place.env)).code, 0);
      await start(test, place, versionAfter);
      const { status, body } = await ready(old.url);
      assert.equal(status, 503);
      const copy = join(place.env.INLAY_DATA_DIR ?? '', `inlay.db.schema-${MIGRATIONS.length}`);
      const expected = new RegExp(
        `^The store was upgraded by Inlay ${VERSION} on [-0-9]{10} [:0-9]{5} UTC, and Inlay ${VERSION} can no longer use it\\. Start Inlay ${VERSION} or newer, or go back to the backup ${isSqlite ? copy : backup} \\(`,
      );
      assert.match(body.message ?? '', expected);
      const { code, stderr } = await runInlay(['serve'], { ...place.env, INLAY_PORT: '0' });
      assert.equal(code, 1);
      assert.match(stderr, expected);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    });

    it('refuse a backup by a version that does not know every table', async (test) => {
      const place = await placeFor(test);
      await start(test, place, nextVersion);
      const { code, stderr } = await runInlay(['backup', join(tmpdir(), 'never.tar.gz')], place.env);
      assert.equal(code, 1);
      assert.match(stderr, /Back it up with that version\.$/m);
    });

    it('mark every migration that breaks the version before as a contraction', async (test) => {
      const place = await placeFor(test);
      const store = await openStoreWith(readConfig(place.env), systemTime, (opened) =>
        opened.write((transaction) => lockSchema(transaction)),
      );
      let before = await columnsOf(store);
      for (const [index, { phase }] of versionAfter.entries()) {
        await store.write((transaction) => migrateTo(transaction, index + 1, { migrations: versionAfter }));
        const after = await columnsOf(store);
        if (breaks(before, after)) assert.equal(phase, 'contract', `migration ${index + 1}`);
        before = after;
      }
      await store.close();
      assert.ok(before.has('users.username'));
    });

    if (!isSqlite) return;

    it('keep a copy of the store that leads back', async (test) => {
      const place = await placeFor(test);
      const folder = place.env.INLAY_DATA_DIR ?? '';
      await (await startInlay(place)).close();
      assert.deepEqual(copiesIn(folder), []);
      const upgraded = await startInlay(place, { migrations: versionAfter });
      const token = await logInAs(upgraded.url);
      await call(`${upgraded.url}/api/v0/users`, { token, body: { username: 'late' } });
      await upgraded.close();
      const copy = `inlay.db.schema-${MIGRATIONS.length}`;
      assert.deepEqual(copiesIn(folder), [copy]);
      assert.equal(statSync(join(folder, copy)).mode & 0o777, 0o600);
      for (const ending of ['-wal', '-shm']) rmSync(join(folder, `inlay.db${ending}`), { force: true });
      copyFileSync(join(folder, copy), join(folder, 'inlay.db'));
      const back = await start(test, place);
      const { body } = await call<{ meta: { total: number } }>(`${back.url}/api/v0/users`, {
        token: await logInAs(back.url),
      });
      assert.equal(body.meta.total, 1);
    });

    it('change nothing if the copy cannot be written', async (test) => {
      const place = await placeFor(test);
      const folder = place.env.INLAY_DATA_DIR ?? '';
      await (await startInlay(place)).close();
      mkdirSync(join(folder, `inlay.db.schema-${MIGRATIONS.length}`, 'in-the-way'), { recursive: true });
      await assert.rejects(startInlay(place, { migrations: nextVersion }), /Nothing was changed/);
      await start(test, place);
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.endsWith('.partial')),
        [],
      );
    });
  });
}

const copiesIn = (folder: string) => readdirSync(folder).filter((name) => name.includes('.schema-'));

/** Each column, and whether an insert that does not know it fails. */
async function columnsOf({ engine, everyTenant }: Queries): Promise<ReadonlyMap<string, boolean>> {
  const statement =
    engine === 'sqlite'
      ? sql<{ name: string; required: number }>`
          select m.name || '.' || c.name as name, c."notnull" = 1 and c.dflt_value is null and c.pk = 0 as required
          from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`
      : sql<{ name: string; required: boolean }>`
          select table_name || '.' || column_name as name, is_nullable = 'NO' and column_default is null as required
          from information_schema.columns where table_schema = 'public'`;
  const { rows } = await statement.execute(everyTenant);
  return new Map(rows.map(({ name, required }) => [name, Boolean(required)]));
}

function breaks(before: ReadonlyMap<string, boolean>, after: ReadonlyMap<string, boolean>): boolean {
  const tables = new Set([...before.keys()].map((name) => name.split('.')[0]));
  const isRemoved = [...before.keys()].some((name) => !after.has(name));
  const isRequired = [...after].some(
    ([name, required]) => required && before.get(name) !== true && tables.has(name.split('.')[0]),
  );
  return isRemoved || isRequired;
}

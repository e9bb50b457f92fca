import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import type { Store } from '@inlay/server/platform/store/store';
import { sql } from 'kysely';
import pg from 'pg';
import { type Engine, openFixture, readFixtureContents } from '../../support/data/open-fixture.ts';
import { withoutDatabaseRights } from '../../support/data/without-database-rights.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import {
  BOTH_STORES,
  postgresStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../support/server/start-inlay.ts';
import { openTestStore } from '../../support/stores/open-test-store.ts';
import { eventually } from '../../support/time/eventually.ts';
import { timeAt } from '../../support/time/fake-time.ts';

const warnings: string[] = [];
const build = (store: Store) =>
  store.buildIndexes({
    signal: new AbortController().signal,
    warn: (message) => warnings.push(message),
  });

const ODD = [
  { username: 'quo"te', lastName: "O'Neil (junior) AND OR NOT *" },
  { username: 'per_cent', lastName: '100% back\\slash' },
  { username: 'emoji', firstName: '👩‍🚀👩‍🚀', lastName: '東京都庁' },
  { username: 'STRASSE', firstName: 'ÅNGSTRÖM', lastName: 'Ｆｕｌｌ' },
];

/** More than the index is asked to narrow down to, so that a common text is found without it. */
const people = [
  ...ODD,
  ...Array.from({ length: 6000 }, (_, index) => ({
    username: `person${index}@customer.example`,
    lastName: index % 500 === 0 ? 'Rare Bird' : `Sparrow ${index * 7919}`,
    groups: index % 3 === 0 ? ['sales'] : [],
    workspaceId: 'main',
    status: index % 10 === 0 ? ('disabled' as const) : ('active' as const),
  })),
];

const QUERIES = [
  ...[
    'rare bird',
    'person59',
    'person5999@',
    'customer',
    'sparrow 79',
    'nobody at all',
    'zz',
    '7',
    '"',
    "o'n",
  ],
  ...[
    '(junior)',
    'AND OR',
    'not *',
    '100%',
    '%',
    'back\\slash',
    'r_c',
    '🚀',
    '👩‍🚀👩‍🚀',
    '東京都',
    '東',
    'ångström',
  ],
  ...[
    'full',
    'strasse',
    'e\nstrasse',
    'x'.repeat(256),
    '"OR"',
    'NEAR(',
    'text:rare',
    '^rare',
    'ra*',
    '\u{1f680}\u{d83d}',
  ],
].map((q) => ({ q }));

const COMBINED = [
  { q: 'rare bird', group: 'sales' },
  { q: 'rare bird', status: 'disabled', workspace: 'main' },
  { q: 'person5', status: 'active', group: 'sales', limit: '7', page: '3' },
  { q: 'customer', group: 'sales', page: '9' },
  { q: 'person59', role: 'ADMIN' },
  { q: 'sparrow', page: '119' },
  { q: 'rare bird', page: '2', limit: '5' },
  { q: 'rare bird', page: '9' },
];

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`user search on ${engine}`, () => {
    let place: TestStore;
    let inlay: TestInlay;
    let search: UserSearch;
    before(async () => {
      place = await makeStore();
      inlay = await startInlay(place);
      const token = await logInAs(inlay.url);
      search = userSearch(inlay, token);
      await call(`${inlay.url}/api/v0/groups`, { token, body: { id: 'sales', name: 'Sales' } });
      for (let start = 0; start < people.length; start += 1000) {
        const users = people.slice(start, start + 1000);
        const { status } = await call(`${inlay.url}/api/v0/users/bulk`, { token, body: { users } });
        assert.equal(status, 201);
      }
    });
    after(async () => {
      await inlay.close();
      await place.drop();
    });

    it('finds the same users before, while and after the index is built', async () => {
      const all = await search.everyone();
      await search.assertRight(all);
      await Promise.all([
        build(inlay.services.store),
        search.assertRight(all, COMBINED),
        search.assertRight(all, QUERIES.slice(0, 9)),
      ]);
      assert.equal(await pendingUsers(inlay.services.store), 0);
      await search.assertRight(all);
    });

    it('reflects every change of a user', async () => {
      const [first, second] = (await search.get({ q: 'rare bird' })).body.data;
      const user = (id: string | undefined) => `${inlay.url}/api/v0/users/${id}`;
      const { token } = search;
      await call(user(first?.id), { token, method: 'PATCH', body: { lastName: 'Common Crane' } });
      await call(user(second?.id), { token, method: 'DELETE' });
      await call(`${inlay.url}/api/v0/users`, { token, body: { username: 'third', lastName: 'Rare Bird' } });
      const queries = [
        { q: 'rare bird' },
        { q: 'common crane' },
        { q: String(second?.username) },
        { q: 'third' },
      ];
      const all = await search.everyone();
      await search.assertRight(all, queries);
      await changeManyUsers(inlay.services.store);
      await Promise.all([build(inlay.services.store), search.assertRight(all, queries)]);
      assert.equal(await pendingUsers(inlay.services.store), 0);
      await search.assertRight(all, [...queries, ...COMBINED]);
    });

    it('is built once by two nodes at the same time', async () => {
      await changeManyUsers(inlay.services.store);
      const other = await openTestStore(place);
      await Promise.all([build(inlay.services.store), build(other)]);
      await other.close();
      assert.equal(await pendingUsers(inlay.services.store), 0);
      await search.assertRight(await search.everyone(), COMBINED);
    });

    it('never finds users of another tenant', async () => {
      const { store } = inlay.services;
      const found = await store.lists.findUsers('elsewhere' as never, 'rare bird');
      assert.deepEqual(found ?? [], []);
    });

    if (engine === 'SQLite')
      it('survives VACUUM and changed row ids, before and after a restart', async () => {
        const all = await search.everyone();
        const database = new DatabaseSync(join(place.env.INLAY_DATA_DIR ?? '', 'inlay.db'), {
          timeout: 5000,
        });
        // VACUUM may number rows anew, and leaves those of some tables alone.
        database.exec('update users set rowid = -rowid; vacuum');
        database.close();
        assert.equal(await pendingUsers(inlay.services.store), 0);
        await search.assertRight(all);
        await inlay.close();
        inlay = await startInlay(place);
        search = userSearch(inlay, await logInAs(inlay.url));
        await search.assertRight(all);
      });
  });

  describe(`user search on ${engine}, upgraded from 0.1`, () => {
    it('finds the same users as reading every user, before, while and after the index is built', async (test) => {
      const { stores, now } = readFixtureContents('0.1');
      const place = await openFixture('0.1', engine as Engine);
      test.after(() => place.drop());
      await runSql(place, addUsers(engine as Engine, 3000));
      const inlay = await startInlay(place, { time: timeAt(() => now) });
      test.after(() => inlay.close());
      const { username, password } = stores[engine as Engine].admin;
      const search = userSearch(inlay, await logInAs(inlay.url, { username, password }));
      const all = await search.everyone();
      assert.ok(all.length > 3000);
      const queries = ['olduser12', 'olduser2999', 'olduser', '77@', 'admin', 'sparrow 99'].map((q) => ({
        q,
      }));
      await Promise.all([build(inlay.services.store), search.assertRight(all, queries)]);
      assert.equal(await pendingUsers(inlay.services.store), 0);
      await search.assertRight(all, queries);
    });
  });
}

describe('user search on PostgreSQL', () => {
  it('is as fast within a group while there are no statistics', async (test) => {
    const place = await postgresStore();
    const inlay = await startInlay(place);
    test.after(async () => {
      await inlay.close();
      await place.drop();
    });
    const { get } = userSearch(inlay, await logInAs(inlay.url));
    // Changing tables whose indexes the server still builds could end in a deadlock.
    await eventually(async () => assert.equal((await searchIndex(inlay.services.store))?.valid, true));
    await runSql(
      place,
      `alter table users set (autovacuum_enabled = false);
      alter table user_groups set (autovacuum_enabled = false);
      analyze users, user_groups;
      ${addUsers('PostgreSQL', 6000)};
      insert into user_groups select 'demo', 'sales', id from users where username like 'olduser%'`,
    );
    const msOf = async (query: Record<string, string>) => {
      const times: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const started = performance.now();
        assert.equal((await get(query)).body.meta.total, 6000);
        times.push(performance.now() - started);
      }
      return Math.min(...times);
    };
    const [everywhere, within] = [await msOf({ q: 'sparrow' }), await msOf({ q: 'sparrow', group: 'sales' })];
    assert.ok(within < 25 * everywhere, `${within.toFixed(0)} ms instead of ${everywhere.toFixed(0)} ms`);
  });

  it('replaces an index that a crash left invalid', async (test) => {
    const place = await postgresStore();
    test.after(() => place.drop());
    const store = await openTestStore(place);
    await sql`create extension pg_trgm`.execute(store.everyTenant);
    await sql`insert into tenants values ('t', 'T', null, null, 0, 'active', 0)`.execute(store.everyTenant);
    await sql`insert into workspaces select 't', id, 'W', 0, 0 from unnest(array['a', 'b']) as ids(id)`.execute(
      store.everyTenant,
    );
    // Fails on the second row, and leaves the index behind.
    await sql`insert into users (tenant_id, id, username, username_key, search_text, roles, privileges, attributes,
        status, created_at, updated_at)
      select 't', id, id, id, 'same', 'USER', '{}', '{}', 'active', 0, 0 from unnest(array['a', 'b']) as ids(id)`.execute(
      store.everyTenant,
    );
    await assert.rejects(
      sql`create unique index concurrently users_by_search_text on users (search_text)`.execute(
        store.everyTenant,
      ),
    );
    await build(store);
    const index = await searchIndex(store);
    assert.match(index?.definition ?? '', /gin_trgm_ops/);
    assert.equal(index?.valid, true);
    await store.close();
  });

  it('works, with a warning, if the extension cannot be created', async (test) => {
    const place = await withoutDatabaseRights(await postgresStore());
    const inlay = await startInlay(place);
    test.after(async () => {
      await inlay.close();
      await place.drop();
    });
    const token = await logInAs(inlay.url);
    await call(`${inlay.url}/api/v0/users`, { token, body: { username: 'ann', lastName: 'Rare Bird' } });
    const { body } = await call<{ meta: { total: number } }>(`${inlay.url}/api/v0/users?q=rare`, { token });
    assert.equal(body.meta.total, 1);
    await eventually(async () => {
      assert.match(inlay.logged(), /User search is slow because the PostgreSQL extension pg_trgm/);
    });
  });
});

function matches(user: User, { q, role, group, workspace, status }: Record<string, string>): boolean {
  const fold = (text: string) => text.trim().normalize('NFKC').toLowerCase();
  const text = [user.username, user.email, user.firstName, user.lastName]
    .flatMap((part) => (part == null ? [] : [fold(part)]))
    .join('\n');
  return (
    text.includes(fold((q ?? '').toWellFormed())) &&
    (role === undefined || user.roles.some((one) => one === role)) &&
    (group === undefined || user.groups.includes(group)) &&
    (workspace === undefined || user.workspaceId === workspace) &&
    (status === undefined || user.status === status)
  );
}

interface UserSearch {
  readonly token: string;
  get(query: Record<string, string>): Promise<{
    readonly status: number;
    readonly body: { readonly data: User[]; readonly meta: { readonly total: number } };
  }>;
  everyone(): Promise<readonly User[]>;
  /** Compares with what reading every user finds. */
  assertRight(all: readonly User[], queries?: readonly Record<string, string>[]): Promise<void>;
}

function userSearch({ url }: TestInlay, token: string): UserSearch {
  const get: UserSearch['get'] = (query) =>
    call(`${url}/api/v0/users?${new URLSearchParams(query)}`, { token });
  const assertFound = async (all: readonly User[], query: Record<string, string>) => {
    const { status, body } = await get(query);
    assert.equal(status, 200, JSON.stringify([query, body]));
    const wanted = all.filter((user) => matches(user, query));
    const [page, limit] = [Number(query.page ?? 1), Number(query.limit ?? 50)];
    assert.deepEqual(
      { total: body.meta.total, page: body.data.map(({ username }) => username) },
      {
        total: wanted.length,
        page: wanted.slice((page - 1) * limit, page * limit).map(({ username }) => username),
      },
      JSON.stringify(query),
    );
  };
  return {
    token,
    get,
    everyone: async () => {
      const { total } = (await get({ limit: '1' })).body.meta;
      const pages = Array.from({ length: Math.ceil(total / 200) }, (_, index) =>
        get({ page: String(index + 1), limit: '200' }),
      );
      const all = (await Promise.all(pages)).flatMap(({ body }) => body.data);
      assert.equal(new Set(all.map(({ id }) => id)).size, total);
      return all;
    },
    assertRight: async (all, queries = [...QUERIES, ...COMBINED]) => {
      await Promise.all(queries.map((query) => assertFound(all, query)));
    },
  };
}

/** Statements that add users to any version of the store. */
function addUsers(engine: Engine, count: number): string {
  const [series, hex] =
    engine === 'PostgreSQL'
      ? [`generate_series(1, ${count}) as series(n)`, "lpad(to_hex(n), 12, '0')"]
      : [
          `(with recursive series(n) as (select 1 union all select n + 1 from series where n < ${count})
            select n from series) as series`,
          "printf('%012x', n)",
        ];
  return `
    insert into users (tenant_id, id, username, username_key, last_name, search_text, roles, privileges, attributes,
      status, created_at, updated_at)
    select 'demo', '01a00000-0000-7000-8000-' || ${hex}, 'olduser' || n || '@customer.example',
      'olduser' || n || '@customer.example', 'Sparrow ' || n,
      'olduser' || n || '@customer.example' || ${engine === 'PostgreSQL' ? 'chr' : 'char'}(10) || 'sparrow ' || n,
      'USER', '{}', '{}', 'active', 1700000000000 + n, 1700000000000 + n
    from ${series};
    update row_counts set count = count + ${count} where tenant_id = 'demo' and name = 'users'`;
}

async function runSql({ env }: TestStore, statements: string): Promise<void> {
  if (env.INLAY_DATABASE_URL === undefined) {
    const database = new DatabaseSync(join(env.INLAY_DATA_DIR ?? '', 'inlay.db'));
    database.exec(statements);
    database.close();
    return;
  }
  const client = new pg.Client(env.INLAY_DATABASE_URL);
  await client.connect();
  await client.query(statements);
  await client.end();
}

/** Enough to be worth indexing again. */
async function changeManyUsers(store: Store): Promise<void> {
  await store.write(({ everyTenant }) =>
    sql`update users set search_text = search_text || ' ' where username like 'person%'`
      .execute(everyTenant)
      .then(() => sql`update users set search_text = trim(search_text)`.execute(everyTenant)),
  );
}

async function searchIndex({
  everyTenant,
}: Store): Promise<{ definition: string; valid: boolean } | undefined> {
  const { rows } = await sql<{ definition: string; valid: boolean }>`
    select pg_get_indexdef(indexrelid) as definition, indisvalid as valid from pg_index
    where indexrelid = to_regclass('users_by_search_text')`.execute(everyTenant);
  return rows[0];
}

async function pendingUsers({ engine, everyTenant }: Store): Promise<number> {
  if (engine === 'postgres') return 0;
  const { rows } = await sql<{ pending: number }>`
    select count(*) as pending from user_search_docs where pending = 1`.execute(everyTenant);
  return rows[0]?.pending ?? 0;
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import type { Store } from '@inlay/server/store/store';
import { sql } from 'kysely';
import { call, logInAs } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { postgresStore, STORES, startInlay, type TestInlay, type TestStore } from '../support/start-inlay.ts';
import { withoutDatabaseRights } from '../support/without-database-rights.ts';

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

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`user search on ${engine}`, () => {
    let place: TestStore;
    let inlay: TestInlay;
    let token: string;
    const get = (query: Record<string, string>) =>
      call<{ data: User[]; meta: { total: number } }>(
        `${inlay.url}/api/v0/users?${new URLSearchParams(query)}`,
        { token },
      );
    const everyone = async () => {
      const all: User[] = [];
      for (let page = 1; ; page += 1) {
        const { body } = await get({ page: String(page), limit: '200' });
        all.push(...body.data);
        if (body.data.length < 200) return all;
      }
    };
    /** Compares with what reading every user finds. */
    const assertRight = async (queries: readonly Record<string, string>[] = [...QUERIES, ...COMBINED]) => {
      const all = await everyone();
      for (const query of queries) {
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
      }
    };

    before(async () => {
      place = await makeStore();
      inlay = await startInlay(place);
      token = await logInAs(inlay.url);
      await call(`${inlay.url}/api/v0/groups`, { token, body: { id: 'sales', name: 'Sales' } });
      for (let start = 0; start < people.length; start += 1000) {
        const users = people.slice(start, start + 1000);
        const { status } = await call(`${inlay.url}/api/v0/users/bulk`, { token, body: { users } });
        assert.equal(status, 201);
      }
      // As autovacuum does within a minute of such a change.
      await sql`analyze`.execute(inlay.services.store.everyTenant);
    });
    after(async () => {
      await inlay.close();
      await place.drop();
    });

    it('finds the same users before, while and after the index is built', async () => {
      await assertRight();
      await Promise.all([
        build(inlay.services.store),
        assertRight(COMBINED),
        assertRight(QUERIES.slice(0, 9)),
      ]);
      assert.equal(await pendingUsers(inlay.services.store), 0);
      await assertRight();
    });

    it('follows every change of a user', async () => {
      const [first, second] = (await get({ q: 'rare bird' })).body.data;
      const user = (id: string | undefined) => `${inlay.url}/api/v0/users/${id}`;
      await call(user(first?.id), { token, method: 'PATCH', body: { lastName: 'Common Crane' } });
      await call(user(second?.id), { token, method: 'DELETE' });
      await call(`${inlay.url}/api/v0/users`, { token, body: { username: 'third', lastName: 'Rare Bird' } });
      const queries = [
        { q: 'rare bird' },
        { q: 'common crane' },
        { q: String(second?.username) },
        { q: 'third' },
      ];
      await assertRight(queries);
      await changeManyUsers(inlay.services.store);
      await Promise.all([build(inlay.services.store), assertRight(queries)]);
      assert.equal(await pendingUsers(inlay.services.store), 0);
      await assertRight([...queries, ...COMBINED]);
    });

    it('is built once by two nodes at the same time', async () => {
      await changeManyUsers(inlay.services.store);
      const other = await openTestStore(place);
      await Promise.all([build(inlay.services.store), build(other)]);
      await other.close();
      assert.equal(await pendingUsers(inlay.services.store), 0);
      await assertRight(COMBINED);
    });

    it('keeps one tenant out of the search of another', async () => {
      const { store } = inlay.services;
      const found = await store.lists.findUsers('elsewhere' as never, 'rare bird');
      assert.deepEqual(found ?? [], []);
    });
  });
}

describe('user search on PostgreSQL', () => {
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
    const { rows } = await sql<{ definition: string; valid: boolean }>`
      select pg_get_indexdef(indexrelid) as definition, indisvalid as valid from pg_index
      where indexrelid = 'users_by_search_text'::regclass`.execute(store.everyTenant);
    assert.match(rows[0]?.definition ?? '', /gin_trgm_ops/);
    assert.equal(rows[0]?.valid, true);
    await store.close();
  });

  it('works, with a warning, where the extension cannot be created', async (test) => {
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
      assert.match(inlay.logged(), /User search reads every user of the tenant: the extension pg_trgm/);
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

/** Enough to be worth indexing again. */
async function changeManyUsers(store: Store): Promise<void> {
  await store.write(({ everyTenant }) =>
    sql`update users set search_text = search_text || ' ' where username like 'person%'`
      .execute(everyTenant)
      .then(() => sql`update users set search_text = trim(search_text)`.execute(everyTenant)),
  );
}

async function pendingUsers({ engine, everyTenant }: Store): Promise<number> {
  if (engine === 'postgres') return 0;
  const { rows } = await sql<{ pending: number }>`
    select count(*) as pending from user_search_docs where pending = 1`.execute(everyTenant);
  return rows[0]?.pending ?? 0;
}

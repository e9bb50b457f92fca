import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Store } from '@inlay/server/platform/store/store';
import { sql } from 'kysely';
import { call, logInAs } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { untilPrinted } from '../../support/server/run-inlay.ts';
import { spawnWatchedInlay, type WatchedCommand } from '../../support/server/spawn-watched-inlay.ts';
import { sqliteStore, startInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { openTestStore } from '../../support/stores/open-test-store.ts';
import { assertResponsive } from '../../support/time/assert-responsive.ts';
import { eventually } from '../../support/time/eventually.ts';

const rows = 150_000;
const started = Date.now() - rows * 1000;
const at = (index: number) => new Date(started + index * 1000).toISOString();

/** Each with the number of elements it has. */
const LISTS = {
  'users?q=customer': rows,
  'users?q=7': undefined,
  'users?q=customer&page=2900': rows,
  'users?group=third&page=900': rows / 3,
  'users?group=third&q=customer': rows / 3,
  'users?status=disabled': rows / 1000,
  'users?role=ADMIN&status=active': 1,
  'audit-events?page=2900': undefined,
  [`audit-events?from=${at(1000)}&to=${at(rows - 1000)}`]: rows - 2000,
  'audit-events?action=test.one': rows / 2,
  'audit-events?action=test.one&outcome=refused': rows / 2,
  'audit-events?actor=nobody': 0,
} as const;

describe('lists of a large SQLite store', () => {
  let place: TestStore;
  let server: WatchedCommand;
  let url: string;
  let token: string;
  const start = async () => {
    const port = await freePort();
    server = spawnWatchedInlay(['serve'], {
      ...place.env,
      INLAY_PORT: String(port),
      INLAY_LOG_LEVEL: 'error',
    });
    await untilPrinted(server, /Press Ctrl-C to stop/);
    url = `http://127.0.0.1:${port}`;
    token = await logInAs(url);
  };
  const stop = async (signal: 'SIGTERM' | 'SIGKILL') => {
    server.process.kill(signal);
    await server.result;
  };

  before(async () => {
    place = await sqliteStore();
    await (await startInlay(place)).close();
    const store = await openTestStore(place);
    await fill(store);
    await store.close();
    await start();
  });
  after(async () => {
    await stop('SIGTERM');
    await place.drop();
  });

  it('count every match without delaying other requests', async () => {
    const readAll = async () => {
      const responses = await Promise.all(
        Object.entries(LISTS).map(async ([path, total]) => {
          const { status, body } = await call<{ meta: { total: number } }>(`${url}/api/v0/${path}`, {
            token,
          });
          return { path, status, total: total === undefined ? total : body.meta.total };
        }),
      );
      assert.deepEqual(
        responses,
        Object.entries(LISTS).map(([path, total]) => ({ path, status: 200, total })),
      );
    };
    await assertResponsive(server, async () => {
      for (let round = 0; round < 2; round += 1) await readAll();
    });
  });

  it('allow deleting a large group without delaying other requests', async () => {
    const deleteGroup = async () => {
      const { status } = await call(`${url}/api/v0/groups/third`, { token, method: 'DELETE' });
      assert.equal(status, 204);
    };
    await assertResponsive(server, deleteGroup);
    const { body } = await call<{ meta: { total: number } }>(`${url}/api/v0/users?group=third`, { token });
    assert.equal(body.meta.total, 0);
  });

  it('continue building the user index after a crash', async () => {
    const store = await openTestStore(place);
    await eventually(async () => assert.ok((await pendingUsers(store)) < rows));
    await stop('SIGKILL');
    const left = await pendingUsers(store);
    assert.ok(left > 0, 'the index was complete before the crash');
    await start();
    await eventually(async () => assert.ok((await pendingUsers(store)) < left));
    await store.close();
    const { body } = await call<{ meta: { total: number } }>(`${url}/api/v0/users?q=user1499@`, { token });
    assert.equal(body.meta.total, 1);
  });
});

async function fill(store: Store): Promise<void> {
  const series = sql`(with recursive series(n) as
    (select 0 union all select n + 1 from series where n < ${sql.lit(rows - 1)}) select n from series) as series`;
  const id = sql`'01a00000-0000-7000-8000-' || printf('%012x', n)`;
  const time = sql`printf('%012x', ${sql.lit(started)} + n * 1000)`;
  await store.write(async ({ everyTenant }) => {
    await sql`
      insert into users (tenant_id, id, username, username_key, search_text, roles, workspace_id, privileges, attributes,
        status, created_at, updated_at)
      select 'demo', ${id}, 'user' || n, 'user' || n, 'user' || n || '@customer.example', 'USER', 'main', '{}',
        '{"region":"north"}', iif(n % 1000 = 0, 'disabled', 'active'), n, n
      from ${series}`.execute(everyTenant);
    await sql`insert into groups values ('demo', 'third', 'Third', 0, 0)`.execute(everyTenant);
    await sql`insert into user_groups select 'demo', 'third', ${id} from ${series} where n % 3 = 0`.execute(
      everyTenant,
    );
    await sql`update row_counts set count = count + ${rows} where name = 'users'`.execute(everyTenant);
    await sql`
      insert into audit_events (tenant_id, id, at, action, outcome, count, request_id, details)
      select 'demo', substr(${time}, 1, 8) || '-' || substr(${time}, 9) || '-7000-8000-' || printf('%012x', n),
        ${sql.lit(started)} + n * 1000, iif(n % 2 = 0, 'test.one', 'test.two'), iif(n % 2 = 0, 'refused', 'success'), 1,
        'request', '{"note":"about as long as the details of most events"}'
      from ${series}`.execute(everyTenant);
  });
}

async function pendingUsers({ everyTenant }: Store): Promise<number> {
  const { rows: found } = await sql<{ pending: number }>`
    select count(*) as pending from user_search_docs where pending = 1`.execute(everyTenant);
  return found[0]?.pending ?? 0;
}

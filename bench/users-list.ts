import { readConfig } from '@inlay/server/config';
import { openStore } from '@inlay/server/platform/store/open-store';
import type { Store } from '@inlay/server/platform/store/store';
import { systemTime } from '@inlay/server/platform/time/time';
import { sql } from 'kysely';
import { logInAs } from '../test/support/http/api-client.ts';
import { freePort } from '../test/support/server/free-port.ts';
import { ADMIN, postgresStore, sqliteStore, type TestStore } from '../test/support/server/start-inlay.ts';
import { prepareRequest } from './load/prepare-request.ts';
import { sendAll } from './load/send.ts';
import { startServer } from './load/server-process.ts';
import { ms, printTable, type Row } from './table.ts';

const million = 1_000_000;
const portion = 50_000;
const samples = 60;

/** First, middle and last page of a million users, each in a group. */
export async function benchUsersList(): Promise<void> {
  const rows: Row[] = [];
  for (const [name, makeStore] of Object.entries({ SQLite: sqliteStore, PostgreSQL: postgresStore })) {
    const store = await makeStore();
    rows.push(...(await measure(name, store)));
    await store.drop();
  }
  printTable('A million users', rows);
}

async function measure(name: string, store: TestStore): Promise<Row[]> {
  const port = await freePort();
  const start = () => startServer(port, { ...store.env, INLAY_ADMIN_PASSWORD: ADMIN.password });
  // Creates the tables. A running server would build its indexes while they are filled.
  await (await start()).stop();
  await addMillionUsers(store);
  const server = await start();
  try {
    const token = await logInAs(server.url);
    const page = async (number: number) => {
      const request = prepareRequest(`${server.url}/api/v0/users?page=${number}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await sendAll(
        port,
        Array.from({ length: 5 }, () => request),
        1,
      );
      return (
        await sendAll(
          port,
          Array.from({ length: samples }, () => request),
          1,
        )
      ).p50;
    };
    const first = await page(1);
    const middle = await page(10_000);
    const last = await page(20_001);
    return [
      {
        what: `${name}, first page`,
        figure: ms(first),
        ratio: (first / 10).toFixed(2),
        target: '≤ 10 ms',
        met: first <= 10,
      },
      { what: `${name}, middle page`, figure: ms(middle), ratio: `${(middle / first).toFixed(1)} × first` },
      {
        what: `${name}, last page`,
        figure: ms(last),
        ratio: `${(last / first).toFixed(1)} × first`,
        target: '≤ 3 ×',
        met: last <= 3 * first,
      },
    ];
  } finally {
    await server.stop();
  }
}

/**
 * Written by the database itself: a million rows are the setting here, not what is measured. In portions, because the
 * store limits how long a statement runs.
 */
async function addMillionUsers({ env }: TestStore): Promise<void> {
  const config = readConfig({ ...env, INLAY_STORE_SECONDS: '600' });
  const store: Store = await openStore(config, { time: systemTime });
  for (let from = 1; from <= million; from += portion) await addUsers(store, from, from + portion - 1);
  await store.buildIndexes({ signal: new AbortController().signal, warn: console.warn });
  if (store.engine === 'postgres') await sql`vacuum analyze users, user_groups`.execute(store.everyTenant);
  await store.close();
}

async function addUsers(store: Store, from: number, to: number): Promise<void> {
  const text =
    store.engine === 'postgres' ? sql.raw("lpad(to_hex(n), 12, '0')") : sql.raw("printf('%012x', n)");
  const series =
    store.engine === 'postgres'
      ? sql`generate_series(${sql.lit(from)}, ${sql.lit(to)}) as series(n)`
      : sql`(with recursive series(n) as (select ${sql.lit(from)} union all select n + 1 from series where n < ${sql.lit(to)}) select n from series) as series`;
  await store.write(async ({ everyTenant }) => {
    await sql`
      insert into users (tenant_id, id, username, username_key, email, first_name, last_name, search_text, roles,
        workspace_id, privileges, attributes, status, password_hash, last_login_at, created_at, updated_at, import_id)
      select 'demo', '01a00000-0000-7000-8000-' || ${text}, 'user' || n || '@customer.example',
        'user' || n || '@customer.example', 'user' || n || '@customer.example', 'User', 'Number ' || n,
        'user' || n, 'USER', 'main', '{}', '{"region":"north"}', 'active', null, null,
        1700000000000 + n * 10, 1700000000000 + n * 10, null
      from ${series}`.execute(everyTenant);
    await sql`
      insert into user_groups (tenant_id, group_id, user_id)
      select 'demo', 'group-' || (n % 3), '01a00000-0000-7000-8000-' || ${text} from ${series}`.execute(
      everyTenant,
    );
    await sql`update row_counts set count = count + ${sql.lit(to - from + 1)} where name = 'users'`.execute(
      everyTenant,
    );
  });
}

import { readdirSync, statSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@inlay/server/config';
import { openStore } from '@inlay/server/platform/store/open-store';
import { systemTime } from '@inlay/server/platform/time/time';
import { type RawBuilder, sql } from 'kysely';
import { freePort } from '../test/support/server/free-port.ts';
import { ADMIN, sqliteStore } from '../test/support/server/start-inlay.ts';
import { startServer } from './load/server-process.ts';
import { repeat, startSixTiles } from './load/six-tiles.ts';
import { ms, perSecond, printTable, type Row } from './table.ts';

const ROUNDS = 7;
const TIMES = 300;
const WARM_UP = 600;
const MEBIBYTE = 1024 * 1024;

/**
 * The figures of the sizing table in docs/guide/scale.md: what a core does, and what a store holds. A dashboard has six
 * tiles, is warm, and includes its token exchange.
 */
export async function benchSizing(): Promise<void> {
  const [cpu] = cpus();
  const machine = `${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 1024 / MEBIBYTE)} GB`;
  const day = new Date().toISOString().slice(0, 10);
  const rows = await measureLoad();
  const load = loadavg()[0]?.toFixed(1);
  printTable(`Sizing (${machine}, load ${load}, ${day})`, rows);
  printTable('Disk of the store (SQLite), per million', await measureDisk());
}

/**
 * By CPU time of the quietest round: the load generator is not in it, and what else the machine does only makes it
 * longer.
 */
async function measureLoad(): Promise<Row[]> {
  const { server, prepare, token, open, stop } = await startSixTiles();
  try {
    const idle = await server.residentBytes();
    const measure = async (work: () => Promise<unknown>) => {
      prepare(TIMES);
      const before = await server.cpuMicroseconds();
      const started = performance.now();
      await repeat(TIMES, work);
      const seconds = (performance.now() - started) / 1000;
      return { cpuMs: ((await server.cpuMicroseconds()) - before) / TIMES / 1000, rate: TIMES / seconds };
    };
    prepare(WARM_UP);
    await repeat(WARM_UP, open);
    const [exchanges, dashboards]: Awaited<ReturnType<typeof measure>>[][] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      exchanges?.push(await measure(token));
      dashboards?.push(await measure(open));
    }
    const rowsOf = (what: string, measured: typeof exchanges = []) => {
      const cpuMs = Math.min(...measured.map((round) => round.cpuMs));
      return [
        { what: `CPU per ${what}`, figure: ms(cpuMs) },
        { what: `${what} per second and core`, figure: perSecond(1000 / cpuMs) },
        {
          what: `${what} per second beside load generator and other work`,
          figure: perSecond(Math.max(...measured.map((round) => round.rate))),
        },
      ];
    };
    return [
      ...rowsOf('token exchange', exchanges),
      ...rowsOf('dashboard', dashboards),
      { what: 'memory, idle', figure: `${Math.round(idle / MEBIBYTE)} MB` },
      {
        what: 'memory, after this load',
        figure: `${Math.round((await server.residentBytes()) / MEBIBYTE)} MB`,
      },
    ];
  } finally {
    await stop();
  }
}

const ROWS = 200_000;

/** Typical rows, written by the database itself. */
const FILLS: Readonly<Record<string, RawBuilder<unknown>>> = {
  'audit events': sql`
    insert into audit_events (tenant_id, id, at, action, outcome, actor, target, reason, count, request_id, ip, details)
    select 'demo', '01a00000-0000-7000-8000-' || printf('%012x', n), 1700000000000 + n, 'token.issue', 'success',
      'demo-embed', 'user' || n || '@customer.example', null, 1, printf('%024x', n), '203.0.113.7', null`,
  users: sql`
    insert into users (tenant_id, id, username, username_key, email, first_name, last_name, search_text, roles,
      workspace_id, privileges, attributes, status, password_hash, last_login_at, created_at, updated_at, import_id)
    select 'demo', '01a00000-0000-7000-8000-' || printf('%012x', n), 'user' || n || '@customer.example',
      'user' || n || '@customer.example', 'user' || n || '@customer.example', 'User', 'Number ' || n,
      'user' || n || '@customer.example user number ' || n, 'USER', 'main', '{}', '{"region":"north"}', 'active', null,
      null, 1700000000000 + n * 10, 1700000000000 + n * 10, null`,
  'viewers per day in usage reports': sql`
    insert into viewer_usage (tenant_id, day, workspace_id, username, views, exchanges, exported_rows)
    select 'demo', 1700006400000, 'workspace-' || (n % 100), 'user' || n || '@customer.example', 3, 2, 0`,
};

async function measureDisk(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, insert] of Object.entries(FILLS)) {
    const testStore = await sqliteStore();
    const server = await startServer(await freePort(), {
      ...testStore.env,
      INLAY_ADMIN_PASSWORD: ADMIN.password,
    });
    await server.stop();
    const before = sizeOf(testStore.env.INLAY_DATA_DIR ?? '');
    const store = await openStore(readConfig(testStore.env), { time: systemTime });
    await store.write(({ everyTenant }) =>
      sql`${insert} from (with recursive series(n) as (select 1 union all select n + 1 from series where n < ${sql.lit(ROWS)})
        select n from series) as series`.execute(everyTenant),
    );
    await store.buildIndexes({ signal: new AbortController().signal, warn: () => {} });
    await store.close();
    const bytes = ((sizeOf(testStore.env.INLAY_DATA_DIR ?? '') - before) / ROWS) * 1_000_000;
    rows.push({ what, figure: `${Math.round(bytes / MEBIBYTE)} MB` });
    await testStore.drop();
  }
  return rows;
}

const sizeOf = (folder: string): number =>
  readdirSync(folder)
    .filter((name) => name.startsWith('inlay.db'))
    .reduce((total, name) => total + statSync(join(folder, name)).size, 0);

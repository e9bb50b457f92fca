import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Dataset } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import type { RowRule } from '@inlay/protocol/rule';
import type { Statement } from '@inlay/server/platform/engines/engine';
import { dialectNamed } from '@inlay/server/platform/engines/engines';
import { compile } from '@inlay/server/platform/query/compile/compile';
import { guard } from '@inlay/server/platform/query/guard/guard';
import { planQuery } from '@inlay/server/platform/query/plan/plan';
import { createContextReader } from '@inlay/server/platform/rules/context-reading';
import pg from 'pg';
import { startPostgres } from '../test/support/start-postgres.ts';
import { openBareDuckdb } from './peers/bare-duckdb.ts';
import { ms, printTable, type Row } from './table.ts';
import { median } from './timed.ts';

const payments = 5_000_000;
const invoices = 1_000_000;
const accounts = 100_000;
const rounds = 10;
const warmUp = 2;
const limit = 1.1;
const calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 1 } as const;

/** One with few rows, which indexes find, and one with a quarter of all rows. */
const customers = ['customer 7', 'large'] as const;

const integers = (...names: readonly string[]) => names.map((name) => ({ name, type: 'integer' as const }));
const toOne = (name: string, own: string) =>
  ({
    name,
    dataset: `${name}s`,
    kind: 'many-to-one',
    columns: [{ own, other: 'id' }],
    enforced: true,
  }) as const;
const ofCustomer = (column: string): RowRule => ({
  column,
  operator: 'equals',
  value: { context: 'attributes.customer' },
});
const table = (id: string, rest: Omit<Dataset, 'id' | 'version' | 'source'>): Dataset => ({
  id,
  version: 1,
  source: { kind: 'table', table: id },
  ...rest,
});
const related = [
  table('accounts', {
    columns: [
      ...integers('id'),
      { name: 'customer', type: 'string', access: [] },
      { name: 'segment', type: 'string' },
    ],
    rowRules: [ofCustomer('customer')],
  }),
  table('invoices', {
    columns: integers('id', 'account_id'),
    relationships: [toOne('account', 'account_id')],
    rowRules: [{ follow: 'account' }],
  }),
];
const paymentsWith = (rule: RowRule): Dataset =>
  table('payments', {
    columns: [...integers('id', 'invoice_id', 'account_id', 'amount'), { name: 'method', type: 'string' }],
    measures: [
      { name: 'paid', kind: 'sum', column: 'amount' },
      { name: 'payments', kind: 'count' },
    ],
    relationships: [toOne('invoice', 'invoice_id'), toOne('account', 'account_id')],
    rowRules: [rule],
  });

interface Case {
  readonly name: string;
  readonly rule: RowRule;
  readonly dimension: string;
  /** What somebody who knows the tables would write. */
  readonly byHand: string;
}
const byHand = (dimension: string, joins: string) =>
  `SELECT ${dimension}, SUM(p.amount), COUNT(*) FROM payments p ${joins} WHERE a.customer = $1
   GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1 LIMIT 1001`;
const cases: readonly Case[] = [
  {
    name: 'a related column',
    rule: ofCustomer('account.customer'),
    dimension: 'method',
    byHand: byHand('p.method', 'JOIN accounts a ON a.id = p.account_id'),
  },
  {
    name: 'follow, two steps',
    rule: { follow: 'invoice' },
    dimension: 'method',
    byHand: byHand(
      'p.method',
      'JOIN invoices i ON i.id = p.invoice_id JOIN accounts a ON a.id = i.account_id',
    ),
  },
  {
    name: 'follow, by a related column',
    rule: { follow: 'account' },
    dimension: 'account.segment',
    byHand: byHand('a.segment', 'JOIN accounts a ON a.id = p.account_id'),
  },
];

function compiled({ rule, dimension }: Case, customer: string, engine: 'duckdb' | 'postgres'): Statement {
  const root = paymentsWith(rule);
  const model = { root, datasets: new Map([root, ...related].map((dataset) => [dataset.id, dataset])) };
  const spec: QuerySpec = { dimensions: [{ column: dimension }], measures: ['paid', 'payments'] };
  const reader = createContextReader({
    username: 'ada',
    workspaceId: 'main',
    roles: ['USER'],
    attributes: { customer },
  });
  return compile(guard(planQuery(spec, model, calendar, 0), reader), dialectNamed(engine));
}

/** Row rules over relationships, against joins that are written by hand, in CPU time of the database. */
export async function benchRowRules(): Promise<void> {
  for (const open of [openDuckdb, openPostgres]) {
    const database = await open();
    try {
      const rows: Row[] = [];
      for (const each of cases)
        for (const customer of customers) rows.push(...(await compare(database, each, customer)));
      printTable(
        `Row rules over relationships in ${database.name}, ${payments.toLocaleString('en')} rows`,
        rows,
      );
    } finally {
      await database.close();
    }
  }
}

interface Database {
  readonly name: string;
  readonly engine: 'duckdb' | 'postgres';
  run(statement: Statement): Promise<readonly (readonly unknown[])[]>;
  /** In milliseconds, of all statements so far. */
  cpu(): number;
  close(): Promise<void>;
}

/** In turns, so that whatever else the machine does falls on both. */
async function compare(database: Database, each: Case, customer: string): Promise<readonly Row[]> {
  const own = compiled(each, customer, database.engine);
  const other: Statement = { sql: each.byHand, params: [customer] };
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds + warmUp; round += 1)
    for (const [index, statement] of [own, other].entries()) {
      const before = database.cpu();
      const { length } = await database.run(statement);
      if (length === 0) throw new Error(`No rows: ${statement.sql}`);
      if (round >= warmUp) times[index]?.push(database.cpu() - before);
    }
  const [ownMs, handMs] = times.map(median) as [number, number];
  const ratio = ownMs / handMs;
  return [
    { what: `by hand: ${each.name}, ${customer}`, figure: ms(handMs) },
    {
      what: 'compiled',
      figure: ms(ownMs),
      ratio: `${ratio.toFixed(2)} × by hand`,
      target: `≤ ${limit} × + 1 ms`,
      met: ownMs <= handMs * limit + 1,
    },
  ];
}

/** The columns of each table, of a number `n` per row. */
const tables = {
  accounts: {
    rows: accounts,
    list: "n AS id, CASE WHEN n % 4 = 0 THEN 'large' ELSE 'customer ' || (n % 1001) END AS customer, 'segment ' || (n % 7) AS segment",
  },
  invoices: { rows: invoices, list: `n AS id, (n * 7919) % ${accounts} AS account_id` },
  payments: {
    rows: payments,
    list: `n AS id, (n * 104729) % ${invoices} AS invoice_id, ((n * 104729) % ${invoices} * 7919) % ${accounts} AS account_id,
      n % 1000 AS amount, 'method ' || (n % 5) AS method`,
  },
};

/** Over Parquet, as uploaded files are. */
async function openDuckdb(): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-bench-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const [name, { rows, list }] of Object.entries(tables))
    await connection.run(
      `COPY (SELECT ${list} FROM range(${rows}) AS series(n)) TO '${join(folder, `${name}.parquet`)}' (FORMAT parquet)`,
    );
  connection.closeSync();
  instance.closeSync();
  const duckdb = await openBareDuckdb(folder, Object.keys(tables));
  return {
    name: 'DuckDB',
    engine: 'duckdb',
    run: duckdb.run,
    cpu: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    close: async () => {
      duckdb.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openPostgres(): Promise<Database> {
  const server = await startPostgres({ isDurable: false });
  const client = new pg.Client(server.url);
  await client.connect();
  const statements = [
    ...Object.entries(tables).flatMap(([name, { rows, list }]) => [
      `CREATE TABLE ${name} AS SELECT ${list} FROM generate_series(0::bigint, ${rows - 1}) AS series(n)`,
      `ALTER TABLE ${name} ADD PRIMARY KEY (id)`,
    ]),
    'CREATE INDEX ON accounts (customer)',
    'CREATE INDEX ON invoices (account_id)',
    'CREATE INDEX ON payments (invoice_id)',
    'CREATE INDEX ON payments (account_id)',
    'VACUUM ANALYZE',
    "SET work_mem = '64MB'",
    // The CPU time of workers could not be read.
    'SET max_parallel_workers_per_gather = 0',
  ];
  for (const statement of statements) await client.query(statement);
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  const statistics = `/proc/${rows[0].pid}/schedstat`;
  return {
    name: 'PostgreSQL',
    engine: 'postgres',
    run: async ({ sql, params }) =>
      (await client.query({ text: sql, values: [...params], rowMode: 'array' })).rows,
    cpu: () => Number(readFileSync(statistics, 'utf8').split(' ')[0]) / 1e6,
    close: async () => {
      await client.end();
      await server.stop();
    },
  };
}

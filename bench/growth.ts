import type { Dataset } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import type { Statement } from '@inlay/server/platform/engines/engine';
import { dialectNamed, type EngineName } from '@inlay/server/platform/engines/engines';
import { compile } from '@inlay/server/platform/query/compile/compile';
import { guard } from '@inlay/server/platform/query/guard/guard';
import { planQuery } from '@inlay/server/platform/query/plan/plan';
import { createContextReader } from '@inlay/server/platform/rules/context-reading';
import { compareWithSql, openDuckdb, openPostgres, type Tables } from './compare-with-sql.ts';
import { printTable, type Row } from './table.ts';

const orders = 5_000_000;
const days = 1461;
const calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 1 } as const;
const viewer = createContextReader({ username: 'ada', workspaceId: 'main', roles: ['USER'] });

/** Not sorted by day, so that neither engine can skip rows. */
const tables: Tables = {
  orders: {
    rows: orders,
    list: `DATE '2022-01-01' + CAST((n * 7919) % ${days} AS integer) AS day, 'region ' || (n % 7) AS region, n % 1000 AS amount`,
  },
};

const growth = (name: string, unit: 'month' | 'year') =>
  ({ name, kind: 'growth', measure: 'amount', date: 'day', offset: { count: 1, unit } }) as const;
const dataset: Dataset = {
  id: 'orders',
  version: 1,
  source: { kind: 'table', table: 'orders' },
  segmented: false,
  columns: [
    { name: 'day', type: 'date' },
    { name: 'region', type: 'string' },
    { name: 'amount', type: 'integer' },
  ],
  measures: [
    { name: 'amount', kind: 'sum', column: 'amount' },
    growth('month on month', 'month'),
    growth('year on year', 'year'),
  ],
};

interface Case {
  readonly name: string;
  readonly spec: QuerySpec;
  /** What somebody who knows the table would write. */
  readonly byHand: string;
}
const byMonth = { column: 'day', grain: 'month' } as const;
const within = (from: string, to: string) => ({ column: 'day', operator: 'between', from, to }) as const;
const grown = (months: number, where = '', shown = '') =>
  `WITH sums AS (
     SELECT CAST(date_trunc('month', day) AS date) AS month, region, SUM(amount) AS amount FROM orders ${where} GROUP BY 1, 2
   )
   SELECT now.month, now.region, now.amount, (now.amount - past.amount) / NULLIF(CAST(ABS(past.amount) AS double precision), 0)
   FROM sums AS now
   LEFT JOIN sums AS past ON past.region = now.region AND past.month + INTERVAL '${months} months' = now.month
   ${shown} ORDER BY 1, 2 LIMIT 1001`;
const compared = (from: string, to: string, earlierFrom: string, earlierTo: string) => {
  const [now, past] = [
    `day >= DATE '${from}' AND day < DATE '${to}'`,
    `day >= DATE '${earlierFrom}' AND day < DATE '${earlierTo}'`,
  ];
  return `SELECT region, SUM(CASE WHEN ${now} THEN amount END), SUM(CASE WHEN ${past} THEN amount END)
    FROM orders WHERE (${now}) OR (${past}) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1001`;
};
const cases: readonly Case[] = [
  {
    name: 'month on month, all months',
    spec: { dimensions: [byMonth, { column: 'region' }], measures: ['amount', 'month on month'] },
    byHand: grown(1),
  },
  {
    name: 'month on month in a year',
    spec: {
      dimensions: [byMonth, { column: 'region' }],
      measures: ['amount', 'month on month'],
      filters: [within('2025-01-01', '2025-12-31')],
    },
    byHand: grown(
      1,
      "WHERE day >= DATE '2024-12-01' AND day < DATE '2026-01-01'",
      "WHERE now.month >= DATE '2025-01-01'",
    ),
  },
  {
    name: 'year on year in a year',
    spec: {
      dimensions: [byMonth, { column: 'region' }],
      measures: ['amount', 'year on year'],
      filters: [within('2025-01-01', '2025-12-31')],
    },
    byHand: grown(
      12,
      "WHERE day >= DATE '2024-01-01' AND day < DATE '2026-01-01'",
      "WHERE now.month >= DATE '2025-01-01'",
    ),
  },
  {
    name: 'a month and the one before',
    spec: {
      dimensions: [{ column: 'region' }],
      measures: ['amount'],
      filters: [within('2025-06-01', '2025-06-30')],
      comparison: { column: 'day', with: 'previous-period' },
    },
    byHand: compared('2025-06-01', '2025-07-01', '2025-05-01', '2025-06-01'),
  },
  {
    name: 'a quarter and that of last year',
    spec: {
      dimensions: [{ column: 'region' }],
      measures: ['amount'],
      filters: [within('2025-04-01', '2025-06-30')],
      comparison: { column: 'day', with: 'previous-year' },
    },
    byHand: compared('2025-04-01', '2025-07-01', '2024-04-01', '2024-07-01'),
  },
];

function compiled({ spec }: Case, engine: EngineName): Statement {
  return compile(guard(planQuery(spec, dataset, calendar, 0), viewer), dialectNamed(engine));
}

/** Growth and comparisons against statements that are written by hand, in CPU time of the database (ADR 318). */
export async function benchGrowth(): Promise<void> {
  for (const open of [openDuckdb, openPostgres]) {
    const database = await open(tables);
    try {
      const rows: Row[] = [];
      for (const each of cases)
        rows.push(
          ...(await compareWithSql(database, {
            name: each.name,
            compiled: compiled(each, database.engine),
            byHand: { sql: each.byHand, params: [] },
          })),
        );
      printTable(`Growth and comparisons in ${database.name}, ${orders.toLocaleString('en')} rows`, rows);
    } finally {
      await database.close();
    }
  }
}

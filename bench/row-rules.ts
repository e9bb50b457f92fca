import type { Dataset } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import type { RowRule } from '@inlay/protocol/rule';
import type { Statement } from '@inlay/server/platform/engines/engine';
import { dialectNamed, type EngineName } from '@inlay/server/platform/engines/engines';
import { compile } from '@inlay/server/platform/query/compile/compile';
import { guard } from '@inlay/server/platform/query/guard/guard';
import { planQuery } from '@inlay/server/platform/query/plan/plan';
import { createContextReader } from '@inlay/server/platform/rules/context-reading';
import { compareWithSql, openDuckdb, openPostgres, type Tables } from './compare-with-sql.ts';
import { printTable, type Row } from './table.ts';

const payments = 5_000_000;
const invoices = 1_000_000;
const accounts = 100_000;
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

function compiled({ rule, dimension }: Case, customer: string, engine: EngineName): Statement {
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
    const database = await open(tables, indexes);
    try {
      const rows: Row[] = [];
      for (const each of cases)
        for (const customer of customers)
          rows.push(
            ...(await compareWithSql(database, {
              name: `${each.name}, ${customer}`,
              compiled: compiled(each, customer, database.engine),
              byHand: { sql: each.byHand, params: [customer] },
            })),
          );
      printTable(
        `Row rules over relationships in ${database.name}, ${payments.toLocaleString('en')} rows`,
        rows,
      );
    } finally {
      await database.close();
    }
  }
}

const tables: Tables = {
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

/** On PostgreSQL. */
const indexes = [
  ...Object.keys(tables).map((name) => `ALTER TABLE ${name} ADD PRIMARY KEY (id)`),
  'CREATE INDEX ON accounts (customer)',
  'CREATE INDEX ON invoices (account_id)',
  'CREATE INDEX ON payments (invoice_id)',
  'CREATE INDEX ON payments (account_id)',
];

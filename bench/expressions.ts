import type { Dataset } from '@inlay/protocol/dataset';
import type { Statement } from '@inlay/server/platform/engines/engine';
import { dialectNamed, type EngineName } from '@inlay/server/platform/engines/engines';
import { compile } from '@inlay/server/platform/query/compile/compile';
import { typeExpression } from '@inlay/server/platform/query/expression/type-expression';
import { guard } from '@inlay/server/platform/query/guard/guard';
import { planQuery } from '@inlay/server/platform/query/plan/plan';
import { createContextReader } from '@inlay/server/platform/rules/context-reading';
import { compareWithSql, openDuckdb, openMariadb, openPostgres, type Tables } from './compare-with-sql.ts';
import { printTable, type Row } from './table.ts';

const rows = 500_000;
const decimal = (n: string, type: string) => `CAST((${n}) AS DECIMAL(${type}))`;
const tables: Tables = {
  sales: {
    rows,
    list: [
      'n % 26 AS place',
      'n % 977 AS a',
      'n % 31 AS b',
      `${decimal('n % 99991 / 100.0', '18, 2')} AS amount`,
      `${decimal('n % 1999 / 10000.0', '9, 4')} AS rate`,
      `${decimal('n % 89 / 100.0', '9, 4')} AS disc`,
      'sqrt(n % 99991) AS x',
      'sqrt(n % 13) AS y',
    ].join(', '),
  },
};
const columns: Dataset['columns'] = [
  { name: 'place', type: 'integer' },
  { name: 'a', type: 'integer' },
  { name: 'b', type: 'integer' },
  { name: 'amount', type: 'decimal' },
  { name: 'rate', type: 'decimal' },
  { name: 'disc', type: 'decimal' },
  { name: 'x', type: 'number' },
  { name: 'y', type: 'number' },
];
const byName = new Map(columns.map((column) => [column.name, column]));

/** What somebody would write on an engine, where it is not the expression itself. */
type ByHand = Partial<Record<EngineName, string>>;
const cases: Readonly<Record<string, ByHand>> = {
  'a + b': {},
  'a * b - 7': {},
  'a % b': { postgres: 'a % NULLIF(b, 0)' },
  'amount * rate': {},
  'amount * rate * disc': {},
  'amount * a * (1 - disc)': {},
  'a / b': { postgres: 'CAST(a AS double precision) / NULLIF(b, 0)', mysql: 'CAST(a AS DOUBLE) / b' },
  'amount / rate': { postgres: 'amount / NULLIF(rate, 0)', mysql: 'CAST(amount AS DOUBLE) / rate' },
  'x / y + x': { postgres: 'x / NULLIF(y, 0) + x' },
  'case when amount >= 500 then amount * rate else 0 end': {},
};

/** Computed columns against the same SQL by hand, in CPU time of the database. */
export async function benchExpressions(): Promise<void> {
  for (const open of [openDuckdb, openPostgres, openMariadb]) {
    const database = await open(tables);
    try {
      const results: Row[] = [];
      for (const [expression, byHand] of Object.entries(cases)) {
        const sql = `SELECT place, SUM(${byHand[database.engine] ?? expression}), COUNT(*) FROM sales GROUP BY place ORDER BY place LIMIT 1001`;
        results.push(
          ...(await compareWithSql(database, {
            name: expression,
            compiled: compiled(expression, database.engine),
            byHand: { sql, params: [] },
          })),
        );
      }
      printTable(`Computed columns in ${database.name}, ${rows.toLocaleString('en')} rows`, results);
    } finally {
      await database.close();
    }
  }
}

function compiled(expression: string, engine: EngineName): Statement {
  const dataset: Dataset = {
    id: 'sales',
    version: 1,
    source: { kind: 'table', table: 'sales' },
    columns: [...columns, { name: 'computed', type: typeExpression(expression, byName).type, expression }],
    measures: [
      { name: 'total', kind: 'sum', column: 'computed' },
      { name: 'rows', kind: 'count' },
    ],
    rowRules: [{ all: true }],
  };
  const query = {
    dimensions: [{ column: 'place' }],
    measures: ['total', 'rows'],
    sort: [{ by: 'place', direction: 'asc' as const }],
  };
  const calendar = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 1 } as const;
  const viewer = createContextReader({ username: 'ada', workspaceId: 'main', roles: ['USER'] });
  return compile(guard(planQuery(query, dataset, calendar, 0), viewer), dialectNamed(engine));
}

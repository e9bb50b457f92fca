import type { Dataset, DatasetColumn } from '@inlay/protocol/dataset';
import { TEST_ENGINES } from '../../../../../../test/support/engines/test-engines.ts';
import type { EngineName } from '../../../../src/platform/engines/engines.ts';

/** Rows with everything that makes engines differ: case, accents, trailing spaces, wildcards, big integers, gaps. */
export type OrderRow = readonly [
  id: string,
  region: string | null,
  customer: string,
  amount: string | null,
  quantity: number,
  score: number | null,
  active: boolean | null,
  day: string,
  created: string,
  local: string,
];

const regions = [
  'EU',
  'eu',
  'EU ',
  'US',
  'É',
  'E',
  '',
  null,
  '100%',
  '1000',
  'a_b',
  'axb',
  "O'Neil",
  '12',
  '12abc',
];

export const orderRows: readonly OrderRow[] = Array.from({ length: 120 }, (_, index) => {
  const day = new Date(Date.UTC(2025, 0, 1 + index * 5));
  const created = new Date(Date.UTC(2025, 0, 1 + index * 5, (index * 7) % 24, (index * 13) % 60, 11));
  return [
    index === 3 ? '9007199254740993' : index === 4 ? '9007199254740992' : String(index),
    regions[index % regions.length] ?? null,
    `customer ${index % 7}`,
    index % 11 === 0
      ? null
      : ((index * 137) % 10_000) / 100 + 0.5 === 0
        ? '0.00'
        : (((index * 137) % 10_000) / 100).toFixed(2),
    (index * 3) % 17,
    index % 6 === 0 ? null : index / 8,
    index % 5 === 0 ? null : index % 2 === 0,
    day.toISOString().slice(0, 10),
    created.toISOString(),
    created.toISOString().slice(0, 19).replace('T', ' '),
  ];
});

export const orders: Dataset = {
  id: 'orders',
  version: 1,
  source: { kind: 'table', table: 'orders' },
  columns: [
    { name: 'id', type: 'integer' },
    { name: 'region', type: 'string', label: 'Region' },
    { name: 'customer', type: 'string' },
    { name: 'amount', type: 'decimal', format: { kind: 'currency' } },
    { name: 'quantity', type: 'integer' },
    { name: 'score', type: 'number' },
    { name: 'active', type: 'boolean' },
    { name: 'day', type: 'date' },
    { name: 'created', type: 'datetime' },
    { name: 'local', type: 'datetime', timeZone: 'America/New_York' },
  ],
  measures: [
    { name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount', format: { kind: 'currency' } },
    { name: 'units', kind: 'sum', column: 'quantity' },
    { name: 'orders', kind: 'count' },
    { name: 'scored', kind: 'count', column: 'score' },
    { name: 'customers', kind: 'distinct', column: 'customer' },
    { name: 'regions', kind: 'distinct', column: 'region' },
    { name: 'average score', kind: 'average', column: 'score' },
    { name: 'median score', kind: 'median', column: 'score' },
    { name: 'first day', kind: 'min', column: 'day' },
    { name: 'last customer', kind: 'max', column: 'customer' },
    { name: 'price', kind: 'ratio', numerator: 'revenue', denominator: 'units' },
    { name: 'margin', kind: 'expression', expression: '(revenue - 2 * units) / [average score]' },
  ],
  rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
};

/** The same rows, all of them, whoever asks. */
export const openOrders: Dataset = { ...orders, segmented: false, rowRules: [] };

const types = {
  clickhouse: [
    'Int64',
    'Nullable(String)',
    'LowCardinality(String)',
    'Nullable(Decimal(12, 2))',
    'Int32',
    'Nullable(Float64)',
    'Nullable(Bool)',
    'Date32',
    "DateTime64(3, 'UTC')",
    "DateTime64(3, 'UTC')",
  ],
  duckdb: [
    'BIGINT',
    'VARCHAR',
    'VARCHAR',
    'DECIMAL(12, 2)',
    'INTEGER',
    'DOUBLE',
    'BOOLEAN',
    'DATE',
    'TIMESTAMPTZ',
    'TIMESTAMP',
  ],
  postgres: [
    'bigint',
    'text',
    'varchar(40)',
    'numeric(12, 2)',
    'integer',
    'double precision',
    'boolean',
    'date',
    'timestamptz',
    'timestamp',
  ],
  mysql: [
    'BIGINT',
    'VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci',
    'VARCHAR(40) CHARACTER SET latin1 COLLATE latin1_swedish_ci',
    'DECIMAL(12, 2)',
    'INTEGER',
    'DOUBLE',
    'BOOLEAN',
    'DATE',
    'DATETIME(6)',
    'DATETIME(6)',
  ],
  trino: [
    'bigint',
    'varchar',
    'varchar(40)',
    'decimal(12, 2)',
    'integer',
    'double',
    'boolean',
    'date',
    'timestamp(6) with time zone',
    'timestamp(3)',
  ],
} as const satisfies Readonly<Record<EngineName, readonly string[]>>;

/** Statements that make and fill the table; the values are this file's own. */
export function createOrders(engine: EngineName): readonly string[] {
  const { quote, tableSuffix, literal } = TEST_ENGINES[engine].sql;
  const columns = orders.columns.map(
    (column, index) => `${quote}${column.name}${quote} ${types[engine][index]}`,
  );
  const typeOf = ({ type, timeZone }: DatasetColumn) => (timeZone === undefined ? type : 'local');
  const rows = orderRows.map(
    (row) =>
      `(${orders.columns.map((column, index) => literal(row[index] ?? null, typeOf(column))).join(', ')})`,
  );
  return [
    `CREATE TABLE orders (${columns.join(', ')})${tableSuffix}`,
    `INSERT INTO orders VALUES ${rows.join(',\n')}`,
  ];
}

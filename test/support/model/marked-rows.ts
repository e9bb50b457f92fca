import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Random } from './random.ts';

type MarkedEngine = 'duckdb' | 'postgres' | 'mysql';
type Value = string | number | boolean | null;

/** The columns of a small table, each with its type, and how a random value of it is chosen. */
const COLUMNS: Readonly<
  Record<string, readonly [type: string, pick: (random: Random, row: number) => Value]>
> = {
  id: ['integer', (_, row) => row],
  // Texts that read alike, that a collation may call equal, and that the messages of a chart contain.
  name: [
    'varchar(20)',
    (random) => random.pick([null, '', ' ', 'a', 'A', 'á', 'b ', 'b', '(none)', 'Other']),
  ],
  region: ['varchar(20)', (random) => random.pick([null, '', 'north', 'south'])],
  amount: ['integer', (random) => random.integer(200) - 60],
  price: ['decimal(12, 4)', (random) => random.pick([null, -1.5, 0, 0.1, 12345678.1234])],
  score: ['double precision', (random) => random.pick([null, -0.1, 0.1 + 0.2, 1 / 3, 1e21])],
  big: ['bigint', (random) => random.pick([null, '9007199254740993', '-9007199254740993', '7'])],
  flag: ['boolean', (random) => random.pick([null, true, false])],
  day: ['date', (random) => random.pick([null, '2026-10-24', '2026-10-25', '2026-11-02', '2027-01-01'])],
  at: ['timestamptz', (random) => (random.chance(0.1) ? null : moment(random))],
  clock: ['timestamp', (random) => (random.chance(0.1) ? null : moment(random))],
  customer_id: ['integer', (random) => random.pick([null, 1, 2, 3, 99])],
};

/** Around the hour that clocks repeat in Berlin, with minutes on both sides of the hours of half-hour zones. */
function moment(random: Random): string {
  const hour = random.pick(['24 22', '24 23', '25 00', '25 01', '25 02', '31 23']);
  return `2026-10-${hour}:${random.pick(['00:00', '10:00', '29:59.999', '30:00', '59:59.5'])}`;
}

/** Customers, one without a segment and one whose segment is an empty text. Rows also refer to one that is missing. */
const CUSTOMERS = [
  [1, 'new'],
  [2, ''],
  [3, null],
] as const;

/** Statements that create the tables `orders`, of random rows, and `customers`, where times are in UTC. */
export function markedTables(engine: MarkedEngine, random: Random, count: number): readonly string[] {
  const typeOn = (type: string) =>
    engine === 'mysql' ? type.replace(/^timestamp(tz)?$/, 'datetime(6)') : type;
  const columns = Object.entries(COLUMNS);
  const rows = Array.from({ length: count }, (_, row) => columns.map(([, [, pick]]) => pick(random, row)));
  const types = columns.map(
    ([name, [type]]) => `${name === 'at' ? quoted(engine, name) : name} ${typeOn(type)}`,
  );
  return [
    `CREATE TABLE orders (${types.join(', ')})`,
    `INSERT INTO orders VALUES ${rows.map(written).join(', ')}`,
    'CREATE TABLE customers (id integer, segment varchar(20))',
    `INSERT INTO customers VALUES ${CUSTOMERS.map(written).join(', ')}`,
  ];
}

const quoted = (engine: MarkedEngine, name: string) => (engine === 'mysql' ? `\`${name}\`` : `"${name}"`);

function written(row: readonly Value[]): string {
  const cells = row.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return `(${cells.join(', ')})`;
}

/** The result of statements as a file, which keeps the types of its columns. */
export async function parquetOf(select: string, before: readonly string[] = []): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-marks-'));
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    for (const statement of before) await connection.run(statement);
    const file = join(folder, 'rows.parquet');
    await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet)`);
    return readFileSync(file);
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
}

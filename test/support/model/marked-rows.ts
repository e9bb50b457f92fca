import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Random } from './random.ts';

type Value = string | number | boolean | null;

/** The columns of a small table, each with its type on the engines, and how a random value of it is chosen. */
const COLUMNS: Readonly<
  Record<string, readonly [type: string, pick: (random: Random, row: number) => Value]>
> = {
  id: ['integer', (_, row) => row],
  // Texts that read alike, that a collation may call equal, and that the messages of a chart contain.
  name: ['text', (random) => random.pick([null, '', ' ', 'a', 'A', 'á', 'b ', 'b', '(none)', 'Other'])],
  region: ['text', (random) => random.pick([null, '', 'north', 'south'])],
  amount: ['integer', (random) => random.integer(200) - 60],
  price: ['decimal(12, 4)', (random) => random.pick([null, -1.5, 0, 0.1, 12345678.1234])],
  score: ['double precision', (random) => random.pick([null, -0.1, 0.1 + 0.2, 1 / 3, 1e21])],
  big: ['bigint', (random) => random.pick([null, '9007199254740993', '-9007199254740993', '7'])],
  flag: ['boolean', (random) => random.pick([null, true, false])],
  day: ['date', (random) => random.pick([null, '2026-10-24', '2026-10-25', '2026-11-02', '2027-01-01'])],
  // Around the hour that clocks repeat in Berlin, with minutes on both sides of the hours of half-hour zones.
  at: ['timestamptz', (random) => (random.chance(0.1) ? null : `2026-10-${moment(random)}Z`)],
  clock: ['timestamp', (random) => (random.chance(0.1) ? null : `2026-10-${moment(random)}`)],
  customer_id: ['integer', (random) => random.pick([null, 1, 2, 3, 99])],
};

function moment(random: Random): string {
  const [day, hour] = random.pick([
    ['24', '22'],
    ['24', '23'],
    ['25', '00'],
    ['25', '01'],
    ['25', '02'],
    ['31', '23'],
  ] as const);
  return `${day} ${hour}:${random.pick(['00:00', '10:00', '29:59.999', '30:00', '59:59.5'])}`;
}

/** A table of random rows as SQL that DuckDB and PostgreSQL understand. */
export function markedRows(random: Random, count: number): string {
  const rows = Array.from({ length: count }, (_, row) =>
    Object.values(COLUMNS).map(([type, pick]) => `CAST(${literal(pick(random, row))} AS ${type})`),
  );
  return selectOf(rows, Object.keys(COLUMNS));
}

/** Customers, one without a segment and one whose segment is an empty text. Rows also refer to one that is missing. */
export const CUSTOMERS = selectOf(
  [
    ['1', "CAST('new' AS text)"],
    ['2', "CAST('' AS text)"],
    ['3', 'CAST(NULL AS text)'],
  ],
  ['id', 'segment'],
);

function selectOf(rows: readonly (readonly string[])[], names: readonly string[]): string {
  const values = rows.map((cells) => `(${cells.join(', ')})`).join(',\n');
  return `SELECT * FROM (VALUES\n${values}) AS t (${names.map((name) => `"${name}"`).join(', ')})`;
}

function literal(value: Value): string {
  return value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`;
}

/** The result of a statement as a file, which keeps the types of the columns. */
export async function parquetOf(select: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-marks-'));
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    const file = join(folder, 'rows.parquet');
    await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet)`);
    return readFileSync(file);
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
}

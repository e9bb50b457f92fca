import { executeOnClickhouse } from '../../../../../test/support/engines/clickhouse/execute-on-clickhouse.ts';
import { type EngineFixture, openLocal, readUrl } from './engine-fixture.ts';

const TYPES = `SELECT toDate('2024-02-29') AS day,
  toDateTime('2024-03-31 02:30:00', 'Etc/GMT-2') AS at,
  toDateTime64('2024-03-31 23:59:59.123456', 6, 'UTC') AS precise,
  toDecimal128('12345678901234567890.0123456789', 10) AS amount,
  toDecimal64('1234.50', 2) AS price,
  toInt64('9223372036854775807') AS big,
  toInt32(42) AS small,
  true AS yes,
  CAST(NULL AS Nullable(String)) AS nothing,
  'Grüße 😀 \\'quoted\\' "double" \\\\ %_' AS words,
  CAST(tuple(['x', 'ü', NULL]), 'Tuple(a Array(Nullable(String)))') AS nested,
  toFloat64(0.1) AS ratio`;

/** A real server, at `INLAY_TEST_CLICKHOUSE_URL`: `http://user:password@host:8123/database`, where it may create a table. */
export async function startClickhouseFixture(): Promise<EngineFixture> {
  const url = process.env.INLAY_TEST_CLICKHOUSE_URL ?? '';
  const network = readUrl('clickhouse', url);
  const execute = (sql: string) => executeOnClickhouse(url, sql);
  await execute('DROP TABLE IF EXISTS types');
  await execute(`CREATE TABLE types ENGINE = Memory AS ${TYPES}`);
  return {
    name: 'clickhouse',
    typesSql: TYPES,
    nested: { a: ['x', 'ü', null] },
    numbersSql: (count) => `SELECT number + 1 AS n FROM numbers(${count}) ORDER BY n`,
    textsSql: (count) => `SELECT repeat('x', 1000) AS words FROM numbers(${count})`,
    endlessSql: 'SELECT sum(sipHash64(number)) AS n FROM numbers(1000000000000)',
    failingSql: `SELECT toInt32(concat('hidden-value', toString(number))) AS n FROM numbers(3)`,
    writingSql: [
      'INSERT INTO types (small) VALUES (1)',
      'CREATE TABLE other (a Int8) ENGINE = Memory',
      'SELECT 1; SELECT 2',
    ],
    parameter: (position, type) =>
      `{p${position}:Nullable(${{ string: 'String', integer: 'Int64', number: 'Float64', boolean: 'Bool' }[type]})}`,
    schema: network.database,
    countRunning: async () =>
      Number(
        await execute(`SELECT count() AS n FROM system.processes WHERE query LIKE 'SELECT sum(sipHash64%'`),
      ),
    open: () => openLocal(network),
    network,
    stop: async () => void (await execute('DROP TABLE IF EXISTS types')),
  };
}

import { type EngineFixture, openLocal, readUrl } from './engine-fixture.ts';
import { executeOnTrino } from './execute-on-trino.ts';

const TYPES = `SELECT DATE '2024-02-29' AS day,
  TIMESTAMP '2024-03-31 02:30:00 +02:00' AS at,
  TIMESTAMP '2024-03-31 23:59:59.123456' AS precise,
  CAST('12345678901234567890.0123456789' AS DECIMAL(38, 10)) AS amount,
  DECIMAL '00001234.50' AS price,
  BIGINT '9223372036854775807' AS big,
  INTEGER '42' AS small,
  TRUE AS yes,
  CAST(NULL AS VARCHAR) AS nothing,
  'Grüße 😀 ''quoted'' "double" \\ %_' AS words,
  JSON '{"a":[1,"ü",null]}' AS nested,
  DOUBLE '0.1' AS ratio`;

/** A real server, at `INLAY_TEST_TRINO_URL`: `http://user@host:8080/memory/default`, where it may create a table. */
export async function startTrinoFixture(): Promise<EngineFixture> {
  const network = readUrl('trino', process.env.INLAY_TEST_TRINO_URL ?? '');
  await executeOnTrino(network, 'DROP TABLE IF EXISTS types');
  await executeOnTrino(
    network,
    `CREATE TABLE types AS SELECT DATE '2024-02-29' AS day, DECIMAL '1.5' AS amount`,
  );
  return {
    name: 'trino',
    typesSql: TYPES,
    numbersSql: (count) =>
      `SELECT a * 1000 + b + 1 AS n FROM UNNEST(sequence(0, ${Math.ceil(count / 1000) - 1})) AS t (a)
       CROSS JOIN UNNEST(sequence(0, 999)) AS u (b) WHERE a * 1000 + b < ${count} ORDER BY 1`,
    textsSql: (count) =>
      `SELECT rpad('', 1000, 'x') AS words FROM UNNEST(sequence(1, ${Math.ceil(count / 1000)})) AS t (a)
       CROSS JOIN UNNEST(sequence(1, 1000)) AS u (b)`,
    endlessSql: `SELECT sum(a * b * c) AS n FROM UNNEST(sequence(1, 10000)) AS t (a)
      CROSS JOIN UNNEST(sequence(1, 10000)) AS u (b) CROSS JOIN UNNEST(sequence(1, 10000)) AS v (c)`,
    failingSql: `SELECT CAST(concat('hidden-value', CAST(a AS VARCHAR)) AS INTEGER) AS n FROM UNNEST(sequence(1, 3)) AS t (a)`,
    writingSql: ['CREATE TABLE other (a INTEGER)', 'SELECT 1; SELECT 2', 'DROP TABLE types'],
    parameter: (_, type) =>
      `CAST(? AS ${{ string: 'VARCHAR', integer: 'BIGINT', number: 'DOUBLE', boolean: 'BOOLEAN' }[type]})`,
    schema: network.database.split('/')[1] ?? 'default',
    async countRunning() {
      const [[count] = []] = await executeOnTrino(
        network,
        `SELECT count(*) FROM system.runtime.queries WHERE source = 'inlay' AND query LIKE 'SELECT sum(a * b * c)%'
         AND state NOT IN ('FINISHED', 'FAILED')`,
      );
      return Number(count);
    },
    open: () => openLocal(network),
    network,
    stop: async () => void (await executeOnTrino(network, 'DROP TABLE IF EXISTS types')),
  };
}

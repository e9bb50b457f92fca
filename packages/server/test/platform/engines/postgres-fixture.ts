import pg from 'pg';
import { startPostgres } from '../../../../../test/support/stores/start-postgres.ts';
import { type EngineFixture, openLocal, readUrl } from './engine-fixture.ts';

const TYPES = `SELECT DATE '2024-02-29' AS day,
  TIMESTAMPTZ '2024-03-31 02:30:00+02' AS at,
  TIMESTAMP '2024-03-31 23:59:59.123456' AS precise,
  12345678901234567890.0123456789::numeric(38, 10) AS amount,
  1234.50::numeric(10, 2) AS price,
  9223372036854775807::int8 AS big,
  42::int4 AS small,
  TRUE AS yes,
  NULL::text AS nothing,
  'Grüße 😀 ''quoted'' "double" \\ %_'::text AS words,
  '{"a":[1,"ü",null]}'::jsonb AS nested,
  0.1::float8 AS ratio`;

export async function startPostgresFixture(): Promise<EngineFixture> {
  const server = await startPostgres();
  const admin = new pg.Client(server.url);
  await admin.connect();
  await admin.query(`CREATE TABLE types AS ${TYPES}`);
  await admin.query('CREATE TABLE site (land VARCHAR(9), place INT, PRIMARY KEY (land, place))');
  await admin.query(`CREATE TABLE visit (place INT, land VARCHAR(9),
    FOREIGN KEY (land, place) REFERENCES site (land, place))`);
  await admin.query(`CREATE FUNCTION write_a_row() RETURNS int LANGUAGE sql AS
    'INSERT INTO types (small) VALUES (1) RETURNING small'`);
  const network = readUrl('postgres', server.url);
  return {
    name: 'postgres',
    typesSql: TYPES,
    numbersSql: (count) => `SELECT n FROM generate_series(1, ${count}) AS n ORDER BY n`,
    textsSql: (count) => `SELECT repeat('x', 1000) AS words FROM generate_series(1, ${count})`,
    endlessSql: 'SELECT count(*) FROM generate_series(1, 100000000000) AS n',
    failingSql: `SELECT CAST(words AS integer) FROM (SELECT 'hidden-value' || n AS words FROM generate_series(1, 3) AS n) AS t`,
    writingSql: [
      'INSERT INTO types (small) VALUES (1)',
      'WITH gone AS (DELETE FROM types RETURNING small) SELECT * FROM gone',
      'CREATE TABLE other (a int)',
      `SELECT set_config('transaction_read_only', 'off', false)`,
      'SELECT 1; DELETE FROM types',
      'SELECT write_a_row()',
    ],
    parameter: (position, type) =>
      `$${position}::${{ string: 'text', integer: 'int8', number: 'float8', boolean: 'bool' }[type]}`,
    schema: 'public',
    async countRunning() {
      const { rows } = await admin.query(
        // Not the beginning of its transaction: a connection that is lost then is replaced.
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE state = 'active' AND application_name = 'inlay'
          AND query LIKE 'SELECT%'`,
      );
      return rows[0].n;
    },
    open: () => openLocal(network),
    network,
    async stop() {
      await admin.end();
      await server.stop();
    },
  };
}

import { createConnection } from 'mysql2/promise';
import { startMariadb } from '../../../../../test/support/stores/start-mariadb.ts';
import { type EngineFixture, openLocal, readUrl } from './engine-fixture.ts';

export async function startMysqlFixture(): Promise<EngineFixture> {
  const server = await startMariadb();
  const admin = await createConnection(server.url);
  await admin.query(`CREATE TABLE types (
    day DATE, at TIMESTAMP NULL, precise DATETIME(6), amount DECIMAL(38, 10), price DECIMAL(10, 2), big BIGINT,
    small INT, yes BOOLEAN, nothing TEXT, words TEXT, nested JSON, ratio DOUBLE) CHARACTER SET utf8mb4`);
  await admin.query('CREATE TABLE site (land VARCHAR(9), place INT, PRIMARY KEY (land, place))');
  await admin.query(`CREATE TABLE visit (place INT, land VARCHAR(9),
    FOREIGN KEY (land, place) REFERENCES site (land, place))`);
  await admin.query(`SET time_zone = '+02:00'`);
  await admin.query(
    `INSERT INTO types VALUES ('2024-02-29', '2024-03-31 02:30:00', '2024-03-31 23:59:59.123456',
      12345678901234567890.0123456789, 1234.50, 9223372036854775807, 42, TRUE, NULL, ?, ?, 0.1)`,
    ['Grüße 😀 \'quoted\' "double" \\ %_', '{"a":[1,"ü",null]}'],
  );
  await admin.query(`CREATE FUNCTION write_a_row() RETURNS INT
    BEGIN INSERT INTO types (small) VALUES (1); RETURN 1; END`);
  const network = readUrl('mysql', server.url);
  return {
    name: 'mysql',
    typesSql: 'SELECT * FROM types',
    numbersSql: (count) => `SELECT seq AS n FROM seq_1_to_${count} ORDER BY seq`,
    textsSql: (count) => `SELECT repeat('x', 1000) AS words FROM seq_1_to_${count}`,
    endlessSql: 'SELECT count(a.seq * 2) FROM seq_1_to_1000000 AS a JOIN seq_1_to_1000000 AS b',
    failingSql: `SELECT updatexml('<a/>', concat('~', (SELECT words FROM types LIMIT 1)), '') AS n`,
    writingSql: [
      'INSERT INTO types (small) VALUES (1)',
      'CREATE TABLE other (a int)',
      '/*! DELETE FROM types */',
      '/*M! SET SESSION max_statement_time = */ (SELECT 1)',
      `SELECT 1 INTO OUTFILE '/tmp/inlay-must-not-exist'`,
      'SELECT 1 INTO @a',
      'SELECT 1; DELETE FROM types',
      'SELECT small FROM types FOR UPDATE; DROP TABLE types',
      'SELECT write_a_row()',
    ],
    parameter: (_, type) =>
      ({ string: '?', integer: 'CAST(? AS SIGNED)', number: 'CAST(? AS DOUBLE)', boolean: '(? = 1)' })[type],
    schema: 'inlay',
    async countRunning() {
      const [rows] = await admin.query(
        `SELECT count(*) AS n FROM information_schema.PROCESSLIST WHERE INFO LIKE 'SELECT count(a.seq%'`,
      );
      return (rows as { n: number }[])[0]?.n ?? 0;
    },
    open: () => openLocal(network),
    network,
    async stop() {
      await admin.end();
      await server.stop();
    },
  };
}

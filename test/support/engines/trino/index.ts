import { readUrl } from '../../../../packages/server/test/platform/engines/engine-fixture.ts';
import { executeOnTrino } from '../../../../packages/server/test/platform/engines/execute-on-trino.ts';
import { makeTestCertificate } from '../../network/test-certificate.ts';
import { databaseAt, uniqueName } from '../database-at.ts';
import { type EngineUnderTest, serverAt } from '../engine-under-test.ts';
import { standardLiteral, withoutZone } from '../standard-literal.ts';
import { startTrino } from './start-trino.ts';

const { missing, start } = serverAt('INLAY_TEST_TRINO_URL');

export const trino = {
  name: 'trino',
  label: 'Trino',
  missing,
  async find() {
    const given = process.env.INLAY_TEST_TRINO_URL;
    const tls = makeTestCertificate('DNS:localhost,IP:127.0.0.1');
    const postgresUrl = process.env.INLAY_TEST_POSTGRES_URL;
    const server = given
      ? undefined
      : await startTrino({ heapMegabytes: 2048, tls, ...(postgresUrl === undefined ? {} : { postgresUrl }) });
    const url = given ?? server?.url ?? '';
    process.env.INLAY_TEST_TRINO_URL = url;
    if (server?.secureUrl && tls) {
      process.env.INLAY_TEST_TRINO_TLS_URL = server.secureUrl;
      process.env.INLAY_TEST_TRINO_TLS_CA = tls.certificate;
    }
    const { version } = (await (await fetch(new URL('/v1/info', withoutUser(url)))).json()).nodeVersion;
    return {
      ranOn: `Trino ${version}, ${server ? 'a server with the catalogs memory, tpch and postgresql' : 'the server at INLAY_TEST_TRINO_URL'}`,
      ...(server && { stop: server.stop }),
    };
  },
  server: {
    start,
    async fill(url, database, statements) {
      const given = readUrl('trino', url);
      const own = uniqueName(database);
      const path = `${given.database.split('/')[0]}/${own}`;
      const network = { ...given, database: path };
      await executeOnTrino(given, `CREATE SCHEMA ${own}`);
      for (const statement of statements) await executeOnTrino(network, statement);
      return {
        url: databaseAt(url, path),
        async drop() {
          for (const [, table] of statements.join('\n').matchAll(/^CREATE TABLE (\w+)/gm))
            await executeOnTrino(network, `DROP TABLE ${table}`);
          await executeOnTrino(given, `DROP SCHEMA ${own}`);
        },
      };
    },
  },
  sql: {
    quote: '"',
    types: {
      string: 'varchar',
      integer: 'bigint',
      number: 'double',
      boolean: 'boolean',
      date: 'date',
      datetime: 'timestamp(6) with time zone',
      local: 'timestamp(6)',
      json: 'array(varchar)',
    },
    decimal: (digits, places) => `decimal(${digits}, ${places})`,
    nullable: (type) => type,
    tableSuffix: '',
    literal: standardLiteral({
      types: {
        decimal: (text) => `DECIMAL '${text}'`,
        number: (text) => `DOUBLE '${text}'`,
        date: (text) => `DATE '${text}'`,
        datetime: (text) => `TIMESTAMP '${withoutZone(text)} UTC'`,
        local: (text) => `TIMESTAMP '${withoutZone(text)}'`,
        json: (text) => `ARRAY['${text}']`,
      },
    }),
  },
  // It plans each of hundreds of small queries for a second or two.
  maxModels: 3,
  // Each mention of a common table is a stage of its own, of which a statement may have 150.
  limitsComplexity: true,
} satisfies EngineUnderTest;

/** `fetch` refuses addresses with a user. */
function withoutUser(address: string): URL {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url;
}

import { DuckDBInstance } from '@duckdb/node-api';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import mysql2 from 'mysql2/promise';
import pg from 'pg';
import { makeTestCertificate } from '../network/test-certificate.ts';
import { skipWithoutMariadb, startMariadb } from '../stores/start-mariadb.ts';
import { executeOnClickhouse } from './execute-on-clickhouse.ts';
import { startClickhouse } from './start-clickhouse.ts';
import { startTrino } from './start-trino.ts';

/** An engine of the matrix. */
export interface EngineServer {
  readonly engine: EngineName;
  readonly name: string;
  /** What the suites run against, with its version. */
  readonly ranOn?: string;
  /** Why there is nothing to run them against. */
  readonly missing?: string;
  stop?(): Promise<void>;
}

type Started = Pick<EngineServer, 'ranOn' | 'stop'>;

const STARTS: readonly (readonly [EngineName, name: string, start: () => Promise<Started>])[] = [
  ['duckdb', 'DuckDB', findDuckdb],
  ['postgres', 'PostgreSQL', findPostgres],
  ['mysql', 'MariaDB', findMariadb],
  ['clickhouse', 'ClickHouse', findClickhouse],
  ['trino', 'Trino', findTrino],
];

/** Starts the servers that are not given by a URL, and sets the variables by which the tests find them. */
export async function startEngineServers(chosen: readonly string[]): Promise<readonly EngineServer[]> {
  const unknown = chosen.find((engine) => !STARTS.some(([known]) => known === engine));
  if (unknown !== undefined)
    throw new Error(
      `There is no engine '${unknown}'. There are: ${STARTS.map(([known]) => known).join(', ')}.`,
    );
  const servers: EngineServer[] = [];
  for (const [engine, name, start] of STARTS) {
    if (chosen.length > 0 && !chosen.includes(engine)) continue;
    console.log(`Starting ${name} …`);
    try {
      servers.push({ engine, name, ...(await start()) });
    } catch (error) {
      servers.push({ engine, name, missing: reasonOf(error) });
    }
  }
  return servers;
}

async function findDuckdb(): Promise<Started> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll('SELECT version()');
  connection.closeSync();
  instance.closeSync();
  return { ranOn: `DuckDB ${reader.getRowsJson()[0]?.[0]} in Inlay's child processes` };
}

async function findPostgres(): Promise<Started> {
  const client = new pg.Client(process.env.INLAY_TEST_POSTGRES_URL);
  await client.connect();
  const { rows } = await client.query('SHOW server_version');
  await client.end();
  return { ranOn: `PostgreSQL ${rows[0].server_version}, a server` };
}

async function findMariadb(): Promise<Started> {
  if (skipWithoutMariadb) throw new Error(skipWithoutMariadb);
  const server = await startMariadb();
  const client = await mysql2.createConnection(server.url);
  const [rows] = await client.query({ sql: 'SELECT version()', rowsAsArray: true });
  await client.end();
  await server.stop();
  return { ranOn: `${(rows as unknown as readonly string[][])[0]?.[0]}, a server` };
}

async function findClickhouse(): Promise<Started> {
  const given = process.env.INLAY_TEST_CLICKHOUSE_URL;
  const server = given ? undefined : await startClickhouse();
  const url = given ?? server?.url ?? '';
  process.env.INLAY_TEST_CLICKHOUSE_URL = url;
  const version = (await executeOnClickhouse(url, 'SELECT version()')).trim();
  const kind = server?.kind ?? 'the server at INLAY_TEST_CLICKHOUSE_URL';
  return { ranOn: `ClickHouse ${version}, ${kind}`, ...(server && { stop: server.stop }) };
}

async function findTrino(): Promise<Started> {
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
}

/** `fetch` refuses addresses with a user. */
function withoutUser(address: string): URL {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url;
}

/** A failed download says why in the error below it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const [line = ''] = error.message.split('\n');
  return error.cause instanceof Error ? `${line} (${error.cause.message})` : line;
}

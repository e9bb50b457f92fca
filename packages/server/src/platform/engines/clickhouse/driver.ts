import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { makeCheckedAgent } from '../../egress/checked-agent.ts';
import { assertReading } from '../assert-reading.ts';
import type { NetworkConnection } from '../connection-config.ts';
import type { DriverEnvironment } from '../define-engine.ts';
import { makeDrain } from '../drain.ts';
import type { Engine, EngineResult, QueryLimits, SendBatch, Statement, TableDescription } from '../engine.ts';
import { badResponse, EngineError } from '../engine-error.ts';
import { ClosedConnectionError, readText } from '../http-client.ts';
import { DESCRIBE_LIMITS } from '../result-limits.ts';
import { runStoppable } from '../run-stoppable.ts';
import { assertOne, testConnection } from '../test-connection.ts';
import { tlsOptions } from '../tls-options.ts';
import { clickhouseColumnType, isNullableClickhouseType } from './column-types.ts';
import { toClickhouseError } from './errors.ts';
import { type ClickhouseServer, openQuery, runCommand, type Settings } from './http.ts';
import { readResult } from './read-result.ts';

const COLUMNS = `
  SELECT database, table, name, type FROM system.columns
  WHERE database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA')
  ORDER BY database, table, position`;
/**
 * Numbers as text with every digit, and instants that do not depend on the zone of a column or server. Queries end when
 * their reader leaves.
 */
const SETTINGS: Settings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  output_format_json_quote_denormals: 0,
  date_time_output_format: 'iso',
  cancel_http_readonly_queries_on_client_close: 1,
  // Rows of a join without a partner have nulls, not zeros and empty texts.
  join_use_nulls: 1,
  // Months and hours before 1970 and after 2149 stay what they are.
  enable_extended_results_for_datetime_functions: 1,
};

export function openClickhouse(
  config: NetworkConnection,
  { egress, poolSize, time }: DriverEnvironment,
): Engine {
  const password = config.password.reveal();
  const server = serverOf(config, { egress, poolSize });
  let readonlySettings: Promise<Settings> | undefined;
  const drain = makeDrain(time);

  async function run(
    statement: Statement,
    limits: QueryLimits,
    signal?: AbortSignal,
    send?: SendBatch,
  ): Promise<EngineResult> {
    const queryId = randomUUID();
    const ended = new AbortController();
    async function work(): Promise<EngineResult> {
      readonlySettings ??= readReadonlySettings(server);
      const settings = await readonlySettings.catch((error) => {
        readonlySettings = undefined;
        throw error;
      });
      const response = await openQuery(server, {
        sql: `${statement.sql.replace(/;\s*$/, '')}\nFORMAT JSONCompactEachRowWithNamesAndTypes`,
        params: statement.params,
        settings: {
          ...SETTINGS,
          ...settings,
          query_id: queryId,
          max_execution_time: Math.ceil(limits.timeoutMs / 1000),
        },
        signal: ended.signal,
      });
      return readResult(response, limits, send);
    }
    /** The server may close an idle connection just as it is used again. */
    const workOnLiveConnection = () =>
      work().catch((error) => {
        if (!(error instanceof ClosedConnectionError)) throw error;
        if (error.isUnread) return work();
        throw error.cause;
      });
    return runStoppable(
      () =>
        drain.run(workOnLiveConnection).catch((error) => Promise.reject(toClickhouseError(error, password))),
      {
        time,
        timeoutMs: limits.timeoutMs,
        signal,
        async stop() {
          ended.abort();
          await runCommand(server, {
            sql: 'KILL QUERY WHERE query_id = {p1:String} ASYNC',
            params: [queryId],
          });
        },
      },
    );
  }

  return {
    async describe(signal) {
      const { columns } = await run({ sql: COLUMNS, params: [] }, DESCRIBE_LIMITS, signal);
      return tablesOf(columns);
    },
    async describeStatement({ sql, params }, signal) {
      assertReading(sql);
      assertOneStatement(sql);
      const { columns } = await run({ sql: `DESCRIBE TABLE (\n${sql}\n)`, params }, DESCRIBE_LIMITS, signal);
      const [names, types] = columns;
      return (names?.values ?? []).map((name, index) => ({
        name: String(name),
        type: clickhouseColumnType(String(types?.values[index])),
      }));
    },
    async query(statement, limits, signal, send) {
      assertReading(statement.sql);
      assertOneStatement(statement.sql);
      return run(statement, limits, signal, send);
    },
    test: (signal) =>
      testConnection(async (timeoutMs) => {
        const one = { sql: 'SELECT 1', params: [] };
        const { columns } = await run(one, { ...DESCRIBE_LIMITS, timeoutMs }, signal);
        assertOne(columns[0]?.values[0]);
      }),
    async close() {
      await drain.close();
      server.agent.destroy();
    },
  };
}

function serverOf(
  config: NetworkConnection,
  { egress, poolSize }: Pick<DriverEnvironment, 'egress' | 'poolSize'>,
): ClickhouseServer {
  const tls = tlsOptions(config);
  const agent = makeCheckedAgent(egress.anyAllowed, {
    tls,
    keepAlive: true,
    maxSockets: poolSize.maxConnections,
    timeout: poolSize.idleMs,
  });
  const host = isIPv6(config.host) ? `[${config.host}]` : config.host;
  const url = new URL(
    `${tls === undefined ? 'http' : 'https'}://${host}:${config.port ?? (tls === undefined ? 8123 : 8443)}`,
  );
  if (config.database !== '') url.searchParams.set('database', config.database);
  const credentials = Buffer.from(`${config.user}:${config.password.reveal()}`).toString('base64');
  const headers = { Authorization: `Basic ${credentials}`, 'User-Agent': 'inlay' };
  return { url, headers, agent };
}

/** The tables in the rows of `COLUMNS`. */
function tablesOf(columns: EngineResult['columns']): readonly TableDescription[] {
  const [databases = [], tables = [], names = [], types = []] = columns.map(({ values }) =>
    values.map(String),
  );
  const rows = names.map((name, index) => ({
    schema: databases[index] ?? '',
    table: tables[index] ?? '',
    column: {
      name,
      type: clickhouseColumnType(types[index] ?? ''),
      nullable: isNullableClickhouseType(types[index] ?? ''),
    },
  }));
  const grouped = Map.groupBy(rows, ({ schema, table }) => JSON.stringify([schema, table]));
  return [...grouped.values()].map((group) => ({
    schema: group[0]?.schema ?? '',
    name: group[0]?.table ?? '',
    columns: group.map(({ column }) => column),
  }));
}

/** A user with readonly = 1 cannot request exact output either; readonly = 2 is sufficient. */
async function readReadonlySettings(server: ClickhouseServer): Promise<Settings> {
  const sql = `SELECT toString(getSetting('readonly')) FORMAT TabSeparated`;
  const level = await readText(await openQuery(server, { sql }), 100, () =>
    badResponse('The setting readonly is too long.'),
  );
  switch (level) {
    case '0\n':
      return { readonly: 1 };
    case '2\n':
      return {};
    case '1\n':
      throw new EngineError('NOT_PERMITTED', {
        message:
          'The ClickHouse user has the setting readonly = 1. Set readonly = 2, which also prevents writes.',
      });
    default:
      throw badResponse('The setting readonly is none of 0, 1 and 2.');
  }
}

/** Strings, quoted names and comments: a semicolon inside them does not end a statement. */
const OPAQUE =
  /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Servers refuse several statements with an error that names the second one's text; an embedded engine runs them all. */
function assertOneStatement(sql: string): void {
  if (!/;\s*\S/.test(sql.replaceAll(OPAQUE, ' '))) return;
  throw new EngineError('BAD_STATEMENT', {
    message: 'Only one statement is allowed. Remove the semicolon and the text after it.',
  });
}

import { randomUUID } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { type ClickHouseClient, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { makeCheckedAgent } from '../../egress/checked-agent.ts';
import { traceHeaders } from '../../tracing/current-trace.ts';
import { assertReading } from '../assert-reading.ts';
import { collectResult, type ResultCollector } from '../collect-result.ts';
import type { NetworkConnection } from '../connection-config.ts';
import type { DriverEnvironment } from '../define-engine.ts';
import { makeDrain } from '../drain.ts';
import type { Engine, EngineResult, QueryLimits, SendBatch, Statement } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import { jsonCell } from '../json-cell.ts';
import { runStoppable } from '../run-stoppable.ts';
import { testConnection } from '../test-connection.ts';
import { tlsOptions } from '../tls-options.ts';
import { assertOneStatement } from './assert-one-statement.ts';
import { clickhouseColumnType, isNullableClickhouseType } from './column-types.ts';
import { toClickhouseError } from './errors.ts';

const DESCRIBE_LIMITS: QueryLimits = { maxRows: 100_000, maxBytes: 50_000_000, timeoutMs: 30_000 };
const COLUMNS = `
  SELECT database, table, name, type FROM system.columns
  WHERE database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA')
  ORDER BY database, table, position`;
/**
 * Numbers as text with every digit, and instants that do not depend on the zone of a column or server. Queries end when
 * their reader leaves.
 */
const SETTINGS: ClickHouseSettings = {
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
  { egress, poolSize: size, time }: DriverEnvironment,
): Engine {
  const password = config.password.reveal();
  const tls = tlsOptions(config);
  const agent = makeCheckedAgent(egress.anyAllowed, {
    tls,
    keepAlive: true,
    maxSockets: size.maxConnections,
    timeout: size.idleMs,
  });
  const host = isIPv6(config.host) ? `[${config.host}]` : config.host;
  const client = createClient({
    url: `${tls === undefined ? 'http' : 'https'}://${host}:${config.port ?? (tls === undefined ? 8123 : 8443)}`,
    username: config.user,
    password,
    database: config.database,
    application: 'inlay',
    http_agent: agent,
    // Each query brings its own limit.
    request_timeout: 24 * 3_600_000,
    log: { LoggerClass: SilentLogger },
  });
  let readonlySettings: Promise<ClickHouseSettings> | undefined;
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
      readonlySettings ??= readReadonlySettings(client);
      const settings = await readonlySettings.catch((error) => {
        readonlySettings = undefined;
        throw error;
      });
      return read(
        client,
        statement,
        { limits, send },
        {
          query_id: queryId,
          http_headers: traceHeaders(),
          abort_signal: ended.signal,
          clickhouse_settings: {
            ...SETTINGS,
            ...settings,
            max_execution_time: Math.ceil(limits.timeoutMs / 1000),
          },
        },
      );
    }
    return runStoppable(
      () =>
        drain
          .run(() => work().catch((error) => (isUnsent(error) ? work() : Promise.reject(error))))
          .catch((error) => Promise.reject(toClickhouseError(error, password))),
      {
        time,
        timeoutMs: limits.timeoutMs,
        signal,
        async stop() {
          ended.abort();
          await client.command({
            query: 'KILL QUERY WHERE query_id = {id:String} ASYNC',
            query_params: { id: queryId },
          });
        },
      },
    );
  }

  return {
    async describe(signal) {
      const { columns } = await run({ sql: COLUMNS, params: [] }, DESCRIBE_LIMITS, signal);
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
      testConnection((timeoutMs) =>
        run({ sql: 'SELECT 1', params: [] }, { ...DESCRIBE_LIMITS, timeoutMs }, signal),
      ),
    async close() {
      await drain.close();
      await client.close();
      agent.destroy();
    },
  };
}

/** A user with readonly = 1 cannot request exact output either; readonly = 2 is sufficient. */
async function readReadonlySettings(client: ClickHouseClient): Promise<ClickHouseSettings> {
  const response = await client.query({
    query: `SELECT toString(getSetting('readonly'))`,
    format: 'JSONCompactEachRow',
  });
  const [[level] = []] = await response.json<[string]>();
  if (level === '1') {
    throw new EngineError('NOT_PERMITTED', {
      message:
        'The ClickHouse user has the setting readonly = 1. Set readonly = 2, which also prevents writes.',
    });
  }
  return level === '2' ? {} : { readonly: '1' };
}

async function read(
  client: ClickHouseClient,
  { sql, params }: Statement,
  { limits, send }: { readonly limits: QueryLimits; readonly send: SendBatch | undefined },
  options: {
    readonly query_id: string;
    readonly http_headers: Record<string, string>;
    readonly abort_signal: AbortSignal;
    readonly clickhouse_settings: ClickHouseSettings;
  },
): Promise<EngineResult> {
  const result = await client.query({
    ...options,
    query: sql,
    query_params: Object.fromEntries(params.map((param, index) => [`p${index + 1}`, param])),
    format: 'JSONCompactEachRowWithNamesAndTypes',
  });
  let names: readonly string[] | undefined;
  let collector: ResultCollector | undefined;
  let types: readonly ReturnType<typeof clickhouseColumnType>[] = [];
  try {
    for await (const rows of result.stream()) {
      for (const row of rows) {
        const values: readonly unknown[] = row.json();
        if (names === undefined) names = values.map(String);
        else if (collector === undefined) {
          types = values.map((type) => clickhouseColumnType(String(type)));
          collector = collectResult(
            names.map((name, index) => ({ name, type: types[index] ?? 'string' })),
            limits,
            send,
          );
        } else if (!collector.add(values.map((value, index) => jsonCell(value, types[index] ?? 'string')))) {
          return await collector.finish();
        }
      }
      await collector?.drained();
    }
  } finally {
    result.close();
  }
  return (collector ?? collectResult([], limits)).finish();
}

/** The server closed an idle connection just as it was used again: it has read nothing of the query. */
function isUnsent(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'write';
}

/** The client would print failures, parameters included, to the console. */
class SilentLogger {
  trace(): void {}
  debug(): void {}
  info(): void {}
  warn(): void {}
  error(): void {}
}

import { isIPv6 } from 'node:net';
import { makeCheckedAgent } from '../../egress/checked-agent.ts';
import { assertReading } from '../assert-reading.ts';
import { collectResult, type ResultCollector } from '../collect-result.ts';
import type { NetworkConnection } from '../connection-config.ts';
import type { DriverEnvironment } from '../define-engine.ts';
import { makeDrain } from '../drain.ts';
import type { Engine, EngineColumn, EngineResult, QueryLimits, SendBatch, Statement } from '../engine.ts';
import { noColumns } from '../engine-error.ts';
import { jsonCell } from '../json-cell.ts';
import { DESCRIBE_LIMITS } from '../result-limits.ts';
import { runStoppable } from '../run-stoppable.ts';
import { assertOne, testConnection } from '../test-connection.ts';
import { tlsOptions } from '../tls-options.ts';
import { quoteTrinoText, trinoColumnType, trinoLiteral } from './column-types.ts';
import { toTrinoError, trinoQueryError } from './errors.ts';
import { requestTrinoPage } from './http.ts';
import type { TrinoPage } from './page.ts';

const PREPARED = 'inlay';

interface RunOptions {
  readonly extraHeaders?: Readonly<Record<string, string>>;
  readonly send?: SendBatch | undefined;
}

export function openTrino(
  config: NetworkConnection,
  { egress, poolSize: size, time }: DriverEnvironment,
): Engine {
  const password = config.password.reveal();
  const tls = tlsOptions(config);
  const limits = { tls, maxSockets: size.maxConnections, timeout: size.idleMs };
  const agents = {
    agent: makeCheckedAgent(egress.anyAllowed, { ...limits, keepAlive: true }),
    freshAgent: makeCheckedAgent(egress.anyAllowed, { ...limits, keepAlive: false }),
  };
  const host = isIPv6(config.host) ? `[${config.host}]` : config.host;
  const base = new URL(
    `${tls === undefined ? 'http' : 'https'}://${host}:${config.port ?? (tls === undefined ? 8080 : 8443)}`,
  );
  const [catalog = '', schema] = config.database.split('/');
  const headers = sessionHeaders(config, password, catalog, schema);
  const drain = makeDrain(time);

  async function run(
    sql: string,
    limits: QueryLimits,
    signal?: AbortSignal,
    { extraHeaders = {}, send }: RunOptions = {},
  ): Promise<EngineResult> {
    const ended = new AbortController();
    let nextUri: string | undefined;

    // Responses give the next page as a full URL; only its path is used, so that the credentials go nowhere else.
    function pageUrl(address: string): URL {
      const { pathname, search } = new URL(address, base);
      return new URL(pathname + search, base);
    }

    function cancel(): void {
      if (nextUri === undefined) return;
      const url = pageUrl(nextUri);
      // On a separate connection, so that it does not wait for one of the pool.
      const agent = agents.freshAgent;
      const { signal, release } = time.deadline(5000);
      requestTrinoPage({ method: 'DELETE', url, headers, ...agents, agent, time, signal })
        .catch(() => {})
        .finally(release);
    }

    async function* pages(): AsyncGenerator<TrinoPage> {
      const session = {
        'X-Trino-Session': `query_max_run_time=${Math.max(1, Math.ceil(limits.timeoutMs))}ms`,
      };
      const all = { ...headers, ...session, ...extraHeaders };
      const { signal: stop } = ended;
      let page = await requestTrinoPage({
        method: 'POST',
        url: new URL('/v1/statement', base),
        headers: all,
        body: sql,
        ...agents,
        time,
        signal: stop,
      });
      for (;;) {
        nextUri = page.nextUri;
        if (page.error !== undefined) throw trinoQueryError(page.error, password);
        yield page;
        if (nextUri === undefined) return;
        page = await requestTrinoPage({
          method: 'GET',
          url: pageUrl(nextUri),
          headers,
          ...agents,
          time,
          signal: stop,
        });
      }
    }

    async function work(): Promise<EngineResult> {
      let columns: readonly EngineColumn[] = [];
      let collector: ResultCollector | undefined;
      for await (const page of pages()) {
        if (page.columns !== undefined && collector === undefined) {
          columns = page.columns.map(({ name, type }) => ({ name, type: trinoColumnType(type) }));
          collector = collectResult(columns, limits, send);
        }
        for (const row of page.data ?? []) {
          if (collector === undefined) throw noColumns();
          if (collector.add(row.map((value, index) => jsonCell(value, columns[index]?.type ?? 'string'))))
            continue;
          cancel();
          return collector.finish();
        }
        await collector?.drained();
      }
      if (collector === undefined) throw noColumns();
      return collector.finish();
    }

    return runStoppable(
      () => drain.run(work).catch((error) => Promise.reject(toTrinoError(error, password))),
      {
        time,
        timeoutMs: limits.timeoutMs,
        signal,
        stop() {
          ended.abort();
          cancel();
        },
      },
    );
  }

  return {
    async describe(signal) {
      const inSchema = schema === undefined ? '' : ` AND table_schema = ${quoteTrinoText(schema)}`;
      const sql = `SELECT table_schema, table_name, column_name, data_type, is_nullable
        FROM "${catalog.replaceAll('"', '""')}".information_schema.columns
        WHERE table_schema <> 'information_schema'${inSchema}
        ORDER BY table_schema, table_name, ordinal_position`;
      const { columns, rowCount } = await run(sql, DESCRIBE_LIMITS, signal);
      const rows = Array.from({ length: rowCount }, (_, row) =>
        columns.map(({ values }) => String(values[row])),
      );
      const tables = Map.groupBy(rows, ([tableSchema, table]) => JSON.stringify([tableSchema, table]));
      return [...tables.values()].map((group) => ({
        schema: group[0]?.[0] ?? '',
        name: group[0]?.[1] ?? '',
        columns: group.map(([, , name = '', type = '', nullable]) => ({
          name,
          type: trinoColumnType(type),
          nullable: nullable === 'YES',
        })),
      }));
    },
    async describeStatement({ sql }, signal) {
      assertReading(sql);
      const prepared = { 'X-Trino-Prepared-Statement': `${PREPARED}=${encodeURIComponent(sql)}` };
      const { columns } = await run(`DESCRIBE OUTPUT ${PREPARED}`, DESCRIBE_LIMITS, signal, {
        extraHeaders: prepared,
      });
      const names = columns.find(({ name }) => name === 'Column Name')?.values ?? [];
      const types = columns.find(({ name }) => name === 'Type')?.values ?? [];
      return names.map((name, index) => ({
        name: String(name),
        type: trinoColumnType(String(types[index])),
      }));
    },
    async query(statement, limits, signal, send) {
      assertReading(statement.sql);
      return run(withParameters(statement), limits, signal, { send });
    },
    test: (signal) =>
      testConnection(async (timeoutMs) => {
        const { columns } = await run('SELECT 1', { ...DESCRIBE_LIMITS, timeoutMs }, signal);
        assertOne(columns[0]?.values[0]);
      }),
    async close() {
      await drain.close();
      agents.agent.destroy();
      agents.freshAgent.destroy();
    },
  };
}

function sessionHeaders(
  config: NetworkConnection,
  password: string,
  catalog: string,
  schema: string | undefined,
) {
  const basic = Buffer.from(`${config.user}:${password}`).toString('base64');
  return {
    'X-Trino-User': encodeHeader(config.user),
    'X-Trino-Source': 'inlay',
    'X-Trino-Time-Zone': 'UTC',
    // Without it the server rounds times to milliseconds.
    'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
    'X-Trino-Catalog': encodeHeader(catalog),
    ...(schema === undefined ? {} : { 'X-Trino-Schema': encodeHeader(schema) }),
    ...(password === '' ? {} : { Authorization: `Basic ${basic}` }),
    'Content-Type': 'text/plain; charset=utf-8',
  };
}

function encodeHeader(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, encodeURIComponent);
}

function withParameters({ sql, params }: Statement): string {
  if (params.length === 0) return sql;
  return `EXECUTE IMMEDIATE ${quoteTrinoText(sql)} USING ${params.map(trinoLiteral).join(', ')}`;
}

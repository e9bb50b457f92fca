import type { Socket } from 'node:net';
import {
  createConnection,
  createPool,
  type PoolConnection,
  type PoolOptions,
  type PrepareStatementInfo,
} from 'mysql2';
import { CheckedSocket } from '../../egress/checked-socket.ts';
import type { EgressRules } from '../../egress/egress-rules.ts';
import { assertReading } from '../assert-reading.ts';
import { collectResult, type ResultCollector } from '../collect-result.ts';
import type { NetworkConnection } from '../connection-config.ts';
import type { DriverEnvironment } from '../define-engine.ts';
import { makeDrain } from '../drain.ts';
import type { Engine, EngineResult, QueryLimits, ReadingLimits, SendBatch, Statement } from '../engine.ts';
import { EngineError, noColumns } from '../engine-error.ts';
import { DESCRIBE_LIMITS } from '../result-limits.ts';
import { runStoppable, stopRepeatedly } from '../run-stoppable.ts';
import { assertOne, CONNECT_TIMEOUT_MS, testConnection } from '../test-connection.ts';
import { tlsOptions } from '../tls-options.ts';
import { checkAmount, watchReceived } from '../watch-received.ts';
import { type MysqlField, mysqlCell, mysqlColumnType } from './column-types.ts';
import { DEFAULT_PORT } from './default-port.ts';
import { describeMysqlForeignKeys, describeMysqlTables } from './describe.ts';
import { toMysqlError } from './errors.ts';
import { packetCheck } from './packet-check.ts';
import { prepareSession, runCommand } from './session.ts';

/** MySQL and MariaDB. */
export function openMysql(
  config: NetworkConnection,
  { egress, poolSize: size, time }: DriverEnvironment,
): Engine {
  const password = config.password.reveal();
  const options = connectionOptions(config, password, egress);
  const pool = createPool({
    ...options,
    connectionLimit: size.maxConnections,
    maxIdle: size.maxConnections,
    idleTimeout: size.idleMs,
  });
  const drain = makeDrain(time);
  // A broken connection leaves the pool by itself, and may emit several errors.
  pool.on('connection', (connection) => connection.on('error', () => {}));
  const idle = new Set<PoolConnection>();
  pool.on('acquire', (connection) => idle.delete(connection));
  pool.on('release', (connection) => idle.add(connection));

  interface Steps<P, T> {
    /** Pings the server before anything runs, so that a dead connection can be replaced. */
    begin(connection: PoolConnection): Promise<P>;
    work(connection: PoolConnection, begun: P): Promise<T>;
  }

  function withConnection<P, T>(
    { timeoutMs, maxBytes, signal }: ReadingLimits,
    { begin, work }: Steps<P, T>,
  ): Promise<T> {
    let connection: PoolConnection | undefined;
    let stopped = false;

    // The driver emits nothing when a connection is destroyed from this side.
    const destroyed = Promise.withResolvers<never>();
    destroyed.promise.catch(() => {});

    /** Only sends settings, which a server confirms at once: a connection that is silent here is lost. */
    async function session(own: PoolConnection): Promise<void> {
      const silence = Promise.withResolvers<never>();
      const timer = time.after(timeoutMs / 4, () => {
        // Others that were idle as long are as dead, and would each cost the same wait.
        for (const connection of idle) destroy(connection);
        idle.clear();
        silence.reject(new EngineError('CONNECTION_LOST'));
      });
      try {
        await Promise.race([prepareSession(own, timeoutMs, time), silence.promise]);
      } finally {
        timer.stop();
      }
    }

    async function attempt(triesLeft: number): Promise<T> {
      const own = await getConnection();
      connection = own;
      let running = false;
      const stopWatching = watchReceived(streamOf(own), [checkAmount({ maxBytes }), packetCheck()]);
      const steps = async () => {
        if (stopped) throw new EngineError('CANCELLED');
        await session(own);
        const begun = await begin(own);
        // It has ended in the meantime: the server may have had nothing to kill.
        if (stopped) throw new EngineError('CANCELLED');
        running = true;
        return work(own, begun);
      };
      try {
        const result = await Promise.race([steps(), destroyed.promise]);
        if (stopped) destroy(own);
        else own.release();
        return result;
      } catch (error) {
        const { code } = toMysqlError(error, password);
        if (stopped || code !== 'BAD_STATEMENT') destroy(own);
        else own.release();
        // One from the pool may have died unnoticed.
        if (code === 'CONNECTION_LOST' && !running && !stopped && triesLeft > 0)
          return attempt(triesLeft - 1);
        throw error;
      } finally {
        stopWatching();
        if (connection === own) connection = undefined;
      }
    }

    const tries = size.maxConnections;
    return runStoppable(
      () => drain.run(() => attempt(tries)).catch((error) => Promise.reject(toMysqlError(error, password))),
      {
        time,
        timeoutMs,
        signal,
        isRunning: () => connection !== undefined,
        async stop() {
          stopped = true;
          const running = connection;
          if (running === undefined) return;
          // If the server does not obey, its response is not awaited.
          time.after(1000, () => {
            if (connection === running) destroyed.reject(new EngineError('CONNECTION_LOST'));
          });
          await stopRepeatedly(
            time,
            () => killQuery(options, running.threadId),
            () => connection === running,
          );
        },
      },
    );
  }

  function getConnection(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      pool.getConnection((error, connection) => (error === null ? resolve(connection) : reject(error)));
    });
  }

  return {
    describe: (signal) =>
      withConnection(
        { ...DESCRIBE_LIMITS, signal },
        { begin: (connection) => runCommand(connection, 'SELECT VERSION()'), work: describeMysqlTables },
      ),
    foreignKeys: (signal) =>
      withConnection({ ...DESCRIBE_LIMITS, signal }, { begin: selectOne, work: describeMysqlForeignKeys }),
    async describeStatement({ sql }, signal) {
      assertReading(sql);
      return withConnection(
        { ...DESCRIBE_LIMITS, signal },
        {
          begin: (connection) => prepareReading(connection, sql),
          work: async (_, { columns }) =>
            columns.map((field) => ({ name: field.name, type: mysqlColumnType(field) })),
        },
      );
    },
    async query(statement, limits, signal, send) {
      assertReading(statement.sql);
      return withConnection(
        { ...limits, signal },
        {
          begin: (connection) => prepareReading(connection, statement.sql),
          work: (connection, prepared) => read(connection, prepared, statement, { limits, send }),
        },
      );
    },
    test: (signal) =>
      testConnection((timeoutMs) =>
        withConnection(
          { ...DESCRIBE_LIMITS, timeoutMs, signal },
          { begin: selectOne, work: async (_, rows) => assertOne(rows[0]?.[0]) },
        ),
      ),
    async close() {
      await drain.close();
      await new Promise<void>((resolve) => pool.end(() => resolve()));
    },
  };
}

/** The driver sends a quit and waits for the other side to close, which a silent one never does. */
function destroy(connection: PoolConnection): void {
  connection.destroy();
  streamOf(connection).destroy();
}

/** Missing in the types. The one inside TLS, if there is any. */
const streamOf = (connection: PoolConnection) =>
  (connection as PoolConnection & { readonly stream: Socket }).stream;

const selectOne = (connection: PoolConnection) =>
  runCommand(connection, 'SELECT 1') as Promise<readonly (readonly unknown[])[]>;

function connectionOptions(config: NetworkConnection, password: string, egress: EgressRules): PoolOptions {
  const port = config.port ?? DEFAULT_PORT;
  const tls = tlsOptions(config);
  return {
    host: config.host,
    port,
    database: config.database,
    user: config.user,
    password,
    ...(tls === undefined ? {} : { ssl: { ...tls, verifyIdentity: tls.rejectUnauthorized } }),
    stream: () => new CheckedSocket(egress.anyAllowed).connect(port, config.host).setNoDelay(true),
    connectTimeout: CONNECT_TIMEOUT_MS,
    // Comparisons of values with values are exact; those with columns follow the column.
    charset: 'UTF8MB4_BIN',
    timezone: 'Z',
    rowsAsArray: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
    // Generated row parsers have been an attack vector before.
    disableEval: true,
    multipleStatements: false,
    // Otherwise a server may request any file of this machine.
    flags: ['-LOCAL_FILES'],
    maxPreparedStatements: 1,
  } as PoolOptions;
}

/** The driver's types leave the columns out, and that a command emits `fields`, `result` for each row, `error` and `end`. */
type Prepared = {
  readonly columns: readonly (MysqlField & { readonly name: string })[];
  execute(params: readonly unknown[]): NodeJS.EventEmitter;
} & PrepareStatementInfo;

/** A statement without columns does more than read: `SELECT … INTO OUTFILE` writes a file on the server. */
function prepareReading(connection: PoolConnection, sql: string): Promise<Prepared> {
  return new Promise((resolve, reject) => {
    connection.prepare(sql, (error, statement) => {
      if (error !== null) reject(error);
      else if ((statement as Prepared).columns.length === 0) reject(new EngineError('BAD_STATEMENT'));
      else resolve(statement as Prepared);
    });
  });
}

async function read(
  connection: PoolConnection,
  prepared: Prepared,
  statement: Statement,
  { limits, send }: { readonly limits: QueryLimits; readonly send: SendBatch | undefined },
): Promise<EngineResult> {
  // The driver would send a bigint as a double.
  const params = statement.params.map((param) => (typeof param === 'bigint' ? String(param) : param));
  const done = Promise.withResolvers<EngineResult>();
  let fields: readonly (MysqlField & { readonly name: string })[] = [];
  let collector: ResultCollector | undefined;
  let full = false;
  const command = prepared.execute(params);
  /** The protocol has no other way to abandon a result. */
  const abandon = () => {
    full = true;
    connection.destroy();
  };
  /** Errors of listeners would end the process. */
  const rejecting =
    <T>(listener: (given: T) => void) =>
    (given: T) => {
      try {
        if (!full) listener(given);
      } catch (error) {
        abandon();
        done.reject(error);
      }
    };
  command.on(
    'fields',
    rejecting((found: typeof fields) => {
      fields = found;
      const columns = found.map((field) => ({ name: field.name, type: mysqlColumnType(field) }));
      collector = collectResult(columns, limits, send);
    }),
  );
  command.on(
    'result',
    rejecting((row: readonly unknown[]) => {
      if (!collector || collector.add(row.map((value, index) => mysqlCell(value, fields[index] ?? {}))))
        return;
      abandon();
      done.resolve(collector.finish());
    }),
  );
  command.on('error', done.reject);
  command.on('end', () => {
    if (collector) done.resolve(collector.finish());
    else done.reject(noColumns());
  });
  // A broken connection is not reported to a command that is read row by row.
  connection.on('error', done.reject);
  try {
    return await done.promise;
  } finally {
    connection.off('error', done.reject);
    connection.unprepare(statement.sql);
  }
}

async function killQuery(options: PoolOptions, threadId: number): Promise<void> {
  const connection = createConnection(options).on('error', () => {});
  try {
    await runCommand(connection, `KILL QUERY ${Number(threadId)}`);
  } finally {
    connection.destroy();
  }
}

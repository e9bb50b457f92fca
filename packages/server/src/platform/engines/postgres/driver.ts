import pg from 'pg';
import { CheckedSocket } from '../../egress/checked-socket.ts';
import type { Time } from '../../time/time.ts';
import { assertReading } from '../assert-reading.ts';
import type { NetworkConnection } from '../connection-config.ts';
import type { DriverEnvironment } from '../define-engine.ts';
import { makeDrain } from '../drain.ts';
import type { Engine, ReadingLimits } from '../engine.ts';
import { EngineError } from '../engine-error.ts';
import { DESCRIBE_LIMITS } from '../result-limits.ts';
import { runStoppable, stopRepeatedly } from '../run-stoppable.ts';
import { assertOne, CONNECT_TIMEOUT_MS, testConnection } from '../test-connection.ts';
import { tlsOptions } from '../tls-options.ts';
import { checkAmount, watchReceived } from '../watch-received.ts';
import { cancelPostgresQuery } from './cancel.ts';
import { DEFAULT_PORT } from './default-port.ts';
import {
  describePostgresForeignKeys,
  describePostgresStatement,
  describePostgresTables,
} from './describe.ts';
import { toPostgresError } from './errors.ts';
import { GuardedClient } from './guarded-client.ts';
import { readPostgresRows } from './read-rows.ts';

declare module 'pg' {
  interface ClientBase {
    /** Needed for a cancel request; missing in the types. */
    readonly processID: number;
    readonly secretKey: number;
  }
}

/**
 * Advisory locks are all that SQL can leave in a session. In one message, because a pooler in between may hand out
 * another session for the next.
 */
const END_STATEMENT = 'ROLLBACK; SELECT pg_catalog.pg_advisory_unlock_all()';
/** A connection that takes longer to end a transaction is lost. */
const ROLLBACK_MS = 3000;

export function openPostgres(
  config: NetworkConnection,
  { egress, poolSize: size, time }: DriverEnvironment,
): Engine {
  const password = config.password.reveal();
  const port = config.port ?? DEFAULT_PORT;
  const tls = tlsOptions(config);
  const pool = new pg.Pool({
    host: config.host,
    port,
    database: config.database,
    user: config.user,
    password,
    ssl: tls === undefined ? false : { ...tls },
    stream: () => new CheckedSocket(egress.anyAllowed),
    max: size.maxConnections,
    idleTimeoutMillis: size.idleMs,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'inlay',
    Client: GuardedClient,
  });
  const drain = makeDrain(time);
  // A broken idle connection leaves the pool by itself; the next query opens another.
  pool.on('error', () => {});
  // A client in use reports the error to its query as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  const idle = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('release', (_error, client) => idle.add(client));
  pool.on('remove', (client) => idle.delete(client));

  function withClient<T>(
    { timeoutMs, maxBytes, signal }: ReadingLimits,
    work: (client: pg.PoolClient, abandon: () => void) => Promise<T>,
  ): Promise<T> {
    let client: pg.PoolClient | undefined;
    let stopped = false;
    let abandoned = false;
    async function attempt(): Promise<T> {
      const own = await beginReading(timeoutMs, {
        isStopped: () => stopped,
        use: (next) => {
          client = next;
        },
      });
      const stopWatching = watchReceived(own.connection.stream, [checkAmount({ maxBytes })]);
      try {
        // Stopped while the transaction began: there was nothing to cancel then.
        if (stopped) throw new EngineError('CANCELLED');
        return await work(own, () => {
          abandoned = true;
          void discard(own);
        });
      } finally {
        client = undefined;
        stopWatching();
        // The caller need not wait for the end of the transaction.
        if (!abandoned) void endReading(own, stopped);
      }
    }
    return runStoppable(
      () => drain.run(attempt).catch((error) => Promise.reject(toPostgresError(error, password))),
      {
        time,
        timeoutMs,
        signal,
        isRunning: () => client !== undefined,
        async stop() {
          stopped = true;
          const running = client;
          if (running === undefined) return;
          time.after(1000, () => {
            if (client === running) destroy(running);
          });
          await stopRepeatedly(
            time,
            () => cancel(running),
            () => client === running,
          );
        },
      },
    );
  }

  function cancel({ processID, secretKey }: pg.PoolClient): Promise<void> {
    const target = { host: config.host, port, tls, processId: processID, secretKey };
    return cancelPostgresQuery(target, egress.anyAllowed, time);
  }

  /** After a stop the server's cancellation may still be on its way, and must not hit the connection's next user. */
  function endReading(client: pg.PoolClient, stopped: boolean): Promise<void> {
    return withinOrDestroyed(client, client.query(END_STATEMENT), { time, ms: ROLLBACK_MS }).then(
      () => client.release(stopped),
      () => client.release(true),
    );
  }

  /** The server sees a closed connection only when it sends the next row, which may take as long as the query. */
  async function discard(client: pg.PoolClient): Promise<void> {
    destroy(client);
    await cancel(client).catch(() => {});
    client.release(true);
  }

  interface Attempt {
    isStopped(): boolean;
    /** Receives each connection that is tried, so that it can be destroyed while its transaction begins. */
    use(client: pg.PoolClient | undefined): void;
  }

  /** A connection from the pool may have died unnoticed; nothing has run yet, so another one may be tried. */
  async function beginReading(timeoutMs: number, { isStopped, use }: Attempt): Promise<pg.PoolClient> {
    for (let triesLeft = size.maxConnections; ; triesLeft--) {
      const client = await pool.connect().catch((error) => {
        const full = pool.totalCount >= size.maxConnections && /timeout exceeded/.test(String(error));
        throw full ? new EngineError('TOO_BUSY') : error;
      });
      if (isStopped()) {
        client.release();
        throw new EngineError('CANCELLED');
      }
      try {
        use(client);
        await withinOrDestroyed(client, client.query(beginStatement(timeoutMs)), {
          time,
          ms: timeoutMs / 4,
          // Others that were idle as long are as dead, and would each cost the same wait.
          onSilence: () => idle.forEach(destroy),
        });
        return client;
      } catch (error) {
        use(undefined);
        client.release(true);
        const isLost = toPostgresError(error, password).code === 'CONNECTION_LOST';
        if (!isLost || isStopped() || triesLeft === 0) throw error;
      }
    }
  }

  return {
    describe: (signal) => withClient({ ...DESCRIBE_LIMITS, signal }, describePostgresTables),
    foreignKeys: (signal) => withClient({ ...DESCRIBE_LIMITS, signal }, describePostgresForeignKeys),
    async describeStatement({ sql }, signal) {
      assertReading(sql);
      return withClient({ ...DESCRIBE_LIMITS, signal }, (client) => describePostgresStatement(client, sql));
    },
    async query(statement, limits, signal, send) {
      assertReading(statement.sql);
      return withClient({ ...limits, signal }, (client, abandon) =>
        readPostgresRows(client, statement, { limits, send, abandon }),
      );
    },
    test: (signal) =>
      testConnection((timeoutMs) => withClient({ ...DESCRIBE_LIMITS, timeoutMs, signal }, pingPostgres)),
    async close() {
      await drain.close();
      await pool.end();
    },
  };
}

const destroy = ({ connection }: pg.PoolClient) => connection.stream.destroy();

/** Destroys the connection if there is no response in time: the query is then rejected as on a broken one. */
async function withinOrDestroyed<T>(
  client: pg.PoolClient,
  response: Promise<T>,
  { time, ms, onSilence }: { readonly time: Time; readonly ms: number; readonly onSilence?: () => void },
): Promise<T> {
  const timer = time.after(ms, () => {
    destroy(client);
    onSilence?.();
  });
  try {
    return await response;
  } finally {
    timer.stop();
  }
}

/**
 * Set for each query, not for the session: a pooler in between may hand out any session, and SQL can change one
 * (`set_config`). A database or a user may default to strings with escapes, in which dataset SQL would end elsewhere.
 * What a read-only transaction has begun to read, SQL cannot turn into a writing one.
 */
function beginStatement(timeoutMs: number): string {
  return `BEGIN TRANSACTION READ ONLY;
    SET LOCAL standard_conforming_strings = on; SET LOCAL statement_timeout = ${Math.max(1, Math.ceil(timeoutMs))};
    SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'iso_8601';
    SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`;
}

async function pingPostgres(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query({ text: 'SELECT 1', rowMode: 'array' });
  assertOne(rows[0]?.[0]);
}

import pg from 'pg';
import type { Time } from '../time/time.ts';
import { type StoreFailure, StoreUnavailableError } from './store-unavailable-error.ts';

/** A borrowed connection. Throws `StoreUnavailableError` where the store is at fault. */
export interface Lent {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
  /** The connection failed or timed out, and cannot be used again. */
  isBroken(): boolean;
  /** Returns it to the pool, or destroys it if it is broken. */
  release(): void;
}

export interface PostgresPool {
  lend(): Promise<Lent>;
  /**
   * Resolves when the read has ended. If meanwhile no statement ends for a while although a fresh connection works,
   * replaces all connections and resolves with true.
   */
  reviveUntilSettled(read: Promise<unknown>): Promise<boolean>;
  close(): Promise<void>;
}

export interface PostgresPoolOptions {
  readonly url: string;
  readonly types: NonNullable<pg.PoolConfig['types']>;
  readonly statementMs: number;
  readonly time: Time;
}

const MAX_CONNECTIONS = 10;
const CONNECT_MS = 10_000;
/** The server's own limit fires first and leaves the connection usable. */
const SILENCE_MS = 1000;
const LOOK_EVERY_MS = 250;
const FRESH_MS = 1000;

/**
 * A pool in which every wait has a deadline: a server or network that hangs while connecting, in TLS, in
 * authentication or in any statement, `BEGIN` and `COMMIT` included, costs only that connection.
 */
export function openPostgresPool({ url, types, statementMs, time }: PostgresPoolOptions): PostgresPool {
  const clients = new Set<pg.PoolClient>();
  let running = 0;
  /** When a statement last ended, or the first running one began. */
  let movedAt = 0;

  const pool = new pg.Pool({
    ...connectionOptions(url, statementMs),
    max: MAX_CONNECTIONS,
    types,
    connectionTimeoutMillis: Math.min(CONNECT_MS, statementMs),
    onConnect: (client) => client.query(sessionSettings(statementMs)).then(() => {}),
  });
  // A broken connection is replaced by the next query, and its own query fails as well. Without a listener on the pool
  // (idle) and on the client (in use), the error event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', () => {});
  });
  pool.on('remove', (client) => clients.delete(client));

  async function watched<T>(statement: Promise<T>): Promise<T> {
    if (running === 0) movedAt = time.monotonic();
    running += 1;
    try {
      return await statement;
    } finally {
      running -= 1;
      movedAt = time.monotonic();
    }
  }

  async function lend(): Promise<Lent> {
    const client = await pool.connect().catch((error) => {
      throw new StoreUnavailableError(postgresFailure(error) ?? 'unreachable', error);
    });
    let broken: Error | undefined;
    return {
      query: async (statement) => {
        try {
          return await watched(client.query(statement));
        } catch (error) {
          if (!isServerResponse(error)) broken ??= error as Error;
          const failure = postgresFailure(error);
          throw failure === undefined ? error : new StoreUnavailableError(failure, error);
        }
      },
      isBroken: () => broken !== undefined,
      release: () => {
        if (broken) client.connection.stream.destroy();
        client.release(broken);
      },
    };
  }

  const isStuck = () => running > 0 && time.monotonic() - movedAt >= statementMs / 2;

  return {
    lend,
    reviveUntilSettled: async (read) => {
      while (!(await endsWithin(time, read, LOOK_EVERY_MS))) {
        // If a fresh connection works while all others hang, the server is not just slow.
        if (!isStuck() || !(await respondsOnFreshConnection(url)) || !isStuck()) continue;
        // Waiting callers get new connections. Closing gracefully would hang.
        for (const client of clients) client.connection.stream.destroy();
        return true;
      }
      return false;
    },
    close: () => pool.end(),
  };
}

function endsWithin(time: Time, work: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = time.after(ms, () => resolve(false));
    const end = () => {
      timer.stop();
      resolve(true);
    };
    work.then(end, end);
  });
}

function connectionOptions(url: string, statementMs: number): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'inlay',
    query_timeout: statementMs + SILENCE_MS,
    // Node sets the interval to 1 s and the number of probes to 10.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/**
 * Statements, because PgBouncer refuses startup parameters. The server ends what this node can no longer end: a
 * statement, a transaction with its locks, a connection to a dead machine.
 */
function sessionSettings(statementMs: number): string {
  return `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${statementMs * 3};
    set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4`;
}

async function respondsOnFreshConnection(url: string): Promise<boolean> {
  const client = new pg.Client({ ...connectionOptions(url, FRESH_MS), connectionTimeoutMillis: FRESH_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    client.connection.stream.destroy();
  }
}

/** By SQLSTATE or its class; PostgreSQL docs, appendix A. */
const STATES: readonly (readonly [RegExp, StoreFailure])[] = [
  [/^25006$/, 'read-only'],
  [/^(53100|58030)$/, 'disk'],
  [/^53/, 'busy'],
  [/^57014$/, 'timeout'],
  [/^(08|57P0|25P03|25P04)/, 'unreachable'],
];

const NETWORK = /^(E[A-Z_]+|ERR_SOCKET_CLOSED|ERR_STREAM_.+)$/;
const LOST = /^Connection terminated|not queryable|^Cannot use a pool after/;

/** Why the store failed, unless the statement is at fault. */
function postgresFailure(error: unknown): StoreFailure | undefined {
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return (
      STATES.find(([pattern]) => pattern.test(code))?.[1] ?? (isFatal(error) ? 'unreachable' : undefined)
    );
  }
  if (!(error instanceof Error)) return undefined;
  if (/timeout/i.test(error.message)) return 'timeout';
  const code = 'code' in error ? String(error.code) : '';
  return NETWORK.test(code) || LOST.test(error.message) ? 'unreachable' : undefined;
}

/** Whether the error is the server's response to the statement, so that the connection stays usable. */
function isServerResponse(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isFatal(error);
}

const isFatal = ({ severity }: pg.DatabaseError) => severity === 'FATAL' || severity === 'PANIC';

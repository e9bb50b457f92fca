import { createHash } from 'node:crypto';
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import type { Time } from '../time/time.ts';
import { type HotStatement, HotStatements } from './hot-statement.ts';
import { type Lent, openPostgresPool } from './postgres-pool.ts';
import { writeTest } from './readiness.ts';
import type { Database } from './schema.ts';
import type { IndexBuild, Queries, Store } from './store.ts';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { tenantQueries } from './tenant-queries.ts';

const int8 = 20;
// Counts and times in milliseconds: far below 2^53.
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Opens the store in a PostgreSQL database that several nodes share. `seconds` limits each statement. */
export function openPostgresStore(
  url: string,
  { seconds, time }: { readonly seconds: number; readonly time: Time },
): Store {
  const pool = openPostgresPool({ url, types, time, statementMs: seconds * 1000 });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: kyselyPool(pool.lend) }) });
  const hot = new HotStatements(db);

  const queriesOn = (connection: Kysely<Database>, query: Lent['query']): Queries => ({
    engine: 'postgres',
    everyTenant: connection,
    tenant: (id) => tenantQueries(connection, id),
    run: async (statement, ...params) => (await runHot(query, statement, params)).rows,
    changeEach: async (statement, each) => {
      const changed: number[] = [];
      for (const params of each) changed.push((await runHot(query, statement, params)).rowCount ?? 0);
      return changed;
    },
  });
  const runHot = (
    query: Lent['query'],
    statement: HotStatement<never, unknown>,
    params: readonly unknown[],
  ) => {
    const { sql: text, bind } = hot.compile(statement);
    return query({ name: statementName(text), text, values: [...bind(params)] });
  };

  const queryOnce: Lent['query'] = async (statement) => {
    const lent = await pool.lend();
    try {
      return await lent.query(statement);
    } finally {
      lent.release();
    }
  };

  const inTransaction = async <T>(begin: string, work: (queries: Queries) => Promise<T>): Promise<T> => {
    const lent = await pool.lend();
    const single = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: kyselyPool(async () => ({ ...lent, release: () => {} })) }),
    });
    try {
      await lent.query({ text: begin });
      const value = await work(queriesOn(single, lent.query));
      await commit(lent);
      return value;
    } catch (error) {
      // On a broken connection the transaction ends by itself.
      if (!lent.isBroken()) await lent.query({ text: 'rollback' }).catch(() => {});
      throw error;
    } finally {
      lent.release();
    }
  };

  const queries = queriesOn(db, queryOnce);
  let isBuilt = false;
  return {
    ...queries,
    lists: { ...queries, findUsers: async () => undefined },
    write: (work) => again(() => inTransaction('begin', work)),
    writeByOne: (statement, ...params) =>
      again(async () => {
        const lent = await pool.lend();
        try {
          const { rows } = await confirmed(runHot(lent.query, statement, params), lent);
          return rows;
        } finally {
          lent.release();
        }
      }),
    // A slow reader blocks no one.
    snapshot: (work) =>
      inTransaction(
        'begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = 0',
        work,
      ),
    buildIndexes: async (build) => {
      if (!isBuilt) isBuilt = await buildPostgresIndexes(url, build);
    },
    checkRead: async () => {
      const read = () => sql`select 1`.execute(db);
      const first = read();
      const isRevived = await pool.reviveUntilSettled(first);
      await (isRevived ? read() : first);
    },
    checkWrite: () => inTransaction('begin', writeTest),
    close: () => pool.close(),
  };
}

/** PostgreSQL responds to the commit of a failed transaction with a rollback, which must not pass for success. */
async function commit(lent: Lent): Promise<void> {
  const { command } = await confirmed(lent.query({ text: 'commit' }), lent);
  if (command !== 'COMMIT') throw new Error(`A transaction ended with ${command} instead of a commit.`);
}

/** If the connection breaks before the response, the change may have been made anyway. */
async function confirmed<T>(response: Promise<T>, lent: Lent): Promise<T> {
  try {
    return await response;
  } catch (error) {
    if (!lent.isBroken()) throw error;
    throw new StoreUnavailableError(
      'unconfirmed',
      error instanceof StoreUnavailableError ? error.cause : error,
    );
  }
}

const retryable = ['40001', '40P01', '23505'];
const maxTries = 4;

/**
 * Two writers may deadlock, or both find a name free and take it. The loser retries and finds what the other wrote. In
 * all of these cases PostgreSQL confirmed that nothing was written.
 */
async function again<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      const { code } = error as { readonly code?: string };
      if (tries === maxTries || !retryable.includes(code ?? '')) throw error;
    }
  }
}

/** The pool interface of Kysely. */
function kyselyPool(lend: () => Promise<Lent>): PostgresPool {
  const connect = async (): Promise<PostgresPoolClient> => {
    const lent = await lend();
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query(text: unknown, values: readonly unknown[] = []): unknown {
      if (typeof text !== 'string') throw new Error('The store does not support cursors.');
      return lent.query({ text, values: [...values] });
    }
    return { query, release: lent.release };
  };
  return { connect, end: async () => {}, options: {} };
}

const names = new Map<string, string>();

/** PostgreSQL caches prepared statements by name per connection, so the name must change with the SQL. */
function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `inlay_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    names.set(text, name);
  }
  return name;
}

/** An arbitrary number that only index builds use. */
const advisoryLock = 4_071_968_333;

const indexes = {
  audit_events_by_action: 'on audit_events (tenant_id, action, id)',
  audit_events_by_actor: 'on audit_events (tenant_id, actor, id) where actor is not null',
  audit_events_by_target: 'on audit_events (tenant_id, target, id) where target is not null',
  audit_events_refused: `on audit_events (tenant_id, id) where outcome = 'refused'`,
} as const;

const searchIndex = ['users_by_search_text', 'on users using gin (search_text gin_trgm_ops)'] as const;

/**
 * Creates indexes without blocking writers, on one node at a time. Returns whether all exist that can. Uses its own
 * connection: the pool would wait for the build when the server stops.
 */
async function buildPostgresIndexes(url: string, { signal, warn }: IndexBuild): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'inlay', statement_timeout: 0 });
  // A broken connection fails its query as well.
  client.on('error', () => {});
  await client.connect();
  // PostgreSQL finishes the current index by itself, and holds the lock until then.
  const hangUp = () => void client.end();
  signal.addEventListener('abort', hangUp);
  try {
    signal.throwIfAborted();
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [advisoryLock]);
    if (!rows[0].held) return false;
    for (const [name, definition] of Object.entries(indexes)) await createIndex(client, name, definition);
    if (await hasTrigrams(client, warn)) await createIndex(client, ...searchIndex);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    signal.removeEventListener('abort', hangUp);
    await client.end();
  }
}

/** An interrupted build leaves an invalid index, which is replaced. */
async function createIndex(client: pg.Client, name: string, definition: string): Promise<void> {
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    name,
  ]);
  if (rows[0]?.indisvalid) return;
  if (rows[0]) await client.query(`drop index concurrently ${name}`);
  await client.query(`create index concurrently ${name} ${definition}`);
}

/** Since PostgreSQL 13 this needs only the CREATE privilege on the database. */
async function hasTrigrams(client: pg.Client, warn: IndexBuild['warn']): Promise<boolean> {
  try {
    await client.query('create extension if not exists pg_trgm');
    return true;
  } catch (error) {
    warn(
      `User search is slow because the PostgreSQL extension pg_trgm could not be created (${(error as Error).message}). Ask a database administrator to run 'create extension pg_trgm', then restart.`,
    );
    return false;
  }
}

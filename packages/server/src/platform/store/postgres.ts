import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { buildPostgresIndexes } from './build-postgres-indexes.ts';
import { type HotStatement, HotStatements } from './hot-statement.ts';
import { type Lent, openPostgresPool } from './postgres-pool.ts';
import type { Database } from './schema.ts';
import type { Queries, Store } from './store.ts';
import { StoreUnavailableError } from './store-unavailable-error.ts';
import { tenantQueries } from './tenant-queries.ts';
import { writeTest } from './write-test.ts';

const int8 = 20;
// Counts and times in milliseconds: far below 2^53.
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Opens the store in a PostgreSQL database that several nodes share. `seconds` limits each statement. */
export function openPostgresStore(url: string, options: { readonly seconds: number }): Store {
  const pool = openPostgresPool({ url, types, statementMs: options.seconds * 1000 });
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: kyselyPool(pool.lend) }) });
  const hot = new HotStatements(db);

  const queriesOn = (connection: Kysely<Database>, query: Lent['query']): Queries => ({
    engine: 'postgres',
    everyTenant: connection,
    tenant: (id) => tenantQueries(connection, id),
    run: async (statement, ...params) => (await runHot(query, statement, params)).rows as never,
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
      // What is left of the transaction on a broken connection ends with it.
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
          return rows as never;
        } finally {
          lent.release();
        }
      }),
    // What reads it out may be slow, and keeps nobody waiting.
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
      const isRevived = await pool.reviveUntilAnswered(first);
      await (isRevived ? read() : first);
    },
    checkWrite: () => inTransaction('begin', writeTest),
    close: () => pool.close(),
  };
}

/** PostgreSQL answers the commit of a failed transaction with a rollback, which must not pass for a success. */
async function commit(lent: Lent): Promise<void> {
  const { command } = await confirmed(lent.query({ text: 'commit' }), lent);
  if (command !== 'COMMIT') throw new Error(`A transaction ended with ${command} in place of a commit.`);
}

/** Where the connection breaks before the answer, the change may have been made all the same. */
async function confirmed<T>(answer: Promise<T>, lent: Lent): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!lent.isBroken()) throw error;
    throw new StoreUnavailableError(
      'unconfirmed',
      error instanceof StoreUnavailableError ? error.cause : error,
    );
  }
}

const retryable = ['40001', '40P01', '23505'];
const mostTries = 4;

/**
 * Two writers may deadlock, or both find a name free and then take it. The one that lost looks again and now
 * finds what the other wrote. In each of these cases PostgreSQL answered that nothing was written.
 */
async function again<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      const { code } = error as { readonly code?: string };
      if (tries === mostTries || !retryable.includes(code ?? '')) throw error;
    }
  }
}

/** What Kysely needs of a pool. */
function kyselyPool(lend: () => Promise<Lent>): never {
  const connect = async () => {
    const { query, release } = await lend();
    return { query: (text: string, values: unknown[]) => query({ text, values }), release };
  };
  return { connect, end: async () => {} } as never;
}

const names = new Map<string, string>();

/** PostgreSQL keeps a prepared statement per connection under a name; the name must change with the SQL. */
function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = `inlay_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    names.set(text, name);
  }
  return name;
}

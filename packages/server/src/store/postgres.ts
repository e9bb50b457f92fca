import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { buildPostgresIndexes } from './build-postgres-indexes.ts';
import { type HotStatement, HotStatements } from './hot-statement.ts';
import type { Database } from './schema.ts';
import type { Queries, Store } from './store.ts';
import { tenantQueries } from './tenant-queries.ts';

const int8 = 20;
// Counts and times in milliseconds: far below 2^53.
const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Opens the store in a PostgreSQL database that several nodes share. */
export function openPostgresStore(url: string, options: { readonly poolSize?: number } = {}): Store {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    types,
    application_name: 'inlay',
    connectionTimeoutMillis: 10_000,
  });
  // A connection that breaks is replaced by the next query, and one in use tells its query as well; without a
  // listener on the pool (idle) and on the connection (in use) the news would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  const hot = new HotStatements(db);

  const queriesOn = (connection: Kysely<Database>, client: Pick<pg.Pool, 'query'>): Queries => ({
    engine: 'postgres',
    everyTenant: connection,
    tenant: (id) => tenantQueries(connection, id),
    run: async (statement, ...params) => (await runHot(client, statement, params)).rows,
    changeEach: async (statement, each) => {
      const changed: number[] = [];
      for (const params of each) changed.push((await runHot(client, statement, params)).rowCount ?? 0);
      return changed;
    },
  });
  const runHot = (
    client: Pick<pg.Pool, 'query'>,
    statement: HotStatement<never, unknown>,
    params: readonly unknown[],
  ) => {
    const { sql, bind } = hot.compile(statement);
    return client.query({ name: statementName(sql), text: sql, values: [...bind(params)] });
  };

  const inTransaction = async <T>(begin: string, work: (queries: Queries) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    const single = new Kysely<Database>({ dialect: new PostgresDialect({ pool: poolOf(client) }) });
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const value = await work(queriesOn(single, client as never));
      await client.query('commit');
      return value;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  };

  const queries = queriesOn(db, pool);
  let isBuilt = false;
  return {
    ...queries,
    lists: { ...queries, findUsers: async () => undefined },
    write: (work) => again(() => inTransaction('begin', work)),
    writeByOne: (statement, ...params) =>
      again(async () => (await runHot(pool as never, statement, params)).rows),
    snapshot: (work) => inTransaction('begin isolation level repeatable read read only', work),
    buildIndexes: async (build) => {
      if (!isBuilt) isBuilt = await buildPostgresIndexes(url, build);
    },
    close: () => pool.end(),
  };
}

const retryable = ['40001', '40P01', '23505'];
const mostTries = 4;

/**
 * Two writers may deadlock, or both find a name free and then take it. The one that lost looks again and now
 * finds what the other wrote.
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

/** Kysely on a connection that a transaction already holds: it may use it, not give it back. */
function poolOf(client: pg.PoolClient): never {
  const borrowed = { query: client.query.bind(client), release: () => {} };
  return { connect: async () => borrowed, end: async () => {} } as never;
}

const names = new Map<string, string>();

/** PostgreSQL keeps a prepared statement per connection under a name; the name must change with the SQL. */
function statementName(sql: string): string {
  let name = names.get(sql);
  if (!name) {
    name = `inlay_${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`;
    names.set(sql, name);
  }
  return name;
}

import { chmodSync, closeSync, openSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteDialect, sql } from 'kysely';
import type { Time } from '../time/time.ts';
import { findUsers, indexUsers } from './find-users.ts';
import { GroupCommit } from './group-commit.ts';
import { type HotStatement, HotStatements } from './hot-statement.ts';
import { ListThreads, listDialect } from './list-threads.ts';
import { openDatabase } from './open-sqlite.ts';
import { writeTest } from './readiness.ts';
import type { Database } from './schema.ts';
import { sqliteError } from './sqlite-error.ts';
import type { Queries, Store } from './store.ts';
import { tenantQueries } from './tenant-queries.ts';

/** Opens the store in one file, creating it if necessary. */
export function openSqliteStore(file: string, time: Time): Store {
  keepForOwner(file);
  // A separate reader, so that queries outside a transaction never see uncommitted writes of a group.
  const writer = openDatabase(file);
  const reader = openDatabase(file);
  const commits = new GroupCommit(writer, time);
  const transaction = queriesOn(writer);
  const queries = queriesOn(reader);
  const threads = new ListThreads(file, time);
  const write: Store['write'] = (work) =>
    commits.run(() => work(transaction)).catch((error) => Promise.reject(sqliteError(error)));
  return {
    ...queries,
    lists: {
      ...queries,
      everyTenant: new Kysely({ dialect: listDialect(threads, '') }),
      tenant: (id) => tenantQueries(new Kysely({ dialect: listDialect(threads, id) }), id),
      findUsers: (id, text) => findUsers(threads, id, text),
    },
    write,
    writeByOne: (statement, ...params) => write(({ run }) => run(statement, ...params)),
    snapshot: (work) => inSnapshot(file, work),
    buildIndexes: ({ signal }) => indexUsers(file, reader, signal),
    checkRead: async () => {
      await sql`select 1`.execute(queries.everyTenant);
    },
    checkWrite: () => write(writeTest),
    close: async () => {
      await threads.close();
      await commits.idle();
      reader.close();
      writer.close();
    },
  };
}

/**
 * Restricts the file to its owner: SQLite would follow the umask. The files beside it inherit its mode; an older
 * version may have left them more open.
 */
function keepForOwner(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status && (status.mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
}

async function inSnapshot<T>(file: string, work: (queries: Queries) => Promise<T>): Promise<T> {
  const database = openDatabase(file);
  try {
    database.exec('pragma query_only = on');
    database.exec('begin');
    return await work(queriesOn(database));
  } finally {
    database.close();
  }
}

function queriesOn(database: DatabaseSync): Queries {
  const prepare = preparedOnce(database);
  const db = new Kysely<Database>({
    dialect: new SqliteDialect({ database: { prepare, close: () => database.close() } }),
  });
  const hot = new HotStatements(db);
  return {
    engine: 'sqlite',
    everyTenant: db,
    tenant: (id) => tenantQueries(db, id),
    run: async <Params extends readonly unknown[], Row>(
      statement: HotStatement<Params, Row>,
      ...params: Params
    ) => {
      const { sql, bind } = hot.compile(statement);
      return prepare(sql).all(bind(params)) as Row[];
    },
    changeEach: async (statement, each) => {
      const { sql, bind } = hot.compile(statement);
      const prepared = prepare(sql);
      return each.map((params) => Number(prepared.run(bind(params)).changes));
    },
  };
}

function reporting<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw sqliteError(error);
  }
}

const maxPrepared = 500;

/** The database interface of Kysely, with each statement prepared once. */
function preparedOnce(database: DatabaseSync) {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (params: readonly unknown[]) => reporting(() => statement.all(...(params as SQLInputValue[]))),
      run: (params: readonly unknown[]) => reporting(() => statement.run(...(params as SQLInputValue[]))),
      iterate: (params: readonly unknown[]) => statement.iterate(...(params as SQLInputValue[])),
    };
  };
  return (sql: string) => {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= maxPrepared) statements.clear();
      statement = prepare(sql);
      statements.set(sql, statement);
    }
    return statement;
  };
}

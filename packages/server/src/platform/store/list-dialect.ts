import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { ListThreads } from './list-threads.ts';

/** Kysely on the threads that read lists, in the name of one tenant. It cannot write. */
export function listDialect(threads: ListThreads, tenantId: string): Dialect {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => ({
      rows: (await threads.read(tenantId, { sql, params: parameters })) as Row[],
    }),
    streamQuery: () => {
      throw new Error('Lists are read page by page.');
    },
  };
  const refuse = async () => {
    throw new Error('Lists have no transactions.');
  };
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  return {
    createDriver: () => driver,
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

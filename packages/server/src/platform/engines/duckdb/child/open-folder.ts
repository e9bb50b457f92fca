import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { assertReading } from '../../assert-reading.ts';
import type { Batch } from '../../process/messages.ts';
import type { JobOf, JobResults, OpenFolder } from '../messages.ts';
import { openStatementCheck } from './check-statement.ts';
import { quoteText } from './read-function.ts';
import { describeStatement, describeTables, runStatement } from './run-statement.ts';
import { syncTenantTables } from './tenant-tables.ts';
import { toEngineError } from './to-engine-error.ts';

export type FolderJob = JobOf<'query' | 'describeStatement' | 'describe' | 'test'>;

export interface Folder {
  /** `use` is given the connection that the job runs on, and `undefined` once it no longer does. */
  run(
    job: FolderJob,
    use: (connection: DuckDBConnection | undefined) => void,
    send: (values: Batch) => Promise<void>,
  ): Promise<JobResults[FolderJob['kind']]>;
}

/** A tenant's folder, in which each file is a table. */
export async function openFolder(options: OpenFolder): Promise<Folder> {
  const { instance, inlay } = await openLockedDuckdb(options);
  const tables = syncTenantTables(options.folder, inlay);
  const statements = await openStatementCheck(await instance.connect());

  async function work(
    connection: DuckDBConnection,
    job: FolderJob,
    send: (values: Batch) => Promise<void>,
  ): Promise<JobResults[FolderJob['kind']]> {
    const names = await tables.sync();
    if (job.kind === 'describe') return describeTables(connection, names);
    if (job.kind === 'test') {
      await connection.run('SELECT 1');
      return null;
    }
    assertReading(job.statement.sql);
    await statements.check(job.statement.sql, names);
    return job.kind === 'query'
      ? runStatement(connection, job.statement, job.limits, send)
      : describeStatement(connection, job.statement.sql);
  }

  return {
    async run(job, use, send) {
      const connection = await instance.connect();
      use(connection);
      try {
        return await work(connection, job, send);
      } catch (error) {
        throw tables.explain(toEngineError(error));
      } finally {
        use(undefined);
        connection.closeSync();
      }
    },
  };
}

interface LockedDuckdb {
  readonly instance: DuckDBInstance;
  /** For internal statements, views and attachments. Statements of tenants get separate connections. */
  readonly inlay: DuckDBConnection;
}

/** A DuckDB instance restricted to the given folder: no other files, network, extensions or settings. */
async function openLockedDuckdb({ folder, memoryMb, threads, spillMb }: OpenFolder): Promise<LockedDuckdb> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads),
    memory_limit: `${memoryMb}MB`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_unsigned_extensions: 'false',
  });
  const inlay = await instance.connect();
  // In this order, and not at creation, where DuckDB 1.5 shows the limit but does not keep to it.
  await inlay.run(`SET GLOBAL temp_directory = ${quoteText(process.cwd())}`);
  await inlay.run(`SET GLOBAL max_temp_directory_size = '${spillMb}MB'`);
  await inlay.run(`SET GLOBAL TimeZone = 'UTC'`);
  // A division by zero is null, without a test of every divisor.
  await inlay.run('SET GLOBAL ieee_floating_point_ops = false');
  // By default it returns memory to the system from 128 MB on, which most queries never need: an idle process kept it all.
  await inlay.run(`SET GLOBAL allocator_flush_threshold = '1MB'`);
  await inlay.run(`SET GLOBAL allowed_directories = [${quoteText(`${folder}/`)}]`);
  await inlay.run('SET GLOBAL enable_external_access = false');
  await inlay.run('SET GLOBAL lock_configuration = true');
  return { instance, inlay };
}

import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { OpenFolder } from '../messages.ts';
import { quoteText } from './read-function.ts';

export interface LockedDuckdb {
  readonly instance: DuckDBInstance;
  /** For what Inlay itself runs, views and attachments; statements of tenants get connections of their own. */
  readonly inlay: DuckDBConnection;
}

/** A DuckDB that reaches the given folder and nothing else: no other file, no network, no extension, no setting. */
export async function openLockedDuckdb({
  folder,
  spillFolder,
  memoryMb,
  threads,
  spillMb,
}: OpenFolder): Promise<LockedDuckdb> {
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
  await inlay.run(`SET GLOBAL temp_directory = ${quoteText(spillFolder)}`);
  await inlay.run(`SET GLOBAL max_temp_directory_size = '${spillMb}MB'`);
  await inlay.run(`SET GLOBAL TimeZone = 'UTC'`);
  await inlay.run(`SET GLOBAL allowed_directories = [${quoteText(`${folder}/`)}]`);
  await inlay.run('SET GLOBAL enable_external_access = false');
  await inlay.run('SET GLOBAL lock_configuration = true');
  return { instance, inlay };
}

import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { JobOf } from '../messages.ts';
import { quoteName, quoteText } from './read-function.ts';

/** Runs one of our own scripts, which creates tables, and writes them as Parquet files. Rows never leave DuckDB. */
export async function generateTables(
  { script, outputs, resources }: JobOf<'generate'>,
  use: (connection: DuckDBConnection | undefined) => void,
): Promise<null> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(resources.threads),
    memory_limit: `${resources.memoryMb}MB`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  use(connection);
  try {
    await connection.run(script);
    for (const { table, path } of outputs)
      await connection.run(
        `COPY ${quoteName(table)} TO ${quoteText(path)} (FORMAT parquet, COMPRESSION zstd)`,
      );
    return null;
  } finally {
    use(undefined);
    connection.closeSync();
    instance.closeSync();
  }
}

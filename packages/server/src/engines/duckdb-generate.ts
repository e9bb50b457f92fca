import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { toDuckdbError } from './duckdb-error.ts';
import { quoteText } from './duckdb-files.ts';
import { runStoppable } from './run-stoppable.ts';

export interface GenerateOptions {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly threads: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a script of our own that makes tables, and writes these as Parquet files into the folder. Rows never leave
 * DuckDB; readers see each file only when it is complete.
 */
export async function generateTables(
  script: string,
  tables: readonly string[],
  folder: string,
  options: GenerateOptions,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(options.threads),
    memory_limit: `${options.memoryMb}MB`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  const partial = (table: string) => join(folder, `.${process.pid}-${table}.parquet`);
  try {
    await runStoppable(
      async () => {
        await connection.run(script);
        for (const table of tables)
          await connection.run(
            `COPY "${table}" TO ${quoteText(partial(table))} (FORMAT parquet, COMPRESSION zstd)`,
          );
      },
      { timeoutMs: options.timeoutMs, signal: options.signal, stop: () => connection.interrupt() },
    );
    for (const table of tables) await rename(partial(table), join(folder, `${table}.parquet`));
  } catch (error) {
    throw toDuckdbError(error);
  } finally {
    connection.closeSync();
    instance.closeSync();
    for (const table of tables) await rm(partial(table), { force: true });
  }
}

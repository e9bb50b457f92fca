import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { toDuckdbError } from './duckdb-error.ts';
import { fileKind, IMPORTED_TABLE, importName, readFunction, tableName } from './duckdb-files.ts';
import { EngineError } from './engine-error.ts';
import { runStoppable } from './run-stoppable.ts';

export interface ImportOptions {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly threads: number;
  readonly signal?: AbortSignal;
}

export interface ImportedFile {
  readonly table: string;
  readonly path: string;
  readonly rowCount: number;
}

/**
 * Turns an uploaded file into a DuckDB database file beside it, once, so that queries need not parse it again. Rows
 * go from file to file inside DuckDB; a reader sees the former import until the new one is complete.
 */
export async function importFile(source: string, options: ImportOptions): Promise<ImportedFile> {
  const kind = fileKind(basename(source));
  if (kind === undefined || kind === 'duckdb') throw new EngineError('BAD_FILE');
  const table = tableName(basename(source));
  const folder = dirname(source);
  const name = importName(table, Date.now());
  const path = join(folder, name);
  const partial = join(folder, `.${process.pid}-${name}`);
  try {
    const rowCount = await copyRows(partial, readFunction({ kind, path: source }), options);
    await rename(partial, path);
    await removeFormerImports(folder, table, name);
    return { table, path, rowCount };
  } catch (error) {
    throw toDuckdbError(error);
  } finally {
    await rm(partial, { force: true });
    await rm(`${partial}.wal`, { force: true });
    await rm(`${partial}.tmp`, { force: true, recursive: true });
  }
}

/** Engines that still read one keep it open; the system gives its space back when they close it. */
async function removeFormerImports(folder: string, table: string, newest: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (fileKind(name) === 'duckdb' && tableName(name) === table && name < newest && !name.startsWith('.')) {
      await rm(join(folder, name), { force: true });
    }
  }
}

async function copyRows(target: string, from: string, options: ImportOptions): Promise<number> {
  const instance = await DuckDBInstance.create(target, {
    threads: String(options.threads),
    memory_limit: `${options.memoryMb}MB`,
    // Files larger than memory stream through only when their order need not be kept in it.
    preserve_insertion_order: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  try {
    return await runStoppable(
      async () => {
        await connection.run(`CREATE TABLE "${IMPORTED_TABLE}" AS FROM ${from}`);
        await connection.run('CHECKPOINT');
        const counted = await connection.runAndReadAll(`SELECT count(*) FROM "${IMPORTED_TABLE}"`);
        return Number(counted.getRows()[0]?.[0]);
      },
      { timeoutMs: options.timeoutMs, signal: options.signal, stop: () => connection.interrupt() },
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

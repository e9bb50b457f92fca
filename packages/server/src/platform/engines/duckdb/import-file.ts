import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EngineError } from '../engine-error.ts';
import type { RunRules } from '../process/engine-process.ts';
import type { DuckdbChildren } from './duckdb-children.ts';
import { fileKind, importName, tableName } from './tenant-files.ts';

export interface ImportLimits {
  /** The time limit for an empty file, and per additional megabyte. */
  readonly baseSeconds: number;
  readonly secondsPerMb: number;
  readonly memoryMb: number;
  readonly processMb: number;
  readonly threads: number;
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
export async function importFile(
  children: DuckdbChildren,
  source: string,
  limits: ImportLimits,
  { signal, onProgress }: Pick<RunRules, 'signal' | 'onProgress'> = {},
): Promise<ImportedFile> {
  const kind = fileKind(basename(source));
  if (kind === undefined || kind === 'duckdb') throw new EngineError('BAD_FILE');
  const table = tableName(basename(source));
  const folder = dirname(source);
  const name = importName(table, Date.now());
  const path = join(folder, name);
  const target = join(folder, `.${process.pid}-${name}`);
  const seconds = limits.baseSeconds + (limits.secondsPerMb * (await stat(source)).size) / 1024 ** 2;
  try {
    const { memoryMb, processMb, threads } = limits;
    const rowCount = await children.runSeparately(
      { kind: 'import', source, target, resources: { memoryMb, threads } },
      { processMb, timeoutMs: Math.ceil(seconds * 1000), signal, onProgress },
    );
    await rename(target, path);
    await removeFormerImports(folder, table, name);
    return { table, path, rowCount };
  } catch (error) {
    throw explain(error, Math.ceil(seconds));
  } finally {
    await rm(target, { force: true });
    await rm(`${target}.wal`, { force: true });
    await rm(`${target}.tmp`, { force: true, recursive: true });
  }
}

/** Messages for the person who uploads a file instead of runs a query. */
function explain(error: unknown, seconds: number): unknown {
  if (!(error instanceof EngineError)) return error;
  const problem = {
    TIMEOUT: `The import took longer than ${seconds} s, the limit for a file of this size. Split the file, or upload it as Parquet.`,
    OUT_OF_MEMORY: 'The import exceeded its memory limit. Split the file, or upload it as Parquet.',
    CRASHED:
      'The import crashed the query engine. Check that the file is well-formed, or upload it as Parquet.',
  }[error.code as string];
  return problem === undefined ? error : new EngineError('BAD_FILE', { message: problem, detail: problem });
}

/** Engines that still read a file keep it open; its space is freed when they close it. */
async function removeFormerImports(folder: string, table: string, newest: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (fileKind(name) === 'duckdb' && tableName(name) === table && name < newest && !name.startsWith('.')) {
      await rm(join(folder, name), { force: true });
    }
  }
}

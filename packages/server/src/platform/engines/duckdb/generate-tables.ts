import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckdbChildren } from './duckdb-children.ts';

export interface GenerateOptions {
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly processMb: number;
  readonly threads: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs one of our own scripts, which creates tables, and writes them as Parquet files into the folder. Readers see
 * each file only once it is complete.
 */
export async function generateTables(
  children: DuckdbChildren,
  { script, tables, folder }: { script: string; tables: readonly string[]; folder: string },
  { memoryMb, threads, ...rules }: GenerateOptions,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const outputs = tables.map((table) => ({
    table,
    path: join(folder, `.${process.pid}-${table}.parquet`),
  }));
  try {
    const job = { kind: 'generate', script, outputs, resources: { memoryMb, threads } } as const;
    await children.runSeparately(job, rules);
    for (const { table, path } of outputs) await rename(path, join(folder, `${table}.parquet`));
  } finally {
    for (const { path } of outputs) await rm(path, { force: true });
  }
}

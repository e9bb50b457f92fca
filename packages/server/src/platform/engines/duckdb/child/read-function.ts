import type { TenantFile } from '../tenant-files.ts';

/**
 * Levels of objects and arrays in a JSON file. DuckDB's time to infer a type grows with the cube of the depth, and at
 * some 100,000 levels it overflows its stack.
 */
export const MAX_JSON_DEPTH = 64;

/** The table of an import inside its own database file. */
export const IMPORTED_TABLE = 'data';

export function readFunction({ kind, path }: Pick<TenantFile, 'kind' | 'path'>): string {
  if (kind === 'parquet') return `read_parquet(${quoteText(path)})`;
  if (kind === 'csv') return `read_csv(${quoteText(path)})`;
  return `read_json(${quoteText(path)}, maximum_depth = ${MAX_JSON_DEPTH})`;
}

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

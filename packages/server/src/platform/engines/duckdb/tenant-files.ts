import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface TenantFile {
  readonly table: string;
  readonly path: string;
  readonly kind: FileKind;
  /** Changes whenever the file is replaced. */
  readonly version: string;
}

export type FileKind = 'duckdb' | 'parquet' | 'csv' | 'json';

/** By precedence: a file and its import share a name, and the import is faster. */
const ENDINGS: readonly (readonly [FileKind, RegExp])[] = [
  ['duckdb', /\.duckdb$/i],
  ['parquet', /\.parquet$/i],
  ['csv', /\.(csv|tsv)(\.gz|\.zst)?$/i],
  ['json', /\.(json|jsonl|ndjson)(\.gz|\.zst)?$/i],
];

/** DuckDB reads these characters of a path as a pattern for several files. */
const GLOB = /[*?[\]{}]/;

const IMPORT_VERSION = /@[0-9a-z]{9}$/;

export function fileKind(name: string): FileKind | undefined {
  if (GLOB.test(name)) return undefined;
  return ENDINGS.find(([, ending]) => ending.test(name))?.[0];
}

export function tableName(fileName: string): string {
  return ENDINGS.reduce((name, [, ending]) => name.replace(ending, ''), fileName).replace(IMPORT_VERSION, '');
}

/**
 * Each import of a table is a file of its own, the newest by name counts: DuckDB keeps a database file open, so that
 * what replaced it under the same name would not be seen.
 */
export function importName(table: string, time: number): string {
  return `${table}@${time.toString(36).padStart(9, '0')}.duckdb`;
}

/** One table per name; names that begin with a dot are unfinished uploads and imports. */
export async function listTenantFiles(folder: string): Promise<ReadonlyMap<string, TenantFile>> {
  const entries = await readdir(folder, { withFileTypes: true });
  // Only regular files, because a link could point outside of the folder.
  const names = entries.filter((entry) => entry.isFile() && !/^\./.test(entry.name)).map(({ name }) => name);
  const files = new Map<string, TenantFile>();
  for (const [kind] of ENDINGS) {
    for (const name of names
      .filter((candidate) => fileKind(candidate) === kind)
      .sort()
      .reverse()) {
      const table = tableName(name);
      if (files.has(table)) continue;
      const path = join(folder, name);
      const stats = await statIfThere(path);
      if (stats === undefined) continue;
      const { mtimeMs, size, ino } = stats;
      files.set(table, { table, path, kind, version: `${path} ${mtimeMs} ${size} ${ino}` });
    }
  }
  return files;
}

/** An import that replaces a file removes it. */
async function statIfThere(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

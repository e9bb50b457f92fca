import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, posix } from 'node:path';

export interface FoundFile {
  /** Relative path, with `/` on every platform. */
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** Where a restore keeps files until all have arrived. */
export const RESTORING_FOLDER = '.restoring';

/** The regular files in a folder, recursively. Files deleted meanwhile are skipped. */
export async function* listFiles(folder: string, below = ''): AsyncGenerator<FoundFile> {
  const names = await orUndefined(readdir(join(folder, below)));
  for (const entry of (names ?? []).sort()) {
    if (entry === RESTORING_FOLDER && below === '') continue;
    const name = posix.join(below, entry);
    const path = join(folder, name);
    const facts: Stats | undefined = await orUndefined(lstat(path));
    if (facts?.isDirectory()) yield* listFiles(folder, name);
    else if (facts?.isFile()) yield { name, path, size: facts.size };
  }
}

export async function folderBytes(folder: string): Promise<number> {
  let total = 0;
  for await (const { size } of listFiles(folder)) total += size;
  return total;
}

export async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of a file, or of all files in a folder. */
export async function folderSize(path: string): Promise<number> {
  const entry = await lstat(path);
  if (!entry.isDirectory()) return entry.size;
  const sizes = await Promise.all((await readdir(path)).map((name) => folderSize(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

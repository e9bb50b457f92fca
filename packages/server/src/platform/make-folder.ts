import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Creates a folder and its parents one by one, because Node's recursive `mkdir` never returns below `/proc`. */
export function makeFolder(path: string, mode = 0o777): void {
  const folder = resolve(path);
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // The folder may exist already, or be created by another node at the same time.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

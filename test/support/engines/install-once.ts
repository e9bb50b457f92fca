import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Outside of the checkout, so that every checkout of a user shares the downloads. */
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'inlay-test-engines');

/** Returns the folder of this name in the cache; where it is missing, `install` fills it first. */
export async function installOnce(name: string, install: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  // The folder appears when it is complete; of two processes that get here at once, the second discards its copy.
  const copy = mkdtempSync(`${folder}-`);
  try {
    await install(copy);
    if (!existsSync(folder)) renameSync(copy, folder);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return folder;
}

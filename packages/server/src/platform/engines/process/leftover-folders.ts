import { lstat, readdir, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemTime } from '../../time/time.ts';

/** Earlier versions called them `inlay-duckdb-…`. */
const ENGINE_FOLDER = /^inlay-(?:engine|duckdb)-[A-Za-z0-9]{6}$/;
/** A folder exists for a moment before its process. By the clock of the system, which also dates the folders. */
const YOUNG_MS = 60_000;

/**
 * Removes the folders of engine processes whose server was killed, so that nobody removed them. An engine process works
 * in its folder, which only Linux shows; elsewhere they stay.
 */
export async function removeLeftoverFolders(temporary: string = tmpdir()): Promise<void> {
  const parent = await realpath(temporary);
  const names = (await readdir(parent)).filter((name) => ENGINE_FOLDER.test(name));
  if (names.length === 0) return;
  const inUse = await workingFolders();
  if (inUse.size === 0) return;
  for (const folder of names.map((name) => join(parent, name))) {
    const found = await lstat(folder).catch(() => undefined);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (inUse.has(folder) || systemTime.now() - found.mtimeMs < YOUNG_MS) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Of all processes that this user may see. */
async function workingFolders(): Promise<ReadonlySet<string>> {
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(
    processes.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)),
  );
  return new Set(folders.filter((folder) => folder !== undefined));
}

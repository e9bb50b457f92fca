import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { listFiles, RESTORING_FOLDER } from './list-files.ts';

/**
 * Files wait in a folder inside their folder until all are there: a rename within one file system is cheap,
 * also where that folder is a mounted one.
 */
export async function beginFiles(folder: string): Promise<void> {
  await rm(join(folder, RESTORING_FOLDER), { recursive: true, force: true });
  await mkdir(join(folder, RESTORING_FOLDER), { recursive: true, mode: 0o700 });
}

export async function restoreFile(folder: string, name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const path = join(folder, RESTORING_FOLDER, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true }));
}

export async function finishFiles(folder: string): Promise<void> {
  const waiting = join(folder, RESTORING_FOLDER);
  for (const name of await readdir(waiting)) {
    // There only where an earlier restore ended between two of these steps.
    await rm(join(folder, name), { recursive: true, force: true });
    await rename(join(waiting, name), join(folder, name));
  }
  await rm(waiting, { recursive: true });
}

export async function dropFiles(folder: string): Promise<void> {
  await rm(join(folder, RESTORING_FOLDER), { recursive: true, force: true });
}

export async function hasFiles(folder: string): Promise<boolean> {
  for await (const _ of listFiles(folder)) return true;
  return false;
}

import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../platform/errors.ts';
import { listFiles, RESTORING_FOLDER } from './list-files.ts';

/** `setting` is how the operator chose the folder. */
export async function refuseFiles(folder: string, setting = 'INLAY_FILES_DIR'): Promise<void> {
  if (await hasFiles(folder))
    throw new StartError(`The folder ${folder} is not empty. Set ${setting} to an empty folder.`);
}

/** Files arrive in a subfolder and are renamed at the end: same file system, even if the folder is a mount. */
export async function beginFiles(folder: string): Promise<void> {
  await rm(join(folder, RESTORING_FOLDER), { recursive: true, force: true });
  await mkdir(join(folder, RESTORING_FOLDER), { recursive: true, mode: 0o700 });
}

export async function addFile(folder: string, name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
  const path = join(folder, RESTORING_FOLDER, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true }));
}

export async function finishFiles(folder: string): Promise<void> {
  const waiting = join(folder, RESTORING_FOLDER);
  for (const name of await readdir(waiting)) {
    // Exists only if an earlier run was interrupted here.
    await rm(join(folder, name), { recursive: true, force: true });
    await rename(join(waiting, name), join(folder, name));
  }
  await rm(waiting, { recursive: true });
}

export async function dropFiles(folder: string): Promise<void> {
  await rm(join(folder, RESTORING_FOLDER), { recursive: true, force: true });
}

async function hasFiles(folder: string): Promise<boolean> {
  for await (const _ of listFiles(folder)) return true;
  return false;
}

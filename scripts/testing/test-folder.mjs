import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'inlay-tests-';
/** Several times what the tests have at once; the memory of a container is often 64 MB. */
const leastBytes = 2 ** 32;

/**
 * Has tests make their folders in memory, where the machine has it: a store syncs with every change, and a disk takes
 * longer for that than the test for all the rest. Answers a function that removes them.
 */
export function keepTestFoldersInMemory() {
  if (!existsSync(memory)) return () => {};
  removeLeftOvers();
  const { bavail, bsize } = statfsSync(memory);
  if (bavail * bsize < leastBytes) return () => {};
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder);
  // As any temporary folder: servers of other accounts have theirs in it.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Of runs that were killed. */
function removeLeftOvers() {
  const dead = readdirSync(memory).filter(
    (name) => name.startsWith(prefix) && !existsSync(`/proc/${name.slice(prefix.length)}`),
  );
  for (const name of dead) rmSync(join(memory, name), { recursive: true, force: true });
}

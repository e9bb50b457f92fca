import { existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a process without native code may read besides its code: how names are resolved. */
const READABLE = ['/etc/hosts', '/etc/resolv.conf'];
const WRITABLE = ['/proc/self/oom_score_adj'];

/**
 * Flags of Node's permission model for a process that only needs the network: it reads its own code, writes to its own
 * folder, and starts no other process. The data folder and the environment of the server are out of reach.
 */
export function confinement(main: URL, folder: string): readonly string[] {
  const file = fileURLToPath(main);
  const cache = getCompileCacheDir() ?? [];
  const readable = [codeFolder(file), ...packageFolders(file), ...READABLE, folder].concat(cache);
  const writable = [...WRITABLE, folder].concat(cache);
  return [
    '--permission',
    '--allow-net',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...writable.map((path) => `--allow-fs-write=${path}`),
  ];
}

/** The folder that the build wrote; in a checkout, that of all packages. */
function codeFolder(file: string): string {
  const sources = file.lastIndexOf(`${sep}src${sep}`);
  return sources === -1 ? dirname(file) : dirname(file.slice(0, sources));
}

function packageFolders(file: string): readonly string[] {
  const found: string[] = [];
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const packages = join(folder, 'node_modules');
    if (existsSync(packages)) found.push(packages);
  }
  return found;
}

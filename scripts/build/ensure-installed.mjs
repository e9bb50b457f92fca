// Runs on whatever Node the machine has (20 or newer) before anything is installed: plain JavaScript, no packages (ADR 1).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const isWindows = process.platform === 'win32';
// Windows starts programs only: `node.cmd` would need a shell.
export const node26 = isWindows
  ? join(root, 'node_modules', 'node', 'bin', 'node.exe')
  : join(root, 'node_modules', '.bin', 'node');
const stampFile = join(root, 'node_modules', '.inlay-installed');

/**
 * Installs the packages on a first run and whenever a manifest or the lockfile changed since. Notices go to standard error:
 * standard output belongs to the command, as in `npm run -s inlay -- usage > usage.csv`, and may be closed by `head`.
 */
export function ensureInstalled() {
  const wanted = manifestsHash();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  console.error('Installing packages (only the first time, and after they change) …');
  const started = Date.now();
  // `npm ci` insists on the binaries of every platform in the lockfile; a mirror may lack some of them.
  const npm = spawnSync('npm', ['install', '--loglevel=error', '--no-progress'], {
    cwd: root,
    stdio: 'inherit',
    // `npm.cmd`
    shell: isWindows,
  });
  if (npm.status !== 0) {
    console.error('npm install failed: see its message above, then run the same command again.');
    process.exit(1);
  }
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stampFile, manifestsHash());
  console.error(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

function manifestsHash() {
  const packages = readdirSync(join(root, 'packages'))
    .map((name) => join('packages', name, 'package.json'))
    .filter((file) => existsSync(join(root, file)));
  const hash = createHash('sha256');
  for (const file of ['package.json', 'package-lock.json', ...packages.sort()]) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return `${process.platform}-${process.arch} ${hash.digest('hex')}`;
}

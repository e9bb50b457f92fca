// Builds the packages that are used as built files, each only if its sources changed.
// Plain JavaScript without packages, because any Node on the machine may run it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './ensure-installed.mjs';

const packages = join(root, 'packages');

export function ensureBuilt(names) {
  if (!buildStale(names)) process.exit(1);
}

/** Builds packages with a `build` script whose sources, or those of our packages they use, changed. Returns whether all did build. */
export function buildStale(names = readdirSync(packages)) {
  // Packages come after those that they use.
  const parts = new Set([...names].sort().flatMap((name) => [...partsOf(name)]));
  for (const name of parts) {
    const build = manifestOf(name)?.scripts?.build;
    if (!build) continue;
    // Not inside `dist`: that is what is published.
    const stamp = join(root, 'node_modules', `.inlay-built-${name}`);
    const wanted = hashOf(partsOf(name));
    const isThere = existsSync(join(packages, name, 'dist')) && existsSync(stamp);
    if (isThere && readFileSync(stamp, 'utf8') === wanted) continue;
    if (!run(name, build)) return false;
    writeFileSync(stamp, wanted);
  }
  return true;
}

function run(name, build) {
  const started = Date.now();
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path };
  const done = spawnSync(build, { cwd: join(packages, name), shell: true, env, encoding: 'utf8' });
  if (done.status !== 0) {
    console.error(`Building packages/${name} failed.\n${done.stdout}${done.stderr}`);
    return false;
  }
  console.error(`Built packages/${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  return true;
}

function manifestOf(name) {
  const file = join(packages, name, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The package and those of ours that it uses, which come first. */
function partsOf(name, known = new Set()) {
  if (known.has(name)) return known;
  const { dependencies, devDependencies } = manifestOf(name) ?? {};
  for (const used of Object.keys({ ...dependencies, ...devDependencies }))
    if (used.startsWith('@inlay/')) partsOf(used.slice('@inlay/'.length), known);
  return known.add(name);
}

function hashOf(names) {
  const hash = createHash('sha256');
  for (const name of [...names].sort()) {
    // Sources outside of the package, named in its manifest.
    const inputs = manifestOf(name)?.inputs ?? [];
    const files = [join(packages, name), ...inputs.map((path) => join(packages, name, path))].flatMap(
      sourcesIn,
    );
    for (const file of files) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

const notSources = new Set(['dist', 'node_modules', 'test', 'gallery', 'dev']);

function sourcesIn(folder) {
  if (!statSync(folder).isDirectory()) return [folder];
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !notSources.has(name));
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sourcesIn(path) : entry.isFile() ? [path] : [];
    });
}

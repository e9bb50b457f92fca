import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Manifest = Record<string, unknown> & { name?: string; version?: string };

const dependencyKinds = ['dependencies', 'devDependencies', 'peerDependencies'] as const;

/** Gives every package of a working copy one version, also where they refer to each other. */
export function setVersion(root: string, version: string): void {
  for (const file of manifestsIn(root))
    update(join(root, file), (manifest) => withVersion(manifest, version));
  update(join(root, 'package-lock.json'), (lock) => {
    const packages = lock.packages as Record<string, Manifest>;
    const isOurs = (path: string) => path === '' || /^packages\/[^/]+$/.test(path);
    const entries = Object.entries(packages).map(([path, entry]) => [
      path,
      isOurs(path) ? withVersion(entry, version) : entry,
    ]);
    return { ...lock, version, packages: Object.fromEntries(entries) };
  });
}

/** Differences between the versions of packages, and between what they say of each other. */
export function versionProblems(root: string): readonly string[] {
  const { version = '' } = read(join(root, 'package.json'));
  return manifestsIn(root).flatMap((file) => {
    const manifest = read(join(root, file));
    const isRight = JSON.stringify(withVersion(manifest, version)) === JSON.stringify(manifest);
    return isRight ? [] : [`${file} does not have the version ${version} throughout`];
  });
}

function manifestsIn(root: string): readonly string[] {
  return ['package.json', ...globSync('packages/*/package.json', { cwd: root })].sort();
}

function withVersion(manifest: Manifest, version: string): Manifest {
  const changed: Manifest = { ...manifest, version };
  for (const kind of dependencyKinds) {
    const dependencies = manifest[kind] as Record<string, string> | undefined;
    if (dependencies)
      changed[kind] = Object.fromEntries(
        Object.entries(dependencies).map(([name, range]) => [
          name,
          name.startsWith('@inlay/') ? version : range,
        ]),
      );
  }
  return changed;
}

const read = (file: string): Manifest => JSON.parse(readFileSync(file, 'utf8'));

function update(file: string, change: (manifest: Manifest) => Manifest): void {
  writeFileSync(file, `${JSON.stringify(change(read(file)), null, 2)}\n`);
}

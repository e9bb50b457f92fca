import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Manifest = Record<string, unknown> & { name?: string; version?: string };

const dependencyKinds = ['dependencies', 'devDependencies', 'peerDependencies'] as const;

/** Gives every package of a working copy one version, also where they refer to each other, and all files that name it. */
export function setVersion(root: string, version: string): void {
  for (const file of naming(root)) {
    const text = readFileSync(join(root, file), 'utf8');
    writeFileSync(
      join(root, file),
      text.replaceAll(named, (_, before: string) => before + version),
    );
  }
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
  const files = naming(root).flatMap((file) => {
    const versions = [...readFileSync(join(root, file), 'utf8').matchAll(named)].map(([, , found]) => found);
    return versions.every((found) => found === version)
      ? []
      : [`${file} names another version than ${version}`];
  });
  const manifests = manifestsIn(root).flatMap((file) => {
    const manifest = read(join(root, file));
    const isRight = JSON.stringify(withVersion(manifest, version)) === JSON.stringify(manifest);
    return isRight ? [] : [`${file} does not have the version ${version} throughout`];
  });
  return [...manifests, ...files];
}

/** Tarballs, images and the chart: `inlay-node-0.1.0.tgz`, `inlay:0.1.0`, `appVersion: 0.1.0`. */
const named =
  /(inlay-(?:node|sdk|server)-|inlay:|image\.version="|^(?:appVersion|version): )(\d+\.\d+\.\d+)/gm;

function naming(root: string): readonly string[] {
  const files =
    'README.md,{docs/guide,packages/*}/*.md,docs/reference/*.md,deploy/{Containerfile,*.*,helm/inlay/Chart.yaml}';
  return globSync(`{${files}}`, { cwd: root }).sort();
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

import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { packageFile, packageNames } from '@inlay/protocol/install-command';
import { pack } from 'tar-stream';

interface Manifest {
  readonly version: string;
  readonly files?: readonly string[];
  readonly scripts?: unknown;
  readonly devDependencies?: unknown;
  readonly peerDependencies?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Packs what customers install, as `npm pack` does, but with the dependencies inside: installing it needs no registry
 * (ADR 280). The same sources give the same bytes.
 */
export async function packPackages(target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  for (const name of packageNames) {
    const folder = folderOf(`@inlay/${name}`);
    // npm asks the registry even for peers that are optional. Other package managers know them from `peerDependenciesMeta`.
    const { scripts, devDependencies, peerDependencies, ...manifest } = readManifest(folder);
    const bundled = Object.keys(manifest.dependencies ?? {});
    const entries = [
      ['package.json', JSON.stringify({ ...manifest, bundleDependencies: bundled }, null, 2)] as const,
      ...readFiles(folder, ['README.md', 'LICENSE', ...(manifest.files ?? [])]),
      ...bundled.flatMap(bundle),
    ];
    writeFileSync(join(target, packageFile(name)), await tarball(entries));
  }
}

type Entry = readonly [path: string, content: string | Buffer];

function bundle(name: string): readonly Entry[] {
  const folder = folderOf(name);
  if (readManifest(folder).dependencies) throw new Error(`${name} has dependencies, which would be missing.`);
  return readFiles(folder, ['**']).map(([path, content]) => [`node_modules/${name}/${path}`, content]);
}

/** By patterns as in `files` of a manifest: folders stand for everything in them, `!` excludes. */
function readFiles(folder: string, patterns: readonly string[]): readonly Entry[] {
  const chosen = patterns.filter((pattern) => !pattern.startsWith('!'));
  const excluded = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  return globSync([...chosen, ...chosen.map((pattern) => `${pattern}/**`)], {
    cwd: folder,
    exclude: excluded,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [file.slice(folder.length).replaceAll('\\', '/'), readFileSync(file)]);
}

async function tarball(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  // The date that npm gives every file.
  const mtime = new Date('1985-10-26T08:15:00Z');
  for (const [path, content] of new Map(entries)) archive.entry({ name: `package/${path}`, mtime }, content);
  archive.finalize();
  return gzipSync(await buffer(archive), { level: 9 });
}

const folderOf = (name: string) => fileURLToPath(new URL('.', import.meta.resolve(`${name}/package.json`)));

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

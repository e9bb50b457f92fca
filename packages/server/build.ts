// Bundles the server and its packages (ADR 254): loading two thousand modules takes twice the time and 30 MB more.
import { cpSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { packPackages } from './pack-packages.ts';
import manifest from './package.json' with { type: 'json' };

const src = join(import.meta.dirname, 'src');
const dist = join(import.meta.dirname, 'dist');
const root = resolve(import.meta.dirname, '../..');
/** Native code, and packages that read files of their own: installed beside the build instead of bundled. */
const installed = Object.keys(manifest.dependencies);

rmSync(dist, { recursive: true, force: true });
await packPackages(join(dist, 'packages'));
const bundle = await rolldown({
  input: { main: join(src, 'main.ts') },
  platform: 'node',
  // Its `paths` are for types alone.
  tsconfig: false,
  external: (id) => installed.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [keepNeighbors()],
});
await bundle.write({ dir: dist, format: 'esm' });
await bundle.close();

/**
 * `new URL('./worker.ts', import.meta.url)` names a file beside a source. In the build, threads and child processes
 * become entries of their own. Other paths name a folder that the server reads, such as the built admin app: it is
 * copied, so that the build runs anywhere (ADR 282).
 */
function keepNeighbors(): Plugin {
  const folders = new Set<string>();
  const placeOf = (target: string) => {
    if (target.startsWith(dist)) return relative(dist, target).replaceAll(sep, '/');
    if (src.startsWith(target))
      throw new Error(`${target} is too much to copy. Name the folder that is read.`);
    const folder = relative(root, target).replaceAll(sep, '/');
    folders.add(folder);
    return `files/${folder}`;
  };
  return {
    name: 'keep-neighbors',
    transform(code, id) {
      if (!id.startsWith(src)) return null;
      return code.replaceAll(/new URL\('(\.[^']+)', import\.meta\.url\)/g, (_, path: string) => {
        const target = resolve(dirname(id), path);
        if (!path.endsWith('.ts')) return `new URL('./${placeOf(target)}/', import.meta.url)`;
        const fileName = relative(src, target).replaceAll(sep, '-').replace(/\.ts$/, '.js');
        this.emitFile({ type: 'chunk', id: target, fileName });
        return `new URL('./${fileName}', import.meta.url)`;
      });
    },
    writeBundle() {
      for (const folder of folders)
        cpSync(join(root, folder), join(dist, 'files', folder), { recursive: true });
    },
  };
}

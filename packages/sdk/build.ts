import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');

/** Two scripts for `<script src>` and the modules for npm. */
export async function bundleInto(target: string): Promise<void> {
  await Promise.all([
    script('src/launcher.ts', join(target, 'embedLauncher.js')),
    script('src/embed-sdk.ts', join(target, 'embedSdk.js')),
    modules(['index', 'web-component', 'react', 'vue'], target),
  ]);
}

/** What browsers of the last four years run without a helper. */
const transform = { target: 'es2022' };

async function script(input: string, file: string): Promise<void> {
  const bundle = await rolldown({ cwd: folder, input, transform });
  await bundle.write({ file, format: 'iife', minify: true, comments: false });
  await bundle.close();
}

/** One core for all of them, so that an `InlayError` is the same class whichever module threw it. */
async function modules(names: readonly string[], dir: string): Promise<void> {
  const bundle = await rolldown({
    cwd: folder,
    input: Object.fromEntries(names.map((name) => [name, `src/${name}.ts`])),
    external: ['react', 'vue'],
    transform,
  });
  await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
  });
  await bundle.close();
}

/** The protocol is not on npm: its types travel along, and imports of it become relative ones. */
function declareTypes(): void {
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
    /package\.json$/,
    'bin/tsc',
  );
  execFileSync(process.execPath, [tsc, '-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' });
  for (const file of globSync('types/sdk/src/*.d.ts', { cwd: dist })) {
    const path = join(dist, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(/(['"])@inlay\/protocol\/([\w-]+)\1/g, "'../../protocol/src/$2.ts'"));
  }
}

if (import.meta.main) {
  rmSync(dist, { recursive: true, force: true });
  await bundleInto(dist);
  declareTypes();
}

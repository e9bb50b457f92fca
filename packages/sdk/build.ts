import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type RolldownPluginOption, rolldown } from 'rolldown';

const run = promisify(execFile);
const folder = import.meta.dirname;
const dist = join(folder, 'dist');

/** Two scripts for `<script src>` and the modules for npm; `angular` is the component as Angular's compiler wrote it. */
export async function bundleInto(target: string, angular?: string): Promise<void> {
  const names = ['index', 'web-component', 'react', 'vue'];
  const inputs = names.map((name) => [name, `src/${name}.ts`]);
  await Promise.all([
    script('src/launcher.ts', join(target, 'embedLauncher.js')),
    script('src/embed-sdk.ts', join(target, 'embedSdk.js')),
    modules(Object.fromEntries(angular ? [...inputs, ['angular', angular]] : inputs), target),
  ]);
}

/** What browsers of the last four years run without a helper. */
const transform = { target: 'es2022' };

/** Names of properties that never leave a script: not those of the page, the frame or a browser. */
const INTERNAL =
  /^(keeper|onPort|onMismatch|onLoad|onDestroy|onTokenWanted|onEvent|current|obtain|renew|lives|take|expiring|failed|awake|lazy|started)$/;

async function script(input: string, file: string): Promise<void> {
  const bundle = await rolldown({ cwd: folder, input, transform });
  const minify = { mangleProps: { include: INTERNAL } };
  await bundle.write({ file, format: 'iife', minify, comments: false });
  await bundle.close();
}

/** One core for all of them, so that an `InlayError` is the same class whichever module threw it. */
async function modules(input: Readonly<Record<string, string>>, dir: string): Promise<void> {
  const useOurSources: RolldownPluginOption = {
    name: 'use-our-sources',
    resolveId: (source, importer) =>
      importer === input.angular && source.startsWith('./')
        ? join(folder, 'src', `${basename(source, '.js')}.ts`)
        : undefined,
  };
  const bundle = await rolldown({
    cwd: folder,
    input,
    external: ['react', 'vue', '@angular/core'],
    plugins: [useOurSources],
    transform,
    experimental: { attachDebugInfo: 'none' },
  });
  await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    // Server components of React may render ours, which only work in a browser.
    banner: ({ name }) => (name === 'react' ? `'use client';` : ''),
  });
  await bundle.close();
}

/** Runs Angular's compiler: it adds what templates need to know of a component, in its code and its types. */
export async function compileAngular(project: string, outDir: string): Promise<void> {
  const ngc = fileURLToPath(new URL('./src/bin/ngc.js', import.meta.resolve('@angular/compiler-cli')));
  await run(process.execPath, [ngc, '-p', join(folder, project), '--outDir', outDir]);
}

/** The protocol is not on npm: its types travel along, and imports of it become relative ones. */
async function declareTypes(angular?: string): Promise<void> {
  // The repository's compiler; the one in this package is for Angular alone.
  const tsc = join(folder, '../../node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', join(folder, 'tsconfig.build.json')]);
  if (angular) copyFileSync(angular.replace(/\.js$/, '.d.ts'), join(dist, 'types/sdk/src/angular.d.ts'));
  for (const file of globSync('types/sdk/src/*.d.ts', { cwd: dist })) {
    const path = join(dist, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(/(['"])@inlay\/protocol\/([\w-]+)\1/g, "'../../protocol/src/$2.ts'"));
  }
}

/** `--angular` is for publishing: it takes seconds, and the server needs nothing of it. */
if (import.meta.main) {
  const { values } = parseArgs({ options: { angular: { type: 'boolean' } } });
  const temporary = mkdtempSync(join(tmpdir(), 'inlay-angular-'));
  try {
    if (values.angular) await compileAngular('tsconfig.angular.json', temporary);
    const angular = values.angular ? join(temporary, 'sdk/src/angular.js') : undefined;
    // Not earlier, because a running server may serve these files.
    rmSync(dist, { recursive: true, force: true });
    await bundleInto(dist, angular);
    await declareTypes(angular);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

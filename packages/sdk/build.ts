import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RolldownPluginOption, rolldown } from 'rolldown';

const run = promisify(execFile);
const folder = import.meta.dirname;
const dist = join(folder, 'dist');

/** The modules for npm, by their names in `exports`. */
const MODULES = ['index', 'web-component', 'react', 'vue', 'angular'];

/** What browsers of the last four years run without a helper. */
const transform = { target: 'es2022' };

/** The two scripts for `<script src>`, which the instance serves. */
export async function bundleScripts(target: string): Promise<void> {
  await Promise.all([
    script('src/launcher.ts', join(target, 'embedLauncher.js')),
    script('src/embed-sdk.ts', join(target, 'embedSdk.js')),
  ]);
}

/** Names of properties that never leave a script: not those of the page, the frame or a browser. */
const INTERNAL =
  /^(keeper|onPort|onMismatch|onLoad|onDestroy|onTokenWanted|onEvent|current|obtain|renew|lives|take|expiring|failed|awake|lazy|started|request|options|send|emit|expired|parent|addUser|replaceToken|clock|chance|schedule|endTalk|readFields|frameHeight|baseUrl|ended|events)$/;

async function script(input: string, file: string): Promise<void> {
  const bundle = await rolldown({ cwd: folder, input, transform });
  const minify = { mangleProps: { include: INTERNAL } };
  await bundle.write({ file, format: 'iife', minify, comments: false });
  await bundle.close();
}

/**
 * One core for all modules, so that an `InlayError` is the same class whichever of them threw it. `angular` is the
 * component as Angular's compiler wrote it.
 */
async function bundleModules(angular: string): Promise<void> {
  const useOurSources: RolldownPluginOption = {
    name: 'use-our-sources',
    resolveId: (source, importer) =>
      importer === angular && source.startsWith('./')
        ? join(folder, 'src', `${basename(source, '.js')}.ts`)
        : undefined,
    load: (id) => {
      if (id !== angular) return undefined;
      const map = JSON.parse(readFileSync(`${id}.map`, 'utf8'));
      return { code: readFileSync(id, 'utf8'), map: { ...map, sources: [join(folder, 'src/angular.ts')] } };
    },
  };
  const sourceOf = (name: string) => (name === 'angular' ? angular : `src/${name}.ts`);
  const bundle = await rolldown({
    cwd: folder,
    input: Object.fromEntries(MODULES.map((name) => [name, sourceOf(name)])),
    external: ['react', 'vue', '@angular/core'],
    plugins: [useOurSources],
    transform,
    experimental: { attachDebugInfo: 'none' },
  });
  await bundle.write({
    dir: dist,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'parts/[name].js',
    // Server components of React may render ours, which only work in a browser.
    banner: ({ name }) => (name === 'react' ? `'use client';` : ''),
  });
  await bundle.close();
}

/** Runs Angular's compiler: it adds what templates need to know of a component, in its code and its types. */
async function compileAngular(outDir: string): Promise<void> {
  const ngc = fileURLToPath(new URL('./src/bin/ngc.js', import.meta.resolve('@angular/compiler-cli')));
  await run(process.execPath, [ngc, '-p', join(folder, 'tsconfig.angular.json'), '--outDir', outDir]);
}

/** Writes the types of the modules, side by side. The protocol is not on npm, so its types come along. */
async function declareTypes(temporary: string, angular: string): Promise<void> {
  // The repository's compiler; the one in this package is for Angular alone.
  const tsc = join(folder, '../../node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', join(folder, 'tsconfig.build.json'), '--outDir', temporary]);
  const fileOf = (name: string) => {
    if (name === 'angular') return angular.replace(/\.js$/, '.d.ts');
    return join(temporary, name === 'frame-messages' ? 'protocol/src' : 'sdk/src', `${name}.d.ts`);
  };
  // Grows while it is read, by what these types refer to.
  const names = new Set(MODULES);
  for (const name of names) {
    const text = readFileSync(fileOf(name), 'utf8').replaceAll(
      /(['"])(?:\.|@inlay\/protocol)\/([\w-]+)(?:\.ts)?\1/g,
      (_, _quote, used: string) => {
        names.add(used);
        return `'./${used}.js'`;
      },
    );
    writeFileSync(join(dist, `${name}.d.ts`), text);
  }
}

if (import.meta.main) {
  const temporary = mkdtempSync(join(tmpdir(), 'inlay-sdk-'));
  try {
    const compiled = join(temporary, 'angular');
    await compileAngular(compiled);
    const angular = join(compiled, 'sdk/src/angular.js');
    // Not earlier, because a running server may serve these files.
    rmSync(dist, { recursive: true, force: true });
    await Promise.all([bundleScripts(dist), bundleModules(angular)]);
    await declareTypes(join(temporary, 'types'), angular);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

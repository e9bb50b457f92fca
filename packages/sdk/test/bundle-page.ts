import { join } from 'node:path';
import linker from '@angular/compiler-cli/linker/babel';
import { transformAsync } from '@babel/core';
import { type RolldownPluginOption, rolldown } from 'rolldown';

type Mode = 'production' | 'development';

const tests = import.meta.dirname;
const dist = join(tests, '../dist');

/** A module of the tests as one script. */
export function bundlePage(file: string, mode: Mode = 'production'): Promise<string> {
  return bundle(join(tests, file), mode);
}

/** The page of the Angular tests, with the component as Angular's compiler built it, linked as the build of an app does it. */
export function bundleAngularPage(): Promise<string> {
  const built: Readonly<Record<string, string>> = {
    '../src/angular.ts': join(dist, 'angular.js'),
    '../src/initialize.ts': join(dist, 'index.js'),
  };
  const useBuilt = { name: 'use-built', resolveId: (source: string) => built[source] };
  return bundle(join(tests, 'angular-page.ts'), 'production', [useBuilt]);
}

const angularLinker: RolldownPluginOption = {
  name: 'angular-linker',
  transform: async (source, filename) => {
    if (!source.includes('ɵɵngDeclare')) return undefined;
    const options = { filename, plugins: [linker], compact: false, configFile: false };
    const linked = await transformAsync(source, options);
    return linked?.code ?? undefined;
  },
};

/** A file as one script. Packages are those of the file's own project and, after them, the repository's. */
export async function bundle(
  input: string,
  mode: Mode,
  plugins: readonly RolldownPluginOption[] = [],
): Promise<string> {
  const flags = ['__VUE_OPTIONS_API__', '__VUE_PROD_DEVTOOLS__', '__VUE_PROD_HYDRATION_MISMATCH_DETAILS__'];
  const define = {
    'process.env.NODE_ENV': JSON.stringify(mode),
    ...Object.fromEntries([...flags, 'ngDevMode', 'ngJitMode'].map((flag) => [flag, 'false'])),
  };
  const modules = ['node_modules', join(tests, '../../../node_modules')];
  const bundled = await rolldown({
    input,
    transform: { define },
    resolve: { modules },
    plugins: [...plugins, angularLinker],
  });
  const { output } = await bundled.generate({ format: 'iife' });
  await bundled.close();
  return output[0].code;
}

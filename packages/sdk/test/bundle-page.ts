import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import linker from '@angular/compiler-cli/linker/babel';
import { transformAsync } from '@babel/core';
import { type RolldownPluginOption, rolldown } from 'rolldown';
import { compileAngular } from '../build.ts';

type Mode = 'production' | 'development';

/** A module of the tests as one script. */
export function bundlePage(file: string, mode: Mode = 'production'): Promise<string> {
  return bundle(join(import.meta.dirname, file), mode);
}

/** A page with Angular components, compiled and linked as the build of an Angular app does it. */
export async function bundleAngularPage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-angular-'));
  try {
    await compileAngular('test/tsconfig.angular.json', folder);
    return await bundle(join(folder, 'sdk/test/angular-page.js'), 'production', [angularLinker]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

async function bundle(input: string, mode: Mode, plugins: RolldownPluginOption = []): Promise<string> {
  const flags = ['__VUE_OPTIONS_API__', '__VUE_PROD_DEVTOOLS__', '__VUE_PROD_HYDRATION_MISMATCH_DETAILS__'];
  const define = {
    'process.env.NODE_ENV': JSON.stringify(mode),
    ...Object.fromEntries([...flags, 'ngDevMode', 'ngJitMode'].map((flag) => [flag, 'false'])),
  };
  const modules = [join(import.meta.dirname, '../../../node_modules')];
  const bundled = await rolldown({ input, transform: { define }, resolve: { modules }, plugins });
  const { output } = await bundled.generate({ format: 'iife' });
  await bundled.close();
  return output[0].code;
}

import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { rolldown } from 'rolldown';

const MAIN = fileURLToPath(new URL('../../src/main.tsx', import.meta.url));

let bundled: Promise<Script> | undefined;

/** Needs the layout of a real browser. Without it, texts are plain, as for users whose browser could not load it. */
const TEXT_EDITOR = /\/text\/text-editor\.ts$/;

/** The admin app as one script, bundled once for all files of a process. Styles are left out. */
export function appScript(): Promise<Script> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<Script> {
  const build = await rolldown({
    input: MAIN,
    // Its `paths` are for types only.
    tsconfig: false,
    resolve: { alias: { typebox: '@inlay/protocol/plain-schema' } },
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    external: TEXT_EDITOR,
    plugins: [
      {
        name: 'inlay-no-styles',
        load: {
          filter: { id: /\.css(?:\?inline)?$/ },
          handler: () => ({ code: 'export default "";', moduleType: 'js' }),
        },
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife', codeSplitting: false });
  await build.close();
  return new Script(output[0].code, { filename: 'admin-app.js' });
}

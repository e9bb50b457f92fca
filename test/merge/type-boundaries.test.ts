import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const NODE_GLOBALS = ['Buffer', 'process'];
const BROWSER_GLOBALS = ['document', 'HTMLElement'];
/** Known to the server's Node alone. */
const NEW_GLOBALS = ['Temporal'];

/** Which globals the code of a package may not use. */
const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  protocol: [...BROWSER_GLOBALS, ...NODE_GLOBALS, ...NEW_GLOBALS],
  charts: [...BROWSER_GLOBALS, ...NODE_GLOBALS, ...NEW_GLOBALS],
  ui: [...NODE_GLOBALS, ...NEW_GLOBALS],
  editor: [...NODE_GLOBALS, ...NEW_GLOBALS],
  frame: [...NODE_GLOBALS, ...NEW_GLOBALS],
  admin: [...NODE_GLOBALS, ...NEW_GLOBALS],
  docs: [...NODE_GLOBALS, ...NEW_GLOBALS],
  sdk: NODE_GLOBALS, // It uses Temporal where there is one.
  node: [...BROWSER_GLOBALS, ...NEW_GLOBALS],
  server: BROWSER_GLOBALS,
};

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc');

/** Packages through whose imports the types of libraries come in; they import the other packages. */
const IMPORTERS = ['charts', 'frame', 'admin', 'server'];

describe('type boundaries', () => {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  // Inside the repository, so that the types of libraries are found as they are from a package's own code.
  const folder = mkdtempSync(join(cache, 'type-boundaries-'));
  after(() => rmSync(folder, { recursive: true }));

  describe('the compiler', () => {
    let output = '';
    before(async () => {
      const globals = [...BROWSER_GLOBALS, ...NODE_GLOBALS, ...NEW_GLOBALS]
        .map((name) => `void ${name};\n`)
        .join('');
      const configs = Object.keys(UNKNOWN).map((name) => {
        mkdirSync(join(folder, name));
        writeFileSync(join(folder, name, 'globals.ts'), globals);
        return writeConfig(name, 'globals.ts');
      });
      output = await compile('--build', ...configs);
    });

    for (const [name, unknown] of Object.entries(UNKNOWN))
      it(`refuses ${unknown.join(', ')} in packages/${name}`, () => {
        const lines = output.split('\n').filter((line) => line.includes(`/${name}/globals.ts`));
        assert.deepEqual(
          lines.map((line) => /error TS\d+: Cannot find name '(\w+)'/.exec(line)?.[1]),
          unknown,
          output,
        );
      });
  });

  for (const name of IMPORTERS)
    it(`allows no import in packages/${name} that adds forbidden globals`, async () => {
      const src = join(root, 'packages', name, 'src');
      mkdirSync(join(folder, `${name}-src`));
      const files = await compile('-p', writeConfig(name, src, `${name}-src`), '--listFilesOnly');
      assert.ok(files.includes(src), files);
      if (UNKNOWN[name]?.includes('document')) assert.doesNotMatch(files, /\/lib\.dom\.d\.ts/);
      if (UNKNOWN[name]?.includes('Buffer')) assert.doesNotMatch(files, /\/@types\/node\//);
    });

  /** The options of a package for other files; returns its path. */
  function writeConfig(name: string, include: string, place = name): string {
    const path = join(folder, place, 'tsconfig.json');
    const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true };
    const extended = join(root, 'packages', name, 'tsconfig.json');
    writeFileSync(path, JSON.stringify({ extends: extended, compilerOptions, include: [include] }));
    return path;
  }
});

/** What the compiler prints, be it files or errors. */
function compile(...args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, ...args], { maxBuffer: 10_000_000 }, (_, stdout) => resolve(stdout));
  });
}

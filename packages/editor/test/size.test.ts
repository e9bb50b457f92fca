import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chartKinds } from '@inlay/charts/chart-kinds';
import { build, type Rolldown } from 'vite';

const KB = 1024;

/** The script and styles that load at once. */
async function bundle(entry: string, external: RegExp): Promise<string> {
  const [built] = (await build({
    configFile: false,
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: fileURLToPath(import.meta.resolve(entry)), formats: ['es'], fileName: 'editor' },
      rolldownOptions: { external },
    },
  })) as Rolldown.RolldownOutput[];
  return (built?.output ?? [])
    .filter((file) => file.type !== 'chunk' || !file.isDynamicEntry)
    .map((file) => (file.type === 'chunk' ? file.code : String(file.source)))
    .join('');
}

const weight = (text: string): number => gzipSync(text, { level: 9 }).length;

describe('editor size (gzip)', () => {
  it('is at most 20 KB of scripts and styles without Preact and charts', async () => {
    const text = await bundle('../src/tile-editor.tsx', /^(?:preact|@inlay\/charts)/);
    const bytes = weight(text);
    assert.ok(text.includes('te-preview') && bytes > KB, `${bytes}`);

    assert.ok(bytes <= 20 * KB, `${bytes}`);
  });

  it('is at most 0.65 KB per kind of chart in any language, without drawing code', async () => {
    const bytes = weight(await bundle('@inlay/charts/chart-kinds', /\/(draw|flatten|style)\.ts$/));
    assert.ok(bytes > KB && bytes <= chartKinds.length * 0.65 * KB, `${bytes}`);
  });
});

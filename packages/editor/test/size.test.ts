import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const KB = 1024;
const entry = fileURLToPath(new URL('../src/tile-editor.tsx', import.meta.url));

describe('what the editor weighs, gzip', () => {
  it('at most 20 KB of script and style, Preact and charts aside', async () => {
    const [built] = (await build({
      configFile: false,
      root: fileURLToPath(new URL('..', import.meta.url)),
      logLevel: 'error',
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      build: {
        write: false,
        target: 'es2023',
        lib: { entry, formats: ['es'], fileName: 'editor' },
        rolldownOptions: { external: /^preact/ },
      },
    })) as Rolldown.RolldownOutput[];
    const text = (built?.output ?? [])
      .map((file) => (file.type === 'chunk' ? file.code : String(file.source)))
      .join('');
    const bytes = gzipSync(text, { level: 9 }).length;
    assert.ok(text.includes('te-preview') && bytes > KB, `${bytes}`);

    assert.ok(bytes <= 20 * KB, `${bytes}`);
  });
});

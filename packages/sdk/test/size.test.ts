import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bundleScripts } from '../build.ts';

/** What a page may be made to load, in bytes after gzip: 1.5 KB and 5 KB. */
const BUDGETS = [
  ['embedLauncher.js', 1_536],
  ['embedSdk.js', 5_120],
] as const;

describe('script sizes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-size-'));
  before(() => bundleScripts(folder));
  after(() => rmSync(folder, { recursive: true }));

  for (const [file, budget] of BUDGETS) {
    it(`keeps ${file} within ${budget} bytes`, (t) => {
      const size = gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
      t.diagnostic(`${file}: ${size} bytes`);
      assert.ok(size > 500 && size <= budget, `${file} takes ${size} bytes of ${budget}`);
    });
  }
});

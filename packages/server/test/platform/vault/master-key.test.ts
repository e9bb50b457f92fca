import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { StartError } from '../../../src/platform/errors.ts';
import { findMasterKey } from '../../../src/platform/vault/master-key.ts';

test('a key file that is a folder is named as one', (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inlay-test-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const find = () => findMasterKey({ masterKey: undefined, dataDir }, '');
  assert.equal(find(), 'absent');
  mkdirSync(join(dataDir, 'master.key'));
  assert.throws(
    find,
    (error) => error instanceof StartError && /master\.key is a folder\. Remove it/.test(error.message),
  );
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../../src/platform/store/open-sqlite.ts';

const MEBIBYTE = 1024 * 1024;

test('the log of a SQLite store shrinks after a large write', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'store.db');
  const database = openDatabase(file);
  const logSize = () => statSync(`${file}-wal`).size;
  database.exec('create table t (a)');
  database.exec(`insert into t values (zeroblob(${40 * MEBIBYTE}))`);
  assert.ok(logSize() > 40 * MEBIBYTE);
  // The first write after the checkpoint begins the log again.
  database.exec('insert into t values (1)');
  assert.ok(logSize() <= 32 * MEBIBYTE, String(logSize()));
  database.close();
});

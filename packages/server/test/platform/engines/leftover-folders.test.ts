import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeLeftoverFolders } from '../../../src/platform/engines/process/leftover-folders.ts';

const HOUR_MS = 3_600_000;

test('folders of engine processes that are gone are removed, and nothing else', {
  skip: process.platform !== 'linux' && 'the folders of processes are not visible',
}, async (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'inlay-leftovers-'));
  t.after(() => rmSync(parent, { recursive: true }));
  const now = Date.now();
  const make = (name: string, age = HOUR_MS) => {
    const folder = join(parent, name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'spilled.tmp'), '');
    utimesSync(folder, (now - age) / 1000, (now - age) / 1000);
    return folder;
  };
  make('inlay-duckdb-aB3dE6');
  make('inlay-engine-XyZ012');
  make('inlay-engine-young1', 1000);
  make('inlay-engine-of-somebody');
  make('inlay-test-aB3dE6');
  const used = make('inlay-engine-inUse1');
  symlinkSync(used, join(parent, 'inlay-engine-linked'));
  const engine = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log("ready")'], {
    cwd: used,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  t.after(() => engine.kill('SIGKILL'));
  await once(engine.stdout, 'data');
  await removeLeftoverFolders(parent);
  assert.deepEqual(readdirSync(parent).sort(), [
    'inlay-engine-inUse1',
    'inlay-engine-linked',
    'inlay-engine-of-somebody',
    'inlay-engine-young1',
    'inlay-test-aB3dE6',
  ]);
});

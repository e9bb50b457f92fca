import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { removeAbandonedUploads } from '@inlay/server/features/files/remove-abandoned-uploads';

const HOUR = 60 * 60_000;
const now = Date.parse('2026-06-01T12:00:00Z');

test('removeAbandonedUploads: removes expired uploads and keeps those that can be continued', async (t) => {
  const files = await mkdtemp(join(tmpdir(), 'inlay-files-'));
  t.after(() => rm(files, { recursive: true }));
  const put = async (path: string, hoursAgo: number) => {
    const at = new Date(now - hoursAgo * HOUR);
    await mkdir(dirname(join(files, path)), { recursive: true });
    await writeFile(join(files, path), 'a,b\n');
    for (const each of [path, dirname(path)]) await utimes(join(files, each), at, at);
  };
  await put('acme/.incoming/old.csv/old.csv', 8 * 24);
  await put('acme/.incoming/going-on.csv/going-on.csv', 6 * 24);
  await put('acme/.incoming/0b1c/crashed.csv', 25);
  await put('acme/.incoming/0b1d/arriving.csv', 1);
  // A large file is written to for long: its folder is old, and it is not.
  await put('beta/.incoming/0b1e/large.csv', 30);
  await utimes(join(files, 'beta/.incoming/0b1e/large.csv'), new Date(now), new Date(now));
  await put('beta/sales.csv', 400 * 24);
  await writeFile(join(files, 'a stray file'), '');

  assert.equal(await removeAbandonedUploads(files, now), 2);
  assert.deepEqual((await readdir(join(files, 'acme/.incoming'))).sort(), ['0b1d', 'going-on.csv']);
  assert.deepEqual((await readdir(join(files, 'beta'))).sort(), ['.incoming', 'sales.csv']);
  assert.deepEqual(await readdir(join(files, 'beta/.incoming/0b1e')), ['large.csv']);
  assert.equal(await removeAbandonedUploads(files, now), 0);
  assert.equal(await removeAbandonedUploads(join(files, 'nowhere'), now), 0, 'no uploads yet');
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { adminFiles } from '@inlay/server/features/admin-app/admin-files';

test('a file of the admin app that could not be read once is read by the next request', async (t) => {
  const folder = `${await mkdtemp(join(tmpdir(), 'inlay-admin-'))}/`;
  t.after(() => rm(folder, { recursive: true }));
  assert.equal(await adminFiles(folder), undefined, 'not built');
  await mkdir(`${folder}assets`);
  await writeFile(`${folder}index.html`, '<!doctype html>');
  await writeFile(`${folder}assets/a.js`, 'export const a = 1;');
  await assert.rejects(
    adminFiles(folder),
    { code: 'ERR_MODULE_NOT_FOUND' },
    'the list of screens is not there yet',
  );
  await writeFile(`${folder}screens.js`, 'export const screens = [], files = {}, messages = {};');
  const files = await adminFiles(folder);
  assert.deepEqual([...(files?.assets.keys() ?? [])], ['a.js']);

  const asset = files?.assets.get('a.js');
  await rename(`${folder}assets/a.js`, `${folder}away`);
  await assert.rejects(async () => asset?.as('br'), { code: 'ENOENT' });
  await rename(`${folder}away`, `${folder}assets/a.js`);
  assert.equal((await asset?.as('identity'))?.body.toString(), 'export const a = 1;');
  assert.ok((await asset?.as('br'))?.body.length);
});

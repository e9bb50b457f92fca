import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openStaticAssets } from '@inlay/server/platform/http/static-assets';

test('static assets: a file that could not be read is read again by the next request', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-assets-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'a.js');
  await writeFile(file, 'export {};');
  const shelf = openStaticAssets(pathToFileURL(`${folder}/`));
  await rename(file, `${file}.away`);
  await assert.rejects(shelf.find('a.js'), { code: 'ENOENT' });
  await rename(`${file}.away`, file);
  assert.equal((await shelf.find('a.js'))?.identity.toString(), 'export {};');
});

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { call } from '../../../support/http/api-client.ts';
import {
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';

describe('embed scripts', () => {
  let store: TestStore;
  let inlay: TestInlay;
  before(async () => {
    store = await storeWith('started', sqliteStore);
    inlay = await startInlay(store);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${inlay.url}${path}`, { headers });

  it('are built', () => {
    const dist = join(import.meta.dirname, '../../../../packages/sdk/dist/embedLauncher.js');
    assert.ok(existsSync(dist), 'npm run build --workspace @inlay/sdk makes them');
  });

  it('are the same for any query string, and leave no token in a cache', async () => {
    const plain = await get('/scripts/embedLauncher.js');
    const asked = await get('/scripts/embedLauncher.js?id=%3Cscript%3E&token=inl_embed_x');
    assert.equal(plain.status, 200);
    assert.equal(plain.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(await asked.text(), await plain.text());
    assert.equal(asked.headers.get('cache-control'), 'no-store');
    assert.equal(asked.headers.get('etag'), null, 'what is not stored has nothing to compare');
    assert.match(plain.headers.get('cache-control') ?? '', /^public/);
    assert.equal(plain.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(plain.headers.get('cross-origin-resource-policy'), 'cross-origin');
  });

  it('are compressed as the client accepts, like those of the admin app, and not sent if it has them cached', async () => {
    const ofAdmin = /\/admin\/assets\/[^"]+\.js/.exec(await (await get('/admin')).text())?.[0] ?? '';
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=0.5', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      for (const path of ['/scripts/embedSdk.js', ofAdmin]) {
        const response = await get(path, { 'accept-encoding': accepted });
        assert.equal(response.headers.get('content-encoding'), encoding, `${path}, ${accepted}`);
        assert.equal(response.headers.get('vary'), 'accept-encoding');
        assert.match(await response.text(), /function/);
      }
    }
    const { headers } = await get('/scripts/embedSdk.js');
    const again = await get('/scripts/embedSdk.js', { 'if-none-match': headers.get('etag') ?? '' });
    assert.equal(again.status, 304);
  });

  it('respond with 405 to other methods, and serve no other file', async () => {
    assert.equal(
      (await call(`${inlay.url}/scripts/embedLauncher.js`, { method: 'POST', body: {} })).status,
      405,
    );
    for (const path of [
      '/scripts/index.js',
      '/embed/assets/..%2f..%2fpackage.json',
      '/embed/assets/nothing.js',
    ])
      assert.equal((await get(path)).status, 404, path);
  });
});

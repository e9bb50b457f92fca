import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dataClient } from '../../support/data/data-client.ts';
import { type EmbedHost, embedFrame, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('images in a table of an embed', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
    const data = dataClient(host.inlay.url, host.setup.adminToken);
    const photos = ['product,photo,amount', 'Lamp,https://cdn.example.com/lamp.png,1'].join('\n');
    assert.equal((await data.upload('photos.csv', photos)).status, 201);
    await data.create('datasets', {
      ...{ id: 'photos', name: 'Photos', connectionId: 'files', source: { kind: 'file', file: 'photos' } },
      measures: [{ name: 'sold', kind: 'sum', column: 'amount' }],
      segmented: false,
    });
    const tile = {
      ...{ id: 'photos', appId: 'sales', title: 'Photos', kind: 'table', datasetId: 'photos' },
      query: { dimensions: [{ column: 'photo' }, { column: 'product' }], measures: ['sold'] },
      options: { images: { photo: '{photo}' } },
    };
    assert.equal((await host.admin('POST', 'tiles', { body: tile })).status, 201);
    assert.equal((await host.admin('POST', 'tiles/photos/publish', { ifMatch: '*' })).status, 200);
    const embed = { id: 'e-photos', title: 'Photos', target: { kind: 'tile', id: 'photos' } };
    assert.equal((await host.admin('POST', 'embeds', { body: embed })).status, 201);
    const settings = { allowedImageHosts: ['cdn.example.com'] };
    assert.equal((await host.admin('PATCH', 'tenant-settings', { body: settings })).status, 200);
  });
  after(() => host?.close());

  it('are loaded without a referrer from an allowed host, and from no other', async () => {
    const { page, context } = await host.open();
    const requested: string[] = [];
    await context.route(/^https:\/\/(?:cdn|other)\.example\.com\//, async (route) => {
      const request = route.request();
      requested.push(`${request.url()} ${(await request.allHeaders()).referer ?? 'no referrer'}`);
      await route.fulfill({ contentType: 'image/png', body: PIXEL });
    });
    const token = await host.token();
    await page.evaluate(async (token) => {
      await window.inlay.insertEmbedById('e-photos', document.querySelector('#here'), { token });
    }, token);
    const frame = await embedFrame(page);
    const image = frame.locator('img.inlay-image');
    const widthOf = () => image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
    await eventually(async () => assert.equal(await widthOf(), 1));
    assert.deepEqual(
      await image.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]),
      [36, 24],
    );
    const refused = (src: string) =>
      frame.evaluate(async (address) => {
        const violation = new Promise((resolve) =>
          document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), {
            once: true,
          }),
        );
        const other = new Image();
        other.src = address;
        return violation;
      }, src);
    assert.equal(await refused('https://other.example.com/pixel.png'), 'img-src');
    assert.equal(await refused('http://cdn.example.com/pixel.png'), 'img-src');
    assert.equal(await refused('https://cdn.example.com:8443/pixel.png'), 'img-src');
    assert.deepEqual(requested, ['https://cdn.example.com/lamp.png no referrer']);
    await context.close();
  });
});

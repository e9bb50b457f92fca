import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import type { ContentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const LAMP = 'https://cdn.example.com/lamp.jpg';
const SHOP = ['product,photo,amount', `Lamp,${LAMP},10`, 'Desk,https://evil.example/desk.jpg,30'].join('\n');

const TILE = {
  appId: 'sales',
  title: 'Products',
  kind: 'table',
  datasetId: 'shop',
  query: { dimensions: [{ column: 'photo' }, { column: 'product' }], measures: ['sold'] },
};

describe('images in a table', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;

  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('embeds', sqliteStore));
    const data = dataClient(inlay.url, setup.adminToken);
    assert.equal((await data.upload('shop.csv', SHOP)).status, 201);
    await data.create('datasets', {
      ...{ id: 'shop', name: 'Shop', connectionId: 'files', source: { kind: 'file', file: 'shop' } },
      measures: [{ name: 'sold', kind: 'sum', column: 'amount' }],
      segmented: false,
    });
    const options = { images: { photo: '{photo}' } };
    assert.equal((await admin('POST', 'tiles', { body: { id: 'pictured', ...TILE, options } })).status, 201);
    assert.equal((await admin('POST', 'tiles/pictured/publish', { ifMatch: '*' })).status, 200);
    const embed = { id: 'e-pictured', title: 'Pictured', target: { kind: 'tile', id: 'pictured' } };
    assert.equal((await admin('POST', 'embeds', { body: embed })).status, 201);
    const builder = { id: 'e-build', title: 'Build', target: { kind: 'builder', id: 'sales' } };
    assert.equal((await admin('POST', 'embeds', { body: builder })).status, 201);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const allow = async (allowedImageHosts: readonly string[], allowedLinkHosts: readonly string[] = []) =>
    assert.equal(
      (await admin('PATCH', 'tenant-settings', { body: { allowedImageHosts, allowedLinkHosts } })).status,
      200,
    );
  const open = async (id = 'e-pictured') => openPage(inlay, id, { token: await viewerToken(setup) });
  const file = async (format: string) => {
    const response = await fetch(
      `${inlay.url}/embed/api/v0/embeds/e-pictured/tiles/pictured/export.${format}`,
      { headers: { authorization: `Bearer ${await viewerToken(setup)}` } },
    );
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  };
  const imageSources = (policy: unknown) => /img-src ([^;]*)/.exec(String(policy))?.[1]?.trim();

  it('are text while their host is not allowed for images, even if it is for links', async () => {
    await allow(['other.example.com'], ['cdn.example.com']);
    const { html, headers } = await open();
    assert.doesNotMatch(html, /<img/);
    assert.ok(html.includes(LAMP));
    assert.equal(
      imageSources(headers['content-security-policy']),
      "'self' data: blob: https://other.example.com",
    );
  });

  it('come from allowed hosts only, in a fixed size, with the name of the row as alternative text', async () => {
    await allow(['cdn.example.com', 'img.example.com:8443']);
    const { html } = await open();
    assert.deepEqual(html.match(/<img[^>]*>/g), [
      `<img class="inlay-image" src="${LAMP}" alt="Lamp" width="36" height="24" loading="lazy" decoding="async" referrerpolicy="no-referrer">`,
    ]);
    assert.ok(html.includes('https://evil.example/desk.jpg'));
  });

  it('may be loaded from exactly the allowed hosts, in embeds, builders and the admin app', async () => {
    await allow(['cdn.example.com', 'img.example.com:8443']);
    const hosts = 'https://cdn.example.com https://img.example.com:8443';
    for (const id of ['e-pictured', 'e-build']) {
      const { status, headers } = await open(id);
      assert.equal(status, 200, id);
      assert.equal(imageSources(headers['content-security-policy']), `'self' data: blob: ${hosts}`, id);
    }
    const adminPage = await fetch(`${inlay.url}/admin/settings`);
    assert.equal(imageSources(adminPage.headers.get('content-security-policy')), `'self' data: ${hosts}`);
    const refused = await openPage(inlay, 'e-pictured', { token: 'unknown' });
    assert.equal(imageSources(refused.headers['content-security-policy']), "'self' data: blob:");
  });

  it('are links in files: the server fetches none', async () => {
    await allow(['cdn.example.com']);
    const svg = (await file('svg')).toString();
    assert.doesNotMatch(svg, /<image/);
    assert.match(svg, new RegExp(`<a href="${LAMP}"><text[^>]*>Lamp</text></a>`));
    assert.ok((await file('pdf')).toString('latin1').includes(`/URI (${LAMP})`));
    const relations = unzipSync(await file('xlsx'))['xl/worksheets/_rels/sheet1.xml.rels'];
    assert.ok(
      Buffer.from(relations ?? '')
        .toString()
        .includes(`Target="${LAMP}" TargetMode="External"`),
    );
    assert.ok((await file('csv')).toString().includes(`${LAMP},Lamp,10`));
  });

  it('are refused with the nearest name unless they are https addresses of columns of the tile', async () => {
    for (const [images, problem] of [
      [{ photo: 'http://cdn.example.com/{photo}' }, /images.*must be an https address/],
      [{ photo: '//cdn.example.com/' }, /images.*must be an https address/],
      [{ photo: 'data:image/png;base64,{photo}' }, /images.*must be an https address/],
      [{ phto: '{photo}' }, /options\/images\/phto.*Did you mean “photo”/],
      [
        { product: 'https://cdn.example.com/{prodct}.jpg' },
        /options\/images\/product.*Did you mean “product”/,
      ],
    ] as const) {
      const body = { id: 'refused', ...TILE, options: { images } };
      const response = await admin('POST', 'tiles', { body });
      assert.equal(response.status, 400, JSON.stringify(images));
      assert.match(String(response.body.message), problem);
    }
  });

  it('require a text column if its values are the addresses', async () => {
    const query = { dimensions: [{ column: 'amount' }], measures: ['sold'] };
    const body = { id: 'typed', ...TILE, query, options: { images: { amount: '{amount}' } } };
    const response = await admin('POST', 'tiles', { body });
    assert.equal(response.status, 400);
    assert.match(String(response.body.message), /options\/images\/amount.*must be a text column/);
  });
});

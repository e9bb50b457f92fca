import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

/** The first is cut between the halves of a character by whoever counts halves. */
const ODD_TITLES = {
  pairs: `x${'𝒜'.repeat(100)}`,
  controls: 'Sales\u0001 of\u0008 \u001b[31mred\u007f \ufffe',
  nothing: '\u0001\u0002',
};

describe('embed exports', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;

  before(async () => {
    const world = await startWorld('embeds', sqliteStore);
    ({ store, inlay, setup } = world);
    const { admin } = world;
    const hidden = {
      id: 'e-kept',
      title: 'Kept',
      target: { kind: 'dashboard', id: 'overview' },
      options: { hide: ['export'] },
    };
    assert.equal((await admin('POST', 'embeds', { body: hidden })).status, 201);
    for (const [id, title] of Object.entries(ODD_TITLES)) {
      const tile = { id, appId: 'sales', title, kind: 'table', datasetId: 'sales' };
      const query = { dimensions: [{ column: 'customer' }], measures: ['revenue'] };
      assert.equal((await admin('POST', 'tiles', { body: { ...tile, query } })).status, 201);
      assert.equal((await admin('POST', `tiles/${id}/publish`, { ifMatch: '*' })).status, 200);
      const embed = { id: `e-${id}`, title, target: { kind: 'tile', id } };
      assert.equal((await admin('POST', 'embeds', { body: embed })).status, 201);
    }
    token = await viewerToken(setup);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const get = async (path: string, body?: object) => {
    const response = await fetch(`${inlay.url}/embed/api/v0/embeds/${path}`, {
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      name: response.headers.get('content-disposition'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  const pagesOf = (bytes: Buffer) => bytes.toString('latin1').match(/\/Type \/Page\b/g)?.length;
  const sheetOf = (bytes: Buffer) => {
    const sheet = unzipSync(bytes)['xl/worksheets/sheet1.xml'];
    return Buffer.from(sheet ?? '').toString();
  };

  it('are images of tiles, including tables', async () => {
    const chart = await get('e-tile/tiles/revenue/export.png');
    assert.deepEqual([chart.status, chart.type], [200, 'image/png']);
    assert.match(String(chart.name), /filename="Revenue by product\.png"/);
    assert.equal(chart.bytes.readUInt32BE(16), 1696);
    assert.equal((await get('e-table/tiles/customers/export.png')).status, 200);
    const svg = await get('e-table/tiles/customers/export.svg');
    assert.match(svg.bytes.toString(), /Customers &lt;b&gt;first.*=cmd\|calc/s);
  });

  it("are spreadsheets of the viewer's rows", async () => {
    const { status, bytes } = await get('e-table/tiles/customers/export.xlsx');
    assert.equal(status, 200);
    assert.match(sheetOf(bytes), /=cmd\|calc.*<v>30<\/v>/s);
    assert.doesNotMatch(sheetOf(bytes), /Birch|700|<f>/);
  });

  it('are documents: one page per tile, one per step of a story, and as many as a dashboard needs', async () => {
    assert.equal(pagesOf((await get('e-tile/tiles/revenue/export.pdf')).bytes), 1);
    const story = await get('e-story/export.pdf');
    assert.deepEqual([story.status, story.type], [200, 'application/pdf']);
    assert.match(String(story.name), /filename="How it grew\.pdf"/);
    // The third step is only for insiders.
    assert.equal(pagesOf(story.bytes), 2);
    // A tile whose database is down says so in its place.
    assert.equal(pagesOf((await get('e-dashboard/export.pdf')).bytes), 2);
  });

  it('match what the page shows, with one route for its script', async () => {
    const asked = { format: 'xlsx', tileId: 'revenue', filters: { product: 'Tea' } };
    const { status, bytes, name } = await get('e-dashboard/exports', asked);
    assert.equal(status, 200);
    assert.match(String(name), /\.xlsx"/);
    assert.match(sheetOf(bytes), /Tea/);
    assert.doesNotMatch(sheetOf(bytes), /Coffee/);
    assert.equal((await get('e-story/exports', { format: 'pdf' })).type, 'application/pdf');
  });

  for (const id of Object.keys(ODD_TITLES)) {
    it(`support tile titles with unusual characters: ${id}`, async () => {
      for (const format of ['csv', 'json', 'svg', 'png', 'pdf', 'xlsx']) {
        const { status, name, bytes } = await get(`e-${id}/tiles/${id}/export.${format}`);
        assert.equal(status, 200, `${format}: ${bytes.toString().slice(0, 200)}`);
        const encoded = /filename\*=UTF-8''(\S+)$/.exec(String(name))?.[1] ?? '';
        assert.match(decodeURIComponent(encoded), new RegExp(`^[^\\p{Cc}]{1,80}\\.${format}$`, 'u'));
      }
      assert.equal((await get(`e-${id}/export.pdf`)).status, 200);
      const { bytes } = await get(`e-${id}/tiles/${id}/export.xlsx`);
      const workbook = Buffer.from(unzipSync(bytes)['xl/workbook.xml'] ?? '').toString();
      assert.match(workbook, /<sheet name="[^"\p{Cc}]+"/u);
    });
  }

  it('are workbooks with one sheet per tile of a dashboard, in reading order', async () => {
    const filters = encodeURIComponent(JSON.stringify({ product: 'Tea' }));
    const asked = [
      await get(`e-dashboard/export.xlsx?filters=${filters}`),
      await get('e-dashboard/exports', { format: 'xlsx', filters: { product: 'Tea' } }),
    ];
    for (const { status, name, type, bytes } of asked) {
      assert.equal(status, 200);
      assert.match(String(name), /filename="Overview\.xlsx"/);
      assert.match(String(type), /spreadsheetml/);
      const parts = unzipSync(bytes);
      const text = (path: string) => Buffer.from(parts[path] ?? []).toString();
      const names = [...text('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(([, sheet]) => sheet);
      // 'Insiders only' is hidden from this viewer.
      assert.deepEqual(names, ['Revenue by product', 'From a warehouse that is down']);
      assert.match(text('xl/worksheets/sheet1.xml'), /Tea/);
      assert.doesNotMatch(text('xl/worksheets/sheet1.xml'), /Coffee|Cocoa/);
      assert.match(text('xl/worksheets/sheet2.xml'), /The data source is not available right now/);
      assert.equal(parts['xl/worksheets/sheet3.xml'], undefined);
    }
    assert.equal((await get('e-kept/export.xlsx')).status, 403);
    assert.equal((await get('e-kept/exports', { format: 'xlsx' })).status, 403);
  });

  it('are refused if the embed disables exports, the tile is not shown, or the request is invalid', async () => {
    for (const path of ['export.pdf', 'tiles/revenue/export.png', 'tiles/revenue/export.xlsx'])
      assert.equal((await get(`e-kept/${path}`)).status, 403, path);
    assert.equal((await get('e-dashboard/tiles/insiders/export.pdf')).status, 404);
    assert.equal((await get('e-dashboard/export.pdf?filters=[]')).status, 400);
    assert.equal((await get('e-dashboard/export.pdf?filters={"nonsense":1}')).status, 400);
    assert.equal((await get('e-hidden/export.pdf')).status, 403);
  });
});

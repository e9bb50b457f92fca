import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTile } from '../../../support/embeds/render-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const box = { width: 600, height: 280, mode: 'light', filters: {} } as const;

describe('tile titles with values', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;

  before(async () => {
    const world = await startWorld('embeds', sqliteStore);
    ({ store, inlay, setup } = world);
    const { admin } = world;
    token = await viewerToken(setup);
    const make = async (path: string, body: object, publish = true) => {
      const made = await admin('POST', path, { body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const { id } = body as { readonly id: string };
      if (publish) await admin('POST', `${path}/${id}/publish`, { ifMatch: '*' });
    };
    const query = { dimensions: [{ column: 'product' }], measures: ['revenue'], totals: true };
    const sort = [{ by: 'revenue', direction: 'desc' }];
    await make('tiles', {
      id: 'told',
      appId: 'sales',
      title: 'Sold {{ revenue | number }}, most {{ product.first }} <i>',
      description: 'And {{ region }} of {{ revenue.last | number }}',
      kind: 'bar',
      datasetId: 'sales',
      query: { ...query, dimensions: [{ column: 'product' }, { column: 'region' }] },
    });
    // The column leaves the result, but not the text.
    await admin('PATCH', 'tiles/told', { body: { query: { ...query, sort } }, ifMatch: '*' });
    await admin('POST', 'tiles/told/publish', { ifMatch: '*' });
    await make('dashboards', {
      id: 'board',
      appId: 'sales',
      title: 'Board {{ revenue }}',
      filters: [{ id: 'p', kind: 'dropdown', label: 'P', datasetId: 'sales', column: 'product' }],
      items: [{ id: 'i1', x: 0, y: 0, w: 6, h: 6, tile: 'told', title: 'Here {{ revenue | number }}' }],
    });
    await make('embeds', { id: 't-tile', title: 'T', target: { kind: 'tile', id: 'told' } }, false);
    await make('embeds', { id: 't-board', title: 'B', target: { kind: 'dashboard', id: 'board' } }, false);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const paint = (path: string, body: object, as = token) =>
    renderTile(
      `${inlay.url}/embed/api/v0/embeds/${path.split('/tiles/')[0]}`,
      {
        ...box,
        id: path.split('/tiles/')[1] ?? '',
        ...body,
      },
      { token: as },
    );

  it("are rendered with the viewer's rows, visibly and for screen readers", async () => {
    const { html, state } = await openPage(inlay, 't-tile', { token });
    assert.ok(html.includes('<h1 dir="auto">Sold 40, most Coffee &lt;i&gt;</h1>'), html);
    assert.ok(html.includes('aria-label="Sold 40, most Coffee &lt;i&gt;"'));
    assert.ok(html.includes('And – of 10'));
    assert.equal(state.title, 'Sold 40, most Coffee <i>');
    const south = await viewerToken(setup, { attributes: { region: 'south' } });
    const other = await openPage(inlay, 't-tile', { token: south });
    assert.ok(other.html.includes('Sold 755, most Tea'), other.html);
  });

  it('have a dash if rules leave the viewer no rows', async () => {
    const nobody = await viewerToken(setup, { attributes: {} });
    const { html } = await openPage(inlay, 't-tile', { token: nobody });
    assert.ok(html.includes('Sold –, most –'), html);
    assert.doesNotMatch(html, /Coffee|Tea|755|\b40\b/);
  });

  it("follow the viewer's filters and the item's own title", async () => {
    const { html } = await openPage(inlay, 't-board', { token });
    assert.ok(html.includes('<h2 dir="auto">Here 40</h2>'), html);
    // A page has no answer of its own.
    assert.ok(html.includes('Board {{ revenue }}'));
    const { body } = await paint('t-board/tiles/told', { item: 'i1', filters: { p: 'Tea' } });
    assert.deepEqual([body.title, body.description], ['Here 10', 'And – of 10']);
    assert.match(body.html, /Here 10/);
  });

  it('appear in the names and contents of exports', async () => {
    const get = (format: string) =>
      fetch(`${inlay.url}/embed/api/v0/embeds/t-tile/tiles/told/export.${format}`, {
        headers: { authorization: `Bearer ${token}` },
      });
    for (const format of ['csv', 'xlsx', 'png', 'pdf']) {
      const response = await get(format);
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-disposition') ?? '', /Sold 40 most Coffee i\./, format);
      await response.arrayBuffer();
    }
    const svg = await (await get('svg')).text();
    assert.match(svg, /Sold 40, most Coffee/);
    assert.doesNotMatch(svg, /\{\{/);
  });
});

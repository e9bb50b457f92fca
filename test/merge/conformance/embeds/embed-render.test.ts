import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MAX_RENDERED_TILES, type RenderedTile } from '@inlay/content/embed-api';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTiles } from '../../../support/embeds/render-client.ts';
import type { ApiCall } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

const box = { width: 640, height: 280 };
const tile = (id: string) => ({ id, ...box });

describe('POST render of an embed', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;

  before(async () => {
    ({ store, inlay, setup } = await startWorld('embeds', sqliteStore));
    token = await viewerToken(setup);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const render = (embed: string, body: object, options: ApiCall = {}) =>
    renderTiles(`${inlay.url}/embed/api/v0/embeds/${embed}`, body, { token, ...options });
  const lineAt = (lines: readonly RenderedTile[], index: number) =>
    lines.find((line) => line.index === index) as RenderedTile & { html?: string };
  const errorAt = (lines: readonly RenderedTile[], index: number) => {
    const line = lineAt(lines, index);
    assert.ok('error' in line, JSON.stringify(line));
    return line.error;
  };

  it('returns one line per tile in order of completion', async () => {
    const { status, headers, lines } = await render('e-story', {
      tiles: [tile('revenue'), tile('customers')],
    });
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^application\/x-ndjson/);
    assert.deepEqual(lines.map(({ index }) => index).toSorted(), [0, 1]);
    assert.deepEqual([lineAt(lines, 0).tile, lineAt(lines, 1).tile], ['revenue', 'customers']);
    assert.match(lineAt(lines, 0).html ?? '', /Coffee/);
    assert.match(lineAt(lines, 1).html ?? '', /Alder/);
  });

  it('refuses a missing token, and those of another tenant, workspace and embed', async () => {
    const body = { tiles: [tile('revenue')] };
    assert.equal((await render('e-tile', body, { token: undefined })).status, 401);
    const other = await viewerToken(await addTenant(inlay));
    assert.equal((await render('e-tile', body, { token: other })).status, 401);
    const elsewhere = await viewerToken(setup, { workspace_id: 'other' });
    assert.equal((await render('e-tile', body, { token: elsewhere })).status, 403);
    assert.equal((await render('unknown', body)).status, 404);
    assert.equal((await render('e-hidden', { tiles: [tile('insiders')] })).status, 403);
  });

  it('responds identically to tiles that are hidden, of another embed, drafts or missing', async () => {
    const ids = ['insiders', 'customers', 'draft', 'nothing'];
    const { status, lines } = await render('e-dashboard', { tiles: [...ids, 'revenue'].map(tile) });
    assert.equal(status, 200);
    const errors = ids.map((_, index) => JSON.stringify(errorAt(lines, index)));
    assert.equal(new Set(errors).size, 1, errors.join('\n'));
    assert.equal(errorAt(lines, 0).statusCode, 404);
    assert.match(lineAt(lines, ids.length).html ?? '', /Coffee/);
  });

  it('renders the other tiles when one fails, without details of its database', async () => {
    const { status, lines } = await render('e-dashboard', { tiles: [tile('broken'), tile('revenue')] });
    assert.equal(status, 200);
    assert.equal(errorAt(lines, 0).statusCode, 502);
    assert.doesNotMatch(JSON.stringify(lines), /warehouse|canary/);
    assert.match(lineAt(lines, 1).html ?? '', /Coffee/);
  });

  it('applies the row rules of the viewer to every tile', async () => {
    const tiles = [tile('revenue'), tile('customers')];
    const south = await viewerToken(setup, { attributes: { region: 'south' } });
    const theirs = await render('e-story', { tiles }, { token: south });
    assert.doesNotMatch(JSON.stringify(theirs.lines), /Coffee|Alder/);
    assert.match(JSON.stringify(theirs.lines), /Cocoa/);
    assert.match(JSON.stringify(theirs.lines), /Birch/);
    const ours = await render('e-story', { tiles });
    assert.doesNotMatch(JSON.stringify(ours.lines), /Cocoa|Birch/);
  });

  it('applies the filters to every tile, and refuses the request for a filter that the embed does not have', async () => {
    const tiles = [tile('revenue'), tile('revenue')];
    const { lines } = await render('e-dashboard', { tiles, filters: { product: 'Tea' } });
    for (const index of [0, 1]) {
      assert.match(lineAt(lines, index).html ?? '', /Tea/);
      assert.doesNotMatch(lineAt(lines, index).html ?? '', /Coffee/);
    }
    const unknown = await render('e-dashboard', { tiles, filters: { customer: 'Birch' } });
    assert.equal(unknown.status, 400);
    assert.match(String(unknown.body.message), /customer is not a filter of this embed/);
  });

  it('renders a tile twice for two items, each with its own cross-filters', async () => {
    const cross = [{ datasetId: 'sales', column: 'product', value: 'Tea' }];
    const tiles = [tile('revenue'), { ...tile('revenue'), width: 900, cross }];
    const { lines } = await render('e-dashboard', { tiles });
    assert.match(lineAt(lines, 0).html ?? '', /viewBox="0 0 640 280".*Coffee/s);
    assert.match(lineAt(lines, 1).html ?? '', /viewBox="0 0 900 280"/);
    assert.doesNotMatch(lineAt(lines, 1).html ?? '', /Coffee/);
  });

  it('returns the values in texts on request, with the same filters as the tiles', async () => {
    const body = { tiles: [tile('revenue')], texts: {}, filters: { product: 'Tea' } };
    const { lines } = await render('e-dashboard', body);
    const line = lines.find((each) => 'texts' in each);
    assert.deepEqual(line, { texts: { values: { 't.1:sum|number': '10' } } });
    assert.equal(lines.length, 2);
    const alone = await render('e-dashboard', { tiles: [], texts: {} });
    assert.deepEqual(alone.lines, [{ texts: { values: { 't.1:sum|number': '40' } } }]);
  });

  it(`accepts at most ${MAX_RENDERED_TILES} tiles`, async () => {
    const many = Array.from({ length: MAX_RENDERED_TILES }, (_, index) => tile(`tile-${index}`));
    const { status, lines } = await render('e-dashboard', { tiles: many });
    assert.equal(status, 200);
    assert.equal(lines.length, MAX_RENDERED_TILES);
    const refused = await render('e-dashboard', { tiles: [...many, tile('revenue')] });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.message, `/tiles must name at most ${MAX_RENDERED_TILES} tiles.`);
  });

  it('accepts the same tile 20 times, and more often only where the dashboard shows it more often', async () => {
    const twenty = Array.from({ length: 20 }, () => tile('revenue'));
    const { status, lines } = await render('e-dashboard', { tiles: twenty });
    assert.equal(status, 200);
    assert.equal(lines.length, 20);
    const refused = await render('e-dashboard', { tiles: [...twenty, tile('revenue')] });
    assert.equal(refused.status, 400);
    assert.equal(refused.body.message, "/tiles must not name the tile 'revenue' more than 20 times.");
  });

  it('refuses an invalid body', async () => {
    for (const body of [
      {},
      { tiles: ['revenue'] },
      { tiles: [{ id: 'revenue' }] },
      { tiles: [tile('revenue')], mode: 'sepia' },
      { tiles: [{ ...tile('revenue'), sql: 'select 1' }] },
    ])
      assert.equal((await render('e-dashboard', body)).status, 400, JSON.stringify(body));
  });
});

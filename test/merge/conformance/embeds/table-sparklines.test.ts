import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ContentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTile } from '../../../support/embeds/render-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

/** The south sells the same products at a hundred times the amount. */
const ORDERS = [
  'region,product,day,amount,secret_day',
  ...[
    ['Tea', [10, 20, 40]],
    ['Coffee', [50, 25]],
    ['Cocoa', [9]],
  ].flatMap(([product, amounts]) =>
    (amounts as number[]).flatMap((amount, month) => [
      `north,${product},2026-0${month + 1}-05,${amount},2026-0${month + 1}-09`,
      `south,${product},2026-0${month + 1}-06,${amount * 100},2026-0${month + 1}-09`,
    ]),
  ),
  'north,,2026-01-05,3,2026-01-09',
  'north,,2026-03-05,6,2026-03-09',
].join('\n');

const SPARKLINES = { measures: ['sold'], column: 'day', grain: 'month' };
const TILE = {
  appId: 'sales',
  title: 'Products',
  kind: 'table',
  datasetId: 'orders',
  query: {
    dimensions: [{ column: 'product' }],
    measures: ['sold'],
    sort: [{ by: 'sold', direction: 'desc' }],
  },
  options: { sparklines: SPARKLINES },
};

describe('sparklines in a table', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;

  const publish = async (id: string, tile: object) => {
    const made = await admin('POST', 'tiles', { body: { id, ...TILE, ...tile } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const published = await admin('POST', `tiles/${id}/publish`, { ifMatch: '*' });
    assert.equal(published.status, 200, JSON.stringify(published.body));
    const embed = { id: `e-${id}`, title: id, target: { kind: 'tile', id } };
    assert.equal((await admin('POST', 'embeds', { body: embed })).status, 201);
  };

  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('embeds', sqliteStore));
    const data = dataClient(inlay.url, setup.adminToken);
    assert.equal((await data.upload('orders.csv', ORDERS)).status, 201);
    const officers = [{ when: { context: 'groups', operator: 'contains', value: 'hr' }, show: 'value' }];
    await data.create('datasets', {
      ...{ id: 'orders', name: 'Orders', connectionId: 'files', source: { kind: 'file', file: 'orders' } },
      columns: [
        { name: 'region', type: 'string' },
        { name: 'product', type: 'string' },
        { name: 'day', type: 'date' },
        { name: 'secret_day', type: 'date', access: officers },
        { name: 'amount', type: 'integer' },
      ],
      measures: [{ name: 'sold', label: 'Sold', kind: 'sum', column: 'amount' }],
      rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
    });
    await publish('lines', {});
    await publish('paged', { options: { sparklines: SPARKLINES, pageSize: 2 } });
    await publish('early', {
      query: { ...TILE.query, filters: [{ column: 'day', operator: 'less', value: '2026-03-01' }] },
    });
    await publish('top', {
      query: { ...TILE.query, top: { dimension: 'product', by: 'sold', count: 1, others: true } },
    });
    await publish('secret', { options: { sparklines: { ...SPARKLINES, column: 'secret_day' } } });
    await publish('by-region', {
      query: { dimensions: [{ column: 'product' }, { column: 'day', grain: 'year' }], measures: ['sold'] },
    });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const north = { attributes: { region: 'north' } };
  const open = async (id: string, context: object = north) =>
    (await openPage(inlay, `e-${id}`, { token: await viewerToken(setup, context), lang: 'en' })).html;
  /** The text of each line, or a dash. */
  const linesIn = (html: string) =>
    [...html.matchAll(/<title>(Sold[^<]*)<\/title>|<td>–<\/td>/g)].map(([, text = '–']) => text);
  const render = async (id: string, table: object) => {
    const { status, body } = await renderTile(
      `${inlay.url}/embed/api/v0/embeds/e-${id}`,
      { id, table, lang: 'en' },
      { token: await viewerToken(setup, north) },
    );
    assert.equal(status, 200, JSON.stringify(body));
    return body.html;
  };

  it('show the measure per row and period, with the values in words', async () => {
    const html = await open('lines');
    assert.match(html, /aria-label="Sold, Jan – Mar 2026"/);
    assert.deepEqual(
      linesIn(html),
      [
        'Sold went from 50 in January 2026 to 25 in February 2026 (-50%).',
        'Sold went from 10 in January 2026 to 40 in March 2026 (+300%). Highest: 40, March 2026. Lowest: 10, January 2026.',
        'Sold, January 2026: 9.',
        'Sold went from 3 in January 2026 to 6 in March 2026 (+100%).',
      ].map((text) => text.replace('(-50', '(−50')),
    );
  });

  it('contain only rows that the viewer may see', async () => {
    const [first] = linesIn(await open('lines', { attributes: { region: 'south' } }));
    assert.match(first ?? '', /from 1,000 in January 2026 to 4,000 in March 2026|from 5,000/);
    const seen = linesIn(await open('lines')).join(' ');
    assert.doesNotMatch(seen, /[1-9],?000|900/);
    assert.deepEqual(linesIn(await open('lines', { attributes: {} })), []);
  });

  it('follow the filters of the tile', async () => {
    const seen = linesIn(await open('early'));
    assert.doesNotMatch(seen.join(' '), /March/);
    assert.match(seen.join(' '), /from 10 in January 2026 to 20 in February 2026/);
  });

  it('belong to the rows of the page and the order that the viewer chose', async () => {
    const second = linesIn(await render('paged', { page: 2 }));
    assert.equal(second.length, 2);
    assert.match(second[0] ?? '', /: 9\.$/);
    const sorted = linesIn(await render('paged', { page: 1, sort: { by: 'sold', direction: 'asc' } }));
    assert.match(sorted[0] ?? '', /: 9\.$|from 3 /);
    assert.match(sorted.join(' '), /from 3 /);
  });

  it('are missing in the row of all others', async () => {
    assert.deepEqual(
      linesIn(await open('top')).map((text) => text.slice(0, 12)),
      ['Sold went fr', '–'],
    );
  });

  it('may run within the periods of the rows', async () => {
    assert.equal(linesIn(await open('by-region')).length, 4);
  });

  it('are left out if their date is denied to the viewer, and the table stays', async () => {
    const html = await open('secret');
    assert.match(html, /Coffee/);
    assert.deepEqual(linesIn(html), []);
    assert.doesNotMatch(html, /secret_day/);
    assert.equal(linesIn(await open('secret', { ...north, groups: ['hr'] })).length, 4);
  });

  it('leave exports as they are: the values of the table', async () => {
    const response = await fetch(`${inlay.url}/embed/api/v0/embeds/e-lines/tiles/lines/export.csv`, {
      headers: { authorization: `Bearer ${await viewerToken(setup, north)}` },
    });
    assert.equal((await response.text()).split('\r\n')[0]?.replace('\ufeff', ''), 'product,Sold');
  });

  it('are previewed for authors', async () => {
    const { appId, ...tile } = TILE;
    const { status, body } = await admin('POST', 'tiles/preview', { body: { appId, tile } });
    assert.equal(status, 200, JSON.stringify(body));
    const { history } = body as unknown as { history: { columns: { name: string }[] } };
    assert.deepEqual(
      history.columns.map(({ name }) => name),
      ['product', 'day', 'sold'],
    );
  });

  it('are refused with the nearest name if they name what the tile or the dataset does not have', async () => {
    const refusal = async (options: object, query: object = TILE.query) => {
      const { status, body } = await admin('POST', 'tiles', {
        body: { id: 'refused', ...TILE, query, options },
      });
      assert.equal(status, 400);
      return String(body.message);
    };
    const measures = { sparklines: { ...SPARKLINES, measures: ['sol'] } };
    assert.match(await refusal(measures), /options\/sparklines\/measures\/0.*Did you mean “sold”/);
    const { column: _, ...timeless } = SPARKLINES;
    assert.match(await refusal({ sparklines: timeless }), /options\/sparklines\/column/);
    assert.match(
      await refusal({ sparklines: { ...SPARKLINES, grain: 'hour' } }),
      /options\/sparklines\/grain/,
    );
    const months = { ...TILE.query, dimensions: [{ column: 'day', grain: 'month' }] };
    assert.match(await refusal(TILE.options, months), /options\/sparklines\/grain/);
    const pivot = { ...TILE.query, pivot: { dimension: 'product' } };
    assert.match(await refusal(TILE.options, pivot), /options\/sparklines.*pivot/);
    for (const [column, problem] of [
      ['dy', /options\/sparklines\/column.*Did you mean “day”/],
      ['region', /options\/sparklines\/column.*must be a date column/],
    ] as const)
      assert.match(await refusal({ sparklines: { ...SPARKLINES, column } }), problem);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { createTheme } from '@inlay/charts/theme/create-theme';
import type { Token } from '@inlay/charts/theme/tokens';
import type { OpenPageState } from '@inlay/content/page-state';
import { contentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTiles } from '../../../support/embeds/render-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { eventually } from '../../../support/time/eventually.ts';

const FILES = {
  buyers: 'id,segment,region\n1,Retail,north\n2,Trade,south\n3,Online,north',
  bills: [
    'buyer,status,urgent,amount,day',
    '1,Open,true,10,2026-01-05',
    '1,Paid,false,90,2026-02-05',
    '2,Paid,true,40,2026-02-06',
    '3,,false,20,2026-02-07',
  ].join('\n'),
};
const DATASETS = {
  buyers: {
    columns: [
      { name: 'id', type: 'integer' },
      { name: 'segment', type: 'string' },
      { name: 'region', type: 'string' },
    ],
    measures: [{ name: 'buyers', kind: 'count' }],
  },
  bills: {
    columns: [
      { name: 'buyer', type: 'integer' },
      {
        name: 'status',
        type: 'string',
        colors: [
          { value: 'Paid', color: 'good' },
          { value: 'Of another customer', color: '#123456' },
        ],
      },
      { name: 'urgent', type: 'boolean' },
      { name: 'amount', type: 'integer' },
      { name: 'day', type: 'date' },
    ],
    measures: [{ name: 'billed', kind: 'sum', column: 'amount' }],
    relationships: [
      { name: 'by', dataset: 'buyers', kind: 'many-to-one', columns: [{ own: 'buyer', other: 'id' }] },
    ],
  },
};
const tile = (datasetId: string, x: string, series: string, measure: string) => ({
  title: series,
  kind: 'bar',
  datasetId,
  query: { dimensions: [{ column: x }, { column: series }], measures: [measure] },
  options: { x, series },
});
const TILES = {
  segments: tile('buyers', 'region', 'segment', 'buyers'),
  spending: tile('bills', 'day', 'by.segment', 'billed'),
  statuses: tile('bills', 'day', 'status', 'billed'),
  urgency: tile('bills', 'day', 'urgent', 'billed'),
};
type Colors = Readonly<Record<string, string>>;

/** The colors of the series of each chart, by title. */
const chartsIn = (html: string): readonly Colors[] =>
  Array.from(html.matchAll(/data-series="([^"]*)"/g), ([, series = '']) =>
    Object.fromEntries(
      (JSON.parse(series.replaceAll('&quot;', '"')) as [string, string][]).map(([name, color]) => [
        name,
        color.replace(/^var\(--inlay-|,.*$/g, ''),
      ]),
    ),
  );

/** The colors that a PDF fills and strokes with. */
function colorsIn(pdf: Buffer): ReadonlySet<string> {
  const colors = new Set<string>();
  const hex = (share: string) =>
    Math.round(Number(share) * 255)
      .toString(16)
      .padStart(2, '0');
  for (const [, content = ''] of pdf.toString('latin1').matchAll(/stream\r?\n(.*?)\r?\nendstream/gs)) {
    const bytes = Buffer.from(content, 'latin1');
    const text = bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : content;
    for (const [, r = '', g = '', b = ''] of text.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) (?:rg|scn?)\b/gi))
      colors.add(`#${hex(r)}${hex(g)}${hex(b)}`);
  }
  return colors;
}

describe('colors of a page', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;

  before(async () => {
    ({ store, inlay, setup } = await startWorld('embedding', sqliteStore));
    const data = dataClient(inlay.url, setup.adminToken);
    const admin = contentClient(inlay, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    for (const [id, csv] of Object.entries(FILES))
      assert.equal((await data.upload(`${id}.csv`, csv)).status, 201);
    for (const [id, dataset] of Object.entries(DATASETS)) {
      const source = { kind: 'file', file: id };
      await data.create('datasets', {
        id,
        name: id,
        connectionId: 'files',
        source,
        segmented: false,
        ...dataset,
      });
    }
    await data.create('apps', {
      id: 'shop',
      title: 'Shop',
      workspaceId: 'main',
      datasets: Object.keys(DATASETS),
    });
    const publish = async (kind: string, id: string, body: object) => {
      await data.create(kind, { id, appId: 'shop', ...body });
      assert.equal((await admin('POST', `${kind}/${id}/publish`, { ifMatch: '*' })).status, 200);
    };
    for (const [id, body] of Object.entries(TILES)) await publish('tiles', id, body);
    await publish('dashboards', 'all', {
      title: 'All',
      filters: [
        { id: 'segment', kind: 'dropdown', label: 'Segment', datasetId: 'buyers', column: 'segment' },
      ],
      items: Object.keys(TILES).map((id, index) => ({
        id: `i-${id}`,
        x: 0,
        y: 4 * index,
        w: 12,
        h: 4,
        tile: id,
      })),
    });
    await data.create('embeds', { id: 'e-all', title: 'All', target: { kind: 'dashboard', id: 'all' } });
    token = await viewerToken(setup, { privileges: { shop: ['view'] } });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const open = (fields: Colors = {}) =>
    eventually(async () => {
      const { html } = await openPage(inlay, 'e-all', { token, ...fields });
      assert.doesNotMatch(html, /data-state="pending"/);
      const state: OpenPageState = JSON.parse(/id="inlay-state">([^<]*)</.exec(html)?.[1] ?? '');
      return { html, state, charts: chartsIn(html) };
    });
  const url = () => `${inlay.url}/embed/api/v0/embeds/e-all`;

  it('are the same for a member in every tile, also where a relationship leads to its dimension', async () => {
    const [segments, spending] = (await open()).charts;
    assert.deepEqual(Object.keys(segments ?? {}).toSorted(), ['Online', 'Retail', 'Trade']);
    assert.deepEqual(segments, spending);
  });

  it('differ between dimensions, those of missing values and booleans too', async () => {
    const [segments = {}, , statuses = {}, urgency = {}] = (await open()).charts;
    assert.deepEqual(Object.keys(statuses).length, 3);
    const all = [segments, statuses, urgency].flatMap((chart) => Object.values(chart));
    assert.equal(new Set(all).size, 8, all.join());
  });

  it('are those that the dataset fixes, of members that the viewer sees', async () => {
    const { html, charts } = await open();
    assert.equal(charts[2]?.Paid, 'good');
    const { body } = await call(`${url()}/tiles/statuses`, { token, body: {} });
    assert.match(JSON.stringify(body), /"color":"good"/);
    for (const sent of [html, JSON.stringify(body)]) assert.doesNotMatch(sent, /another customer|#123456/i);
  });

  it('stay when a filter removes members, and when it adds them again', async () => {
    const { state, charts } = await open();
    const draw = async (categories: OpenPageState['categories'], filters: object) => {
      const tiles = Object.keys(TILES).map((id) => ({ id, width: 640, height: 280 }));
      const { lines } = await renderTiles(url(), { tiles, filters, categories }, { token });
      return lines.toSorted((a, b) => a.index - b.index);
    };
    const [segments] = charts;
    const filtered = await draw(state.categories, { segment: 'Trade' });
    for (const line of filtered.slice(0, 2))
      assert.deepEqual('html' in line && chartsIn(line.html), [{ Trade: segments?.Trade }]);
    // A page that opened with the filter learns the other members from the tiles of one response.
    const opened = await open({ 'filters.segment': 'Trade' });
    const all = await draw(opened.state.categories, {});
    const [first, second] = all.map((line) => ('html' in line ? chartsIn(line.html)[0] : undefined));
    assert.deepEqual(first, second);
    assert.equal(first?.Trade, opened.charts[0]?.Trade);
    const learned = all.map((line) => ('categories' in line ? (line.categories?.length ?? 0) : 0));
    assert.ok(Math.max(...learned) > (opened.state.categories?.length ?? 0));
  });

  it('are those of files, whose requests contain them', async () => {
    const { state, charts } = await open();
    const { tokens } = createTheme();
    const onPage = Object.values(charts[3] ?? {}).map((name) => tokens[name as Token]);
    assert.equal(onPage.length, 2);
    const pdf = async (fields: object) => {
      const response = await fetch(`${url()}/exports`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ format: 'pdf', tileId: 'urgency', ...fields }),
      });
      assert.equal(response.status, 200);
      return colorsIn(Buffer.from(await response.arrayBuffer()));
    };
    const [own, page] = [await pdf({}), await pdf({ categories: state.categories })];
    for (const color of onPage) {
      assert.ok(page.has(color), `${color} is missing`);
      assert.ok(!own.has(color), `${color} is that of the page only`);
    }
  });
});

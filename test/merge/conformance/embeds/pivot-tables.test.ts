import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TileResponse } from '@inlay/content/embed-api';
import { unzipSync } from 'fflate';
import { type ContentClient, contentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { renderTile } from '../../../support/embeds/render-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

/** Ann buys in both regions: adding up customers counts her twice. */
const SALES = [
  'team,region,product,customer,amount,day',
  'red,north,Tea,ann,10,2025-01-05',
  'red,north,Coffee,bob,30,2025-02-03',
  'red,south,Tea,ann,5,2025-02-07',
  'blue,south,Cocoa,cid,700,2025-02-09',
].join('\n');

const by = (...columns: string[]) => columns.map((column) => ({ column }));
const month = { column: 'day', grain: 'month' };
const tile = {
  title: 'Customers',
  kind: 'pivot-table',
  datasetId: 'sales',
  query: { dimensions: [...by('region', 'product'), month], measures: ['customers'] },
};

describe('pivot tables', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;

  before(async () => {
    ({ store, inlay, setup } = await startWorld('embedding', sqliteStore));
    const data = dataClient(inlay.url, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('sales.csv', SALES)).status, 201);
    await data.create('datasets', {
      ...{ id: 'sales', name: 'Sales', connectionId: 'files', source: { kind: 'file', file: 'sales' } },
      measures: [
        { name: 'customers', label: 'Customers', kind: 'distinct', column: 'customer' },
        { name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount' },
      ],
      rowRules: [{ column: 'team', operator: 'in', values: { context: 'attributes.teams' } }],
    });
    admin = contentClient(inlay, setup.adminToken);
    assert.equal(
      (await admin('POST', 'apps', { body: { id: 'sales', title: 'Sales', workspaceId: 'main' } })).status,
      201,
    );
    await make('all', tile);
    await make('closed', {
      ...tile,
      query: { ...tile.query, measures: ['customers', 'revenue'] },
      options: { openLevels: 1 },
    });
    await make('cut', { ...tile, query: { ...tile.query, limit: 1 } });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  async function make(id: string, content: object): Promise<void> {
    const made = await admin('POST', 'tiles', { body: { id, appId: 'sales', ...content } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.equal((await admin('POST', `tiles/${id}/publish`, { ifMatch: '*' })).status, 200);
    const embed = { id: `e-${id}`, title: id, target: { kind: 'tile', id } };
    assert.equal((await admin('POST', 'embeds', { body: embed })).status, 201);
  }

  const tokenOf = (...teams: string[]) => viewerToken(setup, { attributes: { teams } });
  const api = (id: string) => `${inlay.url}/embed/api/v0/embeds/e-${id}`;
  /** The texts of its rows, head first. */
  const drawn = async (id: string, token: string) => {
    const { status, body } = await renderTile(api(id), { id }, { token });
    assert.equal(status, 200, JSON.stringify(body));
    return [...body.html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) =>
      row.replaceAll(/<\/t[hd]>/g, '|').replaceAll(/<[^>]+>/g, ''),
    );
  };

  it('have computed subtotals, not sums of cells', async () => {
    assert.deepEqual(await drawn('all', await tokenOf('red', 'blue')), [
      'Region / Product|Customers · Day|',
      'January 2025|February 2025|Total|',
      'north|1|1|2|',
      'Coffee||1|1|',
      'Tea|1||1|',
      'south||2|2|',
      'Cocoa||1|1|',
      'Tea||1|1|',
      'Total|1|3|3|',
    ]);
  });

  it('show each viewer totals of only their own rows, and none without rows', async () => {
    assert.equal((await drawn('all', await tokenOf('red'))).at(-1), 'Total|1|2|2|');
    assert.equal((await drawn('all', await tokenOf('blue'))).at(-1), 'Total|1|1|');
    const { body } = await renderTile(api('all'), { id: 'all' }, { token: await tokenOf() });
    assert.doesNotMatch(body.html, /<table/);
  });

  it('reveal no more rows by subtotals than by cells', async () => {
    const token = await tokenOf('red');
    const { body } = await call<TileResponse>(`${api('all')}/tiles/all/query`, { token, body: {} });
    assert.doesNotMatch(JSON.stringify(body), /Cocoa|cid/);
  });

  it('report missing cells if the query exceeded its limit', async () => {
    const token = await tokenOf('red', 'blue');
    const { body } = await renderTile(api('cut'), { id: 'cut' }, { token });
    assert.match(body.html, /Some cells are missing; totals include all rows/);
    assert.equal((await drawn('cut', token)).at(-1)?.endsWith('|3|'), true);
  });

  it('export to spreadsheets with the same collapsible groups', async () => {
    const response = await fetch(`${api('closed')}/tiles/closed/export.xlsx`, {
      headers: { authorization: `Bearer ${await tokenOf('red', 'blue')}` },
    });
    assert.equal(response.status, 200);
    const files = unzipSync(Buffer.from(await response.arrayBuffer()));
    const sheet = Buffer.from(files['xl/worksheets/sheet1.xml'] ?? '').toString();
    assert.match(sheet, /<mergeCell ref="A1:A3"\/><mergeCell ref="B1:G1"\/><mergeCell ref="B2:C2"\/>/);
    assert.match(sheet, /<row r="5" outlineLevel="1" hidden="1">.*?Coffee/);
    assert.match(
      sheet,
      /<row r="10"><c[^>]*><is><t[^>]*>Total<.*<v>3<\/v><\/c><c[^>]*><v>745<\/v><\/c><\/row>/,
    );
  });

  it('export to CSV as long rows, and to documents in the initial state of the tile', async () => {
    const headers = { authorization: `Bearer ${await tokenOf('red', 'blue')}` };
    const csv = await fetch(`${api('all')}/tiles/all/export.csv`, { headers });
    assert.match(await csv.text(), /^Region,Product,Day,Customers\r\n(?:\w+,\w+,2025-0\d-01,1\r\n){4}$/);
    const opened = await (await fetch(`${api('all')}/tiles/all/export.svg`, { headers })).text();
    assert.match(opened, /Coffee/);
    const closed = await (await fetch(`${api('closed')}/tiles/closed/export.svg`, { headers })).text();
    assert.match(closed, /north/);
    assert.doesNotMatch(closed, /Coffee/);
    const pdf = await fetch(`${api('closed')}/tiles/closed/export.pdf`, { headers });
    assert.equal(pdf.status, 200);
  });

  it('cannot be published with more groupings than a query allows, nor list subtotals themselves', async () => {
    const columns = ['team', 'region', 'product', 'customer', 'amount'];
    const query = { ...tile.query, dimensions: [...by(...columns), month, { column: 'day', grain: 'year' }] };
    const wide = { ...tile, query, options: { columns: ['product', 'customer', 'amount'] } };
    const made = await admin('POST', 'tiles', { body: { id: 'wide', appId: 'sales', ...wide } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const refused = await admin('POST', 'tiles/wide/publish', { ifMatch: '*' });
    assert.equal(refused.status, 409);
    assert.match(
      JSON.stringify(refused.body),
      /\/query\/subtotals.*at most 15 entries: use fewer dimensions or turn off subtotals/,
    );
    const listed = { ...tile, query: { ...tile.query, subtotals: [{ dimensions: [] }] } };
    const wrong = await admin('POST', 'tiles', { body: { id: 'listed', appId: 'sales', ...listed } });
    assert.equal(wrong.status, 400);
    assert.match(JSON.stringify(wrong.body), /\/query\/subtotals/);
  });

  it('can be previewed before they are saved', async () => {
    const { status, body } = await admin('POST', 'tiles/preview', { body: { appId: 'sales', tile } });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal((body as unknown as TileResponse).result.subtotals?.length, 5);
  });
});

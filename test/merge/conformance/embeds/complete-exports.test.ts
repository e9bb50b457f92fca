import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { isFullTier } from '../../../support/source/full-tier.ts';

/** More than the default limit of a query. The viewer of the north sees no others. */
const ROWS = 1400;
const LIMIT = 100_000;
const DATASETS = {
  orders: `SELECT range AS n, if(range < ${ROWS}, 'north', 'south') AS region FROM range(${ROWS + 100})`,
  events: `SELECT range AS n, 'north' AS region FROM range(${LIMIT + 1})`,
};
const query = { dimensions: [{ column: 'n' }], measures: ['rows'], sort: [{ by: 'n', direction: 'asc' }] };
const TILES = {
  orders: { title: 'Orders', kind: 'table', datasetId: 'orders', query },
  first: { title: 'First orders', kind: 'bar', datasetId: 'orders', query: { ...query, limit: 10 } },
  top: {
    title: 'Top orders',
    kind: 'bar',
    datasetId: 'orders',
    query: { ...query, top: { dimension: 'n', by: 'rows', count: 3, others: true } },
  },
  wide: {
    title: 'Wide',
    kind: 'pivot-table',
    datasetId: 'orders',
    query: { ...query, dimensions: [{ column: 'region' }, { column: 'n' }] },
  },
  events: { title: 'Events', kind: 'table', datasetId: 'events', query, drillThrough: { columns: ['n'] } },
};

describe('exports with many rows', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;

  before(async () => {
    const world = await startWorld('embeds', sqliteStore);
    ({ store, inlay, setup } = world);
    const data = dataClient(inlay.url, setup.adminToken);
    for (const [id, sql] of Object.entries(DATASETS))
      await data.create('datasets', {
        id,
        name: id,
        connectionId: 'files',
        source: { kind: 'sql', sql },
        columns: [
          { name: 'n', type: 'integer' },
          { name: 'region', type: 'string' },
        ],
        measures: [{ name: 'rows', kind: 'count' }],
        rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
      });
    const make = async (path: string, body: object) => {
      const [kind = '', id] = path.split('/');
      const { status, body: made } = await world.admin('POST', kind, { body: { id, ...body } });
      assert.equal(status, 201, JSON.stringify(made));
      if (kind !== 'embeds') assert.equal((await world.admin('POST', `${path}/publish`)).status, 200);
    };
    for (const [id, tile] of Object.entries(TILES)) await make(`tiles/${id}`, { appId: 'sales', ...tile });
    const items = ['orders', 'first'].map((tile, y) => ({ id: tile, tile, x: 0, y, w: 12, h: 1 }));
    await make('dashboards/many', { appId: 'sales', title: 'Many', items });
    await make('embeds/many', { title: 'Many', target: { kind: 'dashboard', id: 'many' } });
    for (const id of ['top', 'wide', 'events'])
      await make(`embeds/${id}`, { title: id, target: { kind: 'tile', id } });
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
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(response.status, 200, bytes.toString().slice(0, 300));
    const name = /filename="([^"]*)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
    return { name, truncated: response.headers.get('inlay-truncated'), bytes, text: bytes.toString() };
  };
  const linesOf = (csv: string) => csv.trim().split('\r\n').slice(1);
  const sheetOf = (bytes: Buffer, number = 1) =>
    Buffer.from(unzipSync(bytes)[`xl/worksheets/sheet${number}.xml`] ?? '').toString();
  const rowsOf = (sheet: string) => sheet.match(/<row /g)?.length;

  it('contain all rows that the viewer may see, not only those of the tile', async () => {
    for (const tile of ['orders', 'first']) {
      const path = `many/tiles/${tile}/export`;
      const csv = await get(`${path}.csv`);
      assert.deepEqual([linesOf(csv.text).length, csv.truncated], [ROWS, null]);
      assert.equal(csv.name, `${TILES[tile as keyof typeof TILES].title}.csv`);
      const json = JSON.parse((await get(`${path}.json`)).text);
      assert.deepEqual([json.rowCount, json.truncated], [ROWS, false]);
      const xlsx = await get('many/exports', { format: 'xlsx', tileId: tile });
      assert.equal(rowsOf(sheetOf(xlsx.bytes)), ROWS + 1);
    }
    const csv = await get('many/exports', { format: 'csv', tileId: 'orders' });
    assert.equal(linesOf(csv.text).length, ROWS);
  });

  it('contain the top values of a tile and the others, as its author chose', async () => {
    assert.equal(linesOf((await get('top/tiles/top/export.csv')).text).length, 4);
    // The only tile of the embed needs no name.
    assert.equal(linesOf((await get('top/exports', { format: 'csv' })).text).length, 4);
  });

  it('say in their name, a header and the file itself that rows are missing', async () => {
    const path = 'events/tiles/events/export';
    const truncated = `first-${LIMIT}-rows`;
    const csv = await get(`${path}.csv`);
    assert.deepEqual([csv.name, csv.truncated], [`Events-${truncated}.csv`, truncated]);
    assert.equal(linesOf(csv.text).length, LIMIT);
    const json = await get(`${path}.json`);
    assert.deepEqual([json.name, json.truncated], [`Events-${truncated}.json`, truncated]);
    assert.equal(JSON.parse(json.text).truncated, true);
  });

  it('say in the last line of a large XLSX or PDF file that rows are missing', {
    skip: !isFullTier && 'its files are large',
  }, async () => {
    const path = 'events/tiles/events/export';
    const xlsx = await get(`${path}.xlsx?lang=de`);
    assert.deepEqual([xlsx.name, xlsx.truncated], [`Events-first-${LIMIT}-rows.xlsx`, `first-${LIMIT}-rows`]);
    const sheet = sheetOf(xlsx.bytes);
    assert.equal(rowsOf(sheet), LIMIT + 2);
    assert.match(
      sheet,
      />Nur die ersten 100\.000 Zeilen werden angezeigt<\/t><\/is><\/c><\/row><\/sheetData>/,
    );
    const pdf = await get(`${path}.pdf`);
    assert.match(String(pdf.truncated), /^first-\d{4}-rows$/);
    assert.equal(pdf.name, `Events-${pdf.truncated}.pdf`);
  });

  it('say in the last line of the file what a pivot table lacks', async () => {
    const xlsx = await get('wide/tiles/wide/export.xlsx?lang=de');
    assert.deepEqual([xlsx.name, xlsx.truncated], ['Wide-first-1-rows.xlsx', 'first-1-rows']);
    assert.match(
      sheetOf(xlsx.bytes),
      />Einige Zellen fehlen; die Summen umfassen alle Zeilen<\/t><\/is><\/c><\/row><\/sheetData>/,
    );
    for (const path of ['wide/tiles/wide/export.pdf', 'wide/export.pdf']) {
      const pdf = await get(path);
      assert.deepEqual([pdf.name, pdf.truncated], ['Wide-first-1-rows.pdf', 'first-1-rows']);
    }
  });

  it('of a dashboard have all rows of each tile', async () => {
    const { name, truncated, bytes } = await get('many/export.xlsx');
    assert.deepEqual([name, truncated], ['Many.xlsx', null]);
    assert.deepEqual([rowsOf(sheetOf(bytes)), rowsOf(sheetOf(bytes, 2))], [ROWS + 1, ROWS + 1]);
  });

  it('of the rows behind a mark have as many, beyond those of its pages', async () => {
    const { name, truncated, text } = await get('events/tiles/events/rows/exports', { format: 'csv' });
    assert.deepEqual([name, truncated], [`Events-first-${LIMIT}-rows.csv`, `first-${LIMIT}-rows`]);
    assert.equal(linesOf(text).length, LIMIT);
  });

  it('count every row that they contain', async () => {
    const used = async () => {
      const url = `${inlay.url}/api/v0/usage/report?by=day`;
      const { body } = await call<{ data: readonly { exportedRows: number }[] }>(url, {
        token: setup.adminToken,
      });
      return body.data.reduce((sum, { exportedRows }) => sum + exportedRows, 0);
    };
    const before = await used();
    await get('many/tiles/orders/export.csv');
    assert.equal(await used(), before + ROWS);
  });
});

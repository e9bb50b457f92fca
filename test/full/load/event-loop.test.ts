import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { call } from '../../support/api-client.ts';
import { assertResponsive } from '../../support/assert-responsive.ts';
import { contentClient } from '../../support/content-client.ts';
import { type DataClient, dataClient } from '../../support/data-client.ts';
import {
  CONTEXT,
  type EmbedSetup,
  exchange,
  goodClaims,
  setUpEmbedding,
  signJwt,
} from '../../support/embed-client.ts';
import { openPage, viewerToken } from '../../support/embed-world.ts';
import { freePort } from '../../support/free-port.ts';
import { untilPrinted } from '../../support/run-inlay.ts';
import { spawnWatchedInlay, type WatchedCommand } from '../../support/spawn-watched-inlay.ts';
import { ADMIN, sqliteStore, type TestInlay, type TestStore } from '../../support/start-inlay.ts';

const ROWS = 100_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** Every row has a name of its own in two columns: as many categories as series. */
const RECORDS = [
  'name,twin,day,amount,cost',
  ...Array.from({ length: ROWS }, (_, row) => {
    const day = new Date(Date.UTC(2000, 0, 1 + (row % 5000))).toISOString().slice(0, 10);
    return `name ${row},twin ${row},${day},${row % 97},${row % 89}`;
  }),
].join('\n');

const name = { column: 'name' };
const twin = { column: 'twin' };
const measures = ['amounts', 'costs'];
const TILES = {
  line: { kind: 'line', dimensions: [name, twin], limit: 5000 },
  area: { kind: 'area', dimensions: [name, twin], limit: 5000 },
  bars: { kind: 'bar', dimensions: [name, twin], limit: 5000, options: { orientation: 'vertical' } },
  stacked: { kind: 'bar', dimensions: [name, twin], limit: 5000, options: { layout: 'stacked' } },
  mixed: { kind: 'bar-line', dimensions: [name, twin], limit: 5000 },
  heat: { kind: 'heatmap', dimensions: [name, twin], limit: 5000 },
  dots: { kind: 'scatter', dimensions: [name, twin], limit: 20_000, options: { series: 'twin' } },
  pie: { kind: 'pie', dimensions: [name], limit: 20_000 },
  steps: { kind: 'waterfall', dimensions: [name], limit: 20_000, options: { levels: ['name 1'] } },
  days: { kind: 'line', dimensions: [{ column: 'day', grain: 'day', fillGaps: true }, twin], limit: 5000 },
  many: { kind: 'line', dimensions: [name, twin], limit: ROWS },
  rows: { kind: 'table', dimensions: [name, twin], limit: ROWS, options: { pageSize: 1000 } },
} as const;

describe('the event loop stays free for others', () => {
  let store: TestStore;
  let serving: WatchedCommand;
  let inlay: Pick<TestInlay, 'url'>;
  let setup: EmbedSetup;
  let data: DataClient;
  let token: string;

  before(async () => {
    store = await sqliteStore();
    const port = await freePort();
    serving = spawnWatchedInlay(['serve'], {
      ...store.env,
      INLAY_PORT: String(port),
      INLAY_ADMIN_PASSWORD: ADMIN.password,
      INLAY_DEMO: 'false',
      INLAY_LOG_LEVEL: 'error',
    });
    await untilPrinted(serving, /is listening/);
    inlay = { url: `http://127.0.0.1:${port}` };
    setup = await setUpEmbedding(inlay as TestInlay);
    data = dataClient(inlay.url, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('records.csv', RECORDS)).status, 201);
    await data.create('datasets', {
      id: 'records',
      name: 'Records',
      connectionId: 'files',
      source: { kind: 'file', file: 'records' },
      measures: ['amount', 'cost'].map((column) => ({ name: `${column}s`, kind: 'sum', column })),
      segmented: false,
    });
    await make('apps', { id: 'sales', title: 'Sales', workspaceId: 'main' });
    for (const [id, { kind, dimensions, limit, ...options }] of Object.entries(TILES)) {
      const query = { dimensions, measures, limit };
      await make('tiles', { id, appId: 'sales', title: id, kind, datasetId: 'records', query, ...options });
      await publish(`tiles/${id}`);
      await make('embeds', { id: `e-${id}`, title: id, target: { kind: 'tile', id } });
    }
    token = await viewerToken(setup);
  });
  after(async () => {
    serving.process.kill('SIGKILL');
    await serving.result;
    await store.drop();
  });

  const make = async (path: string, body: object) => {
    const { status, body: made } = await contentClient(inlay, setup.adminToken)('POST', path, { body });
    assert.equal(status, 201, JSON.stringify(made));
  };
  const publish = async (path: string) => {
    const admin = contentClient(inlay, setup.adminToken);
    const { status, body } = await admin('POST', `${path}/publish`, { ifMatch: '*' });
    assert.equal(status, 200, JSON.stringify(body));
  };
  const responsive = (work: () => Promise<unknown>) =>
    assertResponsive(serving, async () => {
      for (let round = 0; round < 2; round += 1) await work();
    });

  for (const [what, text] of Object.entries({
    braces: `${'{'.repeat(19_980)}{{ variables.a }}`,
    brackets: '['.repeat(20_000),
    'a ragged table': `${'|a'.repeat(2500)}\n${'|-'.repeat(2500)}\n${'a\n'.repeat(4999)}`,
  }))
    it(`while a dashboard of twelve long texts with ${what} is rendered`, async () => {
      const id = `texts-${what.replaceAll(' ', '-')}`;
      const items = Array.from({ length: 12 }, (_, index) => ({
        id: `t${index}`,
        x: 0,
        y: index,
        w: 12,
        h: 1,
        text,
      }));
      await make('dashboards', { id, appId: 'sales', title: what, items });
      await publish(`dashboards/${id}`);
      await make('embeds', { id: `e-${id}`, title: what, target: { kind: 'dashboard', id } });
      await responsive(async () => {
        const { status, html } = await openPage(inlay, `e-${id}`, { token });
        assert.equal(status, 200);
        assert.equal(html.match(/class="inlay-text"/g)?.length, 12);
      });
    });

  for (const field of ['timeZone=a', 'filters.a=b', 'lang=xx', 'theme={}', 'x=y'])
    it(`while a form repeats '${field}' up to the size limit`, () =>
      responsive(async () => {
        const rawBody = `${field}&`.repeat(Math.floor((123 * 1024) / (field.length + 1)));
        const { status } = await call(`${inlay.url}/embed/x`, { rawBody, headers: FORM_TYPE });
        assert.equal(status, 401);
      }));

  it('while token requests of a megabyte are processed', () =>
    responsive(async () => {
      const fields = Array.from({ length: 90_000 }, (_, index) => `f${index}=`).join('&');
      for (const rawBody of [fields, '&'.repeat(900_000), `assertion=${'.'.repeat(900_000)}`]) {
        const { status } = await call(setup.tokenUrl, { rawBody, headers: FORM_TYPE });
        assert.equal(status, rawBody === fields || rawBody.startsWith('&') ? 400 : 401);
      }
      const attributes = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`a${index}`, 1]));
      const embed_context = { ...CONTEXT, attributes };
      const { status, body } = await exchange(setup, signJwt({ ...goodClaims(setup), embed_context }));
      assert.equal(status, 200, JSON.stringify(body));
    }));

  it('while deeply nested bodies are refused', () =>
    responsive(async () => {
      for (const rawBody of ['['.repeat(1_000_000), `{"username":${'[{"a":'.repeat(150_000)}`]) {
        const refused = await call(`${inlay.url}/api/login`, { rawBody, headers: JSON_TYPE });
        assert.equal(refused.status, 413, 'credentials are shorter');
        const { status, body } = await call<{ message: string }>(`${inlay.url}/api/v0/users`, {
          rawBody,
          headers: JSON_TYPE,
          token: setup.adminToken,
        });
        assert.equal(status, 400);
        assert.match(body.message, /nested more than 100 levels/);
      }
    }));

  it('while someone logs in with only combining marks', () =>
    responsive(async () => {
      // As many as fit into the credentials that are read.
      const marks = `${'\u0301'.repeat(1900)}${'\u0316'.repeat(1900)}`;
      const bodies = [
        { username: marks, password: 'x' },
        { username: 'nobody', password: marks },
      ];
      for (const body of bodies)
        assert.ok([401, 429].includes((await call(`${inlay.url}/api/login`, { body })).status));
    }));

  it('while bodies with a hundred thousand mistakes are refused', () =>
    responsive(async () => {
      const wrong = { users: Array.from({ length: 300_000 }, () => 1) };
      const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, 1]));
      for (const [path, body] of [
        ['users/bulk', wrong],
        ['users', unknown],
        ['tiles', { ...unknown, id: 'x', appId: 'sales' }],
      ] as const) {
        const answer = await call<{ message: string }>(`${inlay.url}/api/v0/${path}`, {
          body,
          token: setup.adminToken,
        });
        assert.equal(answer.status, 400);
        assert.ok(JSON.stringify(answer.body).length < 200_000);
      }
    }));

  for (const id of Object.keys(TILES))
    it(`while the tile '${id}' with thousands of rows is rendered`, () =>
      responsive(async () => {
        const { status, html } = await openPage(inlay, `e-${id}`, { token, width: '1200' });
        assert.equal(status, 200, html.slice(0, 500));
        assert.ok(html.length < 2_000_000, `${html.length} characters of markup`);
      }));

  it('while a table of a hundred thousand names is sorted', () =>
    responsive(async () => {
      const sorts = ['name', 'twin', 'amounts'].flatMap((by) => [
        { by, direction: 'asc' },
        { by, direction: 'desc' },
      ]);
      const tiles = sorts.flatMap((sort) =>
        [1, 50, 100].map((page) => ({ id: 'rows', width: 800, height: 400, table: { page, sort } })),
      );
      const path = `${inlay.url}/embed/api/v0/embeds/e-rows/render`;
      const { status, body } = await call<unknown>(path, { token, body: { mode: 'light', tiles } });
      assert.equal(status, 200);
      assert.equal(String(body).trim().split('\n').length, tiles.length);
      assert.doesNotMatch(String(body), /"error"/);
    }));

  it('while a hundred thousand rows are returned as JSON', () =>
    responsive(async () => {
      const query = { dimensions: [name, twin], measures, limit: ROWS };
      const { status, body } = await data.query('records', query, CONTEXT);
      assert.equal(status, 200);
      assert.equal(body.result.rowCount, ROWS);
      assert.equal(body.result.columns[3]?.values.length, ROWS);
      const path = `${inlay.url}/embed/api/v0/embeds/e-rows/tiles/rows`;
      const tile = await call<typeof body>(path, { token, body: {} });
      assert.equal(tile.body.result.rowCount, ROWS);
    }));

  for (const format of ['csv', 'json', 'xlsx'])
    it(`while a hundred thousand rows are exported as ${format.toUpperCase()}`, () =>
      responsive(async () => {
        const path = `${inlay.url}/embed/api/v0/embeds/e-rows/tiles/rows/export.${format}`;
        assert.equal((await call(path, { token })).status, 200);
      }));

  it('while a hundred thousand rows are pivoted and truncated', () =>
    responsive(async () => {
      const query = {
        dimensions: [name, twin],
        measures,
        limit: ROWS,
        pivot: { dimension: 'twin', limit: 500 },
      };
      const { status, body } = await data.query('records', query, CONTEXT);
      assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
      assert.equal(body.result.columns.length, 1 + 500 * measures.length);
    }));
});

import assert from 'node:assert/strict';
import { contentClient } from '../content/content-client.ts';
import { type DataClient, dataClient } from '../data/data-client.ts';
import {
  CONTEXT,
  type EmbedSetup,
  exchange,
  goodClaims,
  setUpEmbedding,
  signJwt,
} from '../embeds/embed-client.ts';
import { openPage, viewerToken } from '../embeds/embed-world.ts';
import { call } from '../http/api-client.ts';
import type { TestInlay } from '../server/start-inlay.ts';

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

const TEXTS = {
  braces: `${'{'.repeat(19_980)}{{ variables.a }}`,
  brackets: '['.repeat(20_000),
  'a ragged table': `${'|a'.repeat(2500)}\n${'|-'.repeat(2500)}\n${'a\n'.repeat(4999)}`,
};

const embedOfTexts = (what: string) => `texts-${what.replaceAll(' ', '-')}`;

/** A server with a hundred thousand rows, tiles of every kind over them, and dashboards of long texts. */
export interface CostlyWorld {
  readonly url: string;
  readonly setup: EmbedSetup;
  readonly data: DataClient;
  readonly token: string;
}

export async function makeCostlyWorld(url: string): Promise<CostlyWorld> {
  const setup = await setUpEmbedding({ url } as TestInlay);
  const data = dataClient(url, setup.adminToken);
  const admin = contentClient({ url }, setup.adminToken);
  const make = async (path: string, body: object) => {
    const { status, body: made } = await admin('POST', path, { body });
    assert.equal(status, 201, JSON.stringify(made));
  };
  const publish = async (kind: 'tile' | 'dashboard', id: string) => {
    const { status, body } = await admin('POST', `${kind}s/${id}/publish`, { ifMatch: '*' });
    assert.equal(status, 200, JSON.stringify(body));
    await make('embeds', { id: `e-${id}`, title: id, target: { kind, id } });
  };
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
    await publish('tile', id);
  }
  for (const [what, text] of Object.entries(TEXTS)) {
    const items = Array.from({ length: 12 }, (_, y) => ({ id: `t${y}`, x: 0, y, w: 12, h: 1, text }));
    await make('dashboards', { id: embedOfTexts(what), appId: 'sales', title: what, items });
    await publish('dashboard', embedOfTexts(what));
  }
  return { url, setup, data, token: await viewerToken(setup) };
}

type CostlyInput = (world: CostlyWorld) => Promise<void>;

/** What a single caller can send or open that costs the most, by what happens then. */
export const COSTLY_INPUTS: Readonly<Record<string, CostlyInput>> = {
  ...inputs(Object.keys(TEXTS), (what) => [
    `a dashboard of twelve long texts with ${what} is rendered`,
    async ({ url, token }) => {
      const { status, html } = await openPage({ url }, `e-${embedOfTexts(what)}`, { token });
      assert.equal(status, 200);
      assert.equal(html.match(/class="inlay-text"/g)?.length, 12);
    },
  ]),
  ...inputs(['timeZone=a', 'filters.a=b', 'lang=xx', 'theme={}', 'x=y'], (field) => [
    `a form repeats '${field}' up to the size limit`,
    async ({ url }) => {
      const rawBody = `${field}&`.repeat(Math.floor((123 * 1024) / (field.length + 1)));
      const { status } = await call(`${url}/embed/x`, { rawBody, headers: FORM_TYPE });
      assert.equal(status, 401);
    },
  ]),
  'token requests of a megabyte are processed': async ({ setup }) => {
    const fields = Array.from({ length: 90_000 }, (_, index) => `f${index}=`).join('&');
    for (const rawBody of [fields, '&'.repeat(900_000), `assertion=${'.'.repeat(900_000)}`]) {
      const { status } = await call(setup.tokenUrl, { rawBody, headers: FORM_TYPE });
      assert.equal(status, rawBody === fields || rawBody.startsWith('&') ? 400 : 401);
    }
    const attributes = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`a${index}`, 1]));
    const embed_context = { ...CONTEXT, attributes };
    const { status, body } = await exchange(setup, signJwt({ ...goodClaims(setup), embed_context }));
    assert.equal(status, 200, JSON.stringify(body));
  },
  'deeply nested bodies are refused': async ({ url, setup }) => {
    for (const rawBody of ['['.repeat(1_000_000), `{"username":${'[{"a":'.repeat(150_000)}`]) {
      const refused = await call(`${url}/api/login`, { rawBody, headers: JSON_TYPE });
      assert.equal(refused.status, 413);
      const { status, body } = await call<{ message: string }>(`${url}/api/v0/users`, {
        rawBody,
        headers: JSON_TYPE,
        token: setup.adminToken,
      });
      assert.equal(status, 400);
      assert.match(body.message, /nested more than 100 levels/);
    }
  },
  'someone logs in with only combining marks': async ({ url }) => {
    // As many as a body for logins may contain.
    const marks = `${'\u0301'.repeat(1900)}${'\u0316'.repeat(1900)}`;
    const bodies = [
      { username: marks, password: 'x' },
      { username: 'nobody', password: marks },
    ];
    for (const body of bodies)
      assert.ok([401, 429].includes((await call(`${url}/api/login`, { body })).status));
  },
  'bodies with a hundred thousand mistakes are refused': async ({ url, setup }) => {
    const wrong = { users: Array.from({ length: 300_000 }, () => 1) };
    const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, 1]));
    for (const [path, body] of [
      ['users/bulk', wrong],
      ['users', unknown],
      ['tiles', { ...unknown, id: 'x', appId: 'sales' }],
    ] as const) {
      const response = await call<{ message: string }>(`${url}/api/v0/${path}`, {
        body,
        token: setup.adminToken,
      });
      assert.equal(response.status, 400);
      assert.ok(JSON.stringify(response.body).length < 200_000);
    }
  },
  ...inputs(Object.keys(TILES), (id) => [
    `the tile '${id}' with thousands of rows is rendered`,
    async ({ url, token }) => {
      const { status, html } = await openPage({ url }, `e-${id}`, { token, width: '1200' });
      assert.equal(status, 200, html.slice(0, 500));
      assert.ok(html.length < 2_000_000, `${html.length} characters of markup`);
    },
  ]),
  'a table of a hundred thousand names is sorted': async ({ url, token }) => {
    const sorts = ['name', 'twin', 'amounts'].flatMap((by) => [
      { by, direction: 'asc' },
      { by, direction: 'desc' },
    ]);
    const tiles = sorts.flatMap((sort) =>
      [1, 50, 100].map((page) => ({ id: 'rows', width: 800, height: 400, table: { page, sort } })),
    );
    const path = `${url}/embed/api/v0/embeds/e-rows/render`;
    const { status, body } = await call<unknown>(path, { token, body: { mode: 'light', tiles } });
    assert.equal(status, 200);
    assert.equal(String(body).trim().split('\n').length, tiles.length);
    assert.doesNotMatch(String(body), /"error"/);
  },
  'a hundred thousand rows are returned as JSON': async ({ url, data, token }) => {
    const query = { dimensions: [name, twin], measures, limit: ROWS };
    const { status, body } = await data.query('records', query, CONTEXT);
    assert.equal(status, 200);
    assert.equal(body.result.rowCount, ROWS);
    assert.equal(body.result.columns[3]?.values.length, ROWS);
    const path = `${url}/embed/api/v0/embeds/e-rows/tiles/rows`;
    const tile = await call<typeof body>(path, { token, body: {} });
    assert.equal(tile.body.result.rowCount, ROWS);
  },
  ...inputs(['csv', 'json', 'xlsx'], (format) => [
    `a hundred thousand rows are exported as ${format.toUpperCase()}`,
    async ({ url, token }) => {
      const path = `${url}/embed/api/v0/embeds/e-rows/tiles/rows/export.${format}`;
      assert.equal((await call(path, { token })).status, 200);
    },
  ]),
  'a hundred thousand rows are pivoted and truncated': async ({ data }) => {
    const query = {
      dimensions: [name, twin],
      measures,
      limit: ROWS,
      pivot: { dimension: 'twin', limit: 500 },
    };
    const { status, body } = await data.query('records', query, CONTEXT);
    assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
    assert.equal(body.result.columns.length, 1 + 500 * measures.length);
  },
};

function inputs(
  values: readonly string[],
  inputOf: (value: string) => readonly [string, CostlyInput],
): Readonly<Record<string, CostlyInput>> {
  return Object.fromEntries(values.map(inputOf));
}

import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type ContentClient, contentClient } from '../content/content-client.ts';
import { dataClient } from '../data/data-client.ts';
import type { TestInlay } from '../server/start-inlay.ts';
import type { SecondTenant } from '../users/second-tenant.ts';
import { CONTEXT, type EmbedSetup, exchange, goodClaims, signJwt } from './embed-client.ts';

const SALES = [
  'region,product,customer,amount,day',
  'north,Tea,Alder & Co,10,2026-01-05',
  'north,Coffee,"=cmd|calc",30,2026-02-03',
  'south,Tea,Birch,700,2026-01-07',
  'south,Cocoa,Cedar,55,2026-02-09',
].join('\n');

const tiles = {
  revenue: {
    title: 'Revenue by product',
    kind: 'bar',
    datasetId: 'sales',
    query: {
      dimensions: [{ column: 'product' }],
      measures: ['revenue'],
      sort: [{ by: 'product', direction: 'asc' }],
      totals: true,
    },
  },
  customers: {
    title: 'Customers <b>first</b>',
    kind: 'table',
    datasetId: 'sales',
    query: { dimensions: [{ column: 'customer' }], measures: ['revenue'] },
  },
  insiders: {
    title: 'Insiders only',
    kind: 'bar',
    datasetId: 'sales',
    query: { dimensions: [{ column: 'region' }], measures: ['revenue'] },
    visibility: { context: 'groups', operator: 'contains', value: 'insiders' },
  },
  broken: {
    title: 'From a warehouse that is down',
    kind: 'bar',
    datasetId: 'elsewhere',
    query: { dimensions: [{ column: 'region' }], measures: ['rows'] },
  },
};

const place = (id: string, index: number) => ({ id, x: 0, y: index * 6, w: 12, h: 6 });

const contents = {
  'dashboards/overview': {
    title: 'Overview',
    items: [
      { ...place('a1', 0), tile: 'revenue' },
      { ...place('a2', 1), tile: 'insiders' },
      {
        ...place('t.1', 2),
        text: 'Sold **{{ sum | number }}** <script>alert(1)</script>',
        values: { sum: { tile: 'revenue', column: 'revenue', row: 'total' } },
      },
      { ...place('a3', 3), tile: 'broken' },
    ],
    filters: [{ id: 'product', kind: 'dropdown', label: 'Product', datasetId: 'sales', column: 'product' }],
  },
  'stories/growth': {
    title: 'How it grew',
    steps: [
      {
        id: 'one',
        title: 'The sum',
        narrative: 'We sold {{ sum | number }}. [Site](javascript:alert(1))',
        values: { sum: { tile: 'revenue', column: 'revenue', row: 'total' } },
        tiles: ['revenue'],
      },
      { id: 'secret', title: 'Only for insiders', tiles: ['insiders'] },
      { id: 'two', title: 'By customer', tiles: ['customers'], source: 'The till' },
    ],
  },
};

const embeds = {
  'e-tile': { title: 'Tile', alias: 'tile-alias', target: { kind: 'tile', id: 'revenue' } },
  'e-table': { title: 'Table', target: { kind: 'tile', id: 'customers' } },
  'e-hidden': { title: 'Hidden', target: { kind: 'tile', id: 'insiders' } },
  'e-broken': { title: 'Broken', target: { kind: 'tile', id: 'broken' } },
  'e-dashboard': { title: 'Dashboard', target: { kind: 'dashboard', id: 'overview' } },
  'e-story': { title: 'Story', target: { kind: 'story', id: 'growth' } },
  'e-origin': {
    title: 'Elsewhere',
    target: { kind: 'tile', id: 'revenue' },
    allowedOrigins: ['https://app.example.com'],
  },
  'e-over': { title: 'Over', target: { kind: 'tile', id: 'revenue' }, expiresAt: '2020-01-01T00:00:00Z' },
  'e-draft': { title: 'Draft', target: { kind: 'tile', id: 'draft' } },
};

/** Sales in a file, an app that shows them, and its embeds; `elsewhere` queries a database that does not exist. */
export async function makeEmbedWorld(
  inlay: TestInlay,
  { adminToken, host }: EmbedSetup & Partial<SecondTenant>,
): Promise<ContentClient> {
  const data = dataClient(inlay.url, adminToken, host);
  await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
  assert.equal((await data.upload('sales.csv', SALES)).status, 201);
  const dataset = {
    id: 'sales',
    name: 'Sales',
    connectionId: 'files',
    source: { kind: 'file', file: 'sales' },
    measures: [{ name: 'revenue', label: 'revenue', kind: 'sum', column: 'amount' }],
    rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
  };
  await data.create('datasets', dataset);
  await data.create('connections', {
    id: 'down',
    name: 'Down',
    kind: 'postgres',
    host: 'warehouse.invalid',
    database: 'canary-database',
    user: 'reader',
    password: '{{ secrets.warehouse }}',
  });
  await data.create('datasets', {
    id: 'elsewhere',
    name: 'Elsewhere',
    connectionId: 'down',
    source: { kind: 'table', table: 'rows' },
    columns: [{ name: 'region', type: 'string' }],
    measures: [{ name: 'rows', kind: 'count' }],
    segmented: false,
  });
  const admin = contentClient(inlay, adminToken, host);
  const make = async (path: string, body: object) => {
    const { status, body: made } = await admin('POST', path, { body });
    assert.equal(status, 201, JSON.stringify(made));
  };
  await make('apps', { id: 'sales', title: 'Sales', workspaceId: 'main' });
  const publish = async (path: string) => {
    const { status, body } = await admin('POST', `${path}/publish`, { ifMatch: '*' });
    assert.equal(status, 200, JSON.stringify(body));
  };
  for (const [id, tile] of Object.entries(tiles)) {
    await make('tiles', { id, appId: 'sales', ...tile });
    await publish(`tiles/${id}`);
  }
  await make('tiles', { id: 'draft', appId: 'sales', ...tiles.revenue, title: 'Not yet' });
  for (const [path, content] of Object.entries(contents)) {
    const [kind = '', id = ''] = path.split('/');
    await make(kind, { id, appId: 'sales', ...content });
    await publish(path);
  }
  for (const [id, embed] of Object.entries(embeds)) await make('embeds', { id, ...embed });
  return admin;
}

/** A token for a viewer whose context is the usual one but for these fields. */
export async function viewerToken(
  setup: EmbedSetup,
  context: object = {},
  now = Date.now(),
): Promise<string> {
  const claims = { ...goodClaims(setup, now), embed_context: { ...CONTEXT, ...context } };
  const { status, body } = await exchange(setup, signJwt(claims));
  assert.equal(status, 200, JSON.stringify(body));
  return body.access_token as string;
}

export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly html: string;
  /** What the page's script is given. */
  readonly state: Record<string, never>;
}

/** On a busy machine a database may start slower than a page waits for it. */
const MAX_TRIES = 5;

/** Posts the launcher's form, as a browser does; again if a tile was late, which the page's script would request. */
export async function openPage(...form: Parameters<typeof postForm>): Promise<Page> {
  for (let tries = 1; ; tries += 1) {
    const page = await postForm(...form);
    if (tries === MAX_TRIES || !page.html.includes('data-state="pending"')) return page;
  }
}

/** Posts the form once, so that it is one view. */
export async function postForm(
  { url }: Pick<TestInlay, 'url'>,
  id: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const body = new URLSearchParams(fields).toString();
  const sent = request(`${url}/embed/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end(body);
  });
  const html = await text(response);
  const json = /<script type="application\/json" id="inlay-state">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}';
  return { status: response.statusCode ?? 0, headers: response.headers, html, state: JSON.parse(json) };
}

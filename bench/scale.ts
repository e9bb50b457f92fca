import assert from 'node:assert/strict';
import { contentClient } from '../test/support/content/content-client.ts';
import { dataClient } from '../test/support/data/data-client.ts';
import {
  CONTEXT,
  type EmbedSetup,
  exchange,
  goodClaims,
  setUpEmbedding,
  signJwt,
} from '../test/support/embeds/embed-client.ts';
import { startTrino } from '../test/support/engines/trino/start-trino.ts';
import { freePort } from '../test/support/server/free-port.ts';
import { ADMIN, sqliteStore, type TestInlay } from '../test/support/server/start-inlay.ts';
import { eventually } from '../test/support/time/eventually.ts';
import { type ServerProcess, startServer } from './load/server-process.ts';
import { type BareTrino, openBareTrino } from './peers/bare-trino.ts';
import { ms, printTable, type Row } from './table.ts';
import { median, timed } from './timed.ts';

const millions = Number(process.env.BENCH_MILLION_ROWS ?? 20);
const pairs = Number(process.env.BENCH_PAIRS ?? 40);
const customers = 1000;
const viewers = 5;

const over = (dimension: object, measure = 'revenue') => ({ dimensions: [dimension], measures: [measure] });
/** A dashboard as a shop would embed it for its customers, whose rows are a thousandth of the table. */
const TILES = {
  revenue: { kind: 'kpi', query: { dimensions: [], measures: ['revenue', 'orders'] } },
  'by-month': { kind: 'line', query: over({ column: 'day', grain: 'month' }) },
  'by-week': { kind: 'bar', query: over({ column: 'day', grain: 'week' }, 'orders') },
  'by-region': { kind: 'pie', query: over({ column: 'region' }) },
  'top-products': {
    kind: 'bar',
    query: {
      ...over({ column: 'product' }),
      top: { dimension: 'product', by: 'revenue', count: 10, others: true },
    },
  },
  'by-channel': {
    kind: 'table',
    query: {
      dimensions: [{ column: 'channel' }, { column: 'region' }],
      measures: ['revenue', 'orders', 'units'],
    },
  },
} as const;

/** Six tiles over a table in Trino that no single Inlay could hold, with a row rule, against the bare statements. */
export async function benchScale(): Promise<void> {
  if (!process.argv.includes('scale')) {
    console.log('\nSkipped: `npm run bench -- scale` downloads and starts Trino.');
    return;
  }
  const trino = await startTrino({ heapMegabytes: 6144 });
  const store = await sqliteStore();
  const server = await startServer(await freePort(), {
    ...store.env,
    INLAY_ADMIN_PASSWORD: ADMIN.password,
    INLAY_ADMIN_USERNAME: ADMIN.username,
    INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32',
    INLAY_METRICS: 'true',
    INLAY_QUERY_SECONDS: '120',
  });
  try {
    const bare = openBareTrino(trino.url);
    const tableMs = await timed(() => bare.run(salesTable()));
    console.log(`${millions} million rows made in ${Math.round(tableMs / 1000)} s`);
    const setup = await setUpEmbedding({ url: server.url } as TestInlay);
    await makeDashboard(setup, trino.url);
    printTable(
      `A dashboard of six tiles over ${millions} million rows in Trino, with a row rule, nothing cached`,
      [...(await compare(server, setup, bare)), ...(await leave(setup, bare))],
    );
  } finally {
    await server.stop();
    await store.drop();
    await trino.stop();
  }
}

function salesTable(): string {
  const outer = millions * 100;
  return `CREATE TABLE sales AS
    SELECT n AS id, CAST(n * 7919 % ${customers} AS integer) AS customer, DATE '2023-01-01' + n % 1096 * INTERVAL '1' DAY AS day,
      'Product ' || CAST(n % 40 AS varchar) AS product,
      element_at(ARRAY['North', 'South', 'East', 'West', 'Abroad'], CAST(n / 7 % 5 AS integer) + 1) AS region,
      element_at(ARRAY['Shop', 'Web', 'App'], CAST(n / 3 % 3 AS integer) + 1) AS channel,
      CAST(n % 10000 AS decimal(12, 2)) / 100 AS amount, CAST(n % 9 + 1 AS integer) AS quantity
    FROM (SELECT a * 10000 + b AS n FROM UNNEST(sequence(0, ${outer - 1})) AS t (a)
      CROSS JOIN UNNEST(sequence(0, 9999)) AS u (b))`;
}

async function makeDashboard({ inlay, adminToken }: EmbedSetup, trinoUrl: string): Promise<void> {
  const data = dataClient(inlay.url, adminToken);
  const { hostname, port, pathname, username } = new URL(trinoUrl);
  await data.create('connections', {
    id: 'lake',
    name: 'Lake',
    kind: 'trino',
    host: hostname,
    port: Number(port),
    database: pathname.slice(1),
    user: username,
    tls: 'off',
  });
  await data.create('datasets', {
    id: 'sales',
    name: 'Sales',
    connectionId: 'lake',
    source: { kind: 'table', table: 'sales' },
    cacheSeconds: 0,
    measures: [
      { name: 'revenue', kind: 'sum', column: 'amount' },
      { name: 'units', kind: 'sum', column: 'quantity' },
      { name: 'orders', kind: 'count' },
    ],
    rowRules: [{ column: 'customer', operator: 'equals', value: { context: 'attributes.customer' } }],
  });
  const admin = contentClient(inlay, adminToken);
  const make = async (path: string, body: object, publishes?: string) => {
    const { status, body: made } = await admin('POST', path, { body });
    assert.equal(status, 201, JSON.stringify(made));
    if (publishes) assert.equal((await admin('POST', `${publishes}/publish`, { ifMatch: '*' })).status, 200);
  };
  await make('apps', { id: 'sales', title: 'Sales', workspaceId: 'main' });
  for (const [id, tile] of Object.entries(TILES))
    await make('tiles', { id, appId: 'sales', title: id, datasetId: 'sales', ...tile }, `tiles/${id}`);
  const items = Object.keys(TILES).map((tile, index) => ({
    id: tile,
    x: (index % 3) * 4,
    y: Math.floor(index / 3) * 6,
    w: 4,
    h: 6,
    tile,
  }));
  await make('dashboards', { id: 'six', appId: 'sales', title: 'Six tiles', items }, 'dashboards/six');
  await make('embeds', { id: 'six', title: 'Six tiles', target: { kind: 'dashboard', id: 'six' } });
}

/** A function that renders all tiles as this customer of the shop, over HTTP, and returns the response's lines. */
async function viewerOf(setup: EmbedSetup, customer: number) {
  const context = { ...CONTEXT, username: `customer ${customer}`, attributes: { customer } };
  const { body } = await exchange(setup, signJwt({ ...goodClaims(setup), embed_context: context }));
  return async (signal?: AbortSignal) => {
    const response = await fetch(`${setup.inlay.url}/embed/api/v0/embeds/six/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${body.access_token}` },
      body: JSON.stringify({
        mode: 'light',
        tiles: Object.keys(TILES).map((id) => ({ id, width: 480, height: 260 })),
      }),
      ...(signal ? { signal } : {}),
    });
    const lines = (await response.text()).trim().split('\n');
    assert.equal(lines.length, Object.keys(TILES).length, lines[0] ?? '');
    for (const line of lines) assert.ok(!line.includes('"error"'), line.slice(0, 500));
  };
}

interface RanQuery {
  readonly id: string;
  readonly sql: string;
  readonly state: string;
  readonly error: string;
}

/** Queries of Inlay that mention this customer, or all. */
async function queriesOf(bare: BareTrino, customer: number): Promise<readonly RanQuery[]> {
  const rows =
    await bare.run(`SELECT query_id, query, state, coalesce(error_code, '') FROM system.runtime.queries
    WHERE source = 'inlay' AND query LIKE '%"sales"%' AND regexp_like(query, 'USING .*\\b${customer}\\b')`);
  return rows.map(([id, sql, state, error]) => ({
    id: String(id),
    sql: String(sql),
    state: String(state),
    error: String(error),
  }));
}

/** In pairs and in turns, so that whatever else the machine does falls on both. */
async function compare(server: ServerProcess, setup: EmbedSetup, bare: BareTrino): Promise<readonly Row[]> {
  const peers = [];
  let [rowsRead, rowsReturned] = [0, 0];
  for (let customer = 101; customer < 101 + viewers; customer += 1) {
    const render = await viewerOf(setup, customer);
    await render();
    const queries = await queriesOf(bare, customer);
    assert.equal(queries.length, Object.keys(TILES).length, 'each tile is one query');
    for (const { id } of queries) {
      const read = await bare.statistics(id);
      rowsRead += read.rowsRead;
      rowsReturned += read.rowsReturned;
    }
    peers.push({ customer, runBare: () => Promise.all(queries.map(({ sql }) => bare.run(sql))) });
  }
  const [ours, theirs, resident, cpu]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < pairs; round += 1) {
    const peer = peers[round % viewers] ?? assert.fail();
    // A token of its own, because a run may take longer than one is valid.
    const render = await viewerOf(setup, peer.customer);
    const measureOurs = async () => {
      const before = await server.cpuMicroseconds();
      ours.push(await timed(() => render()));
      cpu.push(((await server.cpuMicroseconds()) - before) / 1000);
    };
    if (round % 2 === 0) await measureOurs();
    theirs.push(await timed(peer.runBare));
    if (round % 2 === 1) await measureOurs();
    resident.push((await server.residentBytes()) / 2 ** 20);
  }
  const extra = ours.map((value, index) => value - (theirs[index] ?? Number.NaN));
  const ratios = ours.map((value, index) => value / (theirs[index] ?? Number.NaN));
  const third = Math.floor(pairs / 3);
  return [
    { what: `the six statements through the bare client, median of ${pairs}`, figure: ms(median(theirs)) },
    {
      what: `the dashboard through Inlay, median of ${pairs}`,
      figure: ms(median(ours)),
      ratio: `${interval(ratios, (value) => value.toFixed(2))} × the bare client`,
    },
    { what: 'Inlay minus bare client, in pairs', figure: ms(median(extra)), ratio: interval(extra, ms) },
    { what: 'CPU time of Inlay for a dashboard, median', figure: ms(median(cpu)) },
    {
      what: 'memory of Inlay, first and last third of the rounds',
      figure: `${median(resident.slice(0, third)).toFixed(0)} and ${median(resident.slice(-third)).toFixed(0)} MB`,
      ratio: `largest ${Math.max(...resident).toFixed(0)} MB`,
    },
    {
      what: 'rows that Trino read for a dashboard',
      figure: (rowsRead / viewers).toLocaleString('en'),
    },
    {
      what: 'rows that reached Inlay for a dashboard',
      figure: (rowsReturned / viewers).toLocaleString('en'),
    },
  ];
}

/** A viewer who closes the page while the queries run. */
async function leave(setup: EmbedSetup, bare: BareTrino): Promise<readonly Row[]> {
  const customer = 777;
  const render = await viewerOf(setup, customer);
  const controller = new AbortController();
  const rendering = render(controller.signal).catch((error: Error) => error.name);
  await eventually(async () => {
    const states = (await queriesOf(bare, customer)).map(({ state }) => state);
    assert.ok(states.includes('RUNNING'), states.join());
  });
  const left = performance.now();
  controller.abort();
  assert.equal(await rendering, 'AbortError');
  const ended = await eventually(async () => {
    const queries = await queriesOf(bare, customer);
    assert.ok(queries.every(({ state }) => state === 'FAILED' || state === 'FINISHED'));
    return queries;
  });
  const canceled = ended.filter(({ error }) => error === 'USER_CANCELED').length;
  const finished = ended.filter(({ state }) => state === 'FINISHED').length;
  return [
    {
      what: 'queries in Trino when a viewer leaves: canceled by the user',
      figure: `${canceled} of ${ended.length}`,
      ratio: `${finished} had finished before; all ended within ${ms(performance.now() - left)}`,
    },
  ];
}

/** Median and its 95% interval by ranks, which assumes nothing about how the values are distributed. */
function interval(values: readonly number[], write: (value: number) => string): string {
  const sorted = values.toSorted((a, b) => a - b);
  const lower = Math.max(0, Math.floor(values.length / 2 - 0.98 * Math.sqrt(values.length)));
  const [low = Number.NaN, high = Number.NaN] = [sorted[lower], sorted[values.length - 1 - lower]];
  return `${write(median(values))} (95%: ${write(low)} to ${write(high)})`;
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chartKinds } from '@inlay/charts/chart-kinds';
import { fromRanges } from '@inlay/charts/parts/row-ranges';
import type { CrossFilter, TileResponse } from '@inlay/content/embed-api';
import type { RowsResponse } from '@inlay/content/rows-api';
import type { ChosenValue } from '@inlay/protocol/frame-messages';
import fc from 'fast-check';
import { markPoint } from '../../../packages/frame/src/click/mark-point.ts';
import { toggleCrossFilter } from '../../../packages/frame/src/dashboard/cross-filters.ts';
import { rowsOfMark } from '../../../packages/frame/src/rows/rows-of-mark.ts';
import type { TileView } from '../../../packages/frame/src/tile/tile-view.tsx';
import { contentClient } from '../../support/content/content-client.ts';
import { type DataClient, dataClient } from '../../support/data/data-client.ts';
import { attributesIn, marksIn, rowsIn } from '../../support/embeds/drawn-marks.ts';
import type { EmbedSetup } from '../../support/embeds/embed-client.ts';
import { viewerToken } from '../../support/embeds/embed-world.ts';
import { renderTile } from '../../support/embeds/render-client.ts';
import { skipEngine } from '../../support/engines/skip-engine.ts';
import { TEST_ENGINES } from '../../support/engines/test-engines.ts';
import { call } from '../../support/http/api-client.ts';
import { markedTables, parquetOf } from '../../support/model/marked-rows.ts';
import { makeRandom } from '../../support/model/random.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';
import { isFullTier } from '../../support/source/full-tier.ts';

/** INLAY_TEST_SEED chooses other rows. */
const seed = fc.readConfigureGlobal().seed ?? 1;
const ENGINES = (['duckdb', 'postgres', 'mysql'] as const).filter((engine) => !skipEngine(engine));
const ROWS = 60;

const by = (...columns: string[]) => columns.map((column) => ({ column }));
const hours = (column: string) => [{ column, grain: 'hour' }];
const chart = (kind: string, dimensions: readonly object[], options: object = {}, query: object = {}) => ({
  kind,
  title: 'T',
  query: { dimensions, measures: ['rows', 'total'], ...query },
  options,
  drillThrough: { columns: ['id'] },
});
const counting = { measures: ['rows'] };
const top = { top: { dimension: 'name', by: 'rows', count: 3, others: true } };

/** Every kind with marks, every type of column, and what charts combine. */
const tiles: Readonly<Record<string, ReturnType<typeof chart>>> = {
  names: chart('bar', by('name'), { orientation: 'vertical' }),
  lying: chart('bar', by('name'), { orientation: 'horizontal' }),
  segments: chart('bar', by('customer.segment')),
  amounts: chart('bar', by('amount'), { orientation: 'vertical' }),
  prices: chart('bar', by('price')),
  scores: chart('bar', by('score')),
  bigs: chart('bar', by('big')),
  flags: chart('bar', by('flag')),
  dates: chart('bar', by('day')),
  instants: chart('bar', by('at')),
  clocks: chart('bar', by('clock')),
  days: chart('bar', [{ column: 'at', grain: 'day' }]),
  weeks: chart('line', [{ column: 'day', grain: 'week' }]),
  quarters: chart('area', [{ column: 'at', grain: 'fiscal-quarter' }]),
  hours: chart('bar', hours('at')),
  wallHours: chart('line', hours('clock')),
  split: chart('bar', by('name', 'region'), { layout: 'stacked', series: 'region' }, counting),
  grouped: chart('bar', by('region', 'name'), { layout: 'grouped', series: 'name' }, counting),
  lines: chart('line', [...hours('at'), ...by('region')], { series: 'region' }, counting),
  hourSeries: chart('bar', [...by('region'), ...hours('at')], { series: 'at' }, counting),
  areas: chart('area', [{ column: 'at', grain: 'month' }, ...by('name')], { series: 'name' }, counting),
  months: chart(
    'heatmap',
    [
      { column: 'at', grain: 'month' },
      { column: 'at', grain: 'day' },
    ],
    {},
    counting,
  ),
  both: chart('bar-line', by('region')),
  slices: chart('pie', by('name'), {}, counting),
  steps: chart('funnel', by('name'), {}, counting),
  ranks: chart('leaderboard', by('name'), {}, counting),
  bullets: chart('bullet', by('region')),
  changes: chart('waterfall', by('name'), {}, counting),
  areasOf: chart('treemap', by('name'), {}, counting),
  parts: chart('treemap', by('region', 'name'), {}, counting),
  cells: chart('heatmap', by('region', 'name'), {}, counting),
  points: chart('scatter', by('name', 'region'), { x: 'rows', y: ['total'], series: 'region' }),
  bins: chart('histogram', by('id'), { bins: 5 }, { measures: ['total', 'rows'] }),
  boxes: chart('box-plot', by('region', 'id'), {}, { measures: ['total', 'rows'] }),
  others: chart('bar', by('name'), {}, top),
  otherSeries: chart('bar', by('region', 'name'), { series: 'name' }, { ...counting, ...top }),
  table: chart('table', by('name', 'region'), {}, counting),
  pivoted: chart('table', by('name', 'region'), {}, { ...counting, pivot: { dimension: 'region' } }),
  pivot: chart('pivot-table', by('name', 'region'), { rows: ['name'], columns: ['region'] }, counting),
  sum: chart('table', []),
};

describe('filters of marks', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let token: string;
  const servers: { stop(): Promise<void> }[] = [];

  before(async () => {
    const env = { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32,::1/128' };
    ({ store, inlay, setup } = await startWorld('embedding', sqliteStore, { env }));
    const data = dataClient(inlay.url, setup.adminToken);
    const admin = contentClient(inlay, setup.adminToken);
    await data.create('apps', { id: 'sales', title: 'Sales', workspaceId: 'main' });
    for (const engine of ENGINES) {
      await data.create('connections', { id: engine, name: engine, ...(await fill(engine, data)) });
      const common = { connectionId: engine, cacheSeconds: 0, segmented: false };
      await data.create('datasets', {
        id: `${engine}-customers`,
        name: 'Customers',
        ...common,
        source: sourceOf(engine, 'customers'),
        columns: [
          { name: 'id', type: 'integer' },
          { name: 'segment', type: 'string' },
        ],
      });
      await data.create('datasets', {
        id: `${engine}-orders`,
        name: 'Orders',
        ...common,
        source: sourceOf(engine, 'orders'),
        columns: [
          ...['id', 'amount', 'big', 'customer_id'].map((name) => ({ name, type: 'integer' })),
          ...['name', 'region'].map((name) => ({ name, type: 'string' })),
          { name: 'price', type: 'decimal' },
          { name: 'score', type: 'number' },
          { name: 'flag', type: 'boolean' },
          { name: 'day', type: 'date' },
          { name: 'at', type: 'datetime' },
          // MariaDB has no time zone tables here.
          { name: 'clock', type: 'datetime', timeZone: engine === 'mysql' ? 'UTC' : 'Europe/Berlin' },
        ],
        measures: [
          { name: 'rows', label: 'Rows', kind: 'count' },
          { name: 'total', label: 'Total', kind: 'sum', column: 'amount' },
        ],
        relationships: [
          {
            name: 'customer',
            dataset: `${engine}-customers`,
            kind: 'many-to-one',
            columns: [{ own: 'customer_id', other: 'id' }],
          },
        ],
      });
      await data.create('dashboards', {
        id: engine,
        appId: 'sales',
        title: 'All',
        items: Object.entries(tiles).map(([id, tile], index) => ({
          ...{ id, x: 0, y: index * 4, w: 12, h: 4 },
          chart: { datasetId: `${engine}-orders`, ...tile },
        })),
        crossFilter: true,
      });
      const { status, body } = await admin('POST', `dashboards/${engine}/publish`, { ifMatch: '*' });
      assert.equal(status, 200, JSON.stringify(body));
      const target = { kind: 'dashboard', id: engine };
      await data.create('embeds', { id: engine, title: engine, target });
    }
    token = await viewerToken(setup);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
    for (const server of servers) await server.stop();
  });

  /** Creates the tables, and returns the connection to them. */
  async function fill(engine: (typeof ENGINES)[number], data: DataClient): Promise<object> {
    const statements = markedTables(engine, makeRandom(seed), ROWS);
    const { server } = TEST_ENGINES[engine];
    if (server === undefined) {
      for (const table of ['customers', 'orders']) {
        const file = await parquetOf(`SELECT * FROM ${table}`, statements);
        const { status, body } = await data.upload(`${table}.parquet`, file);
        assert.equal(status, 201, JSON.stringify(body));
      }
      return { kind: engine };
    }
    const running = await server.start();
    servers.push(running);
    const { url } = await server.fill(running.url, 'marks', statements);
    const { hostname, port, pathname, username, password } = new URL(url);
    return {
      kind: engine,
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      tls: 'off',
    };
  }

  const sourceOf = (engine: string, name: string) =>
    engine === 'duckdb' ? { kind: 'file', file: name } : { kind: 'table', table: name };

  it('the tiles of this test have every kind with marks', () => {
    const kinds = new Set(Object.values(tiles).map(({ kind }) => kind));
    assert.deepEqual(
      chartKinds.map(({ kind }) => kind).filter((kind) => !kinds.has(kind)),
      ['kpi'],
    );
  });

  for (const engine of ENGINES)
    for (const timeZone of ['Europe/Berlin', 'Asia/Kolkata'])
      it(`${engine}, ${timeZone}: the cross-filtered total and the rows of each mark equal its value`, async () => {
        const failures: string[] = [];
        let marks = 0;
        for (const [id, { kind, query }] of Object.entries(tiles)) {
          const isTimed = JSON.stringify(query).includes('"grain"');
          if (id === 'sum' || (timeZone !== 'Europe/Berlin' && !isTimed)) continue;
          const drawn = { engine, tile: id, timeZone, html: await draw(engine, id, timeZone) };
          const found = kind.includes('table') ? await problemsOfCells(drawn) : await problemsOfMarks(drawn);
          assert.ok(found.marks > 0, `${id} has no marks`);
          marks += found.marks;
          failures.push(...found.problems);
        }
        assert.equal(failures.length, 0, `seed ${seed}, ${marks} marks\n${failures.slice(0, 20).join('\n')}`);
      });

  type CellMark = Readonly<Record<string, ChosenValue>>;
  interface Drawn {
    readonly engine: string;
    readonly tile: string;
    readonly timeZone: string;
    readonly html: string;
  }

  async function draw(engine: string, id: string, timeZone: string): Promise<string> {
    const url = `${inlay.url}/embed/api/v0/embeds/${engine}`;
    const { status, body } = await renderTile(url, { id, height: 400, timeZone }, { token });
    assert.equal(status, 200, JSON.stringify(body));
    return body.html;
  }

  async function ask<T>(engine: string, path: string, body: object): Promise<T> {
    const response = await call<T>(`${inlay.url}/embed/api/v0/embeds/${engine}/${path}`, { token, body });
    assert.equal(response.status, 200, `${path} ${JSON.stringify(body)}: ${JSON.stringify(response.body)}`);
    return response.body;
  }

  /** What another tile shows after a click. */
  async function totalsOf({ engine, timeZone }: Drawn, cross: readonly CrossFilter[]) {
    const { result } = await ask<TileResponse>(engine, 'tiles/sum', { cross, timeZone });
    return (name: string) => Number(result.columns.find((column) => column.name === name)?.values[0] ?? 0);
  }

  async function problemsOfMarks(drawn: Drawn) {
    const { engine, tile, timeZone, html } = drawn;
    const data = rowsIn(html);
    const view = { tile: { id: tile, datasetId: `${engine}-orders` } } as TileView;
    const items = marksIn(html).flatMap(([label, , written, own = []]) =>
      written.length === 0
        ? [{ name: label, rows: fromRanges(own) }]
        : written.map(([series, , , rows]) => ({ name: `${label} ${series}`, rows: fromRanges(rows) })),
    );
    const clicked = items.flatMap(({ name, rows }) => {
      const point = markPoint(data, rows);
      if (!point) return [];
      const { filters = [] } = point;
      const choices = toggleCrossFilter([], view, { ...point, filters }, name);
      const cross = choices.flatMap((choice) => choice.filters);
      return [{ name, rows, cross, mark: rowsOfMark(data, rows, undefined) }];
    });
    const problems: string[] = [];
    const chosen = sampled(clicked, ({ cross }) => cross.map(({ value }) => value));
    for (const { name, rows, cross, mark } of chosen) {
      if (cross.length === 0 || !mark) {
        problems.push(`${tile}, ${name}: has no filters`);
        continue;
      }
      const [total, drilled] = await Promise.all([
        totalsOf(drawn, cross),
        ask<RowsResponse>(engine, `tiles/${tile}/rows`, { ...mark, measure: 'rows', timeZone }),
      ]);
      const [count, sum] = ['rows', 'total'].map((measure) => {
        const column = data.columns.find((each) => each.name === measure);
        const value = rows.reduce((all, row) => all + Number(column?.values[row]), 0);
        return column && [value, total(measure)];
      });
      assert.ok(count, `${tile} does not count its rows`);
      const agree = new Set([...count, drilled.total]).size === 1 && new Set(sum ?? []).size < 2;
      const found = { count, rows: drilled.total, sum };
      if (!agree) problems.push(`${tile}, ${name}, ${JSON.stringify(cross)}: ${JSON.stringify(found)}`);
    }
    return { problems, marks: chosen.length };
  }

  /** In the merge tier a few marks of each chart: those of missing values and empty texts, of several values, and others. */
  function sampled<T>(marks: readonly T[], valuesOf: (mark: T) => readonly ChosenValue[]): readonly T[] {
    if (isFullTier) return marks;
    const random = makeRandom(seed + marks.length);
    const isOdd = (value: ChosenValue) => value === null || value === '' || typeof value === 'object';
    const odd = marks.filter((mark) => valuesOf(mark).some(isOdd));
    const plain = marks.filter((mark) => !odd.includes(mark));
    return [...random.sample(odd, 2), ...random.sample(plain, 1)];
  }

  /** Cells of tables open their rows. */
  async function problemsOfCells({ engine, tile, timeZone, html }: Drawn) {
    const columns: readonly { measure?: string; mark?: CellMark }[] = JSON.parse(
      attributesIn(html, 'cells')[0] ?? '[]',
    );
    const marked = /<tr[^>]* data-mark-of="[^"]*"[^>]*>.*?(?=<tr|<\/tbody)/gs;
    const cells = [...html.matchAll(marked)].flatMap(([row]) => {
      const own: CellMark = JSON.parse(attributesIn(row, 'mark-of')[0] ?? '{}');
      const texts = [...row.matchAll(/<(t[hd])[^>]*>(.*?)<\/\1>/gs)].map(([, , text = '']) =>
        text.replaceAll(/<[^>]*>/g, ''),
      );
      return columns.flatMap(({ measure, mark }, index) =>
        measure !== undefined && /^\d+$/.test(texts[index] ?? '')
          ? [{ mark: { ...own, ...mark }, measure, value: Number(texts[index]) }]
          : [],
      );
    });
    const problems: string[] = [];
    const chosen = sampled(cells, ({ mark }) => Object.values(mark));
    for (const { mark, measure, value } of chosen) {
      const { total } = await ask<RowsResponse>(engine, `tiles/${tile}/rows`, { mark, measure, timeZone });
      if (total !== value)
        problems.push(`${tile}, ${JSON.stringify(mark)}: ${total} rows instead of ${value}`);
    }
    return { problems, marks: chosen.length };
  }
});

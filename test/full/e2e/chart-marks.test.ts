import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Request } from 'playwright-core';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { expect } from '../../support/browser/expect.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { type EmbedHost, embedFrame, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

const PRODUCTS = ['Ale', 'Beer', 'Cider', 'Drip', 'Espresso', 'Fizz', 'Gin', 'Hops', 'Ice'];
const SHOP = [
  'product,region,customer,amount,pieces,day',
  ...PRODUCTS.flatMap((product, index) =>
    [4, 5].map(
      (month) =>
        `${product},${index % 2 ? 'south' : 'north'},${product} ${month},${50 - index * 5},${index + 1},2025-0${month}-14`,
    ),
  ),
].join('\n');

/** What asks the server for data; scripts may still be on their way. */
const apiPath = (request: Request): readonly string[] =>
  [new URL(request.url()).pathname].filter((path) => path.startsWith('/embed/api/'));

/** Names that read alike or like words of a chart, each in two regions. */
const NAMES = ['Ale', '', '(none)', 'Other', 'Beer', 'Cider', 'Drip', 'Espresso', 'Fizz', 'Gin'];
const ODD = [
  'name,region,price,count',
  ...NAMES.flatMap((name, index) => [
    `${name},north,${100 - index * 8},${index + 1}`,
    `${name},south,${50 - index * 4},${index + 2}`,
  ]),
].join('\n');
const DAYS = Array.from({ length: 2500 }, (_, day) =>
  new Date(Date.UTC(2018, 0, 1 + day)).toISOString().slice(0, 10),
);
const LONG = ['day,price', ...DAYS.map((day, index) => `${day},${index}`)].join('\n');

const by = (...columns: string[]) => columns.map((column) => ({ column }));
const tiles = {
  pie: {
    title: 'Shares of {{ revenue.total | number }}',
    kind: 'pie',
    query: { dimensions: by('product'), measures: ['revenue'], totals: true },
  },
  dots: {
    title: 'Revenue and units',
    kind: 'scatter',
    query: { dimensions: by('product', 'region'), measures: ['units', 'revenue'] },
    options: { x: 'revenue', series: 'region' },
  },
  months: {
    title: 'By month',
    kind: 'table',
    query: {
      dimensions: [{ column: 'day', grain: 'month' }, ...by('region')],
      measures: ['revenue'],
      pivot: { dimension: 'region' },
      totals: true,
    },
  },
};

const odd = { datasetId: 'odd', title: 'T' };
const byName = { dimensions: by('name'), measures: ['amount'], sort: [{ by: 'amount', direction: 'desc' }] };
const byBoth = { dimensions: by('name', 'region'), measures: ['amount', 'pieces'] };
const rowTiles = {
  bars: { ...odd, kind: 'bar', query: byName, options: { orientation: 'vertical' } },
  slices: { ...odd, kind: 'pie', query: byName },
  steps: { ...odd, kind: 'waterfall', query: byName },
  ...Object.fromEntries(
    ['stacked', 'grouped'].flatMap((layout) =>
      ['vertical', 'horizontal'].map((orientation) => [
        `${layout}-${orientation}`,
        {
          ...{ ...odd, kind: 'bar' },
          query: { dimensions: by('name', 'region'), measures: ['amount'] },
          options: { layout, series: 'region', orientation },
        },
      ]),
    ),
  ),
  points: { ...odd, kind: 'scatter', query: byBoth, options: { series: 'region' } },
  cells: { ...odd, kind: 'heatmap', query: { dimensions: by('region', 'name'), measures: ['amount'] } },
  days: {
    ...{ ...odd, datasetId: 'long', kind: 'line' },
    query: { dimensions: [{ column: 'day', grain: 'day' }], measures: ['amount'] },
  },
};

interface Clicked {
  readonly tileId: string;
  readonly values: Readonly<Record<string, string | number | null>>;
  readonly rows?: readonly Readonly<Record<string, string | number | null>>[];
}

/** Clicks a value of the mark that is the `nth` one with this label. */
async function clickOn(tile: Locator, label: string, { nth = 0, item = 0 } = {}): Promise<void> {
  const mark = tile.locator(`[data-mark^='["${label}",']`).nth(nth);
  await mark.scrollIntoViewIfNeeded();
  await mark.click({ position: await middleOf(mark, item) });
}

/** Clicks the middle of a mark, since that of its box may be the hole of a donut, and chooses what to do with it. */
async function chooseOf(mark: Locator, choice: Locator): Promise<void> {
  await eventually(async () => {
    // A chart may be drawn again under the pointer while the page fills.
    if (!(await choice.isVisible())) await mark.click({ position: await middleOf(mark) });
    const isOffered = await choice.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
    assert.ok(isOffered, 'a click on the mark opens no menu');
  });
  await choice.click();
}

function middleOf(mark: Locator, item = 0): Promise<{ readonly x: number; readonly y: number }> {
  return mark.evaluate((element, item) => {
    const chart = (element as SVGElement).ownerSVGElement as SVGSVGElement;
    const [, middle, items] = JSON.parse((element as SVGElement).dataset.mark ?? '');
    const [, height, , , [axis, from, to] = []] = items[item];
    // Of a bar its foot, which is nearer to the head of the bar below it than to its own.
    const x = axis === 'x' ? (from + to) / 2 : middle;
    const y = axis === 'y' ? to - 3 : height;
    const [own, all] = [element.getBoundingClientRect(), chart.getBoundingClientRect()];
    const scale = all.width / chart.viewBox.baseVal.width;
    const inside = (at: number, size: number) => Math.min(Math.max(at, 1), size - 1);
    return {
      x: inside(all.left + x * scale - own.left, own.width),
      y: inside(all.top + y * scale - own.top, own.height),
    };
  }, item);
}

describe('chart marks and titles in a browser', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
    const data = dataClient(host.inlay.url, host.setup.adminToken);
    assert.equal((await data.upload('shop.csv', SHOP)).status, 201);
    await data.create('datasets', {
      ...{ id: 'shop', name: 'Shop', connectionId: 'files', source: { kind: 'file', file: 'shop' } },
      measures: [
        { name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount' },
        { name: 'units', label: 'Units', kind: 'sum', column: 'pieces' },
      ],
      segmented: false,
    });
    const make = async (path: string, id: string, content: object) => {
      const made = await host.admin('POST', path, { body: { id, appId: 'sales', ...content } });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      await host.admin('POST', `${path}/${id}/publish`, { ifMatch: '*' });
    };
    for (const [id, tile] of Object.entries(tiles)) await make('tiles', id, { datasetId: 'shop', ...tile });
    const dashboard = {
      title: 'Marks',
      crossFilter: true,
      drill: [{ id: 'down', label: 'Down', datasetId: 'shop', levels: ['product', 'customer'] }],
      items: Object.keys(tiles).map((tile, index) => ({
        ...{ id: `i${index}`, tile, x: index * 4, y: 0, w: 4, h: 6 },
      })),
    };
    await make('dashboards', 'marks', dashboard);
    assert.equal((await data.upload('odd.csv', ODD)).status, 201);
    assert.equal((await data.upload('long.csv', LONG)).status, 201);
    const sum = (name: string, column: string) => ({ name, kind: 'sum', column });
    for (const [id, measures] of [
      ['odd', [sum('amount', 'price'), sum('pieces', 'count')]],
      ['long', [sum('amount', 'price')]],
    ] as const)
      await data.create('datasets', {
        ...{ id, name: id, connectionId: 'files', source: { kind: 'file', file: id } },
        ...{ measures, segmented: false },
      });
    for (const [id, tile] of Object.entries(rowTiles)) await make('tiles', id, tile);
    await make('dashboards', 'rows', {
      title: 'Rows',
      items: Object.keys(rowTiles).map((tile, index) => ({
        ...{ id: `i${index}`, tile, x: (index % 2) * 6, y: Math.floor(index / 2) * 6, w: 6, h: 6 },
      })),
    });
    const rows = { id: 'e-rows', title: 'Rows', target: { kind: 'dashboard', id: 'rows' } };
    assert.equal((await host.admin('POST', 'embeds', { body: rows })).status, 201);
    const embed = { id: 'e-marks', title: 'Marks', target: { kind: 'dashboard', id: 'marks' } };
    assert.equal((await host.admin('POST', 'embeds', { body: embed })).status, 201);
  });
  after(() => host?.close());

  const insert = async (embedId = 'e-marks') => {
    const opened = await host.open({}, { viewport: { width: 1400, height: 900 } });
    const token = await host.token();
    await opened.page.evaluate(
      async ({ embedId, ...given }) => {
        await window.inlay.insertEmbedById(embedId, document.querySelector('#here'), given);
      },
      { embedId, token },
    );
    return { ...opened, frame: await embedFrame(opened.page) };
  };

  it('"Other" of a pie: reports its rows to the host, cross-filters the other tiles, and can be drilled into', async () => {
    const { page, frame, context } = await insert();
    const pie = frame.locator('[data-tile=pie]');
    const months = frame.locator('[data-tile=months]');
    await months.getByText('May 2025').waitFor();
    await expect(months.locator('tfoot')).toHaveText(/^Total300240$/);
    const other = pie.locator('[data-mark^="[\\"Other"]');
    await chooseOf(other, frame.getByRole('menuitem', { name: 'Filter by Other' }));
    await hears(page, '"rows":[{"product":"');
    await hears(page, '"other":{"in":[');
    await frame.locator('.inlay-chip', { hasText: 'Product: Other' }).waitFor();
    // The products that have no slice of their own: fewer than all.
    await months.locator('tfoot', { hasNotText: '300' }).waitFor();
    await frame.locator('.inlay-chip').click();
    await months.locator('tfoot', { hasText: '300' }).waitFor();

    await chooseOf(other, frame.getByRole('menuitem', { name: 'Drill down into Other' }));
    await hears(page, 'drill {"tileId":"pie","path":[{"product":{"in":[');
    await pie.locator('.inlay-crumbs', { hasText: 'Other' }).waitFor();
    await pie.getByText('Ice 4').first().waitFor();
    await expect(pie.getByText('Ale 4')).toHaveCount(0);
    await context.close();
  });

  it('a scatter chart with a color and a chosen X axis: its points can be clicked, cross-filter and drill down', async () => {
    const { page, frame, context } = await insert();
    const months = frame.locator('[data-tile=months]');
    await months.getByText('May 2025').waitFor();
    const dot = frame.locator('[data-tile=dots] [data-mark^="[\\"Beer"]');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(...apiPath(request)));
    await chooseOf(dot, frame.getByRole('menuitem', { name: /^Filter by Beer/ }));
    await hears(page, 'click {"tileId":"dots","values":{"product":"Beer","region":"south"');
    await months.locator('tfoot', { hasText: '90' }).waitFor();
    // A click causes no request except the one that renders the tiles that it filters.
    assert.deepEqual(requests, ['/embed/api/v0/embeds/e-marks/render']);
    await chooseOf(dot, frame.getByRole('menuitem', { name: /^Drill down into Beer/ }));
    await hears(page, 'drill {"tileId":"dots","path":[{"product":"Beer"}]}');
    await frame.locator('[data-tile=dots]').getByText('Beer 4').first().waitFor();
    await context.close();
  });

  it('a click on any mark reports its own row, without a request', async () => {
    const { page, frame, context } = await insert('e-rows');
    const tile = (id: string) => frame.locator(`[data-tile=${id}]`);
    for (const id of Object.keys(rowTiles)) await tile(id).locator('[data-mark]').first().waitFor();
    const clicks = () =>
      page.evaluate(() =>
        window.heardEvents.filter((each) => each.startsWith('click ')).map((each) => each.slice(6)),
      );
    const click = async (id: string, label: string, place = {}): Promise<Clicked> => {
      const already = (await clicks()).length;
      await clickOn(tile(id), label, place);
      await eventually(async () => assert.ok((await clicks()).length > already, `${id}: ${label}`));
      const clicked: Clicked = JSON.parse((await clicks()).at(-1) ?? '');
      assert.equal(clicked.tileId, id);
      return clicked;
    };
    for (const id of Object.keys(rowTiles))
      await tile(id).locator('.inlay-tools button').first().waitFor({ state: 'attached' });
    await tile('bars').locator('[data-mark]').first().hover();
    await frame.locator('.inlay-tip').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(...apiPath(request)));
    assert.deepEqual((await click('bars', 'Ale')).values, { name: 'Ale', amount: 150 });

    // A missing name and the name '(none)' read alike.
    assert.deepEqual((await click('bars', '(none)')).values, { name: null, amount: 138 });
    assert.deepEqual((await click('bars', '(none)', { nth: 1 })).values, { name: '(none)', amount: 126 });
    assert.deepEqual((await click('bars', 'Other')).values, { name: 'Other', amount: 114 });
    assert.deepEqual((await click('slices', '(none)', { nth: 1 })).values.name, '(none)');
    assert.deepEqual((await click('slices', 'Other')).values, { name: 'Other', amount: 114 });
    const other = await click('slices', 'Other', { nth: 1 });
    assert.deepEqual(
      other.rows?.map(({ name }) => name),
      ['Drip', 'Espresso', 'Fizz', 'Gin'],
    );

    assert.deepEqual((await click('steps', 'Other')).values, { name: 'Other', amount: 114 });
    const already = (await clicks()).length;
    await clickOn(tile('steps'), 'Total');
    assert.deepEqual((await click('steps', 'Gin')).values.name, 'Gin');
    assert.equal((await clicks()).length, already + 1, 'a total stands for no row');

    for (const layout of ['stacked', 'grouped'])
      for (const orientation of ['vertical', 'horizontal']) {
        const id = `${layout}-${orientation}`;
        const bar = async (place: object) => Object.values((await click(id, '(none)', place)).values);
        assert.deepEqual(await bar({ nth: 0, item: 0 }), [null, 'north', 92], id);
        assert.deepEqual(await bar({ nth: 0, item: 1 }), [null, 'south', 46], id);
        assert.deepEqual(await bar({ nth: 1, item: 1 }), ['(none)', 'south', 42], id);
      }

    assert.deepEqual((await click('points', '(none) · south')).values.name, null);
    assert.deepEqual((await click('points', '(none) · south', { nth: 1 })).values.name, '(none)');

    const cells = await Promise.all(
      (await tile('cells').locator('[data-mark]').all()).map((cell) => cell.getAttribute('data-mark')),
    );
    assert.equal(cells.length, 20);
    const cell = await click('cells', 'south', { nth: 2 });
    assert.deepEqual(cell.values, { region: 'south', name: '(none)', amount: 42 });

    const days = tile('days').locator('[data-mark]');
    await eventually(async () => assert.ok((await days.count()) <= 200));
    const [label = '', , [[, , text = '']]] = JSON.parse(
      (await days.nth(40).getAttribute('data-mark')) ?? '',
    );
    const day = await click('days', label);
    assert.equal(day.values.amount, Number(text.replace(',', '')));
    assert.equal(day.values.day, DAYS[Number(day.values.amount)]);

    assert.deepEqual(requests, []);
    await context.close();
  });

  it('admin app: titles contain values, and a pie can be a donut or not', async () => {
    const { page, context, complaints } = await openAdmin(
      host.browser,
      host.inlay.url,
      '/apps/sales?tab=tiles',
    );
    await page.getByRole('link', { name: 'Shares of 540' }).click();
    await page.getByRole('heading', { level: 1, name: 'Shares of 540' }).waitFor();
    const preview = page.getByRole('region', { name: 'Preview' });
    const total = preview.locator('svg.inlay-chart text', { hasText: /^540$/ });
    await total.waitFor();
    await page.getByText('Appearance', { exact: true }).click();
    const donut = page.getByLabel('Donut');
    await expect(donut).toBeChecked();
    await donut.uncheck();
    await total.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    assert.deepEqual((await host.admin('GET', 'tiles/pie')).body.options, { donut: false });
    await donut.check();
    await total.waitFor();
    for (const path of ['/apps/sales?tab=tiles', '/apps/sales/dashboards/marks', '/embeds']) {
      await page.goto(`${host.inlay.url}/admin${path}`);
      await page.locator('main :text("540"), main :text("Marks")').first().waitFor();
      await expect(page.locator('main')).not.toHaveText(/\{\{/);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { openAdmin } from '../support/admin-page.ts';
import { dataClient } from '../support/data-client.ts';
import { type EmbedHost, embedFrame, hears, startEmbedHost } from '../support/embed-host.ts';
import { eventually } from '../support/eventually.ts';

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

function middleOf(mark: Locator): Promise<{ readonly x: number; readonly y: number }> {
  return mark.evaluate((element) => {
    const chart = (element as SVGElement).ownerSVGElement as SVGSVGElement;
    const [, x, [[, y]]] = JSON.parse((element as SVGElement).dataset.mark ?? '');
    const [own, all] = [element.getBoundingClientRect(), chart.getBoundingClientRect()];
    const scale = all.width / chart.viewBox.baseVal.width;
    return { x: all.left + x * scale - own.left, y: all.top + y * scale - own.top };
  });
}

describe('marks and titles of charts, in a browser', () => {
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
    const embed = { id: 'e-marks', title: 'Marks', target: { kind: 'dashboard', id: 'marks' } };
    assert.equal((await host.admin('POST', 'embeds', { body: embed })).status, 201);
  });
  after(() => host?.close());

  const insert = async () => {
    const opened = await host.open({}, { viewport: { width: 1400, height: 900 } });
    const token = await host.token();
    await opened.page.evaluate(
      async (given) => {
        await window.inlay.insertEmbedById('e-marks', document.querySelector('#here'), given);
      },
      { token },
    );
    return { ...opened, frame: await embedFrame(opened.page) };
  };

  it('"Other" of a pie: tells the host its rows, filters the other tiles by them, and is drilled into', async () => {
    const { page, frame, context } = await insert();
    const pie = frame.locator('[data-tile=pie]');
    const months = frame.locator('[data-tile=months]');
    await months.getByText('May 2025').waitFor();
    assert.match((await months.locator('tfoot').textContent()) ?? '', /^Total300240$/);
    const other = pie.locator('[data-mark^="[\\"Other"]');
    await chooseOf(other, frame.getByRole('menuitem', { name: 'Filter by Other' }));
    await hears(page, '"rows":[{"product":"');
    await hears(page, '"other":{"in":[');
    await frame.locator('.inlay-chip', { hasText: 'Product: Other' }).waitFor();
    // The products that have no slice of their own: fewer than all.
    await months.locator('tfoot', { hasNotText: '300' }).waitFor();
    await frame.locator('.inlay-chip').click();
    await months.locator('tfoot', { hasText: '300' }).waitFor();

    await chooseOf(other, frame.getByRole('menuitem', { name: 'Drill into Other' }));
    await hears(page, 'drill {"tileId":"pie","path":[{"product":{"in":[');
    await pie.locator('.inlay-crumbs', { hasText: 'Other' }).waitFor();
    await pie.getByText('Ice 4').first().waitFor();
    assert.equal(await pie.getByText('Ale 4').count(), 0);
    await context.close();
  });

  it('a scatter chart with a color and a chosen X axis: its points are clicked, filtered by and drilled into', async () => {
    const { page, frame, context } = await insert();
    const months = frame.locator('[data-tile=months]');
    await months.getByText('May 2025').waitFor();
    const dot = frame.locator('[data-tile=dots] [data-mark^="[\\"Beer"]');
    await chooseOf(dot, frame.getByRole('menuitem', { name: /^Filter by Beer/ }));
    await hears(page, 'click {"tileId":"dots","values":{"product":"Beer","region":"south"');
    await months.locator('tfoot', { hasText: '90' }).waitFor();
    await chooseOf(dot, frame.getByRole('menuitem', { name: /^Drill into Beer/ }));
    await hears(page, 'drill {"tileId":"dots","path":[{"product":"Beer"}]}');
    await frame.locator('[data-tile=dots]').getByText('Beer 4').first().waitFor();
    await context.close();
  });

  it('admin app: titles have their values, and a pie is a donut or a plain one', async () => {
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
    await page.getByText('Look', { exact: true }).click();
    const donut = page.getByLabel('Donut');
    assert.equal(await donut.isChecked(), true);
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
      assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /\{\{/, path);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

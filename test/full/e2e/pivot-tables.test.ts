import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { expect } from '../../support/browser/expect.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { type EmbedHost, embedFrame, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

const SHOP = [
  'region,product,amount,day',
  ...['North', 'South'].flatMap((region, place) =>
    ['Ale', 'Beer', 'Cider'].flatMap((product, index) =>
      [1, 2, 3, 4].map(
        (month) => `${region},${product},${(place + 1) * 100 + index * 10 + month},2025-0${month}-14`,
      ),
    ),
  ),
].join('\n');

const month = { column: 'day', grain: 'month' };
const tile = {
  title: 'Revenue',
  kind: 'pivot-table',
  datasetId: 'shop',
  query: { dimensions: [{ column: 'region' }, { column: 'product' }, month], measures: ['revenue'] },
};

describe('pivot tables in a browser', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
    const data = dataClient(host.inlay.url, host.setup.adminToken);
    assert.equal((await data.upload('shop.csv', SHOP)).status, 201);
    await data.create('datasets', {
      ...{ id: 'shop', name: 'Shop', connectionId: 'files', source: { kind: 'file', file: 'shop' } },
      measures: [{ name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount' }],
      segmented: false,
    });
    const make = async (path: string, id: string, content: object) => {
      const made = await host.admin('POST', path, { body: { id, appId: 'sales', ...content } });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      await host.admin('POST', `${path}/${id}/publish`, { ifMatch: '*' });
    };
    await make('tiles', 'pivot', { ...tile, options: { openLevels: 1 } });
    await make('dashboards', 'pivots', {
      title: 'Pivots',
      items: [{ id: 'i1', tile: 'pivot', x: 0, y: 0, w: 12, h: 8 }],
      filters: [{ id: 'product', kind: 'dropdown', label: 'Product', datasetId: 'shop', column: 'product' }],
    });
    const embed = { id: 'e-pivots', title: 'Pivots', target: { kind: 'dashboard', id: 'pivots' } };
    assert.equal((await host.admin('POST', 'embeds', { body: embed })).status, 201);
  });
  after(() => host?.close());

  const insert = async (options: BrowserContextOptions) => {
    const opened = await host.open({}, options);
    const token = await host.token();
    await opened.page.evaluate(
      async (given) => {
        await window.inlay.insertEmbedById('e-pivots', document.querySelector('#here'), given);
      },
      { token },
    );
    const frame = await embedFrame(opened.page);
    await frame.locator('.inlay-pivot').waitFor();
    return { ...opened, frame };
  };

  it('groups expand and collapse by click and key, without a request, and stay so when a filter changes', async () => {
    const { page, frame, context } = await insert({ viewport: { width: 1000, height: 800 } });
    const north = frame.getByRole('button', { name: 'North' });
    const rows = frame.locator('.inlay-pivot tbody tr:visible');
    await expect(rows).toHaveCount(2);
    await expect(north).toHaveAttribute('aria-expanded', 'false');
    // The first touch loads the script that opens groups.
    await eventually(async () => {
      if ((await north.getAttribute('aria-expanded')) === 'false') await north.click();
      assert.equal(await north.getAttribute('aria-expanded'), 'true');
    });
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/embed/api/')) requests.push(request.url());
    });
    await expect(rows.locator('th')).toHaveText(['North', 'Ale', 'Beer', 'Cider', 'South']);
    await frame.getByRole('button', { name: 'South' }).focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(8);
    await page.keyboard.press('Space');
    await expect(rows).toHaveCount(5);
    assert.deepEqual(requests, []);
    await page.evaluate(() => window.inlay.setFilters({ product: 'Beer' }));
    await expect(rows.locator('th')).toHaveText(['North', 'Beer', 'South']);
    assert.deepEqual(await axeFindings(frame, { within: '.inlay-pivot' }), []);
    await context.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`row names stay visible on a phone, ${colorScheme}, while scrolling horizontally`, async () => {
      const { frame, context } = await insert({ viewport: { width: 360, height: 700 }, colorScheme });
      const table = frame.locator('.inlay-pivot .inlay-scroll');
      const name = frame.getByRole('button', { name: 'North' });
      const scrolled = await table.evaluate((element) => {
        element.scrollLeft = 200;
        return element.scrollLeft;
      });
      assert.ok(scrolled > 50, `it has nothing to scroll: ${scrolled}`);
      const [box, own] = [await table.boundingBox(), await name.boundingBox()];
      assert.ok(box && own && own.x >= box.x && own.x < box.x + 40, JSON.stringify([box, own]));
      assert.deepEqual(await axeFindings(frame, { within: '.inlay-pivot' }), []);
      await context.close();
    });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { expect } from '../../support/browser/expect.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { type EmbedHost, embedFrame, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

const MONTHS = Array.from({ length: 12 }, (_, month) => `m${month + 1}`);
const SHOP = [
  `region,product,${MONTHS.map((name) => `in_${name}`).join(',')}`,
  ...['north', 'south'].flatMap((region, place) =>
    Array.from({ length: 20 }, (_, index) => {
      const amount = Math.round(10_000 / (index + 1) ** 3) + (place === 0 ? 1 : 0);
      return `${region},${region} ${index + 1},${MONTHS.map(() => amount).join(',')}`;
    }),
  ),
].join('\n');

const by = (...columns: string[]) => columns.map((column) => ({ column }));
const tiles = {
  parts: {
    title: 'Parts',
    kind: 'treemap',
    query: { dimensions: by('region', 'product'), measures: ['m1'] },
  },
  wide: {
    title: 'Wide',
    kind: 'table',
    query: { dimensions: by('product'), measures: MONTHS, limit: 5 },
    options: { pinned: 1, bars: ['m1'], links: { product: 'https://shop.example.com/{product}' } },
  },
};

describe('treemaps and tables in a browser', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
    const data = dataClient(host.inlay.url, host.setup.adminToken);
    assert.equal((await data.upload('shop.csv', SHOP)).status, 201);
    await data.create('datasets', {
      ...{ id: 'shop', name: 'Shop', connectionId: 'files', source: { kind: 'file', file: 'shop' } },
      measures: MONTHS.map((name) => ({ name, label: `Month ${name}`, kind: 'sum', column: `in_${name}` })),
      segmented: false,
    });
    const settings = { allowedLinkHosts: ['shop.example.com'] };
    assert.equal((await host.admin('PATCH', 'tenant-settings', { body: settings })).status, 200);
    for (const [id, tile] of Object.entries(tiles)) {
      const body = { id, appId: 'sales', datasetId: 'shop', ...tile };
      const made = await host.admin('POST', 'tiles', { body });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      await host.admin('POST', `tiles/${id}/publish`, { ifMatch: '*' });
      const embed = { id: `e-${id}`, title: id, target: { kind: 'tile', id } };
      assert.equal((await host.admin('POST', 'embeds', { body: embed })).status, 201);
    }
  });
  after(() => host?.close());

  const insert = async (embedId: string, width: number, lang = 'en') => {
    const opened = await host.open({}, { viewport: { width, height: 700 } });
    const token = await host.token();
    await opened.page.evaluate(
      async ({ embedId, ...given }) => {
        await window.inlay.insertEmbedById(embedId, document.querySelector('#here'), given);
      },
      { embedId, token, lang },
    );
    return { ...opened, frame: await embedFrame(opened.page) };
  };

  it('treemap: arrow keys move from the largest part to the next, and Enter selects its row', async () => {
    const { page, frame, context } = await insert('e-parts', 900);
    const chart = frame.locator('svg.inlay-chart');
    await chart.focus();
    const tip = frame.locator('.inlay-tip');
    await eventually(async () => {
      await page.keyboard.press('Home');
      // The script that shows it comes with the first focus.
      assert.ok(await tip.isVisible());
      assert.match((await tip.textContent()) ?? '', /^north 1north10,001 · \d+%$/);
    });
    await page.keyboard.press('ArrowRight');
    await expect(tip).toHaveText(/^north 2north1,251 · \d+%$/);
    await page.keyboard.press('Enter');
    await hears(page, 'click {"tileId":"parts","values":{"region":"north","product":"north 2","m1":1251}');
    await chart.locator('[data-mark^=\'["Other",\']').first().click();
    await hears(page, '"rows":[{"region":"north","product":"north ');
    await context.close();
  });

  for (const lang of ['en', 'ar'])
    it(`table: pinned columns stay while the others scroll, with a shadow only then (${lang})`, async () => {
      const { frame, context } = await insert('e-wide', 600, lang);
      const table = frame.locator('.inlay-table');
      const pinned = table.locator('tbody th').first();
      const place = async () => (await pinned.boundingBox())?.x;
      const shadow = () => pinned.evaluate((cell) => getComputedStyle(cell).boxShadow);
      const before = await place();
      assert.doesNotMatch(await shadow(), /8px/);
      await scrollSideways(frame, lang === 'ar' ? -200 : 200);
      await eventually(async () => assert.match(await shadow(), /8px/));
      assert.equal(await place(), before);
      const next = await table.locator('tbody td').first().boundingBox();
      assert.ok(next && before !== undefined && (lang === 'ar' ? next.x > before : next.x < before));
      await expect(table.locator('.inlay-cell-bar')).toHaveCount(5);
      const link = pinned.locator('a');
      await expect(link).toHaveAttribute('href', /^https:\/\/shop\.example\.com\/(?:north|south)%20\d+$/);
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
      await context.close();
    });
});

const scrollSideways = (frame: Frame, by: number) =>
  frame.locator('.inlay-scroll').evaluate((table, left) => table.scrollBy({ left }), by);

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { eventually } from '../../support/time/eventually.ts';
import { type DemoPage, startDemoPage } from '../browsers/demo-page.ts';

describe('the page of the demo', () => {
  let demo: DemoPage;
  let browser: Browser;
  before(async () => {
    demo = await startDemoPage();
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await demo.close();
  });

  async function open(user: 'maeve' | 'jonas', width = 1440): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    await context.addCookies([{ name: 'user', value: user, url: demo.url }]);
    const page = await context.newPage();
    await page.goto(demo.url);
    return page;
  }

  const frameOf = (page: Page, id: string) => page.locator(`[data-embed=${id}] iframe`).last().contentFrame();

  for (const user of ['maeve', 'jonas'] as const)
    for (const width of [1440, 390])
      it(`reserves the height of each embed for ${user} at ${width} pixels`, async () => {
        const page = await open(user, width);
        try {
          for (const place of await page.locator('.page').all()) {
            const reserved = (await place.boundingBox())?.height ?? 0;
            await place.evaluate((element) => element.scrollIntoView());
            await eventually(async () =>
              assert.match((await place.getAttribute('style')) ?? '', /min-height: 0/),
            );
            const id = (await place.getAttribute('data-embed')) ?? '';
            await eventually(async () => {
              const body = frameOf(page, id).locator('body');
              const late = '[data-state=pending]:not([hidden] *)';
              assert.equal(await body.evaluate((element, tiles) => element.querySelector(tiles), late), null);
              const final = (await place.boundingBox())?.height ?? 0;
              // Fonts of another system may break a line differently.
              assert.ok(
                Math.abs(final - reserved) < 0.06 * final,
                `${id}: ${reserved} reserved, ${final} needed`,
              );
            });
          }
        } finally {
          await page.context().close();
        }
      });

  it('keeps the first screen in place when another user signs in', async () => {
    const page = await open('maeve');
    try {
      const boxes = () =>
        page.locator('.figures .card, .pair .card').evaluateAll((cards) =>
          cards.map((card) => {
            const { x, y, width, height } = card.getBoundingClientRect();
            return [x, y, width, height];
          }),
        );
      await expect(frameOf(page, 'revenue-figure').getByText('Revenue').first()).toBeVisible();
      const before = await boxes();
      await page.getByRole('button', { name: /Jonas Weber/ }).click();
      await expect(frameOf(page, 'revenue-figure').getByText('Umsatz').first()).toBeVisible();
      assert.deepEqual(await boxes(), before);
    } finally {
      await page.context().close();
    }
  });

  it('greets with growth, and returns that grew as well', async () => {
    const page = await open('maeve');
    try {
      const labels: string[] = [];
      for (const id of ['revenue-figure', 'orders-figure', 'basket-figure', 'returns-figure'])
        labels.push(
          (await frameOf(page, id).locator('svg[role=img]').first().getAttribute('aria-label')) ?? '',
        );
      assert.deepEqual(
        labels.map((label) => /\+[\d.]+/.test(label)),
        [true, true, true, true],
        labels.join('\n'),
      );
      const products = frameOf(page, 'products-tile');
      await expect(products.getByText(/▲/).first()).toBeVisible();
      await expect(products.getByText(/▼/)).toHaveCount(0);
    } finally {
      await page.context().close();
    }
  });

  it('shows other rows in every embed as soon as the signed context changes', async () => {
    const page = await open('maeve');
    try {
      const figure = frameOf(page, 'revenue-figure').locator('svg[role=img]').first();
      const own = await figure.getAttribute('aria-label');
      await page.getByRole('combobox', { name: 'Region' }).selectOption('France');
      await eventually(async () => {
        const label = await figure.getAttribute('aria-label');
        assert.match(label ?? '', /^Revenue: /);
        assert.notEqual(label, own);
      });
      // The script tag is written again with the new token.
      await expect(page.locator('[data-tag] iframe')).toHaveCount(1);
      await page.getByRole('combobox', { name: 'Region' }).selectOption('not set');
      await expect(frameOf(page, 'revenue-figure').getByText('No data').first()).toBeVisible();
    } finally {
      await page.context().close();
    }
  });
});

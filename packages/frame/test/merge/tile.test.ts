import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { expect } from '../../../../test/support/browser/expect.ts';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { awake, useFrame } from '../support/use-frame.ts';

const picture = (frame: Frame) => frame.locator('.inlay-chart-box').innerHTML();

describe('a tile embed', () => {
  const tests = useFrame();

  it("keeps the server's rendering when the script takes over", async () => {
    const embed = await tests.open('months');
    const before = await picture(embed.frame);
    await awake(embed.frame);
    assert.equal(await picture(embed.frame), before);
    assert.deepEqual(embed.complaints, []);
    await embed.close();
  });

  it('sends no requests until the viewer interacts', async () => {
    const already = tests.standIn.asked.length;
    const embed = await tests.open('months');
    await awake(embed.frame);
    assert.equal(tests.standIn.asked.length, already);
    await embed.close();
  });

  it('shows a tooltip under the pointer and hides it elsewhere', async () => {
    const embed = await tests.open('regions');
    await awake(embed.frame);
    await embed.frame.locator('[data-mark]').nth(1).hover();
    await expect(embed.frame.locator('.inlay-tip-title')).toHaveText('West');
    await expect(embed.frame.locator('.inlay-tip b')).toHaveText(/^€2\d\d,\d{3}$/);
    await embed.frame.locator('h1').hover();
    await embed.frame.locator('.inlay-tip').waitFor({ state: 'hidden' });
    await embed.close();
  });

  it('is navigated by arrow keys, Home, End and Escape, and announced', async () => {
    const embed = await tests.open('months');
    await awake(embed.frame);
    const title = embed.frame.locator('.inlay-tip-title');
    const press = (key: string) => embed.page.keyboard.press(key);
    await embed.frame.locator('svg.inlay-chart').focus();
    await press('ArrowRight');
    await expect(title).toHaveText('January 2025');
    await press('ArrowRight');
    await expect(title).toHaveText('February 2025');
    await press('End');
    await expect(title).toHaveText('December 2025');
    await press('ArrowLeft');
    await expect(embed.frame.locator('[role=status]')).toHaveText(/^November 2025: North €[\d,]+, West/);
    await press('Home');
    await expect(title).toHaveText('January 2025');
    await press('Escape');
    await embed.frame.locator('.inlay-tip').waitFor({ state: 'hidden' });
    await embed.close();
  });

  it('reverses arrow keys in right-to-left languages', async () => {
    const embed = await tests.open('months', { lang: 'ar' });
    await awake(embed.frame);
    await embed.frame.locator('svg.inlay-chart').focus();
    await embed.page.keyboard.press('Home');
    const title = embed.frame.locator('.inlay-tip-title');
    await title.waitFor();
    const first = (await title.textContent()) ?? '';
    await embed.page.keyboard.press('ArrowLeft');
    await expect(title).not.toHaveText(first);
    await embed.page.keyboard.press('ArrowRight');
    await expect(title).toHaveText(first);
    await expect(embed.frame.locator('button[aria-label="عرض كجدول"]')).toHaveCount(1);
    await embed.close();
  });

  it('reports the clicked row to the host without a request', async () => {
    const embed = await tests.open('regions');
    await awake(embed.frame);
    const already = tests.standIn.asked.length;
    await embed.frame.locator('[data-mark]').nth(0).click();
    await embed.hears('click');
    const [click] = await embed.heard('click');
    assert.equal(click?.tileId, 'regions');
    assert.equal((click as unknown as { values: { region: string } }).values.region, 'North');
    assert.equal(tests.standIn.asked.length, already);
    await embed.close();
  });

  it('switches to a table of the same height and back', async () => {
    const embed = await tests.open('regions');
    await awake(embed.frame);
    const height = () => embed.frame.locator('.inlay-tile').evaluate((tile) => tile.clientHeight);
    const before = await height();
    await embed.frame.locator('button[aria-pressed=false]').click();
    await eventually(async () =>
      assert.equal(
        await embed.frame.locator('.inlay-data').evaluate((table) => table.clientHeight > 100),
        true,
      ),
    );
    assert.equal(await height(), before);
    await embed.frame.locator('button[aria-pressed=true]').click();
    await expect(embed.frame.locator('svg.inlay-chart')).toBeVisible();
    await embed.close();
  });

  it('goes full screen and is redrawn at that size', async () => {
    const embed = await tests.open('regions', {}, { viewport: { width: 700, height: 900 } });
    await awake(embed.frame);
    await embed.frame.locator('.inlay-tile').hover();
    // Browsers take several steps to fill the screen, on a busy machine some time apart.
    await embed.frame.evaluate(() =>
      document.addEventListener('fullscreenchange', () => {
        const box = document.querySelector<HTMLElement>('.inlay-chart-box');
        const shrink = () => box?.style.setProperty('width', 'calc(100% - 1px)');
        requestAnimationFrame(() => requestAnimationFrame(shrink));
      }),
    );
    // Only the page in front may fill the screen.
    await embed.page.bringToFront();
    await fillScreen(embed.frame);
    await expect(embed.frame.locator('button[aria-label="Exit full screen"]')).toHaveCount(1);
    await embed.close();
  });

  it('is downloaded as the CSV file of the server, whose name says if rows are missing', async () => {
    const embed = await tests.open('products');
    await awake(embed.frame);
    await embed.frame.locator('.inlay-tile').hover();
    await embed.frame.locator('button[aria-haspopup=menu]').click();
    const [download] = await Promise.all([
      embed.page.waitForEvent('download'),
      embed.frame.locator('[role=menuitem]', { hasText: 'CSV' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    const filename = 'share-of-products-first-100000-rows.csv';
    assert.equal(download.suggestedFilename(), filename);
    assert.match(text, /^Product,Chairs,.*\r\nRevenue,\d+,.*\r\n$/);
    await eventually(async () =>
      assert.deepEqual(await embed.heard('export'), [{ format: 'csv', filename }]),
    );
    await embed.close();
  });

  it('is exported to the host as an image with its colors', async () => {
    const embed = await tests.open('regions', { theme: 'dark' });
    await embed.hears('ready');
    const [svg, png] = await embed.page.evaluate(async () => {
      const { ask } = window as unknown as {
        ask(type: string, body: unknown): Promise<{ filename: string; blob: Blob }>;
      };
      const svg = await ask('export', { format: 'svg' });
      const png = await ask('export', { format: 'png' });
      return [await svg.blob.text(), [...new Uint8Array(await png.blob.arrayBuffer()).slice(1, 4)]] as const;
    });
    assert.match(svg, /#14171d/);
    assert.match(svg, />Revenue by region</);
    assert.doesNotMatch(svg, /var\(|data-mark/);
    assert.deepEqual(png, [80, 78, 71]);
    await embed.close();
  });

  it('sorts a table by a click on a column header and pages through it', async () => {
    const embed = await tests.open('rows');
    await awake(embed.frame);
    await embed.frame.locator('th[data-column=units]').click();
    await embed.frame.waitForSelector('th[data-column=units][aria-sort=descending]');
    await eventually(async () => {
      const units = await embed.frame.locator('tbody tr td:last-child').allTextContents();
      assert.deepEqual(
        units,
        units.toSorted((a, b) => Number(b) - Number(a)),
      );
      assert.equal(units.length, 8);
    });
    await embed.frame.locator('.inlay-pager button', { hasText: 'Next' }).click();
    await embed.frame.waitForSelector('[data-page="2"].inlay-table');
    await expect(embed.frame.locator('.inlay-table-note')).toHaveText(/9–16 of 32/);
    await embed.close();
  });

  it('keeps a table whose sorting or next page failed, reports it and retries', async () => {
    const embed = await tests.open('rows');
    await awake(embed.frame);
    const { frame, page } = embed;
    const rows = () => frame.locator('tbody tr').allTextContents();
    const before = await rows();
    const renders = /\/embeds\/rows\/render$/;
    await page.route(renders, (route) => route.abort('internetdisconnected'));
    await frame.locator('th[data-column=units]').click();
    const note = frame.locator('.inlay-not-turned');
    await note.getByText('Connection lost').waitFor();
    assert.deepEqual(await rows(), before);
    const [error] = await embed.heard('error');
    assert.equal(error?.code, 'UNREACHABLE');

    // The last thing that was wanted is what is tried again, and a server that fails is no network that is away.
    await page.unroute(renders);
    await page.route(renders, (route) => route.fulfill({ status: 502, json: { message: 'Down.' } }));
    await frame.locator('.inlay-pager button', { hasText: 'Next' }).click();
    await note.getByText('The data source did not respond').waitFor();
    await expect(note).toHaveCount(1);
    assert.deepEqual(await rows(), before);
    await page.unroute(renders);
    await note.getByRole('button', { name: 'Try again' }).click();
    await frame.waitForSelector('[data-page="2"].inlay-table');
    await expect(note).toHaveCount(0);
    await expect(frame.locator('th[aria-sort]'), 'an order that did not come is forgotten').toHaveCount(0);
    await expect(frame.locator('.inlay-pager button:focus')).toHaveCount(1);
    assert.ok(embed.complaints.every((line) => !/Uncaught/.test(line)));
    await embed.close();
  });

  it('shows an error if its data fails to load, keeps its height and retries', async () => {
    const embed = await tests.open('broken');
    await embed.hears('ready');
    const height = () => embed.frame.locator('.inlay-tile').evaluate((tile) => tile.clientHeight);
    const before = await height();
    await embed.ask('refresh', null);
    assert.equal(await height(), before);
    const [error] = await embed.heard('error');
    assert.deepEqual(
      { code: error?.code, fatal: error?.fatal, tileId: error?.tileId },
      { code: 'ENGINE_UNAVAILABLE', fatal: false, tileId: 'broken' },
    );
    await expect(embed.frame.locator('.inlay-failure')).not.toHaveText(/database/);
    const asked = tests.standIn.asked.length;
    await embed.frame.locator('.inlay-failure button').click();
    await embed.hears('error', 2);
    assert.equal(tests.standIn.asked.length, asked + 1);
    await embed.close();
  });
});

/** A busy machine may let the browser's permission for a click run out; a person would click again. */
async function fillScreen(frame: Frame): Promise<void> {
  const button = frame.locator('button[aria-label="Full screen"]');
  const isLarge = () =>
    (document.querySelector('svg.inlay-chart') as SVGSVGElement).viewBox.baseVal.height > 500;
  await eventually(async () => {
    if ((await button.count()) > 0) await button.click();
    const becomesLarge = frame.waitForFunction(isLarge, undefined, { timeout: 8000 });
    const outcome = await Promise.allSettled([becomesLarge]);
    assert.equal(outcome[0].status, 'fulfilled', 'the chart does not fill the screen');
  });
}

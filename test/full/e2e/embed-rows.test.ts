import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions, Frame } from 'playwright-core';
import { afterFrames } from '../../support/browser/after-frames.ts';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { expect } from '../../support/browser/expect.ts';
import { smallTargets, TOUCH_DEVICES } from '../../support/browser/small-targets.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { type EmbedHost, embedFrame, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

const COUNT = 120;
const ORDERS = [
  'region,product,customer,amount',
  ...Array.from({ length: COUNT }, (_, index) =>
    ['north', ['Tea', 'Coffee', 'Cocoa'][index % 3], `Customer ${index}`, index + 1].join(','),
  ),
].join('\n');
const drillThrough = { columns: ['product', 'customer', 'amount'] };
const query = { dimensions: [{ column: 'product' }], measures: ['revenue'], totals: true };

describe('rows behind a mark, in a page of another origin', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
    const data = dataClient(host.inlay.url, host.setup.adminToken);
    assert.equal((await data.upload('orders.csv', ORDERS)).status, 201);
    await data.create('datasets', {
      id: 'orders',
      name: 'Orders',
      connectionId: 'files',
      source: { kind: 'file', file: 'orders' },
      columns: [
        { name: 'region', type: 'string' },
        { name: 'product', type: 'string', label: 'Product' },
        { name: 'customer', type: 'string', label: 'Customer', access: [{ show: 'hash' }] },
        { name: 'amount', type: 'integer', label: 'Amount' },
      ],
      measures: [{ name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount' }],
      segmented: false,
    });
    const publish = async (kind: string, id: string, body: object) => {
      await data.create(kind, { id, appId: 'sales', ...body });
      assert.equal((await host.admin('POST', `${kind}/${id}/publish`, { ifMatch: '*' })).status, 200);
    };
    const tile = { title: 'Orders', datasetId: 'orders', query, drillThrough };
    await publish('tiles', 'orders-bar', { ...tile, kind: 'bar' });
    await publish('tiles', 'orders-table', { ...tile, kind: 'table' });
    await publish('tiles', 'orders-pivot', { ...tile, kind: 'pivot-table' });
    await publish('dashboards', 'orders', {
      title: 'Orders',
      crossFilter: true,
      items: ['bar', 'table', 'pivot'].map((kind, y) => ({
        id: kind,
        x: 0,
        y: y * 6,
        w: 12,
        h: 6,
        tile: `orders-${kind}`,
      })),
    });
    await data.create('embeds', { id: 'rows', title: 'R', target: { kind: 'dashboard', id: 'orders' } });
    await data.create('embeds', { id: 'rows-tile', title: 'T', target: { kind: 'tile', id: 'orders-bar' } });
  });
  after(() => host?.close());

  const insert = async (id: string, given: object = {}, options: BrowserContextOptions = {}) => {
    const opened = await host.open({}, options);
    const token = await host.token();
    await opened.page.evaluate(
      async ([embed, sent]) => {
        await window.inlay.insertEmbedById(embed as string, document.querySelector('#here'), sent as object);
      },
      [id, { token, ...given }] as const,
    );
    return { ...opened, frame: await embedFrame(opened.page) };
  };
  const dialogOf = (frame: Frame) => frame.getByRole('dialog');
  const amounts = async (frame: Frame) =>
    (await dialogOf(frame).locator('tbody td:last-child').allTextContents()).map(Number);

  it('opens from the menu of a mark, sorts, pages and gives the focus back', async () => {
    const { page, context, frame } = await insert('rows');
    // A tile that was late has a placeholder before it, until the script has loaded.
    const chart = frame.locator('[data-tile=orders-bar] svg.inlay-chart').last();
    await chart.focus();
    // The first interaction loads the script.
    await frame.locator('[data-tile=orders-bar] [aria-haspopup=menu]').waitFor();
    const seeRows = frame.getByRole('menuitem', { name: 'See rows' });
    // The chart has its own keys a moment after the tools are there.
    await eventually(async () => {
      await chart.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await afterFrames(page);
      assert.ok(await seeRows.isVisible());
    });
    await seeRows.click();
    const dialog = dialogOf(frame);
    await dialog.getByText('1–40 of 40').waitFor();
    await expect(dialog.getByRole('heading')).toHaveText(/^Orders: (Tea|Coffee|Cocoa)$/);
    await expect(dialog.locator('tbody td').nth(1)).toHaveText(/^[0-9a-f]{16}$/);
    await expect(dialog.getByRole('columnheader', { name: 'Customer' }).getByRole('button')).toHaveCount(0);
    const amount = dialog.getByRole('button', { name: 'Amount' });
    await amount.click();
    await eventually(async () => {
      const shown = await amounts(frame);
      assert.deepEqual(
        shown,
        shown.toSorted((a, b) => a - b),
      );
    });
    await amount.click();
    await eventually(async () => {
      const shown = await amounts(frame);
      assert.deepEqual(
        shown,
        shown.toSorted((a, b) => b - a),
      );
    });
    assert.deepEqual(await axeFindings(frame), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect(chart).toBeFocused();
    await context.close();
  });

  it('opens from cells of tables and pivot tables, by click and by keyboard', async () => {
    const { page, context, frame } = await insert('rows');
    for (const id of ['orders-table', 'orders-pivot']) {
      const table = frame.locator(`[data-tile=${id}]`);
      const cell = table.locator('tbody tr').nth(1).locator('td').last();
      await frame.locator('[data-tile=orders-bar] svg.inlay-chart').last().focus();
      const first = table.locator('tbody [tabindex="0"]');
      await first.waitFor();
      await cell.click();
      await dialogOf(frame).getByText('1–40 of 40').waitFor();
      const value = Number(((await cell.textContent()) ?? '').replaceAll(/\D/g, ''));
      const shown = await amounts(frame);
      assert.equal(
        shown.reduce((sum, each) => sum + each, 0),
        value,
      );
      await page.keyboard.press('Escape');
      await dialogOf(frame).waitFor({ state: 'detached' });
      await first.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await dialogOf(frame).getByText('1–40 of 40').waitFor();
      await page.keyboard.press('Escape');
      await dialogOf(frame).waitFor({ state: 'detached' });
    }
    await context.close();
  });

  it('pages through all rows of a tile from its menu, and downloads them', async () => {
    const { page, context, frame } = await insert('rows');
    await frame.locator('[data-tile=orders-bar] [aria-haspopup=menu]').click();
    await frame.getByRole('menuitem', { name: 'See rows' }).click();
    const dialog = dialogOf(frame);
    await dialog.getByText('1–50 of 120').waitFor();
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByText('51–100 of 120').waitFor();
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByText('101–120 of 120').waitFor();
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download CSV' }).click();
    assert.equal((await coming).suggestedFilename(), 'Orders.csv');
    await context.close();
  });

  it('opens at once in the page of a single tile, and not at all if drill is turned off', async () => {
    const { context, frame } = await insert('rows-tile');
    await frame.locator('[data-mark]').first().click();
    await dialogOf(frame).getByText('1–40 of 40').waitFor();
    await context.close();
    const without = await insert('rows-tile', { features: { drill: false } });
    await without.frame.locator('[data-mark]').first().click();
    await without.frame.locator('[aria-haspopup=menu]').click();
    await expect(without.frame.getByRole('menuitem', { name: 'See rows' })).toHaveCount(0);
    await expect(dialogOf(without.frame)).toHaveCount(0);
    await without.context.close();
  });

  it('fits a phone, in dark mode and from right to left', async () => {
    const { context, frame } = await insert('rows-tile', { lang: 'ar', theme: 'dark' }, TOUCH_DEVICES.phone);
    await frame.locator('svg.inlay-chart').focus();
    await frame.locator('[aria-haspopup=menu]').waitFor();
    assert.deepEqual(await smallTargets(frame), []);
    await frame.locator('[data-mark]').first().tap();
    const dialog = dialogOf(frame);
    await dialog.locator('tbody tr').first().waitFor();
    const { scroll, width } = await frame.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      width: innerWidth,
    }));
    assert.ok(scroll <= width, `${scroll} > ${width}`);
    assert.deepEqual(await smallTargets(frame), []);
    assert.deepEqual(await axeFindings(frame), []);
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { expect } from '../../support/browser/expect.ts';
import { smallTargets, TOUCH_DEVICES } from '../../support/browser/small-targets.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { type EmbedHost, embedFrame, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

const place = (id: string, y: number, h = 6) => ({ id, x: 0, y, w: 12, h });

describe('tabs, switches and saved views of a dashboard in a page', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
    const { admin, inlay, setup } = host;
    await dataClient(inlay.url, setup.adminToken).create('datasets', {
      id: 'orders',
      name: 'Orders',
      connectionId: 'files',
      source: { kind: 'file', file: 'sales' },
      measures: [
        { name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount' },
        { name: 'orders', label: 'Orders', kind: 'count' },
      ],
      segmented: false,
    });
    const make = async (path: string, body: object) => {
      const [kind = '', id = ''] = path.split('/');
      const made = await admin('POST', kind, { body: { id, appId: 'sales', ...body } });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      assert.equal((await admin('POST', `${path}/publish`, { ifMatch: '*' })).status, 200);
    };
    await make('tiles/trend', {
      title: 'Sales by month',
      kind: 'line',
      datasetId: 'orders',
      query: { dimensions: [{ column: 'day', grain: 'month' }], measures: ['revenue'] },
      choices: { grains: ['day', 'year'], measures: ['orders', 'revenue'] },
    });
    await make('dashboards/tabs', {
      title: 'Tabs',
      tabs: [
        { id: 'first', title: 'Products' },
        { id: 'second', title: 'Over time' },
        { id: 'third', title: 'Customers' },
      ],
      filters: [{ id: 'product', kind: 'dropdown', label: 'Product', datasetId: 'sales', column: 'product' }],
      items: [
        { ...place('a', 0), tile: 'revenue' },
        { ...place('b', 0, 7), tile: 'trend', tab: 'second' },
        { ...place('c', 0), tile: 'customers', tab: 'third' },
      ],
    });
    const embed = { id: 'e-tabs', title: 'Tabs', target: { kind: 'dashboard', id: 'tabs' } };
    assert.equal((await admin('POST', 'embeds', { body: embed })).status, 201);
  });
  after(() => host?.close());

  const insert = async (options: object = {}, viewer: object = {}, device: BrowserContextOptions = {}) => {
    const opened = await host.open({}, device);
    const token = await host.token(300, viewer);
    await opened.page.evaluate(
      async (given) => {
        await window.inlay.insertEmbedById('e-tabs', document.querySelector('#here'), given);
      },
      { token, ...options },
    );
    return { ...opened, frame: await embedFrame(opened.page) };
  };
  const getState = (page: Awaited<ReturnType<typeof insert>>['page']) =>
    page.evaluate(() => window.inlay.getAll()[0]?.getState());

  it('a tab is opened by click and by arrow keys, and loads its tiles then', async () => {
    const { page, context, frame } = await insert();
    const tab = (name: string) => frame.getByRole('tab', { name });
    await expect(frame.locator('[data-tile=trend] svg.inlay-chart')).toBeHidden();
    await tab('Over time').click();
    await frame.getByRole('heading', { name: 'Sales by month' }).waitFor();
    await expect(frame.locator('[data-tile=trend]')).not.toHaveAttribute('data-state');
    await expect(frame.locator('[data-tile=revenue]')).toBeHidden();
    await hears(page, 'navigate {"to":"second","index":1,"count":3}');
    await page.keyboard.press('ArrowRight');
    await frame.getByRole('tabpanel', { name: 'Customers' }).getByText('Alder & Co').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect(tab('Products')).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('End');
    await expect(tab('Customers')).toBeFocused();
    assert.deepEqual(await axeFindings(frame), []);
    await context.close();
  });

  it('a filter applies to tiles on tabs that are opened later', async () => {
    const { context, frame } = await insert();
    await frame.getByRole('tab', { name: 'Customers' }).click();
    await frame.getByText('Alder & Co').waitFor();
    await frame.getByRole('tab', { name: 'Products' }).click();
    await frame.locator('[data-filter=product]').click();
    await frame.locator('.ui-popover').getByText('Coffee').click();
    await expect(frame.locator('[data-tile=revenue]')).not.toHaveText(/Tea/);
    await frame.getByRole('tab', { name: 'Customers' }).click();
    await expect(frame.getByText('Alder & Co')).toHaveCount(0);
    await context.close();
  });

  it('a viewer switches measure and granularity, and the title follows', async () => {
    const { page, context, frame } = await insert();
    await frame.getByRole('tab', { name: 'Over time' }).click();
    await frame.getByRole('button', { name: 'Group dates by: By month' }).click();
    await frame.getByRole('menuitem', { name: 'By day' }).click();
    await frame.getByRole('heading', { name: 'Revenue by day' }).waitFor();
    await frame.getByRole('button', { name: 'Measure: Revenue' }).focus();
    await page.keyboard.press('Enter');
    await frame.getByRole('menuitem', { name: 'Orders' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await frame.getByRole('heading', { name: 'Orders by day' }).waitFor();
    await frame.getByRole('button', { name: 'More: Orders by day' }).waitFor();
    assert.deepEqual(await getState(page), {
      filters: { product: null },
      tab: 'second',
      tiles: { trend: { grain: 'day', measure: 'orders' } },
    });
    await hears(page, 'state-change {"state":{"filters":{"product":null},"tab":"second"');
    await context.close();
  });

  it('the host page reads a state and sets it, and an invalid one changes nothing', async () => {
    const { page, context, frame } = await insert();
    const state = {
      filters: { product: 'Tea' },
      tab: 'third',
      tiles: {
        trend: { grain: 'year' as const },
        customers: { sort: { by: 'customer', direction: 'asc' as const } },
      },
    };
    const set = (wanted: unknown) =>
      page.evaluate(
        (given) =>
          window.inlay
            .getAll()[0]
            ?.setState(given as object)
            .then(
              () => 'set',
              ({ code, message }) => `${code} ${message}`,
            ),
        wanted,
      );
    assert.equal(await set(state), 'set');
    assert.deepEqual(await getState(page), state);
    await expect(frame.locator('th[aria-sort=ascending]')).toHaveAttribute('data-column', 'customer');
    await expect(frame.locator('[data-filter=product]')).toHaveText(/Tea/);
    assert.match((await set({ tab: 'nowhere' })) ?? '', /^VALUE_INVALID \/tab /);
    assert.match((await set({ tiles: { trend: { grain: 'week' } } })) ?? '', /^VALUE_INVALID \/tiles\/trend/);
    assert.match((await set({ filters: { nothing: 1 } })) ?? '', /^VALUE_INVALID \/filters\/nothing/);
    assert.match((await set('all')) ?? '', /^VALUE_INVALID/);
    assert.deepEqual(await getState(page), state);
    assert.equal(await set({}), 'set');
    assert.deepEqual(await getState(page), { filters: { product: null }, tab: 'first' });
    await context.close();
  });

  it('a viewer saves a view, opens with it, renames and deletes it', async () => {
    const viewer = { username: 'views@customer.example' };
    const first = await insert({}, viewer);
    const views = (frame: typeof first.frame) =>
      frame.getByRole('button', { name: 'Saved views', exact: true });
    await first.frame.getByRole('tab', { name: 'Over time' }).click();
    await first.frame.getByRole('button', { name: 'Group dates by: By month' }).click();
    await first.frame.getByRole('menuitem', { name: 'By year' }).click();
    await first.frame.getByRole('heading', { name: 'Revenue by year' }).waitFor();
    await views(first.frame).click();
    const panel = first.frame.getByRole('dialog', { name: 'Saved views' });
    await panel.getByText('No saved views yet').waitFor();
    assert.deepEqual(await axeFindings(first.frame), []);
    await panel.getByRole('button', { name: 'Save current view…' }).click();
    await panel.locator('input:focus').waitFor();
    await first.page.keyboard.type('Per year');
    await first.page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Actions for Per year' }).click();
    await panel.getByRole('button', { name: 'Open with this view' }).click();
    await panel.getByText('Default').waitFor();
    await panel.getByRole('button', { name: 'Original view' }).click();
    await first.frame.locator('[data-tile=revenue]').waitFor({ state: 'visible' });
    assert.deepEqual(await getState(first.page), { filters: { product: null }, tab: 'first' });
    await views(first.frame).click();
    await panel.getByRole('button', { name: 'Per year', exact: false }).first().click();
    await first.frame.getByRole('heading', { name: 'Revenue by year' }).waitFor({ state: 'visible' });
    await first.context.close();

    const again = await insert({}, viewer);
    await again.frame.getByRole('heading', { name: 'Revenue by year' }).waitFor();
    assert.equal((await getState(again.page))?.tab, 'second');
    await views(again.frame).click();
    const list = again.frame.getByRole('dialog', { name: 'Saved views' });
    await list.getByRole('button', { name: 'Actions for Per year' }).click();
    await list.getByRole('button', { name: 'Rename…' }).click();
    await list.getByRole('textbox', { name: 'Name of the view' }).fill('Every year');
    await again.page.keyboard.press('Enter');
    await list.getByRole('button', { name: 'Actions for Every year' }).click();
    await list.getByRole('button', { name: 'Delete…' }).click();
    await list.getByText('Delete the view “Every year”?').waitFor();
    await list.getByRole('button', { name: 'Delete', exact: true }).click();
    await list.getByText('No saved views yet').waitFor();
    await again.context.close();
  });

  for (const [device, options] of Object.entries(TOUCH_DEVICES))
    it(`tiles, filters, switches and views have targets of 44 px on a ${device}`, async () => {
      const viewer = { username: `${device}@customer.example` };
      const { context, frame } = await insert({}, viewer, options);
      const assertTargets = async () => assert.deepEqual(await smallTargets(frame), []);
      const tap = (name: string) => frame.getByRole('button', { name, exact: true }).tap();
      await frame.getByRole('tab', { name: 'Over time' }).tap();
      await frame.getByRole('button', { name: 'Group dates by: By month' }).waitFor();
      await assertTargets();
      await tap('Group dates by: By month');
      await frame.getByRole('menuitem', { name: 'By day' }).waitFor();
      await assertTargets();
      await frame.getByRole('menuitem', { name: 'By day' }).tap();
      await frame.getByRole('heading', { name: 'Revenue by day' }).waitFor();
      await assertTargets();
      await frame
        .locator('[data-tile=trend]')
        .getByRole('button', { name: /^More: / })
        .tap();
      await frame.getByRole('menuitem', { name: 'Download CSV' }).waitFor();
      await assertTargets();
      await frame.page().keyboard.press('Escape');
      await frame.locator('[data-filter=product]').tap();
      await frame.locator('.ui-popover').getByText('Tea').waitFor();
      await assertTargets();
      await frame.locator('.ui-popover').getByText('Tea').tap();
      await frame.page().keyboard.press('Escape');
      await frame.getByRole('button', { name: 'Reset filters', exact: true }).waitFor();
      await assertTargets();
      await tap('Saved views');
      await frame.getByText('No saved views yet').waitFor();
      await assertTargets();
      await tap('Save current view…');
      await frame.getByRole('textbox', { name: 'Name of the view' }).fill('Tea by day');
      await assertTargets();
      await tap('Save');
      await frame.getByRole('button', { name: 'Actions for Tea by day' }).waitFor();
      await assertTargets();
      await tap('Actions for Tea by day');
      await frame.getByRole('button', { name: 'Rename…' }).waitFor();
      await assertTargets();
      await eventually(async () =>
        assert.equal(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true),
      );
      await context.close();
    });

  it('the host page can switch saved views off', async () => {
    const { context, frame } = await insert({ features: { views: false } });
    await frame.locator('[data-filter=product]').click();
    await frame.locator('.ui-popover').waitFor();
    await expect(frame.getByRole('button', { name: 'Saved views', exact: true })).toHaveCount(0);
    await context.close();
  });
});

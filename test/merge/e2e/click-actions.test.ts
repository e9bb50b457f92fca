import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { expect } from '../../support/browser/expect.ts';
import { type EmbedHost, embedFrame, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

const place = (id: string, index: number) => ({ id, x: 0, y: 6 * index, w: 12, h: 6 });
const chart = (title: string, column: string, click?: object) => ({
  title,
  kind: 'bar',
  datasetId: 'sales',
  query: {
    dimensions: [{ column }],
    measures: ['revenue'],
    sort: [{ by: column, direction: 'asc' }],
  },
  ...(click ? { click } : {}),
});
const filter = { id: 'product', kind: 'dropdown', label: 'Product', datasetId: 'sales', column: 'product' };

describe('a click action in a page of another origin', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
    const { admin } = host;
    const make = async (path: string, body: object) => {
      const [kind = '', id = ''] = path.split('/');
      const made = await admin('POST', kind, { body: { id, appId: 'sales', ...body } });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      assert.equal((await admin('POST', `${path}/publish`, { ifMatch: '*' })).status, 200);
    };
    const settings = { allowedLinkHosts: ['crm.example.com'] };
    assert.equal((await admin('PATCH', 'tenant-settings', { body: settings, ifMatch: '*' })).status, 200);
    await make('dashboards/customers', {
      title: 'Customers',
      filters: [filter],
      items: [{ ...place('by-customer', 0), chart: chart('By customer', 'customer') }],
    });
    const open = { kind: 'dashboard', dashboard: 'customers', filters: { product: 'product' } };
    const link = { kind: 'url', url: 'https://crm.example.com/p/{product}' };
    await make('tiles/open', chart('Open', 'product', open));
    await make('dashboards/start', {
      title: 'Start',
      crossFilter: true,
      items: [
        { ...place('i-open', 0), tile: 'open' },
        { ...place('link', 1), chart: chart('Link', 'product', link) },
        { ...place('host', 2), chart: chart('Host', 'product', { kind: 'host' }) },
        { ...place('table', 3), chart: { ...chart('Table', 'product', open), kind: 'table' } },
      ],
    });
    await make('dashboards/cross', {
      title: 'Cross',
      crossFilter: true,
      items: [
        { ...place('a', 0), tile: 'revenue' },
        { ...place('b', 1), tile: 'broken' },
      ],
    });
    for (const [id, target] of [
      ['e-cross', { kind: 'dashboard', id: 'cross' }],
      ['e-start', { kind: 'dashboard', id: 'start' }],
      ['e-open', { kind: 'tile', id: 'open' }],
      ['e-build', { kind: 'builder', id: 'sales' }],
    ] as const)
      assert.equal((await admin('POST', 'embeds', { body: { id, title: id, target } })).status, 201);
  });
  after(() => host?.close());

  const insert = async (id: string, { options = {}, cancels = false } = {}) => {
    const opened = await host.open();
    const token = await host.token(300);
    await opened.page.evaluate(
      async ([embed, given, prevents]) => {
        const handle = window.inlay.insertEmbedById(
          embed as string,
          document.querySelector('#here'),
          given as object,
        );
        const [inserted] = window.inlay.getAll();
        if (prevents) inserted?.on('click', (event) => event.preventDefault());
        await handle;
      },
      [id, { token, ...options }, cancels] as const,
    );
    return { ...opened, frame: await embedFrame(opened.page) };
  };
  const mark = (frame: Frame, tile: string, index = 0) =>
    frame.locator(`[data-tile="${tile}"] [data-mark]`).nth(index);
  const headings = (frame: Frame) => frame.locator('h1').allTextContents();

  it('opens a dashboard with the value as its filter, and leads back to the page as it was', async () => {
    const { page, context, frame } = await insert('e-start');
    await frame.locator('[data-tile=open] .inlay-tools button').first().waitFor({ state: 'attached' });
    await mark(frame, 'open').hover();
    await frame.locator('.inlay-tip', { hasText: 'Open Customers' }).waitFor();
    await expect(mark(frame, 'open')).toHaveCSS('cursor', 'pointer');
    await mark(frame, 'open').click();
    await frame.getByRole('button', { name: 'Back to Start' }).waitFor();
    await hears(page, 'navigate {"to":"customers"}');
    assert.deepEqual(await headings(frame), ['Customers']);
    await frame.locator('[data-filter=product] .inlay-filter-value', { hasText: 'Coffee' }).waitFor();
    await expect(frame.locator('[data-tile="by-customer"] [data-mark]')).toHaveCount(1);
    await expect(frame.locator('.inlay-chip'), 'no cross-filter').toHaveCount(0);
    const exported = await page.evaluate(async () => {
      const [embed] = window.inlay.getAll();
      return embed && (await embed.exportAs('csv')).filename;
    });
    assert.equal(exported, 'by-customer.csv');
    await page.evaluate(async () => window.inlay.getAll()[0]?.setLanguage('de'));
    await frame.getByRole('button', { name: 'Zurück zu Start' }).click();
    await hears(page, 'navigate {"to":""}');
    assert.deepEqual(await headings(frame), ['Start']);
    await mark(frame, 'open').hover();
    await expect(frame.locator('.inlay-tip')).toHaveText(/Customers öffnen/);
    await context.close();
  });

  it('works by keyboard, and says what Enter does', async () => {
    const { page, context, frame } = await insert('e-open');
    const drawing = frame.locator('[data-tile=open] svg.inlay-chart');
    await frame.locator('[data-tile=open] .inlay-tools button').first().waitFor({ state: 'attached' });
    await expect(drawing).toHaveAttribute('aria-description', 'Open Customers');
    await drawing.focus();
    await page.keyboard.press('ArrowRight');
    await eventually(async () =>
      assert.match((await frame.locator('[aria-live]').allTextContents()).join(), /Coffee.*Open Customers/),
    );
    await page.keyboard.press('Enter');
    const back = frame.getByRole('button', { name: 'Back to Open' });
    await back.waitFor();
    await eventually(async () =>
      assert.equal(await back.evaluate((element) => element === document.activeElement), true),
    );
    await page.keyboard.press('Enter');
    await eventually(async () => assert.deepEqual(await headings(frame), ['Open']));
    await expect(drawing).toBeFocused();
    await context.close();
  });

  it('works in the cells of a table, by mouse and keyboard', async () => {
    const { page, context, frame } = await insert('e-start');
    const table = frame.locator('[data-tile=table] table');
    await table.locator('tbody [tabindex="0"]').waitFor();
    await expect(table).toHaveAttribute('aria-description', 'Open Customers');
    const cell = table.locator('tbody tr', { hasText: 'Coffee' }).locator('td').last();
    await expect(cell).toHaveCSS('cursor', 'pointer');
    await cell.click();
    await frame.getByRole('button', { name: 'Back to Start' }).click();
    await table.locator('tbody [tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await frame.getByRole('button', { name: 'Back to Start' }).waitFor();
    await frame.locator('[data-filter=product] .inlay-filter-value', { hasText: 'Tea' }).waitFor();
    await context.close();
  });

  it('works by touch', async () => {
    const opened = await host.open({}, { hasTouch: true });
    const token = await host.token(300);
    await opened.page.evaluate(
      async (given) => {
        await window.inlay.insertEmbedById('e-start', document.querySelector('#here'), given);
      },
      { token },
    );
    const frame = await embedFrame(opened.page);
    await mark(frame, 'open').tap();
    await frame.getByRole('button', { name: 'Back to Start' }).waitFor();
    await opened.context.close();
  });

  it('opens an allowed URL in a new tab, without an opener', async () => {
    const { page, context, frame } = await insert('e-start');
    await context.route('https://crm.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>CRM</title>' }),
    );
    const opening = context.waitForEvent('page');
    await mark(frame, 'link').click();
    const tab = await opening;
    await tab.waitForLoadState();
    assert.equal(tab.url(), 'https://crm.example.com/p/Coffee');
    assert.equal(await tab.evaluate(() => window.opener === null && document.referrer === ''), true);
    await hears(page, 'click {"tileId":"link"');
    await context.close();
  });

  it('is cancelled by the host, or left to it', async () => {
    const { page, context, frame } = await insert('e-start', { cancels: true });
    await mark(frame, 'open').click();
    await mark(frame, 'link').click();
    await hears(page, 'click {"tileId":"link"');
    await mark(frame, 'host').click();
    await hears(page, 'click {"tileId":"host"');
    assert.deepEqual(await headings(frame), ['Start']);
    assert.equal(context.pages().length, 1);
    await expect(frame.locator('.inlay-chip')).toHaveCount(0);
    await context.close();
  });

  it('without an action: a click filters other tiles, and those that it does not reach say so', async () => {
    const { page, context, frame } = await insert('e-cross');
    const note = frame.locator('[data-tile=broken] .inlay-unfiltered');
    await mark(frame, 'revenue').click();
    await note.filter({ hasText: 'The Product filter does not apply here' }).waitFor();
    await expect(note).toHaveAttribute('title', 'The Product filter does not apply here');
    await frame.locator('.inlay-chip').click();
    await expect(note).toHaveCount(0);
    await page.evaluate(async () => window.inlay.getAll()[0]?.setFilters({ product: 'Tea' }));
    await note.filter({ hasText: 'The Product filter does not apply here' }).waitFor();
    await expect(frame.locator('[data-tile=revenue] .inlay-unfiltered')).toHaveCount(0);
    await context.close();
  });

  it('opens the dashboard of a builder in the builder', async () => {
    const { page, context, frame } = await insert('e-build', { options: { dashboard: 'start' } });
    await frame.locator('[data-tile=open] .inlay-tools button').first().waitFor({ state: 'attached' });
    await mark(frame, 'open').click();
    await hears(page, 'navigate {"to":"customers"}');
    await frame.locator('[data-filter=product] .inlay-filter-value', { hasText: 'Coffee' }).waitFor();
    await context.close();
  });
});

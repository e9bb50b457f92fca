import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, openAdmin } from '../../support/admin-page.ts';
import { eventually } from '../../support/eventually.ts';
import { TILE, useEditors } from '../../support/use-editors.ts';

describe('dashboards in the admin app', () => {
  const app = useEditors();

  it('a dashboard shows live data next to its settings, and saves them and the visibility of an item', async () => {
    const item = { id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' };
    const body = { id: 'board', appId: 'shop', title: 'Board', items: [item] };
    assert.equal((await app.admin('POST', 'dashboards', { body })).status, 201);
    const { page, context, complaints } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/apps/shop/dashboards/board',
    );
    // All rows as an administrator, in an app that has no embed of a builder.
    const frame = page.frameLocator('iframe[title="Dashboard"]');
    await frame.getByText('Cocoa').first().waitFor();
    assert.equal(await frame.locator('.bld-bar').count(), 0, 'the admin app has the bar');
    await page.getByLabel('Title', { exact: true }).fill('Sales board');
    await page.getByLabel('Description').fill('For the weekly meeting.');
    await page.getByText('Item visibility').click();
    const rule = page.locator('details.item-visibility', { hasText: 'Revenue by product' });
    await rule.locator('summary').click();
    await rule.getByRole('button', { name: 'Add condition' }).click();
    await rule.getByLabel('Value', { exact: true }).fill('finance');
    await assertAccessible(page, 'a dashboard and its settings');
    await page.getByRole('link', { name: 'All dashboards' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Stay/ }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await rule.getByText('Restricted').waitFor();
    const saved = (await app.admin('GET', 'dashboards/board')).body as unknown as typeof body & {
      description: string;
    };
    assert.deepEqual([saved.title, saved.description], ['Sales board', 'For the weekly meeting.']);
    assert.deepEqual(saved.items[0], {
      ...item,
      visibility: { context: 'groups', operator: 'contains', value: 'finance' },
    });
    // What was saved is what the frame shows: its description, and every part although a rule hides it from viewers.
    await frame.getByText('For the weekly meeting.').waitFor();
    await frame.getByText('Cocoa').first().waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('a dashboard follows the theme of the admin app, also when the theme changes', async () => {
    const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' }];
    const body = { id: 'themed', appId: 'shop', title: 'Themed', items };
    assert.equal((await app.admin('POST', 'dashboards', { body })).status, 201);
    const { page, context, complaints } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/apps/shop/dashboards/themed',
    );
    const frame = page.frameLocator('iframe[title="Dashboard"]');
    await frame.getByText('Cocoa').first().waitFor();
    await frame.locator('html[data-inlay-theme=light]').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await frame.locator('html[data-inlay-theme=dark]').waitFor();
    await frame.getByText('Cocoa').first().waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("a dashboard's layout is edited in the same frame, and its settings stay up to date", async () => {
    const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' }];
    const body = { id: 'canvas', appId: 'shop', title: 'Canvas', items };
    assert.equal((await app.admin('POST', 'dashboards', { body })).status, 201);
    const { page, context, complaints } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/apps/shop/dashboards/canvas',
    );
    const frame = page.frameLocator('iframe[title="Dashboard"]');
    await frame.getByText('Cocoa').first().waitFor();
    // Settings that are not saved are saved before the canvas opens.
    await page.getByLabel('Title', { exact: true }).fill('Canvas of all');
    await page.getByRole('button', { name: 'Edit layout' }).click();
    await frame.getByRole('toolbar').first().waitFor();
    assert.equal((await app.admin('GET', 'dashboards/canvas')).body.title, 'Canvas of all');
    assert.equal(await page.getByLabel('Title', { exact: true }).count(), 0, 'settings wait');
    assert.equal(await page.getByRole('button', { name: /^Publish/ }).count(), 0);
    await frame.locator('.bld-item').first().click();
    await frame.locator('body').press('Control+d');
    await eventually(async () => assert.equal(await frame.locator('.bld-item').count(), 2));
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Item visibility').click();
    await eventually(async () => assert.equal(await page.locator('details.item-visibility').count(), 2));
    await eventually(async () => assert.equal(await frame.getByRole('toolbar').count(), 0));
    const { items: saved, title } = (await app.admin('GET', 'dashboards/canvas')).body;
    assert.equal((saved as unknown as object[]).length, 2);
    assert.equal(title, 'Canvas of all');

    // Somebody else is faster: nothing is overwritten before a decision.
    await page.getByLabel('Title', { exact: true }).fill('Mine');
    const theirs = { title: 'Theirs' };
    assert.equal((await app.admin('PATCH', 'dashboards/canvas', { body: theirs, ifMatch: '*' })).status, 200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    assert.equal((await app.admin('GET', 'dashboards/canvas')).body.title, 'Theirs');
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('412')),
      [],
    );
    await context.close();
  });

  it('a dashboard that cannot be displayed says why, and retries', async () => {
    const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' }];
    assert.equal(
      (await app.admin('POST', 'dashboards', { body: { id: 'late', appId: 'shop', title: 'Late', items } }))
        .status,
      201,
    );
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/apps/shop');
    const refusal = { statusCode: 503, message: 'Not now.' };
    await page.route(/\/author-token$/, (route) => route.fulfill({ status: 503, json: refusal }));
    await page.goto(`${app.inlay.url}/admin/apps/shop/dashboards/late`);
    await page.getByText('The dashboard could not be displayed').waitFor();
    await page.getByText('Not now.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.frameLocator('iframe[title="Dashboard"]').getByText('Cocoa').first().waitFor();
    await context.close();
  });

  it('the first dashboard of an app is created from the Dashboards tab and opens in the builder', async () => {
    await app.data.create('apps', { id: 'fresh', title: 'Fresh', workspaceId: 'main', datasets: ['orders'] });
    const { page, context, complaints } = await openAdmin(app.browser, app.inlay.url, '/apps/fresh');
    await page.getByRole('heading', { name: 'No dashboards yet' }).waitFor();
    await assertAccessible(page, 'no dashboards yet');
    await page.locator('.ui-empty').getByRole('button', { name: 'Create dashboard' }).click();
    const frame = page.frameLocator('iframe[title="Dashboard"]');
    await frame.getByRole('toolbar').first().waitFor();
    const { body } = await app.admin('GET', 'dashboards?app=fresh');
    assert.deepEqual(
      (body.data as unknown as { title: string; state: string }[]).map(({ title, state }) => [title, state]),
      [['New dashboard', 'draft']],
    );
    // Left empty, it says what to do next.
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'This dashboard is empty' }).waitFor();
    await page.locator('.ui-empty').getByRole('button', { name: 'Edit layout' }).click();
    await frame.getByRole('toolbar').first().waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("a dashboard's filters are edited with their charts, periods and bounds, and its drill-downs", async () => {
    await app.data.create('tiles', {
      id: 'regions',
      ...TILE,
      title: 'By region',
      query: { dimensions: [{ column: 'region' }], measures: ['revenue'] },
    });
    const items = ['revenue', 'regions'].map((tile, at) => ({
      id: `i${at}`,
      x: 6 * at,
      y: 0,
      w: 6,
      h: 4,
      tile,
    }));
    const body = { id: 'reach', appId: 'shop', title: 'Reach', items };
    assert.equal((await app.admin('POST', 'dashboards', { body })).status, 201);
    const { page, context, complaints } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/apps/shop/dashboards/reach',
    );
    await page.getByText('Viewer filters').click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    const first = page.getByRole('group', { name: /^Filter / }).first();
    await first.getByLabel('Column').selectOption('day');
    await first.getByLabel('By region').uncheck();
    assert.ok(await first.getByLabel('Revenue by product').isDisabled(), 'it cannot reach nothing');
    await first.getByText('Date ranges offered: 9').click();
    await first.getByLabel('This year', { exact: true }).uncheck();
    await first.getByText('Date ranges offered: 8').waitFor();

    await page.getByRole('button', { name: 'Add filter' }).click();
    const second = page.getByRole('group', { name: /^Filter / }).nth(1);
    await second.getByLabel('Column').selectOption('amount');
    await second.getByLabel('Type').selectOption('slider');
    await second.getByLabel('Minimum').fill('500');
    await second.getByLabel('Maximum').fill('100');
    await second.getByText(/must be greater than its minimum/).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled());
    await second.getByLabel('Maximum').fill('1000');
    await second.getByLabel('Step').fill('50');

    await page.getByText('Drill-downs').click();
    await page.getByRole('button', { name: 'Add drill-down' }).click();
    const down = page.getByRole('group', { name: /^Drill-down / });
    await down.getByLabel('Label').fill('Where to what');
    await down.getByLabel('Level 1', { exact: true }).selectOption('region');
    await down.getByLabel('Level 2', { exact: true }).selectOption('product');
    await assertAccessible(page, 'filters and drill-downs');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const saved = (await app.admin('GET', 'dashboards/reach')).body as unknown as {
      filters: { label: string; presets?: string[] }[];
      drill: object[];
    };
    const usual = saved.filters[0]?.presets ?? [];
    assert.equal(usual.length, 8);
    assert.ok(!usual.includes('this-year'));
    assert.deepEqual(saved.filters, [
      {
        id: 'filter-1',
        label: saved.filters[0]?.label,
        datasetId: 'orders',
        tiles: ['revenue'],
        column: 'day',
        kind: 'date-range',
        presets: usual,
      },
      {
        id: 'filter-2',
        label: saved.filters[1]?.label,
        datasetId: 'orders',
        column: 'amount',
        kind: 'slider',
        min: 500,
        max: 1000,
        step: 50,
      },
    ]);
    assert.deepEqual(saved.drill, [
      { id: 'drill-1', label: 'Where to what', datasetId: 'orders', levels: ['region', 'product'] },
    ]);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { assertAccessible, openAdmin } from '../support/admin-page.ts';
import { logInAs } from '../support/api-client.ts';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { dataClient } from '../support/data-client.ts';
import { eventually } from '../support/eventually.ts';
import { openBrowser } from '../support/open-browser.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../support/start-inlay.ts';

const ORDERS = [
  'day,region,product,amount',
  '2026-01-05,north,Tea,10',
  '2026-02-03,north,Coffee,30',
  '2026-03-07,south,Cocoa,700',
].join('\n');

const TILE = {
  appId: 'shop',
  title: 'Revenue by product',
  kind: 'bar',
  datasetId: 'orders',
  query: { dimensions: [{ column: 'product' }], measures: ['revenue'] },
};

describe('what the editors of the admin app can say', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let admin: ContentClient;
  let data: ReturnType<typeof dataClient>;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    const token = await logInAs(inlay.url);
    admin = contentClient(inlay, token);
    data = dataClient(inlay.url, token);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('orders.csv', ORDERS)).status, 201);
    await data.create('datasets', {
      id: 'orders',
      name: 'Orders',
      connectionId: 'files',
      source: { kind: 'file', file: 'orders' },
      measures: [{ name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount' }],
      rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
    });
    await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main', datasets: ['orders'] });
    await data.create('tiles', { id: 'revenue', ...TILE });
    assert.equal((await admin('POST', 'tiles/revenue/publish')).status, 200);
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });

  it('a rule that is nested: one of two groups, and an attribute that is a number', async () => {
    const { page, context, complaints } = await openAdmin(browser, inlay.url, '/apps/shop/tiles/revenue');
    await page.getByText('Visibility', { exact: true }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    const first = page.getByRole('group', { name: 'Condition 1' }).first();
    await first.getByLabel('Condition').selectOption('attributes');
    await first.getByLabel('Attribute').fill('level');
    await first.getByLabel('Value type').selectOption('number');
    await first.getByLabel('Value', { exact: true }).fill('3');
    await page.getByRole('button', { name: 'Add condition group' }).click();
    const group = page.getByRole('group', { name: 'Group 2' });
    await page.getByText('Complete the visibility conditions.').waitFor();
    await group
      .getByRole('group', { name: 'Condition 1' })
      .getByLabel('Value', { exact: true })
      .fill('finance');
    await group
      .getByRole('group', { name: 'Condition 2' })
      .getByLabel('Value', { exact: true })
      .fill('sales');
    await assertAccessible(page, 'nested rule');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const rule = {
      and: [
        { context: 'attributes.level', operator: 'equals', value: 3 },
        {
          or: [
            { context: 'groups', operator: 'contains', value: 'finance' },
            { context: 'groups', operator: 'contains', value: 'sales' },
          ],
        },
      ],
    };
    assert.deepEqual((await admin('GET', 'tiles/revenue')).body.visibility, rule);

    // Opened again, it is the same rule; of a group of two, one that is left is no group.
    await page.reload();
    await page.getByText('Visibility', { exact: true }).click();
    await group.getByRole('group', { name: 'Condition 1' }).getByRole('button', { name: 'Remove' }).click();
    await group.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    assert.deepEqual((await admin('GET', 'tiles/revenue')).body.visibility, {
      and: [rule.and[0], rule.and[1]?.or?.[1]],
    });
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('a tile as a user would get it, unsaved, and why it is hidden from another', async () => {
    const { page, context, complaints } = await openAdmin(browser, inlay.url, '/apps/shop/tiles/revenue');
    const chart = page.getByRole('region', { name: 'Preview' });
    await chart.getByText('Cocoa').first().waitFor();
    await page.getByRole('button', { name: 'Preview as a user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview as a user' });
    await dialog.getByRole('button', { name: '+ Add attribute' }).click();
    await dialog.getByLabel('Name of attribute 1').fill('region');
    await dialog.getByLabel('Value of attribute 1').fill('north');
    await dialog.getByLabel('Name of attribute 2').fill('level');
    await dialog.getByLabel('Type of attribute 2').selectOption('number');
    await dialog.getByLabel('Value of attribute 2').fill('3');
    await dialog.getByLabel('Groups').fill('sales');
    await assertAccessible(page, 'who looks');
    await dialog.getByRole('button', { name: 'Show as this user' }).click();
    await page.getByText('Viewing as viewer@customer.example').waitFor();
    await chart.getByText('Cocoa').first().waitFor({ state: 'detached' });
    await chart.getByText('Coffee').first().waitFor();

    // Whoever does not see the tile is shown none: a preview is what they see, and nothing more.
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByLabel('Value of attribute 2').fill('');
    await dialog.getByLabel('Name of attribute 2').fill('');
    await dialog.getByRole('button', { name: 'Show as this user' }).click();
    await chart.getByText('Hidden from this user').waitFor();
    assert.equal(await chart.getByText('Coffee').count(), 0);
    const hidden = page.getByRole('region', { name: 'What this user sees' });
    await hidden
      .getByText(/attributes\.level is missing/)
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Show all rows' }).click();
    await chart.getByText('Cocoa').first().waitFor();
    const audited = (await admin('GET', 'audit-events?action=app.preview')).body;
    assert.equal((audited.data as unknown as { target: string }[])[0]?.target, 'shop');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('filters of a story that begin with a value, and one that is a hierarchy', async () => {
    const story = { id: 'story', appId: 'shop', title: 'Story', steps: [{ id: 'one', title: 'One' }] };
    assert.equal((await admin('POST', 'stories', { body: story })).status, 201);
    const { page, context, complaints } = await openAdmin(browser, inlay.url, '/apps/shop/stories/story');
    await page.getByText('Viewer filters').click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    const first = page.getByRole('group', { name: /^Filter / }).first();
    await first.getByLabel('Column').selectOption('region');
    await first.getByLabel('Search or enter a value').fill('north');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add filter' }).click();
    const second = page.getByRole('group', { name: /^Filter / }).nth(1);
    await second.getByLabel('Label').fill('Where');
    await second.getByLabel('Type').selectOption('hierarchy');
    await second.getByLabel('Level 1', { exact: true }).selectOption('region');
    await second.getByLabel('Level 2', { exact: true }).selectOption('product');
    await second.getByText('Limit values by').waitFor();
    await page.getByRole('button', { name: 'Add filter' }).click();
    const third = page.getByRole('group', { name: /^Filter / }).nth(2);
    await third.getByLabel('Column').selectOption('day');
    await third.getByLabel('Default value').selectOption('last-30-days');
    await assertAccessible(page, 'filters');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const { filters } = (await admin('GET', 'stories/story')).body as unknown as { filters: object[] };
    const on = { datasetId: 'orders' };
    assert.deepEqual(filters, [
      { ...on, id: 'filter-1', label: 'Region', kind: 'dropdown', column: 'region', default: 'north' },
      { ...on, id: 'filter-2', label: 'Where', kind: 'hierarchy', levels: ['region', 'product'] },
      {
        ...on,
        id: 'filter-3',
        label: filters[2] && 'label' in filters[2] ? filters[2].label : '',
        kind: 'date-range',
        column: 'day',
        default: 'last-30-days',
      },
    ]);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('a dashboard with live data beside its settings, which saves them and the visibility of an item', async () => {
    const item = { id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' };
    const body = { id: 'board', appId: 'shop', title: 'Board', items: [item] };
    assert.equal((await admin('POST', 'dashboards', { body })).status, 201);
    const { page, context, complaints } = await openAdmin(browser, inlay.url, '/apps/shop/dashboards/board');
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
    const saved = (await admin('GET', 'dashboards/board')).body as unknown as typeof body & {
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

  it('a dashboard’s layout in the same frame and back, with its settings up to date', async () => {
    const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' }];
    const body = { id: 'canvas', appId: 'shop', title: 'Canvas', items };
    assert.equal((await admin('POST', 'dashboards', { body })).status, 201);
    const { page, context, complaints } = await openAdmin(browser, inlay.url, '/apps/shop/dashboards/canvas');
    const frame = page.frameLocator('iframe[title="Dashboard"]');
    await frame.getByText('Cocoa').first().waitFor();
    // Settings that are not saved are saved before the canvas opens.
    await page.getByLabel('Title', { exact: true }).fill('Canvas of all');
    await page.getByRole('button', { name: 'Edit layout' }).click();
    await frame.getByRole('toolbar').first().waitFor();
    assert.equal((await admin('GET', 'dashboards/canvas')).body.title, 'Canvas of all');
    assert.equal(await page.getByLabel('Title', { exact: true }).count(), 0, 'settings wait');
    assert.equal(await page.getByRole('button', { name: /^Publish/ }).count(), 0);
    await frame.locator('.bld-item').first().click();
    await frame.locator('body').press('Control+d');
    await eventually(async () => assert.equal(await frame.locator('.bld-item').count(), 2));
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Item visibility').click();
    await eventually(async () => assert.equal(await page.locator('details.item-visibility').count(), 2));
    await eventually(async () => assert.equal(await frame.getByRole('toolbar').count(), 0));
    const { items: saved, title } = (await admin('GET', 'dashboards/canvas')).body;
    assert.equal((saved as unknown as object[]).length, 2);
    assert.equal(title, 'Canvas of all');

    // Somebody else is faster: nothing is overwritten before a decision.
    await page.getByLabel('Title', { exact: true }).fill('Mine');
    const theirs = { title: 'Theirs' };
    assert.equal((await admin('PATCH', 'dashboards/canvas', { body: theirs, ifMatch: '*' })).status, 200);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    assert.equal((await admin('GET', 'dashboards/canvas')).body.title, 'Theirs');
    assert.deepEqual(
      complaints.filter((complaint) => !complaint.includes('412')),
      [],
    );
    await context.close();
  });

  it('a dashboard that cannot be displayed says why, and tries again', async () => {
    const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' }];
    assert.equal(
      (await admin('POST', 'dashboards', { body: { id: 'late', appId: 'shop', title: 'Late', items } }))
        .status,
      201,
    );
    const { page, context } = await openAdmin(browser, inlay.url, '/apps/shop');
    const refusal = { statusCode: 503, message: 'Not now.' };
    await page.route(/\/author-token$/, (route) => route.fulfill({ status: 503, json: refusal }));
    await page.goto(`${inlay.url}/admin/apps/shop/dashboards/late`);
    await page.getByText('The dashboard could not be displayed').waitFor();
    await page.getByText('Not now.').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.frameLocator('iframe[title="Dashboard"]').getByText('Cocoa').first().waitFor();
    await context.close();
  });

  it('the first dashboard of an app: is created from the Dashboards tab and its layout opens at once', async () => {
    await data.create('apps', { id: 'fresh', title: 'Fresh', workspaceId: 'main', datasets: ['orders'] });
    const { page, context, complaints } = await openAdmin(browser, inlay.url, '/apps/fresh');
    await page.getByRole('heading', { name: 'No dashboards yet' }).waitFor();
    await assertAccessible(page, 'no dashboards yet');
    await page.locator('.ui-empty').getByRole('button', { name: 'Create dashboard' }).click();
    const frame = page.frameLocator('iframe[title="Dashboard"]');
    await frame.getByRole('toolbar').first().waitFor();
    const { body } = await admin('GET', 'dashboards?app=fresh');
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

  it('a story step while it is typed: the server’s page, the last valid one while it is not', async () => {
    const step = { id: 'one', title: 'One', narrative: 'It went well.', tiles: ['revenue'] };
    const story = { id: 'typed', appId: 'shop', title: 'Typed', steps: [step] };
    assert.equal((await admin('POST', 'stories', { body: story })).status, 201);
    const { page, context, complaints } = await openAdmin(browser, inlay.url, '/apps/shop/stories/typed');
    const preview = page.frameLocator('iframe[title="Preview"]');
    await preview.getByText('It went well.').waitFor();
    await preview.getByText('Cocoa').first().waitFor();
    const narrative = page.getByLabel('Narrative');
    await narrative.focus();
    await narrative.press('Control+End');
    await narrative.pressSequentially(' And **better**');
    await preview.locator('strong', { hasText: 'better' }).waitFor();
    assert.ok(await narrative.evaluate((box) => box === document.activeElement), 'the focus stays');
    await narrative.pressSequentially(' {{ nothing');
    await narrative.press('Escape');
    await narrative.pressSequentially(' }}');
    await page.getByText(/The preview shows the last valid version/).waitFor();
    await preview.locator('strong', { hasText: 'better' }).waitFor();
    await narrative.fill('Only this.');
    await preview.getByText('Only this.').waitFor();
    await page.getByRole('combobox', { name: /^Chart/ }).selectOption('');
    await eventually(async () => assert.equal(await preview.locator('svg.inlay-chart').count(), 0));
    await assertAccessible(page, 'the story editor');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('a dashboard’s filters down to the charts they reach, their periods and bounds, and drill-downs', async () => {
    await data.create('tiles', {
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
    assert.equal((await admin('POST', 'dashboards', { body })).status, 201);
    const { page, context, complaints } = await openAdmin(browser, inlay.url, '/apps/shop/dashboards/reach');
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
    const saved = (await admin('GET', 'dashboards/reach')).body as unknown as {
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

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { assertAccessible, openAdmin } from '../../support/admin-page.ts';
import { logInAs } from '../../support/api-client.ts';
import { type DataClient, dataClient } from '../../support/data-client.ts';
import { eventually } from '../../support/eventually.ts';
import { openBrowser } from '../../support/open-browser.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/start-inlay.ts';

const FILES = {
  orders:
    'id,customer_id,amount,ordered_on\n1,1,10,2026-01-05\n2,1,5,2026-02-05\n3,2,7,2026-02-09\n4,9,1,2026-03-01\n',
  customers: 'id,name,country_code\n1,Ann,DE\n2,Ben,FR\n',
  countries: 'code,name\nDE,Germany\nFR,France\n',
  rates: 'day,rate\n2026-01-01,1.1\n',
};

const toCustomer = {
  name: 'customer',
  dataset: 'customers',
  kind: 'many-to-one',
  columns: [{ own: 'customer_id', other: 'id' }],
};

interface Dataset {
  readonly columns: readonly Record<string, unknown>[];
  readonly measures?: readonly Record<string, unknown>[];
  readonly relationships?: readonly Record<string, unknown>[];
}

describe('the data model in the admin app', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let data: DataClient;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    data = dataClient(inlay.url, await logInAs(inlay.url));
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    for (const [id, text] of Object.entries(FILES)) {
      assert.equal((await data.upload(`${id}.csv`, text)).status, 201);
      await data.create('datasets', {
        id,
        name: `${id[0]?.toUpperCase()}${id.slice(1)}`,
        connectionId: 'files',
        source: { kind: 'file', file: id },
        segmented: false,
        measures: id === 'orders' ? [{ name: 'revenue', kind: 'sum', column: 'amount' }] : [],
      });
    }
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });

  const saved = async (id: string) => (await data.ask<Dataset>(`datasets/${id}`)).body;
  const save = async (page: Page, name: string) => {
    const button = page.getByRole('button', { name: 'Save', exact: true });
    await button.click();
    // A message of an earlier save may still be there.
    await button.waitFor({ state: 'hidden' });
    await page.getByText(`${name} saved.`).last().waitFor();
  };
  const choose = async (page: Page, label: string, text: string) => {
    const field = page.getByRole('combobox', { name: label, exact: true });
    await field.fill(text);
    // Options of related datasets are there once these have loaded.
    await page.locator('[role=listbox] [aria-selected=true]').waitFor();
    await field.press('Enter');
  };

  it('suggests relationships, draws the accepted ones and validates them', async () => {
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '/model');
    await page.getByText('No relationships yet.').waitFor();
    await page.getByRole('button', { name: 'Suggest relationships' }).click();
    await page.getByRole('button', { name: 'Add relationship customer from Orders to Customers' }).click();
    await page.getByText('Relationship customer added.').waitFor();
    await page.getByRole('button', { name: 'Add relationship country from Customers to Countries' }).click();
    await page.getByText('Relationship country added.').waitFor();
    assert.deepEqual((await saved('orders')).relationships, [toCustomer]);

    const drawing = page.getByRole('region', { name: 'Model diagram' });
    const line = drawing.getByRole('button', { name: 'customer: Many rows of Orders to one of Customers' });
    await line.focus();
    await page.keyboard.press('Enter');
    await page.getByText('1 of 4 rows of Orders have no match').waitFor();
    await page.getByText('For example: 9').waitFor();
    await assertAccessible(page, 'the model');
    await page.getByRole('table').getByRole('button', { name: 'Validate country of Customers' }).click();
    await page.getByText('All 2 rows of Customers have a match.').waitFor();

    await drawing.getByRole('link', { name: /^Orders/ }).click();
    await page.waitForURL(/\/datasets\/orders$/);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('lists relationships instead of drawing them on a phone', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/model', {
      viewport: { width: 390, height: 800 },
    });
    await page.getByRole('table').getByRole('button', { name: 'Validate customer of Orders' }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'Model diagram' }).isVisible(), false);
    await context.close();
  });

  it('adds, validates and removes a relationship of a dataset, and shows mistakes at their fields', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/datasets/rates/relationships');
    await page.getByRole('button', { name: 'Add relationship', exact: true }).click();
    await choose(page, 'Dataset', 'Orders');
    await page.getByRole('combobox', { name: 'Column 1 of this dataset' }).waitFor();
    await choose(page, 'Column 1 of this dataset', 'Day');
    await choose(page, 'Column 1 of Orders', 'Ordered on');
    await page.getByLabel('Cardinality').selectOption('One row of Rates to many of Orders');
    await page.getByRole('button', { name: 'Validate with data' }).click();
    await page.getByText('4 of 4 rows of Orders have no match').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Not A Name');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('must be 1 to 64 lowercase letters').first().waitFor();
    await page.getByLabel('Name', { exact: true }).fill('orders');
    await assertAccessible(page, 'relationships');
    await save(page, 'Rates');
    assert.deepEqual((await saved('rates')).relationships, [
      {
        name: 'orders',
        dataset: 'orders',
        kind: 'one-to-many',
        columns: [{ own: 'day', other: 'ordered_on' }],
      },
    ]);
    await page.getByRole('button', { name: 'Remove relationship' }).click();
    await save(page, 'Rates');
    assert.equal((await saved('rates')).relationships, undefined);
    await context.close();
  });

  it('edits shared dimension, allowed aggregations and access of a column', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/datasets/customers');
    await page.getByRole('button', { name: 'Edit name', exact: true }).click();
    await page.getByLabel('Shared dimension').fill('person');
    await page.getByRole('checkbox', { name: 'Distinct count' }).check();
    await page.getByLabel('Access', { exact: true }).selectOption('Depends on the viewer');
    const entry = page.getByRole('group', { name: 'Access entry 1' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await entry.getByText('Empty text counts as missing').waitFor();
    assert.equal(await page.locator('.ui-field-error').count(), 1);
    assert.equal((await saved('customers')).columns.find(({ name }) => name === 'name')?.access, undefined);
    await entry.getByLabel('Value', { exact: true }).fill('finance');
    await page.getByText('For viewers who match no entry, the column does not exist.').waitFor();
    await page.getByRole('button', { name: 'Add entry' }).click();
    await page
      .getByRole('group', { name: 'Access entry 2' })
      .getByLabel('See', { exact: true })
      .selectOption('The last four characters');
    await assertAccessible(page, 'a column');
    await save(page, 'Customers');
    const column = (await saved('customers')).columns.find(({ name }) => name === 'name');
    assert.deepEqual(column, {
      name: 'name',
      type: 'string',
      label: 'Name',
      sharedDimension: 'person',
      aggregations: ['distinct'],
      access: [
        { when: { context: 'groups', operator: 'contains', value: 'finance' }, show: 'value' },
        { show: 'last-four' },
      ],
    });
    await page.getByLabel('Access', { exact: true }).selectOption('Everyone sees the values');
    await save(page, 'Customers');
    await context.close();
  });

  it('edits measures of every kind', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/datasets/orders/measures');
    const add = async (name: string, kind: string) => {
      await page.getByRole('button', { name: 'Add measure' }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Calculation').selectOption(kind);
    };
    await add('p95', 'Percentile');
    await choose(page, 'Column', 'Amount');
    await page.getByLabel('Percentile', { exact: true }).fill('95');
    await add('latest', 'Last value');
    await choose(page, 'Column', 'Amount');
    await choose(page, 'Ordered by', 'Ordered on');
    await add('weighted', 'Weighted average');
    await choose(page, 'Column', 'Amount');
    await choose(page, 'Weight', 'Id');
    await add('share', 'Share of total');
    await choose(page, 'Measure', 'revenue');
    await page.getByLabel('Within').fill('customer_id');
    await add('rank', 'Rank');
    await choose(page, 'Measure', 'revenue');
    await page.getByLabel('Rank 1').selectOption('Smallest value');
    await add('average', 'Moving average');
    await choose(page, 'Measure', 'revenue');
    await page.getByLabel('Periods').fill('7');
    await add('ytd', 'Period to date');
    await choose(page, 'Measure', 'revenue');
    await page.getByLabel('Period', { exact: true }).selectOption('Quarter');
    await add('growth', 'Growth');
    await choose(page, 'Measure', 'revenue');
    await page.getByLabel('Periods back').fill('2');
    await page.getByLabel('Unit').selectOption('Month');
    await add('large this year', 'Sum');
    await choose(page, 'Column', 'Amount');
    await page.getByRole('button', { name: 'Add condition' }).click();
    await choose(page, 'Compare', 'Amount');
    await page.getByLabel('Operator').selectOption('is at least');
    await page.getByLabel('Value', { exact: true }).fill('5');
    await page.getByRole('button', { name: 'Add period' }).click();
    await page.getByLabel('Period', { exact: true }).selectOption('Last year');
    await assertAccessible(page, 'measures', { within: 'ul.ui-box' });
    await save(page, 'Orders');
    const measures = (await saved('orders')).measures?.map(({ label: _, ...measure }) => measure);
    const date = 'ordered_on';
    assert.deepEqual(measures?.slice(1), [
      { name: 'p95', kind: 'percentile', column: 'amount', percentile: 95 },
      { name: 'latest', kind: 'last', column: 'amount', by: date },
      { name: 'weighted', kind: 'weighted-average', column: 'amount', weight: 'id' },
      { name: 'share', kind: 'share-of-total', measure: 'revenue', within: ['customer_id'] },
      { name: 'rank', kind: 'rank', measure: 'revenue', direction: 'asc' },
      { name: 'average', kind: 'moving-average', measure: 'revenue', date, periods: 7 },
      { name: 'ytd', kind: 'period-to-date', measure: 'revenue', date, period: 'quarter' },
      { name: 'growth', kind: 'growth', measure: 'revenue', date, offset: { count: 2, unit: 'month' } },
      {
        name: 'large this year',
        kind: 'sum',
        column: 'amount',
        filters: [
          { column: 'amount', operator: 'greater-or-equal', value: 5 },
          { column: date, operator: 'in-period', period: 'last-year' },
        ],
      },
    ]);
    await data.ask('datasets/orders', {
      method: 'PATCH',
      body: { measures: [{ name: 'revenue', kind: 'sum', column: 'amount' }] },
    });
    await context.close();
  });

  it('puts the cursor into a new measure, and names it after its calculation', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/datasets/orders/measures');
    await page.getByRole('button', { name: 'Add measure' }).click();
    const name = page.getByLabel('Name', { exact: true });
    await eventually(async () =>
      assert.ok(await name.evaluate((input) => input === document.activeElement), 'focus'),
    );
    // Sums of ids mean nothing.
    assert.equal(await name.inputValue(), 'Total amount');
    await page.getByLabel('Calculation').selectOption('Average');
    assert.equal(await name.inputValue(), 'Average of Amount');
    await page.getByLabel('Calculation').selectOption('Growth');
    assert.equal(await name.inputValue(), 'Growth of revenue');
    await name.fill('change');
    await page.getByLabel('Calculation').selectOption('Rank');
    assert.equal(await name.inputValue(), 'change');
    await context.close();
  });

  it('proposes a second dataset if a connection has only one', async () => {
    await data.create('connections', { id: 'single', name: 'Single', kind: 'duckdb' });
    await data.create('datasets', {
      id: 'single',
      name: 'Single',
      connectionId: 'single',
      source: { kind: 'file', file: 'rates' },
      segmented: false,
    });
    const { page, context } = await openAdmin(browser, inlay.url, '/model?connection=single');
    await page.getByText('Create another dataset first.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Suggest relationships' }).count(), 0);
    await page.getByRole('link', { name: 'Create dataset' }).click();
    await page.waitForURL(/\/datasets\/new\?connection=single$/);
    await context.close();
  });

  it('tile editor: finds one of many related fields by typing', async () => {
    const many = Array.from({ length: 12 }, (_, index) => `extra_${index}`);
    const csv = `day,${many.join()}\n2026-01-05,${many.map(() => 'x').join()}\n`;
    assert.equal((await data.upload('days.csv', csv)).status, 201);
    await data.create('datasets', {
      id: 'days',
      name: 'Days',
      connectionId: 'files',
      source: { kind: 'file', file: 'days' },
      segmented: false,
    });
    await data.create('datasets', {
      id: 'sales',
      name: 'Sales',
      connectionId: 'files',
      source: { kind: 'file', file: 'orders' },
      segmented: false,
      measures: [{ name: 'revenue', kind: 'sum', column: 'amount' }],
      relationships: [
        {
          name: 'calendar',
          dataset: 'days',
          kind: 'many-to-one',
          columns: [{ own: 'ordered_on', other: 'day' }],
        },
      ],
    });
    await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main', datasets: ['sales'] });
    const { page, context } = await openAdmin(browser, inlay.url, '/apps/shop/tiles/new');
    await page.getByLabel('Dataset').selectOption({ label: 'Sales' });
    await page.getByRole('button', { name: /^revenue$/i }).click();
    const picker = page.getByRole('combobox', { name: 'Add filter' });
    await picker.fill('calendar 11');
    await page.getByRole('option', { name: 'Extra 11' }).waitFor();
    await assertAccessible(page, 'the open list of fields', { within: '.te-panel-settings' });
    await picker.press('Enter');
    const chosen = page.getByRole('combobox', { name: 'Columns', exact: true });
    await eventually(async () => assert.match(await chosen.inputValue(), /^Calendar: Extra 11$/i));
    await picker.fill('no such field');
    await page.getByText('No matches.').waitFor();
    await context.close();
  });

  it('checks the expression of a computed column while it is typed', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/datasets/orders');
    await page.getByRole('button', { name: 'Add computed column' }).click();
    await page.getByLabel('Name', { exact: true }).fill('net');
    await page.getByLabel('Expression').fill('amount * tax');
    await page.locator('.expression-place', { hasText: '^^^' }).waitFor();
    await page.getByLabel('Expression').fill('amount > 5');
    await page.getByText('Type: Yes or no').waitFor();
    await page.getByText('Yes or no · Computed').waitFor();
    await context.close();
  });

  it('previews measures by columns of related datasets, with the rules of each dataset', async () => {
    const rule = { column: 'country_code', operator: 'equals', value: { context: 'attributes.country' } };
    await data.ask('datasets/customers', {
      method: 'PATCH',
      body: { rowRules: [rule], segmented: true },
    });
    const { page, context } = await openAdmin(browser, inlay.url, '/datasets/orders/measures');
    const preview = page.getByRole('region', { name: 'Preview' });
    await choose(page, 'Group by', 'customer: Name');
    await preview.getByLabel('Preview as').selectOption('Viewer: rows that the rules allow');
    await preview.getByRole('button', { name: '+ Add attribute' }).click();
    await preview.getByLabel('Name of attribute 1').fill('country');
    await preview.getByLabel('Value of attribute 1').fill('DE');
    await preview.getByRole('button', { name: 'Preview measures' }).click();
    await preview.getByRole('heading', { name: 'Applied rules of Customers (customer)' }).waitFor();
    const rows = preview.getByRole('region', { name: 'Values of the measures' });
    await eventually(async () =>
      assert.deepEqual(await rows.locator('tbody tr').allInnerTexts(), ['Ann\t15', 'empty\t8']),
    );
    await preview.getByText('SQL statement').click();
    await preview.getByText(':attributes.country = "DE"').waitFor();
    await assertAccessible(page, 'the preview of measures', { within: '.ui-card' });
    await context.close();
  });

  it('previews measures over time by their date, and explains why there are no values without it', async () => {
    const total = { name: 'total', kind: 'sum', column: 'rate' };
    const smooth = { name: 'smooth', kind: 'moving-average', measure: 'total', date: 'day', periods: 3 };
    const changed = await data.ask('datasets/rates', {
      method: 'PATCH',
      body: { measures: [total, smooth] },
    });
    assert.equal(changed.status, 200);
    const { page, context } = await openAdmin(browser, inlay.url, '/datasets/rates/measures');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('button', { name: 'Preview measures' }).click();
    const rows = preview.getByRole('region', { name: 'Values of the measures' });
    await eventually(async () => assert.equal(await rows.locator('tbody tr').count(), 1));
    await choose(page, 'Group by', 'None');
    await preview.getByRole('button', { name: 'Preview measures' }).click();
    await preview.getByText('Measures 2: smooth requires a dimension on day with a grain.').waitFor();
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { choose } from '../support/choose.ts';
import { type Responses, refuse } from '../support/fake-api.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { CUSTOMERS, ORDERS, sampleWorld } from '../support/sample-world.ts';
import { versionedRecord } from '../support/versioned-record.ts';

const storedDataset = (dataset: Schemas['Dataset']) => {
  const record = versionedRecord(dataset, 'version');
  return {
    record,
    responses: {
      ...sampleWorld,
      'GET /datasets/{id}': ({ path: { id } }) => (id === dataset.id ? record.get() : CUSTOMERS),
      'PATCH /datasets/{id}': record.patch,
    } satisfies Responses,
  };
};

const save = async (app: OpenApp) => {
  const button = app.getByRole('button', { name: 'Save', exact: true });
  await button.click();
  await button.waitForNone();
};

describe('columns of a dataset in the admin app', () => {
  it('have a shared dimension, allowed aggregations and access', async (test) => {
    const { record, responses } = storedDataset(CUSTOMERS);
    const app = await openApp(test, '/datasets/customers', responses);
    await app.getByRole('button', { name: 'Edit name', exact: true }).click();
    await app.getByLabel('Shared dimension').fill('person');
    await app.getByRole('checkbox', { name: 'Count of unique values' }).check();
    await app.getByLabel('Access', { exact: true }).selectOption('Depends on the viewer');
    const entry = app.getByRole('group', { name: 'Access entry 1' });
    await entry.getByLabel('Value', { exact: true }).fill('finance');
    await app.getByText('For viewers who match no entry, the column does not exist.').waitFor();
    await app.getByRole('button', { name: 'Add entry' }).click();
    const second = app.getByRole('group', { name: 'Access entry 2' });
    await second.getByLabel('Sees', { exact: true }).selectOption('The last four characters');
    await app.assertAccessible();
    await save(app);
    assert.deepEqual(record.get().columns[1], {
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
    await app.getByLabel('Access', { exact: true }).selectOption('Everyone sees the values');
    await save(app);
    assert.equal(record.get().columns[1]?.access, undefined);
  });

  it('have colors for values, which are suggested from the data', async (test) => {
    const { record, responses } = storedDataset(CUSTOMERS);
    const values = [null, 'Ann', 'Bo'];
    const column = { name: 'name', label: 'Name', type: 'string', role: 'dimension', values } as const;
    const app = await openApp(test, '/datasets/customers', {
      ...responses,
      'POST /datasets/try': () => ({
        explanation: {
          rows: 'all',
          rules: [],
          summary: '',
          related: [],
          required: [],
          statements: [],
          workspace: { ok: true, reason: null },
          connection: { ok: true, reason: null, reads: [] },
          row: null,
        },
        answer: { result: { columns: [column], rowCount: 3, truncated: false }, from: 'engine' },
        refusal: null,
      }),
    });
    await app.getByRole('button', { name: 'Edit name', exact: true }).click();
    const add = app.getByRole('button', { name: 'Add color' });
    await add.click();
    const none = app.getByRole('group', { name: 'Color of (none)' });
    await none.getByLabel('Color', { exact: true }).selectOption('Good');
    await add.click();
    const ann = app.getByRole('group', { name: 'Color of Ann' });
    await ann.getByLabel('Color', { exact: true }).selectOption('Custom');
    await ann.getByLabel('Custom color of Ann').fill('#fafad0');
    await ann.getByText('Hard to see on light pages').waitFor();
    await app.assertAccessible();
    await save(app);
    assert.deepEqual(record.get().columns[1]?.colors, [
      { value: null, color: 'good' },
      { value: 'Ann', color: '#fafad0' },
    ]);
    await app.getByRole('button', { name: 'Remove the color of Ann' }).click();
    await app.getByRole('button', { name: 'Remove the color of (none)' }).click();
    await save(app);
    assert.equal(record.get().columns[1]?.colors, undefined);
  });

  it('are read again with the rows of a changed source, and new ones have a label', async (test) => {
    const { record, responses } = storedDataset(CUSTOMERS);
    const app = await openApp(test, '/datasets/customers/source', {
      ...responses,
      'POST /datasets/infer': () => ({
        columns: [
          { name: 'name', type: 'string', label: 'name' },
          { name: 'credit_limit', type: 'integer', label: 'Credit limit' },
        ],
        sample: { columns: [], rowCount: 0 },
      }),
    });
    await app.getByRole('button', { name: 'Use SQL instead' }).click();
    await app.getByRole('button', { name: 'Preview rows' }).click();
    await app.getByText('1 column added, 1 removed').waitFor();
    await save(app);
    assert.deepEqual(record.get().columns, [
      { name: 'name', type: 'string', label: 'Name' },
      { name: 'credit_limit', type: 'integer', label: 'Credit limit' },
    ]);
  });

  it('show a mistake of an access entry there', async (test) => {
    const { responses } = storedDataset(CUSTOMERS);
    const details = [{ path: '/columns/1/access/0/when/value', problem: 'Empty text counts as missing' }];
    const app = await openApp(test, '/datasets/customers', {
      ...responses,
      'PATCH /datasets/{id}': () => refuse(400, { details }),
    });
    await app.getByRole('button', { name: 'Edit name', exact: true }).click();
    await app.getByLabel('Access', { exact: true }).selectOption('Depends on the viewer');
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app
      .getByRole('group', { name: 'Access entry 1' })
      .getByText('Empty text counts as missing')
      .waitFor();
    assert.equal(app.locator('.ui-field-error').count(), 1);
  });

  it('computed by an expression are checked while it is typed', async (test) => {
    const { responses } = storedDataset(ORDERS);
    const app = await openApp(test, '/datasets/orders', {
      ...responses,
      'POST /datasets/check-expression': ({ body }) =>
        body.expression.includes('tax')
          ? { problem: { message: 'tax does not exist', position: 9, length: 3 }, type: null }
          : { problem: null, type: 'boolean' },
    });
    await app.getByRole('button', { name: 'Add computed column' }).click();
    await app.getByLabel('Name', { exact: true }).fill('net');
    await app.getByLabel('Expression').fill('amount * tax');
    await app.locator('.expression-place').withText('^^^').waitFor();
    await app.getByLabel('Expression').fill('amount > 5');
    await app.getByText('Type: Yes or no').waitFor();
    await app.getByText('Yes or no · Computed').waitFor();
  });

  it('open at an unknown tab, and are labeled', async (test) => {
    const { record, responses } = storedDataset(ORDERS);
    const app = await openApp(test, '/datasets/orders/elsewhere', responses);
    await app.locator('.ui-tab[aria-current=page]').withText('Columns').waitFor();
    await app.getByLabel('Label for amount').fill('Order value');
    await app.getByText('You have unsaved changes.').waitFor();
    await eventually(() => {
      void app.press('Control+s');
      app.getByText('Orders saved.').element();
    });
    assert.equal(record.get().columns[1]?.label, 'Order value');
  });
});

describe('measures of a dataset in the admin app', () => {
  it('are of every kind', async (test) => {
    const { record, responses } = storedDataset(ORDERS);
    const app = await openApp(test, '/datasets/orders/measures', responses);
    const add = async (name: string, kind: string) => {
      await app.getByRole('button', { name: 'Add measure' }).click();
      await app.getByLabel('Name', { exact: true }).fill(name);
      await app.getByLabel('Calculation').selectOption(kind);
    };
    await add('p95', 'Percentile');
    await choose(app, 'Column', 'Amount');
    await app.getByLabel('Percentile', { exact: true }).fill('95');
    await add('latest', 'Last value');
    await choose(app, 'Column', 'Amount');
    await choose(app, 'Ordered by', 'Month');
    await add('weighted', 'Weighted average');
    await choose(app, 'Column', 'Amount');
    await choose(app, 'Weight', 'Customer id');
    await add('share', 'Share of total');
    await choose(app, 'Measure', 'revenue');
    await app.getByLabel('Within').fill('customer_id');
    await add('rank', 'Rank');
    await choose(app, 'Measure', 'revenue');
    await app.getByLabel('Rank 1').selectOption('Smallest value');
    await add('average', 'Moving average');
    await choose(app, 'Measure', 'revenue');
    await app.getByLabel('Periods').fill('7');
    await add('ytd', 'Period to date');
    await choose(app, 'Measure', 'revenue');
    await app.getByLabel('Period', { exact: true }).selectOption('Quarter');
    await add('growth', 'Growth');
    await choose(app, 'Measure', 'revenue');
    await app.getByLabel('Periods back').fill('2');
    await app.getByLabel('Unit').selectOption('Month');
    await add('large this year', 'Sum');
    await choose(app, 'Column', 'Amount');
    await app.getByRole('button', { name: 'Add condition' }).click();
    await choose(app, 'Compare', 'Amount');
    await app.getByLabel('Operator').selectOption('is at least');
    await app.getByLabel('Value', { exact: true }).fill('5');
    await app.getByRole('button', { name: 'Add period' }).click();
    await app.getByLabel('Period', { exact: true }).selectOption('Last year');
    await app.assertAccessible();
    await save(app);
    const measures = record.get().measures?.map(({ label: _, ...measure }) => measure);
    const date = 'month';
    assert.deepEqual(measures?.slice(1), [
      { name: 'p95', kind: 'percentile', column: 'amount', percentile: 95 },
      { name: 'latest', kind: 'last', column: 'amount', by: date },
      { name: 'weighted', kind: 'weighted-average', column: 'amount', weight: 'customer_id' },
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
  });

  it('begin with the cursor in the name, which follows the calculation until it is changed', async (test) => {
    const { responses } = storedDataset(ORDERS);
    const app = await openApp(test, '/datasets/orders/measures', responses);
    await app.getByRole('button', { name: 'Add measure' }).click();
    const name = app.getByLabel('Name', { exact: true });
    await eventually(() => assert.ok(name.isFocused()));
    // Sums of ids mean nothing.
    const label = app.getByLabel('Label optional');
    assert.deepEqual([name.value(), label.value()], ['total_amount', 'Total amount']);
    await app.getByLabel('Calculation').selectOption('Average');
    await eventually(() =>
      assert.deepEqual([name.value(), label.value()], ['average_amount', 'Average amount']),
    );
    await app.getByLabel('Calculation').selectOption('Growth');
    await eventually(() =>
      assert.deepEqual([name.value(), label.value()], ['growth_revenue', 'Growth of revenue']),
    );
    await name.fill('change');
    await label.fill('Change');
    await app.getByLabel('Calculation').selectOption('Rank');
    await app.getByLabel('Rank 1').waitFor();
    assert.deepEqual([name.value(), label.value()], ['change', 'Change']);
  });

  it('show an error at the measure, and keep the input', async (test) => {
    const { responses } = storedDataset(ORDERS);
    const problem = 'the measure nothing does not exist';
    const app = await openApp(test, '/datasets/orders/measures', {
      ...responses,
      'PATCH /datasets/{id}': () => refuse(400, { details: [{ path: '/measures/1/expression', problem }] }),
    });
    await app.getByRole('button', { name: 'Add measure' }).click();
    await app.getByLabel('Calculation').selectOption('expression');
    const formula = app.getByRole('textbox', { name: 'Formula' });
    await formula.fill('[revenue] / nothing');
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText(problem).first().waitFor();
    await app.getByText('1 error').waitFor();
    assert.equal(formula.value(), '[revenue] / nothing');
    await app.locator('.sidebar').getByRole('link', { name: 'Connections' }).click();
    await app
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click();
  });
});

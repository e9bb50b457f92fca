import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { choose } from '../support/choose.ts';
import { openApp } from '../support/open-app.ts';
import { CUSTOMERS, ORDERS, sampleWorld } from '../support/sample-world.ts';

const DATASET: Schemas['Dataset'] = {
  ...ORDERS,
  relationships: [
    {
      name: 'customer',
      dataset: 'customers',
      kind: 'many-to-one',
      columns: [{ own: 'customer_id', other: 'id' }],
    },
  ],
};

const EXPLANATION: Schemas['Explanation'] = {
  rows: 'some',
  rules: [{ path: '/relationships/0', outcome: 'true', reason: 'requires customer: applied' }],
  summary: '',
  related: [
    {
      path: 'customer',
      datasetId: 'customers',
      rows: 'some',
      rules: [{ path: '/rowRules/0', outcome: 'applied', reason: 'country_code = DE' }],
    },
  ],
  required: [{ relationship: 'customer', datasetId: 'customers', rows: 12, problem: null }],
  statements: [
    {
      purpose: 'rows',
      sql: 'SELECT 1',
      parameters: [{ name: 'attributes.country', from: 'context', value: 'DE' }],
    },
  ],
  workspace: { ok: true, reason: null },
  connection: { ok: true, reason: null, reads: [] },
  row: null,
};

const TRIAL: Schemas['DatasetTrial'] = {
  explanation: EXPLANATION,
  refusal: null,
  answer: {
    from: 'database',
    result: {
      columns: [
        { name: 'customer.name', label: 'Name', type: 'string', role: 'dimension', values: ['Ann', null] },
        { name: 'revenue', label: 'Revenue', type: 'integer', role: 'measure', values: [15, 8] },
      ],
      rowCount: 2,
      truncated: false,
    },
  },
};

const responses = {
  ...sampleWorld,
  'GET /datasets/{id}': () => DATASET,
  'GET /connections/{id}/model': () => ({
    truncated: false,
    datasets: [DATASET, CUSTOMERS].map((each) => ({
      ...each,
      measures: 1,
      relationships: each.relationships ?? [],
    })),
  }),
};

describe('the preview of measures in the admin app', () => {
  it('groups by columns of related datasets, as a viewer, with the rules of each dataset', async (test) => {
    const app = await openApp(test, '/datasets/orders/measures', {
      ...responses,
      'POST /datasets/try': () => TRIAL,
    });
    const preview = app.getByRole('region', { name: 'Preview' });
    await choose(app, 'Group by', 'customer: Name');
    await preview.getByLabel('Preview as').selectOption('Viewer: rows that the rules allow');
    await preview.getByRole('button', { name: '+ Add attribute' }).click();
    await preview.getByLabel('Name of attribute 1').fill('country');
    await preview.getByLabel('Value of attribute 1').fill('DE');
    await preview.getByRole('button', { name: 'Preview measures' }).click();
    await preview.getByRole('heading', { name: 'Applied rules of Customers (customer)' }).waitFor();
    await preview.getByText('12 rows are left out because they have no visible row of Customers.').waitFor();
    const rows = preview.getByRole('region', { name: 'Values of the measures' }).locator('tbody tr');
    await eventually(() => assert.deepEqual(rows.texts(), ['Ann15', 'empty8']));
    await preview.getByText('SQL statement').click();
    await preview.getByText(':attributes.country = "DE"').waitFor();
    await app.assertAccessible();
    const [sent] = app.api.calls('POST /datasets/try');
    assert.deepEqual(sent?.body.query, {
      dimensions: [{ column: 'customer.name' }],
      measures: ['revenue'],
      limit: 50,
    });
    assert.deepEqual(sent?.body.context.attributes, { country: 'DE' });
  });

  it('explains a required relationship without a visible row, also where the rules leave nothing to count', async (test) => {
    const rules = [{ path: '/relationships/0', outcome: 'unknown', reason: 'attributes.country is missing' }];
    const required = [{ relationship: 'customer', datasetId: 'customers', rows: 0, problem: null }];
    const explanation = { ...EXPLANATION, rows: 'none' as const, rules, required };
    const app = await openApp(test, '/datasets/orders/measures', {
      ...responses,
      'POST /datasets/try': () => ({ ...TRIAL, explanation }),
    });
    const preview = app.getByRole('region', { name: 'Preview' });
    await preview.getByLabel('Preview as').selectOption('Viewer: rows that the rules allow');
    await preview.getByRole('button', { name: 'Preview measures' }).click();
    await preview.getByText('The rows follow Customers, and this viewer sees no rows there.').waitFor();
    assert.equal(preview.getByText('Every row has a visible row').count(), 0);
  });

  it('groups measures over time by their date, and explains why there are no values without it', async (test) => {
    const smooth: Schemas['Measure'] = {
      name: 'smooth',
      kind: 'moving-average',
      measure: 'revenue',
      date: 'month',
      periods: 3,
    };
    const refusal = 'Measures 2: smooth requires a dimension on month with a grain.';
    const app = await openApp(test, '/datasets/orders/measures', {
      ...responses,
      'GET /datasets/{id}': () => ({ ...ORDERS, measures: [...(ORDERS.measures ?? []), smooth] }),
      'POST /datasets/try': ({ body: { query } }) =>
        query.dimensions?.length ? TRIAL : { ...TRIAL, answer: null, refusal },
    });
    const preview = app.getByRole('region', { name: 'Preview' });
    await preview.getByRole('button', { name: 'Preview measures' }).click();
    await preview.getByRole('region', { name: 'Values of the measures' }).waitFor();
    const [sent] = app.api.calls('POST /datasets/try');
    assert.deepEqual(sent?.body.query.dimensions, [{ column: 'month', grain: 'month' }]);
    await choose(app, 'Group by', 'None');
    await preview.getByRole('button', { name: 'Preview measures' }).click();
    await preview.getByText(refusal).waitFor();
  });
});

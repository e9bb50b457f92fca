import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { choose } from '../support/choose.ts';
import { openApp } from '../support/open-app.ts';
import { ORDERS, sampleWorld } from '../support/sample-world.ts';

const to = (name: string, dataset: string): Schemas['Relationship'] => ({
  name,
  label: name === 'invoice' ? 'Invoice' : 'Account',
  dataset,
  kind: 'many-to-one',
  columns: [{ own: `${name}_id`, other: 'id' }],
});
const id = { name: 'id', type: 'integer', label: 'Id' } as const;
const ACCOUNTS: Schemas['ModelDataset'] = {
  ...{ id: 'accounts', name: 'Customer accounts', workspaceId: null, measures: 0, relationships: [] },
  columns: [id, { name: 'customer', type: 'string', label: 'Customer' }],
  rowRules: [{ column: 'customer', operator: 'equals', value: { context: 'attributes.customer' } }],
};
const INVOICES: Schemas['ModelDataset'] = {
  ...{ id: 'invoices', name: 'Invoices', workspaceId: null, measures: 0 },
  columns: [id, { name: 'account_id', type: 'integer', label: 'Account id' }],
  relationships: [to('account', 'accounts')],
  rowRules: [{ follow: 'account' }],
};
const PAYMENTS: Schemas['Dataset'] = {
  ...ORDERS,
  ...{ id: 'payments', name: 'Payments', measures: [], rowRules: [], groupRules: [] },
  columns: [id, { name: 'invoice_id', type: 'integer', label: 'Invoice id' }],
  relationships: [to('invoice', 'invoices')],
};

const missing = 'attributes.customer is missing or empty';
const denied = (reason: string, more: object = {}) => [
  { path: '/rowRules/0', outcome: 'unknown', reason, ...more },
];
const TRIAL: Schemas['DatasetTrial'] = {
  explanation: {
    rows: 'none',
    summary: `This viewer sees no rows: the viewer sees no rows of invoice, because ${missing}.`,
    rules: [
      {
        ...{ path: '/rowRules/0', outcome: 'unknown', reason: 'the viewer sees no rows of invoice' },
        followed: [
          { path: 'invoice', datasetId: 'invoices', rows: 'none', rules: denied('no rows of account') },
          {
            path: 'invoice.account',
            datasetId: 'accounts',
            rows: 'none',
            rules: denied(missing, { missing: 'attributes.customer' }),
          },
        ],
      },
    ],
    related: [],
    required: [],
    statements: [],
    workspace: { ok: true, reason: null },
    connection: { ok: true, reason: null, reads: [] },
    row: null,
  },
  refusal: null,
  answer: { from: 'rules', result: { columns: [], rowCount: 0, truncated: false } },
};

const responsesFor = (dataset: Schemas['Dataset']) => ({
  ...sampleWorld,
  'GET /datasets/{id}': () => dataset,
  'GET /connections/{id}/model': () => ({
    truncated: false,
    datasets: [
      { ...ACCOUNTS, id: 'payments', name: 'Payments', columns: dataset.columns },
      INVOICES,
      ACCOUNTS,
    ],
  }),
  'POST /datasets/try': () => TRIAL,
});

describe('row rules over relationships in the admin app', () => {
  it('offer the attributes of followed rules in the trial, as long as a rule reads them', async (test) => {
    const app = await openApp(test, '/datasets/payments/rows', responsesFor(PAYMENTS));
    const trial = app.getByRole('region', { name: 'Preview as viewer' });
    const offered = trial.getByRole('button', { name: /Remove attribute/ });
    await app.getByRole('button', { name: 'Add rule' }).click();
    await choose(app, 'Compare', 'Visible rows of Invoice');
    await app.getByText('Invoice is visible to the viewer').waitFor();
    const name = trial.getByLabel('Name of attribute 1');
    await eventually(() => assert.equal(name.value(), 'customer'));
    await choose(app, 'Compare', 'Invoice › Account › Customer');
    await app
      .getByText('Invoice › Account › Customer is one of the values in the viewer’s attribute customer')
      .waitFor();
    await app.getByRole('textbox', { name: 'Attribute name' }).fill('client');
    await eventually(() => assert.equal(name.value(), 'client'));
    assert.equal(offered.count(), 1);
    await app.assertAccessible();
  });

  it('are explained by the rules of each followed dataset, by title', async (test) => {
    const dataset = { ...PAYMENTS, rowRules: [{ follow: 'invoice' }] };
    const app = await openApp(test, '/datasets/payments/rows', responsesFor(dataset));
    await app.getByRole('button', { name: 'Preview rows' }).click();
    await app.getByText('The rows follow Invoices, and this viewer sees no rows there.').waitFor();
    await app.getByRole('heading', { name: 'Applied rules of Invoices (Invoice)' }).waitFor();
    await app
      .getByRole('heading', { name: 'Applied rules of Customer accounts (Invoice › Account)' })
      .waitFor();
    await app.getByText('Customer is the viewer’s attribute customer').waitFor();
    await app.getByText('The viewer’s attribute customer is missing.').waitFor();
    assert.equal(app.getByText(missing).count(), 0);
    assert.equal(app.getByText('the viewer sees no rows of').count(), 0);
    await app.assertAccessible();
  });
});

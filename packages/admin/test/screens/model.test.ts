import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { choose } from '../support/choose.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { CUSTOMERS, FILES, ORDERS, sampleWorld } from '../support/sample-world.ts';
import { versionedRecord } from '../support/versioned-record.ts';

const toCustomer: Schemas['Relationship'] = {
  name: 'customer',
  dataset: 'customers',
  kind: 'many-to-one',
  columns: [{ own: 'customer_id', other: 'id' }],
};

const modelOf = (...datasets: readonly Schemas['Dataset'][]): Schemas['DataModel'] => ({
  truncated: false,
  datasets: datasets.map(({ id, name, workspaceId, columns, measures, relationships, rowRules }) => ({
    id,
    name,
    workspaceId,
    columns,
    measures: measures?.length ?? 0,
    ...(rowRules && { rowRules }),
    relationships: relationships ?? [],
  })),
});

const unmatched = (side: 'own' | 'other', count: number, rows: number): Schemas['RelationshipCheck'] => ({
  valid: true,
  orphans: { side, rows, withoutKey: 0, count, examples: count > 0 ? [[9]] : [] },
  duplicates: [],
});

/** Orders and customers of one connection; orders can be saved. */
const storedModel = (orders: Schemas['Dataset'] = ORDERS) => {
  const record = versionedRecord(orders, 'version');
  return {
    record,
    responses: {
      ...sampleWorld,
      'GET /connections': () => list(FILES),
      'GET /connections/{id}/model': () => modelOf(record.get(), CUSTOMERS),
      'POST /connections/{id}/relationships/suggest': () => ({
        data: [{ dataset: 'orders', relationship: toCustomer, reason: 'name' }],
      }),
      'GET /datasets/{id}': ({ path: { id } }) => (id === 'orders' ? record.get() : CUSTOMERS),
      'PATCH /datasets/{id}': record.patch,
      'POST /datasets/{id}/relationships/validate': () => unmatched('own', 1, 4),
    } satisfies Responses,
  };
};

describe('the data model in the admin app', () => {
  it('suggests relationships, draws the accepted ones and validates them', async (test) => {
    const { record, responses } = storedModel();
    const app = await openApp(test, '/model', responses);
    await app.getByText('No relationships yet.').waitFor();
    await app.getByRole('button', { name: 'Suggest relationships' }).click();
    await app.getByRole('button', { name: 'Add relationship customer from Orders to Customers' }).click();
    await app.getByText('Relationship customer added.').waitFor();
    assert.deepEqual(record.get().relationships, [toCustomer]);

    const drawing = app.getByRole('region', { name: 'Model diagram' });
    await drawing
      .getByRole('button', { name: 'customer: Many Orders to one Customers · Optional' })
      .press('Enter');
    await app.getByText('1 of 4 rows of Orders have no match').waitFor();
    await app.getByText('For example: 9').waitFor();
    await app.assertAccessible();
    app.api.respond({ 'POST /datasets/{id}/relationships/validate': () => unmatched('own', 0, 4) });
    await app.getByRole('table').getByRole('button', { name: 'Validate customer of Orders' }).click();
    await drawing.getByRole('link', { name: /^Orders/ }).click();
    await eventually(() => assert.equal(app.path(), '/datasets/orders'));
  });

  it('confirms that all rows have a match', async (test) => {
    const { responses } = storedModel({ ...ORDERS, relationships: [toCustomer] });
    const app = await openApp(test, '/model', {
      ...responses,
      'POST /datasets/{id}/relationships/validate': () => unmatched('own', 0, 4),
    });
    await app.getByRole('table').getByRole('button', { name: 'Validate customer of Orders' }).click();
    await app.getByText('All 4 rows of Orders have a match.').waitFor();
    assert.deepEqual(app.api.calls('POST /datasets/{id}/relationships/validate')[0]?.path, { id: 'orders' });
  });

  it('says which relationships leave rows out, and which rules follow them', async (test) => {
    const { responses } = storedModel({
      ...ORDERS,
      relationships: [
        toCustomer,
        { ...toCustomer, name: 'buyer' },
        { ...toCustomer, name: 'payer', required: true },
      ],
      rowRules: [{ follow: 'buyer' }],
    });
    const app = await openApp(test, '/model', responses);
    for (const text of ['customer: .* · Optional', 'buyer: .* · Rows follow it', 'payer: .* · Required'])
      await app.getByRole('button', { name: new RegExp(`^${text}$`) }).waitFor();
    await app.getByText('Dashed: optional.').waitFor();
  });

  it('proposes a second dataset if a connection has only one', async (test) => {
    const app = await openApp(test, '/model', {
      ...sampleWorld,
      'GET /connections': () => list(FILES),
      'GET /connections/{id}/model': () => modelOf(ORDERS),
    });
    await app.getByText('Create another dataset first.').waitFor();
    assert.equal(app.getByRole('button', { name: 'Suggest relationships' }).count(), 0);
    await app.getByRole('link', { name: 'Create dataset' }).click();
    await eventually(() => assert.equal(app.path(), '/datasets/new?connection=files'));
  });
});

describe('relationships of a dataset in the admin app', () => {
  it('are added, validated and removed', async (test) => {
    const { record, responses } = storedModel();
    const app = await openApp(test, '/datasets/orders/relationships', {
      ...responses,
      'POST /datasets/{id}/relationships/validate': () => unmatched('other', 4, 4),
    });
    await app.getByRole('button', { name: 'Add relationship', exact: true }).click();
    await eventually(() => assert.ok(app.getByLabel('Name', { exact: true }).isFocused()));
    await choose(app, 'Dataset', 'Customers');
    await choose(app, 'Column 1 of this dataset', 'Customer id');
    await choose(app, 'Column 1 of Customers', 'Id');
    await app.getByLabel('Type').selectOption('One Orders to many Customers');
    await app.getByRole('button', { name: 'Validate with data' }).click();
    await app.getByText('4 of 4 rows of Customers have no match').waitFor();
    await app.getByLabel('Name', { exact: true }).fill('buyer');
    await app.assertAccessible();
    const save = app.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await app.getByText('Orders saved.').waitFor();
    assert.deepEqual(record.get().relationships, [{ ...toCustomer, name: 'buyer', kind: 'one-to-many' }]);
    await save.waitForNone();
    await app.getByRole('button', { name: 'Remove relationship' }).click();
    await save.click();
    await save.waitForNone();
    const removed = app.api.calls('PATCH /datasets/{id}').at(-1)?.body;
    assert.deepEqual(removed?.relationships ?? [], []);
    assert.ok(removed && 'relationships' in removed);
  });

  it('are offered as required where the related dataset has rules', async (test) => {
    const { record, responses } = storedModel({ ...ORDERS, relationships: [toCustomer] });
    const ruled = { ...CUSTOMERS, rowRules: [{ all: true as const }] };
    const app = await openApp(test, '/datasets/orders/relationships', {
      ...responses,
      'GET /connections/{id}/model': () => modelOf(record.get(), ruled),
    });
    await app.getByRole('button', { name: 'Edit customer' }).click();
    await app.getByText('Customers has row rules.').waitFor();
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Make required' }).click();
    const required = app.getByRole('checkbox', { name: /^Required/ });
    await eventually(() => assert.ok(required.isChecked()));
    await app.getByText('Customers has row rules.').waitForNone();
    const save = app.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await save.waitForNone();
    assert.deepEqual(record.get().relationships, [{ ...toCustomer, required: true }]);
    // Only a relationship to one row can be required.
    await app.getByLabel('Type').selectOption('One Orders to many Customers');
    await required.waitForNone();
    await save.click();
    await save.waitForNone();
    assert.deepEqual(record.get().relationships, [{ ...toCustomer, kind: 'one-to-many' }]);
  });

  it('show mistakes at their fields', async (test) => {
    const { responses } = storedModel({ ...ORDERS, relationships: [toCustomer] });
    const problem = 'must be 1 to 64 lowercase letters';
    const app = await openApp(test, '/datasets/orders/relationships', {
      ...responses,
      'PATCH /datasets/{id}': () => refuse(400, { details: [{ path: '/relationships/0/name', problem }] }),
    });
    const name = app.getByLabel('Name', { exact: true });
    await app.getByRole('button', { name: 'Edit customer' }).click();
    await name.fill('Not A Name');
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(() => assert.match(name.descriptions()[0] ?? '', /must be 1 to 64 lowercase letters/));
    assert.equal(name.value(), 'Not A Name');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SAMPLE_DATA } from '@inlay/content/sample-data';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { sampleOrders } from '../../src/screens/data/start/sample-orders.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { AT, SALES, sampleWorld, WAREHOUSE } from '../support/sample-world.ts';

const columns = {
  invoices: [
    { name: 'id', type: 'integer', label: 'Id' },
    { name: 'customer_id', type: 'integer', label: 'Customer id' },
    { name: 'amount', type: 'decimal', label: 'Amount' },
    { name: 'invoiced_on', type: 'date', label: 'Invoiced on' },
  ],
  customers: [
    { name: 'id', type: 'integer', label: 'Id' },
    { name: 'name', type: 'string', label: 'Name' },
    { name: 'tenant_id', type: 'integer', label: 'Tenant id' },
  ],
  countries: [
    { name: 'code', type: 'string', label: 'Code' },
    { name: 'label', type: 'string', label: 'Label' },
  ],
} as const;
type TableName = keyof typeof columns;

const relationship = {
  name: 'customer',
  dataset: 'customers',
  kind: 'many-to-one',
  columns: [{ own: 'customer_id', other: 'id' }],
} as const;

/** A database whose tables can be read, and an instance that nothing was created in. */
const database = (created: (body: Schemas['NewBundle']) => unknown): Responses => ({
  ...sampleWorld,
  'GET /apps': () => list(),
  'GET /datasets': () => list(),
  'GET /connections': () => list(WAREHOUSE),
  'POST /datasets/infer': ({ body: { source } }) => ({
    columns: [...columns[(source as { table: TableName }).table]],
    sample: { columns: [], rowCount: 20 },
  }),
  'POST /datasets/try': () => refuse(502, { message: 'The database is slow.' }),
  'POST /connections/{id}/relationships/suggest': ({ body: { drafts = [] } }) => ({
    data: drafts.some(({ id }) => id === 'customers')
      ? [{ dataset: 'invoices', relationship, reason: 'name' }]
      : [],
  }),
  'POST /bundles': ({ body }) => {
    created(body);
    return { datasets: body.datasets.map(({ id }) => id), app: null, dashboard: null };
  },
  // The screen after it.
  'GET /dashboards/{id}': () => refuse(404, {}),
  'POST /apps/{id}/author-token': () => refuse(404, {}),
});

const addressOf = (...tables: readonly TableName[]) =>
  `/start?connection=warehouse${tables.map((table) => `&schema=public&table=${table}`).join('')}`;
const create = (app: OpenApp) => app.getByRole('button', { name: 'Create', exact: true });

describe('the first data of a tenant in the admin app', () => {
  it('leads from a chosen file to its proposal', async (test) => {
    const imported = { id: 'x', table: 'sales', bytes: 9, rows: 2, error: null, resumable: false };
    const app = await openApp(test, '/datasets', {
      'PUT /files/{name}': ({ path: { name } }) => ({ ...imported, name, state: 'done', createdAt: AT }),
    });
    await app.getByLabel('Choose files').setFiles(app.file('sales.csv', 'a,b\n1,2\n'));
    await eventually(() => assert.equal(app.path(), '/start?file=sales'));
  });

  it('can be sample data, which is removed in one click or says what was built on it', async (test) => {
    const message =
      'You built on the sample data: tile “Mine”. Delete that first, then remove the sample data.';
    const app = await openApp(test, '/datasets', {
      'GET /apps': () => list({ ...SALES, id: SAMPLE_DATA.app, title: 'Sample' }),
      'DELETE /sample-data': () => refuse(409, { message }),
    });
    const remove = app.getByRole('button', { name: 'Remove sample data' });
    await remove.click();
    await app.getByText(message).waitFor();
    app.api.respond({ 'DELETE /sample-data': () => undefined, 'GET /apps': () => list() });
    await remove.click();
    await app.getByText('Sample data removed.').waitFor();
    await app.getByRole('button', { name: 'sample data' }).waitFor();
  });
});

describe('sample orders', () => {
  it('are the same rows for the same day, and end the day before', () => {
    const today = Date.UTC(2026, 10, 18, 12);
    const text = sampleOrders(today);
    assert.equal(text, sampleOrders(today + 1000));
    const days = text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[1] ?? '');
    assert.equal(days.toSorted().at(-1), '2026-11-17');
    assert.equal(days.length, 1200);
  });
});

describe('a proposal from tables of a connection in the admin app', () => {
  it('creates datasets, relationships, rules and a dashboard with one request', async (test) => {
    const sent: Schemas['NewBundle'][] = [];
    const app = await openApp(
      test,
      addressOf('invoices', 'customers'),
      database((body) => sent.push(body)),
    );
    await app.getByText('Invoices belongs to Customers').waitFor();
    await app.assertAccessible();
    await app.getByRole('checkbox', { name: 'Number of rows' }).first().uncheck();
    await create(app).click();
    await eventually(() => assert.equal(sent.length, 1));
    const [{ datasets, app: inApp, dashboard }] = sent as [Schemas['NewBundle']];
    assert.deepEqual(
      datasets.map(({ id, relationships, rowRules }) => [id, relationships, rowRules]),
      [
        ['invoices', [relationship], [{ follow: 'customer' }]],
        [
          'customers',
          undefined,
          [{ column: 'tenant_id', operator: 'in', values: { context: 'attributes.tenant_id' } }],
        ],
      ],
    );
    assert.ok(datasets.every(({ segmented }) => segmented === undefined));
    assert.deepEqual(inApp?.datasets, ['invoices', 'customers']);
    assert.equal(dashboard?.title, 'Invoices');
    const titles = dashboard?.items.map((item) => ('chart' in item ? item.chart.title : ''));
    assert.ok(!titles?.includes('Number of rows'), titles?.join());
    assert.ok(titles?.includes('Total amount by Customers: Name'), titles?.join());
  });

  it('without the relationship, the row rule uses a column of the dataset itself, and so does the dashboard', async (test) => {
    const sent: Schemas['NewBundle'][] = [];
    const app = await openApp(
      test,
      addressOf('invoices', 'customers'),
      database((body) => sent.push(body)),
    );
    await app.getByRole('checkbox', { name: 'Invoices belongs to Customers' }).uncheck();
    await app.getByRole('checkbox', { name: 'Create a dashboard' }).uncheck();
    await create(app).click();
    await eventually(() => assert.equal(app.path(), '/datasets'));
    const [bundle] = sent;
    assert.deepEqual(bundle?.datasets[0]?.rowRules, [
      { column: 'customer_id', operator: 'in', values: { context: 'attributes.customer_id' } },
    ]);
    assert.equal(bundle?.dashboard, undefined);
    assert.equal(bundle?.app, undefined);
  });

  it('can be read again after a failure, and says so where the connection is unknown', async (test) => {
    const responses = database(() => {});
    const app = await openApp(test, addressOf('customers'), {
      ...responses,
      'POST /datasets/infer': () => refuse(502, { message: 'The database cannot be reached.' }),
    });
    await app.getByText('The database cannot be reached.').waitFor();
    app.api.respond(responses);
    await app.getByRole('button', { name: 'Try again' }).click();
    await create(app).waitFor();
    const lost = await openApp(test, '/start?connection=gone&schema=a&table=b', responses);
    await lost.getByText('No table chosen').waitFor();
  });

  it('creates nothing until somebody has said who sees rows without an owner', async (test) => {
    const sent: Schemas['NewBundle'][] = [];
    const app = await openApp(
      test,
      addressOf('countries'),
      database((body) => sent.push(body)),
    );
    const rows = app.getByLabel('Rows of Countries');
    await rows.waitFor();
    await create(app).click();
    await app.getByText('Choose who sees the rows of Countries.').first().waitFor();
    assert.ok(rows.isFocused());
    assert.equal(sent.length, 0);
    await rows.selectOption('Every viewer sees all rows');
    await create(app).click();
    await eventually(() => assert.equal(sent[0]?.datasets[0]?.segmented, false));
  });

  it('says why nothing was created, and sends the same request again', async (test) => {
    const sent: Schemas['NewBundle'][] = [];
    const app = await openApp(test, addressOf('customers'), {
      ...database((body) => sent.push(body)),
      'POST /bundles': ({ body }) => {
        sent.push(body);
        return refuse(409, { message: "The id 'customers' is already in use. Choose another id." });
      },
    });
    await create(app).click();
    await app.getByText("The id 'customers' is already in use.").waitFor();
    await create(app).click();
    await eventually(() => assert.equal(sent.length, 2));
    assert.deepEqual(sent[0], sent[1]);
  });
});

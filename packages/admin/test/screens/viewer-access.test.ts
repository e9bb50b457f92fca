import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list, type Responses } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { ORDERS, OVERVIEW, sampleWorld } from '../support/sample-world.ts';
import { BUILDER_ORDERS, storedTile } from '../support/stored-tile.ts';

const CLOSED = { ...ORDERS, segmented: true, rowRules: [], groupRules: [] };
const region = { column: 'month', operator: 'in', values: { context: 'attributes.regoin' } } as const;

const datasetWith = (dataset: typeof CLOSED | typeof ORDERS): Responses => ({
  ...sampleWorld,
  'GET /tiles': () => list(),
  'GET /datasets/{id}': () => dataset,
  'GET /connections/{id}/model': () => ({ datasets: [], truncated: false }),
});

describe('what viewers see, in the admin app', () => {
  it('is one message after creating a dataset: nobody sees rows, and what to do', async (test) => {
    const app = await openApp(test, '/datasets/orders/rows', datasetWith(CLOSED));
    const notice = app.locator('.ui-notice');
    await notice.getByText('No viewer can see rows of Orders yet').waitFor();
    assert.equal(notice.count(), 1);
    assert.equal(app.getByText(/Your data is ready/).count(), 0);
    await app.assertAccessible();
    await notice.getByText(/Add a rule below/).waitFor();
    await app.getByRole('button', { name: 'Add rule', exact: true }).click();
    await app.getByText(/Viewers see rows where/).waitFor();
    await notice.waitForNone();
  });

  it('is decided on the tab that the message on other tabs links to', async (test) => {
    const app = await openApp(test, '/datasets/orders', datasetWith(CLOSED));
    await app.locator('.ui-notice').getByRole('link', { name: 'which rows each viewer sees' }).click();
    await eventually(() => assert.equal(app.path(), '/datasets/orders/rows'));
    await app.getByLabel(/All rows, except/).check();
    await app.locator('.ui-notice').waitForNone();
  });

  it('is stated with the next step once they see rows', async (test) => {
    const app = await openApp(test, '/datasets/orders', datasetWith(ORDERS));
    await app.getByText('Every viewer sees all rows of Orders').waitFor();
    await app.locator('.ui-notice').getByRole('link', { name: 'Create a tile' }).waitFor();
  });

  it('depends on attributes: one that no known viewer has is a warning', async (test) => {
    const app = await openApp(test, '/datasets/orders/rows', {
      ...datasetWith({ ...CLOSED, rowRules: [region] } as typeof CLOSED),
      'GET /embed-settings/known-attributes': () => ({ attributes: ['customer_id', 'region'] }),
    });
    const warning = app.getByText(/No known viewer has the attribute regoin/);
    await warning.waitFor();
    await app.getByText(/Known attributes: customer_id, region/).waitFor();
    await app.assertAccessible();
    await app.getByLabel('Attribute').first().fill('region');
    await warning.waitForNone();
  });

  it('depends on attributes that the Embed Manager lists for each embed', async (test) => {
    const app = await openApp(test, '/embeds/sales-overview', {
      ...sampleWorld,
      'GET /embeds/{id}': () => OVERVIEW,
      'GET /embeds/{id}/sample-context': () => ({
        workspace_id: 'main',
        roles: ['USER'],
        privileges: {},
        attributes: { customer_id: 'c-17' },
      }),
    });
    const dialog = app.getByRole('dialog');
    await dialog.getByText('Its content uses this attribute.', { exact: false }).waitFor();
    await dialog.getByText(/"customer_id": "c-17"/).waitFor();
    await app.assertAccessible();
  });

  it('is marked on columns that not every viewer sees, in the tile editor', async (test) => {
    const columns = BUILDER_ORDERS.columns.map((column) =>
      column.name === 'region' ? { ...column, restricted: true as const } : column,
    );
    const app = await openApp(test, '/apps/sales/tiles/new', {
      ...storedTile().responses,
      'GET /apps/{id}/datasets': () => list({ ...BUILDER_ORDERS, columns }),
    });
    await app.getByRole('button', { name: /Region ?Not visible to all viewers/ }).click();
    await app.getByText(/Not every viewer sees Region/).waitFor();
    await app.assertAccessible();
  });
});

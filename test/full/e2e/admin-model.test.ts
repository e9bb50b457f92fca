import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { useAdminApp } from '../../support/admin/use-admin-app.ts';
import { expect } from '../../support/browser/expect.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { logInAs } from '../../support/http/api-client.ts';

const FILES = { customers: 'id,name\n1,Ann\n', orders: 'id,customer_id,amount\n1,1,10\n' };

const toCustomer = {
  name: 'customer',
  dataset: 'customers',
  kind: 'many-to-one',
  columns: [{ own: 'customer_id', other: 'id' }],
};

describe('the data model in the admin app', () => {
  const app = useAdminApp();
  before(async () => {
    const data = dataClient(app.inlay.url, await logInAs(app.inlay.url));
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    for (const [id, text] of Object.entries(FILES)) {
      assert.equal((await data.upload(`${id}.csv`, text)).status, 201);
      await data.create('datasets', {
        id,
        name: id === 'orders' ? 'Orders' : 'Customers',
        connectionId: 'files',
        source: { kind: 'file', file: id },
        segmented: false,
        ...(id === 'orders' && { relationships: [toCustomer] }),
      });
    }
  });

  it('lists relationships instead of drawing them on a phone', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/model', {
      viewport: { width: 390, height: 800 },
    });
    await page.getByRole('table').getByRole('button', { name: 'Validate customer of Orders' }).waitFor();
    await expect(page.getByRole('region', { name: 'Model diagram' })).toBeHidden();
    await context.close();
  });
});

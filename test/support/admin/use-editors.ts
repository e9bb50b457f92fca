import assert from 'node:assert/strict';
import { before } from 'node:test';
import { type ContentClient, contentClient } from '../content/content-client.ts';
import { dataClient } from '../data/data-client.ts';
import { logInAs } from '../http/api-client.ts';
import { type AdminAppInUse, useAdminApp } from './use-admin-app.ts';

const ORDERS = [
  'day,region,product,amount',
  '2026-01-05,north,Tea,10',
  '2026-02-03,north,Coffee,30',
  '2026-03-07,south,Cocoa,700',
].join('\n');

export const TILE = {
  appId: 'shop',
  title: 'Revenue by product',
  kind: 'bar',
  datasetId: 'orders',
  query: { dimensions: [{ column: 'product' }], measures: ['revenue'] },
};

interface EditorsInUse extends AdminAppInUse {
  readonly admin: ContentClient;
  readonly data: ReturnType<typeof dataClient>;
}

/** The admin app with a dataset of orders and a published tile in the app `shop`. */
export function useEditors(): EditorsInUse {
  const app = useAdminApp();
  let admin: ContentClient | undefined;
  let data: ReturnType<typeof dataClient> | undefined;
  before(async () => {
    const token = await logInAs(app.inlay.url);
    admin = contentClient(app.inlay, token);
    data = dataClient(app.inlay.url, token);
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
  return {
    get inlay() {
      return app.inlay;
    },
    get browser() {
      return app.browser;
    },
    get admin() {
      return admin as ContentClient;
    },
    get data() {
      return data as ReturnType<typeof dataClient>;
    },
  };
}

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const ORDERS = 'id,customer_id,amount,ordered_on\n1,1,10,2026-01-01\n2,2,5,2026-02-01\n';
const CUSTOMERS = 'id,name,tenant_id\n1,Ann,a\n2,Ben,b\n';

const toCustomer = {
  name: 'customer',
  dataset: 'customers',
  kind: 'many-to-one',
  columns: [{ own: 'customer_id', other: 'id' }],
};

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`datasets and a dashboard that are created together, on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let data: DataClient;
    const post = (body: object) => data.ask<Refusal>('bundles', { body });
    const count = async (path: string) => (await data.ask<{ meta: { total: number } }>(path)).body.meta.total;
    const left = async () => Promise.all(['datasets', 'apps', 'dashboards'].map(count));
    const customers = {
      id: 'customers',
      name: 'Customers',
      connectionId: 'files',
      source: { kind: 'file', file: 'customers' },
      rowRules: [{ column: 'tenant_id', operator: 'in', values: { context: 'attributes.tenant_id' } }],
    };
    const orders = {
      id: 'orders',
      name: 'Orders',
      connectionId: 'files',
      source: { kind: 'file', file: 'orders' },
      measures: [{ name: 'total_amount', kind: 'sum', column: 'amount' }],
      relationships: [toCustomer],
      rowRules: [{ follow: 'customer' }],
    };
    const app = { id: 'shop', title: 'Shop', workspaceId: 'main' };
    const chart = {
      title: 'Total amount',
      kind: 'kpi',
      datasetId: 'orders',
      query: { dimensions: [], measures: ['total_amount'] },
    };
    const dashboard = {
      id: 'orders',
      appId: 'shop',
      title: 'Orders',
      items: [{ id: 'total', x: 0, y: 0, w: 3, h: 3, chart }],
    };
    const whole = { datasets: [orders, customers], app, dashboard };

    before(async () => {
      data = dataClient(inlay.running.url, await inlay.adminToken());
      await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
      assert.equal((await data.upload('orders.csv', ORDERS)).status, 201);
      assert.equal((await data.upload('customers.csv', CUSTOMERS)).status, 201);
    });

    it('suggests relationships of datasets that are not saved yet', async () => {
      const columns = async (file: string) => {
        const source = { kind: 'file', file };
        const { body } = await data.ask<{ columns: unknown }>('datasets/infer', {
          body: { connectionId: 'files', source },
        });
        return { id: file, name: file, source, columns: body.columns };
      };
      const drafts = [await columns('orders'), await columns('customers')];
      const suggest = (body: object) => data.ask('connections/files/relationships/suggest', { body });
      const { body } = await suggest({ drafts });
      assert.deepEqual(body, {
        data: [{ dataset: 'orders', relationship: toCustomer, reason: 'name' }],
      });
      const wrong = await suggest({ drafts: [{ ...drafts[0], columns: [] }] });
      assert.deepEqual(
        [wrong.status, (wrong.body as unknown as Refusal).details?.[0]?.path],
        [400, '/drafts/0/columns'],
      );
    });

    it('leaves nothing behind if any part is refused, and says which', async () => {
      const broken: readonly (readonly [object, string])[] = [
        [
          { ...whole, datasets: [orders, { ...customers, source: { kind: 'file', file: 'gone' } }] },
          '/datasets/1/source',
        ],
        [{ ...whole, datasets: [orders] }, '/relationships/0/dataset'],
        [{ ...whole, datasets: [orders, orders] }, '/datasets/1/id'],
        [{ ...whole, app: { ...app, workspaceId: 'nowhere' } }, '/app/workspaceId'],
        [{ ...whole, dashboard: { ...dashboard, appId: 'elsewhere' } }, '/dashboard/appId'],
        [
          {
            ...whole,
            dashboard: {
              ...dashboard,
              items: [
                { ...dashboard.items[0], chart: { ...chart, query: { dimensions: [], measures: ['gone'] } } },
              ],
            },
          },
          '/dashboard/items/0/chart/query/measures/0',
        ],
      ];
      for (const [body, path] of broken) {
        const { status, body: refusal } = await post(body);
        assert.equal(status, 400, JSON.stringify(refusal));
        assert.equal(refusal.details?.[0]?.path, path, JSON.stringify(refusal));
        assert.deepEqual(await left(), [0, 0, 0], path);
      }
    });

    it('creates all of it, and accepts the same request again', async () => {
      const { status, body } = await post(whole);
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual(body, { datasets: ['orders', 'customers'], app: 'shop', dashboard: 'orders' });
      assert.equal((await post(whole)).status, 201);
      assert.deepEqual(await left(), [2, 1, 1]);
      const query = { dimensions: [], measures: ['total_amount'] };
      const viewer = { username: 'ann@customer.example', workspace_id: 'main' };
      const total = async (attributes: object) =>
        (await data.query('orders', query, { ...viewer, attributes })).body.result.columns[0]?.values;
      assert.deepEqual(await total({ tenant_id: 'b' }), [5]);
      assert.deepEqual(await total({}), [null]);
    });

    it('refuses ids that something else has, and changes nothing', async () => {
      const again = { ...orders, name: 'Other orders' };
      const { status, body } = await post({
        datasets: [{ ...customers, id: 'people', name: 'People' }, again],
      });
      assert.deepEqual([status, body.details?.[0]?.path], [409, '/datasets/1/id']);
      assert.match(body.message, /The id 'orders' is already in use/);
      assert.deepEqual(await left(), [2, 1, 1]);
    });
  });
}

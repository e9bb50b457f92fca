import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const CUSTOMERS = 'id,segment,region\n1,new,north\n2,old,north\n3,old,south\n';
const ORDERS = 'id,customer_id,amount\n1,1,10\n2,1,20\n3,2,5\n4,3,7\n5,9,100\n';
const DUPLICATES = 'id,name\n1,one\n2,two\n2,two again\n';

const toCustomer = {
  name: 'customer',
  dataset: 'customers',
  kind: 'many-to-one',
  columns: [{ own: 'customer_id', other: 'id' }],
};
const revenue = { name: 'revenue', kind: 'sum', column: 'amount' };
const bySegment = {
  dimensions: [{ column: 'customer.segment' }],
  measures: ['revenue'],
  sort: [{ by: 'customer.segment', direction: 'asc' }],
};

const context = (region?: string, workspace = 'main') => ({
  username: 'ann@customer.example',
  workspace_id: workspace,
  attributes: region === undefined ? {} : { region },
});

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`queries across datasets on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let data: DataClient;
    const rows = async (dataset: string, query: unknown, viewer: unknown) => {
      const { status, body } = await data.query(dataset, query, viewer);
      assert.equal(status, 200, JSON.stringify(body));
      const { columns, rowCount } = body.result;
      return Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row]));
    };
    const refusal = async (dataset: string, query: unknown, viewer: unknown = context('north')) => {
      const { status, body } = await data.query(dataset, query, viewer);
      return { status, message: (body as unknown as Refusal).message };
    };

    before(async () => {
      data = dataClient(inlay.running.url, await inlay.adminToken());
      await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
      for (const [name, content] of Object.entries({
        customers: CUSTOMERS,
        orders: ORDERS,
        twice: DUPLICATES,
      }))
        assert.equal((await data.upload(`${name}.csv`, content)).status, 201);
      const dataset = (id: string, more: object) =>
        data.create('datasets', {
          id,
          name: id,
          connectionId: 'files',
          source: { kind: 'file', file: id },
          segmented: false,
          ...more,
        });
      await dataset('customers', {
        segmented: true,
        rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
      });
      await dataset('twice', {});
      await dataset('orders', {
        measures: [revenue],
        relationships: [toCustomer, { ...toCustomer, name: 'twice', dataset: 'twice' }],
      });
      await dataset('sales', {
        name: 'Sales',
        source: { kind: 'file', file: 'orders' },
        measures: [revenue],
        relationships: [{ ...toCustomer, required: true }],
      });
    });

    it('groups orders by customers that the viewer may see', async () => {
      assert.deepEqual(await rows('orders', bySegment, context('north')), [
        ['new', 30],
        ['old', 5],
        [null, 107],
      ]);
      assert.deepEqual(await rows('orders', bySegment, context('south')), [
        ['old', 7],
        [null, 135],
      ]);
    });

    it('shows nothing of customers to a viewer without the attribute', async () => {
      assert.deepEqual(await rows('orders', bySegment, context()), [[null, 142]]);
    });

    it('leaves out rows without a visible customer where one is required, in every query', async () => {
      assert.deepEqual(await rows('sales', bySegment, context('north')), [
        ['new', 30],
        ['old', 5],
      ]);
      const total = { dimensions: [], measures: ['revenue'] };
      assert.deepEqual(await rows('sales', total, context('north')), [[35]]);
      assert.deepEqual(await rows('sales', total, context('south')), [[7]]);
      assert.deepEqual(await rows('sales', total, context()), [[null]]);
    });

    it('explains how many rows a required relationship leaves out', async () => {
      const explained = async (viewer: unknown) => {
        const { status, body } = await data.ask<{ readonly required: unknown }>('datasets/sales/explain', {
          body: { query: bySegment, context: viewer },
        });
        assert.equal(status, 200);
        return body.required;
      };
      const left = (rows: number) => [
        { relationship: 'customer', datasetId: 'customers', rows, problem: null },
      ];
      assert.deepEqual(await explained(context('north')), left(2));
      assert.deepEqual(await explained(context()), left(5));
    });

    it('explains the rules also if the database fails, and says why nothing was counted', async () => {
      await data.create('datasets', {
        ...{ id: 'broken', name: 'Broken', connectionId: 'files', segmented: false },
        // Fails as soon as rows are read.
        source: { kind: 'sql', sql: 'SELECT CAST(name AS INTEGER) AS customer_id FROM twice' },
        columns: [{ name: 'customer_id', type: 'integer' }],
        relationships: [{ ...toCustomer, required: true }],
        measures: [{ name: 'rows', kind: 'count' }],
      });
      const query = { dimensions: [], measures: ['rows'] };
      const { status, body } = await data.ask<{
        readonly rules: readonly { readonly outcome: string }[];
        readonly required: readonly { readonly rows: unknown; readonly problem: unknown }[];
      }>('datasets/broken/explain', { body: { query, context: context('north') } });
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.rules[0]?.outcome, 'true');
      assert.equal(body.required[0]?.rows, null);
      assert.match(String(body.required[0]?.problem), /database|query/i);
    });

    it('refuses to require a relationship to several rows', async () => {
      const { status, body } = await data.ask<Refusal>('datasets/customers', {
        method: 'PATCH',
        headers: { 'if-match': '*' },
        body: {
          relationships: [
            {
              name: 'orders',
              dataset: 'orders',
              kind: 'one-to-many',
              columns: [{ own: 'id', other: 'customer_id' }],
              required: true,
            },
          ],
        },
      });
      assert.equal(status, 400);
      assert.match(JSON.stringify(body), /only a relationship to one row can be required/);
    });

    it('explains what the row rules of each dataset on the path do', async () => {
      const { body } = await data.ask<{
        readonly rows: string;
        readonly related: readonly Record<string, unknown>[];
      }>('datasets/orders/explain', { body: { query: bySegment, context: context() } });
      assert.equal(body.rows, 'all');
      assert.deepEqual(body.related, [
        {
          path: 'customer',
          datasetId: 'customers',
          rows: 'none',
          rules: [
            {
              path: '/rowRules/0',
              outcome: 'unknown',
              reason: 'attributes.region is missing or empty',
              missing: 'attributes.region',
            },
          ],
        },
      ]);
    });

    it('refuses a join on a key that several rows have', async () => {
      const { status, message } = await refusal('orders', {
        dimensions: [{ column: 'twice.name' }],
        measures: ['revenue'],
      });
      assert.equal(status, 400);
      assert.equal(
        message,
        'The relationship twice requires one row per id in the dataset twice, but there are several. Values would be counted several times. Validate the relationship to see these keys, or change its type.',
      );
    });

    it('hides the fields of a dataset that belongs to another workspace', async () => {
      await data.create('workspaces', { id: 'other', name: 'Other' });
      await data.create('datasets', {
        id: 'orders-of-all',
        name: 'Orders of all',
        connectionId: 'files',
        source: { kind: 'file', file: 'orders' },
        segmented: false,
        measures: [revenue],
        relationships: [toCustomer],
      });
      const moved = await data.ask('datasets/customers', {
        method: 'PATCH',
        body: { workspaceId: 'other' },
        headers: { 'if-match': '*' },
      });
      assert.equal(moved.status, 409, JSON.stringify(moved.body));
      // As if a store from elsewhere contained it.
      await inlay.running.services.store.write(async (transaction) => {
        await transaction
          .tenant('demo' as TenantId)
          .update('datasets', { workspace_id: 'other' })
          .where('id', '=', 'customers')
          .execute();
      });
      const { status, message } = await refusal('orders-of-all', bySegment);
      assert.equal(status, 400);
      assert.match(message, /the dataset has no column customer\.segment/);
    });
  });
}

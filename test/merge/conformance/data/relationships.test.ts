import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import pg from 'pg';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import { call, logInAs } from '../../../support/http/api-client.ts';
import { ADMIN, STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { startPostgres } from '../../../support/stores/start-postgres.ts';

const ORDERS = 'id,customer_id,country_code,amount\n1,1,DE,10\n2,1,DE,5\n3,2,FR,7\n4,9,FR,1\n5,,XX,2\n';
const CUSTOMERS = 'id,name,country_code\n1,Ann,DE\n2,Ben,FR\n3,Cleo,FR\n';
const COUNTRIES = 'code,name,area\nDE,Germany,357\nFR,France,551\nFR,France again,551\n';

const toCustomer = {
  name: 'customer',
  dataset: 'customers',
  kind: 'many-to-one',
  columns: [{ own: 'customer_id', other: 'id' }],
};

interface Dataset {
  readonly columns: readonly { readonly name: string }[];
  readonly relationships?: unknown;
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`relationships of datasets on ${engine}`, () => {
    const inlay = useInlay(makeStore, { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } });
    let data: DataClient;
    const change = (id: string, body: object) =>
      data.ask<Refusal & Dataset>(`datasets/${id}`, { method: 'PATCH', body });
    const dataset = (id: string, more: object = {}) =>
      data.create('datasets', {
        id,
        name: id,
        connectionId: 'files',
        source: { kind: 'file', file: id },
        ...more,
      });
    const problems = async (relationships: readonly object[], id = 'orders') => {
      const { status, body } = await change(id, { relationships });
      assert.equal(status, 400, JSON.stringify(body));
      return body.details?.map(({ path, problem }) => `${path} ${problem}`);
    };

    before(async () => {
      data = dataClient(inlay.running.url, await inlay.adminToken());
      await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
      for (const [name, text] of Object.entries({
        orders: ORDERS,
        customers: CUSTOMERS,
        countries: COUNTRIES,
      })) {
        assert.equal((await data.upload(`${name}.csv`, text)).status, 201);
        await dataset(name);
      }
    });

    it('are saved and returned with the dataset', async () => {
      const saved = await change('orders', { relationships: [toCustomer] });
      assert.equal(saved.status, 200, JSON.stringify(saved.body));
      assert.deepEqual((await data.ask<Dataset>('datasets/orders')).body.relationships, [toCustomer]);
    });

    it('are refused with the path of each mistake', async () => {
      const columns = (own: string, other: string) => ({ ...toCustomer, columns: [{ own, other }] });
      assert.deepEqual(await problems([{ ...toCustomer, dataset: 'nobody' }]), [
        '/relationships/0/dataset refers to a dataset that does not exist',
      ]);
      assert.deepEqual(await problems([columns('customer_id', 'nothing')]), [
        '/relationships/0/columns/0/other customers has no column nothing',
      ]);
      assert.deepEqual(await problems([columns('nothing', 'id')]), [
        '/relationships/0/columns/0/own the dataset has no column nothing',
      ]);
      assert.deepEqual(await problems([columns('customer_id', 'name')]), [
        '/relationships/0/columns/0/other is string, but customer_id is integer; the types must be equal',
      ]);
      assert.deepEqual(await problems([toCustomer, toCustomer]), [
        '/relationships/1/name customer is already the name of a relationship',
      ]);
      const many = Array.from({ length: 51 }, (_, at) => ({ ...toCustomer, name: `customer_${at}` }));
      assert.equal((await change('orders', { relationships: many })).status, 400);
      const { status, body } = await change('orders', {
        measures: [{ name: 'customer.count', kind: 'count' }],
      });
      assert.equal(status, 400);
      assert.deepEqual(body.details, [
        {
          path: '/measures/0/name',
          problem: 'begins like a field of the relationship customer; rename the relationship',
        },
      ]);
    });

    it('stay within a connection, and within workspaces that all their viewers have', async () => {
      await data.create('connections', { id: 'more-files', name: 'More files', kind: 'duckdb' });
      await dataset('elsewhere', {
        connectionId: 'more-files',
        source: { kind: 'file', file: 'customers' },
      });
      assert.deepEqual(await problems([{ ...toCustomer, dataset: 'elsewhere' }]), [
        '/relationships/0/dataset must be a dataset of the same connection',
      ]);
      await data.create('workspaces', { id: 'north', name: 'North' });
      await dataset('northern', { workspaceId: 'north', source: { kind: 'file', file: 'customers' } });
      assert.deepEqual(await problems([{ ...toCustomer, dataset: 'northern' }]), [
        '/relationships/0/dataset must belong to the same workspace or to all workspaces',
      ]);
      const own = { ...toCustomer, columns: [{ own: 'id', other: 'customer_id' }], kind: 'one-to-many' };
      const toAll = await change('northern', {
        relationships: [{ ...own, name: 'orders', dataset: 'orders' }],
      });
      assert.equal(toAll.status, 200, JSON.stringify(toAll.body));
      const moved = await change('customers', { workspaceId: 'north' });
      assert.equal(moved.status, 409);
      assert.match(moved.body.message, /The relationship customer of dataset 'orders' does not fit/);
      assert.equal((await change('northern', { relationships: null })).status, 200);
    });

    it('keep the dataset and the columns that they name', async () => {
      const removed = await data.ask<Refusal>('datasets/customers', { method: 'DELETE' });
      assert.equal(removed.status, 409);
      assert.equal(
        removed.body.message,
        "Relationships of 'orders' use this dataset. Remove them there first.",
      );
      const { columns } = (await data.ask<Dataset>('datasets/customers')).body;
      const without = columns.filter(({ name }) => name !== 'id');
      const { status, body } = await change('customers', { columns: without });
      assert.equal(status, 409);
      assert.match(body.message, /\/relationships\/0\/columns\/0\/other customers has no column id/);
      const unused = columns.filter(({ name }) => name !== 'country_code');
      assert.equal((await change('customers', { columns: unused })).status, 200);
      assert.equal((await change('customers', { columns })).status, 200);
      const { body: usage } = await data.ask<{ datasets: unknown }>('datasets/customers/usage');
      assert.deepEqual(usage.datasets, [{ id: 'orders', name: 'orders' }]);
    });

    it('may connect two datasets in both directions, and a dataset with itself', async () => {
      const back = {
        name: 'orders',
        dataset: 'orders',
        kind: 'one-to-many',
        columns: [{ own: 'id', other: 'customer_id' }],
      };
      const itself = { ...toCustomer, name: 'referrer', columns: [{ own: 'id', other: 'id' }] };
      assert.equal((await change('customers', { relationships: [back, itself] })).status, 200);
      const both = await Promise.all([
        change('customers', { relationships: [back] }),
        change('orders', { relationships: [toCustomer] }),
      ]);
      assert.deepEqual(
        both.map(({ status }) => status),
        [200, 200],
      );
      assert.equal((await change('customers', { relationships: null })).status, 200);
    });

    it('are drawn from one response per connection', async () => {
      const { body } = await data.ask<{ datasets: (Dataset & { id: string })[]; truncated: boolean }>(
        'connections/files/model',
      );
      assert.equal(body.truncated, false);
      assert.deepEqual(body.datasets.map(({ id }) => id).toSorted(), [
        'countries',
        'customers',
        'northern',
        'orders',
      ]);
      const orders = body.datasets.find(({ id }) => id === 'orders');
      assert.deepEqual(orders?.relationships, [toCustomer]);
      assert.deepEqual(orders?.columns[0], { name: 'id', label: 'Id', type: 'integer' });
      assert.equal((await data.ask('connections/none/model')).status, 404);
    });

    it('are validated against the data, saved or not', async () => {
      const validate = async (relationship: object, id = 'orders') => {
        const { status, body } = await data.ask<Refusal>(`datasets/${id}/relationships/validate`, {
          body: { relationship },
        });
        assert.equal(status, 200, JSON.stringify(body));
        return body as unknown;
      };
      assert.deepEqual(await validate(toCustomer), {
        valid: true,
        orphans: { side: 'own', rows: 5, withoutKey: 1, count: 1, examples: [[9]] },
        duplicates: [{ side: 'other', count: 0, examples: [] }],
      });
      const toCountry = {
        name: 'country',
        dataset: 'countries',
        kind: 'many-to-one',
        columns: [{ own: 'country_code', other: 'code' }],
      };
      assert.deepEqual(await validate(toCountry), {
        valid: false,
        orphans: { side: 'own', rows: 5, withoutKey: 0, count: 1, examples: [['XX']] },
        duplicates: [{ side: 'other', count: 1, examples: [['FR']] }],
      });
      const toOrders = {
        name: 'orders',
        dataset: 'orders',
        kind: 'one-to-many',
        columns: [{ own: 'id', other: 'customer_id' }],
      };
      assert.deepEqual(await validate(toOrders, 'customers'), {
        valid: true,
        orphans: { side: 'other', rows: 5, withoutKey: 1, count: 1, examples: [[9]] },
        duplicates: [{ side: 'own', count: 0, examples: [] }],
      });
      const composite = {
        ...toOrders,
        kind: 'one-to-one',
        columns: [
          { own: 'id', other: 'customer_id' },
          { own: 'country_code', other: 'country_code' },
        ],
      };
      assert.deepEqual(await validate(composite, 'customers'), {
        valid: false,
        orphans: { side: 'own', rows: 3, withoutKey: 0, count: 1, examples: [[3, 'FR']] },
        duplicates: [
          { side: 'own', count: 0, examples: [] },
          { side: 'other', count: 1, examples: [[1, 'DE']] },
        ],
      });
      const wrong = await data.ask<Refusal>('datasets/orders/relationships/validate', {
        body: { relationship: { ...toCustomer, columns: [{ own: 'nothing', other: 'id' }] } },
      });
      assert.equal(wrong.status, 400);
      assert.equal(wrong.body.details?.[0]?.path, '/relationship/columns/0/own');
      const shapeless = await data.ask<Refusal>('datasets/orders/relationships/validate', {
        body: { relationship: { name: 'customer' } },
      });
      assert.equal(shapeless.status, 400);
    });

    it('are suggested from names, if the key is unique in the data', async () => {
      assert.equal((await change('orders', { relationships: null })).status, 200);
      const suggest = async (path: string) =>
        (await data.ask<{ data: unknown }>(`${path}/relationships/suggest`, { body: {} })).body.data;
      // Countries has a code twice, and the dataset of one workspace is not for all.
      const suggestion = { dataset: 'orders', relationship: toCustomer, reason: 'name' };
      assert.deepEqual(await suggest('datasets/orders'), [suggestion]);
      assert.deepEqual(await suggest('datasets/customers'), []);
      assert.deepEqual(await suggest('connections/files'), [suggestion]);
      assert.equal((await change('orders', { relationships: [toCustomer] })).status, 200);
      assert.deepEqual(await suggest('connections/files'), []);
    });

    it('are suggested from the foreign keys of PostgreSQL', async () => {
      const url = new URL(process.env.INLAY_TEST_POSTGRES_URL ?? (await startPostgres()).url);
      const schema = `shop_${engine.toLowerCase()}`;
      const client = new pg.Client(url.href);
      await client.connect();
      await client.query(`drop schema if exists ${schema} cascade; create schema ${schema};
        create table ${schema}.site (land text, place int, primary key (land, place));
        create table ${schema}.visit (site_place int, site_land text, foreign key (site_land, site_place) references ${schema}.site);
        insert into ${schema}.site values ('DE', 1), ('DE', 2)`);
      await client.end();
      const connection = await data.create('connections', {
        name: 'Warehouse',
        kind: 'postgres',
        host: url.hostname,
        port: Number(url.port),
        database: url.pathname.slice(1),
        user: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        tls: 'off',
      });
      for (const table of ['site', 'visit'])
        await dataset(`pg-${table}`, {
          connectionId: connection.id,
          source: { kind: 'table', schema, table },
        });
      const { body } = await data.ask<{ data: unknown }>('datasets/pg-visit/relationships/suggest', {
        body: {},
      });
      assert.deepEqual(body.data, [
        {
          dataset: 'pg-visit',
          relationship: {
            name: 'pg_site',
            dataset: 'pg-site',
            kind: 'many-to-one',
            columns: [
              { own: 'site_land', other: 'land' },
              { own: 'site_place', other: 'place' },
            ],
            enforced: true,
          },
          reason: 'foreign-key',
        },
      ]);
      const check = await data.ask('datasets/pg-visit/relationships/validate', {
        body: { relationship: (body.data as { relationship: unknown }[])[0]?.relationship },
      });
      assert.equal(check.status, 200, JSON.stringify(check.body));
    });

    it('may use computed columns whose expression is checked with its place', async () => {
      const check = async (expression: string) =>
        (
          await data.ask('datasets/check-expression', {
            body: { expression, columns: [{ name: 'amount', type: 'integer' }], column: 'double' },
          })
        ).body as unknown;
      assert.deepEqual(await check('amount * 2'), { type: 'integer', problem: null });
      const { type, problem } = (await check('amount * nothing')) as {
        type: null;
        problem: { position: number; length: number };
      };
      assert.deepEqual([type, problem.position, problem.length], [null, 9, 7]);
    });

    it('are hidden from users without the role ADMIN', async () => {
      const user = { username: 'plain@demo.test', password: ADMIN.password };
      await data.create('users', { ...user, roles: ['USER'] });
      const token = await logInAs(inlay.running.url, user);
      for (const path of ['connections/files/model', 'datasets/orders/relationships/validate']) {
        const { status } = await call(`${inlay.running.url}/api/v0/${path}`, {
          token,
          ...(path.endsWith('model') ? {} : { body: { relationship: toCustomer } }),
        });
        assert.equal(status, 401, path);
      }
    });
  });
}

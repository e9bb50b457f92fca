import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderDataset, BuilderResponse } from '@inlay/content/builder';
import type { PreviewResponse } from '@inlay/content/builder-preview';
import type { TileResponse } from '@inlay/content/embed-api';
import { type BuilderClient, builderClient, canvasOf, made } from '../../../support/builder/builder-world.ts';
import { type ContentClient, contentClient, userClient } from '../../../support/content/content-client.ts';
import { dataClient, type Refusal } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const ORDERS = 'id,customer_id,amount,cost\n1,1,10,4\n2,1,20,5\n3,2,5,1\n4,3,7,2\n';
const CUSTOMERS =
  'id,segment,email,country_id\n1,new,a@x.example,1\n2,old,b@x.example,1\n3,old,c@x.example,2\n';
const COUNTRIES = 'id,country\n1,Spain\n2,Italy\n';

const step = (name: string, dataset: string, own: string, kind = 'many-to-one') => ({
  name,
  dataset,
  kind,
  columns: [{ own, other: 'id' }],
});
const toOrders = {
  name: 'order',
  dataset: 'orders',
  kind: 'one-to-many',
  columns: [{ own: 'id', other: 'customer_id' }],
};
const datasets = {
  orders: {
    columns: [
      { name: 'id', type: 'integer' },
      { name: 'customer_id', type: 'integer', hidden: true },
      { name: 'amount', type: 'integer', label: 'Amount', aggregations: ['sum', 'average'] },
      { name: 'cost', type: 'integer', hidden: true, aggregations: ['sum'] },
    ],
    measures: [{ name: 'orders', kind: 'count' }],
    relationships: [
      { ...step('customer', 'customers', 'customer_id'), label: 'Customer' },
      step('secret', 'secrets', 'customer_id'),
    ],
  },
  customers: {
    columns: [
      { name: 'id', type: 'integer' },
      { name: 'segment', type: 'string', label: 'Segment', aggregations: ['distinct'] },
      { name: 'email', type: 'string', hidden: true, aggregations: ['distinct'] },
      { name: 'country_id', type: 'integer', hidden: true },
    ],
    measures: [
      { name: 'customers', kind: 'count' },
      { name: 'emails', kind: 'distinct', column: 'email', hidden: true },
    ],
    relationships: [step('country', 'countries', 'country_id'), toOrders],
  },
  countries: {
    columns: [
      { name: 'id', type: 'integer' },
      { name: 'country', type: 'string' },
    ],
  },
};

interface AppDatasets {
  readonly data?: readonly BuilderDataset[];
}

const chart = (query: object, more: object = {}) => ({
  title: 'Orders',
  kind: 'table',
  datasetId: 'orders',
  query: { dimensions: [], measures: ['orders'], ...query },
  ...more,
});
const of = (column: string) => ({ dimensions: [{ column }] });
const equals = (column: string) => ({ column, operator: 'equals', value: 'x' });

/** Everything that someone who contributes could type, with the path that is refused. */
const attacks: readonly (readonly [path: string, chart: object])[] = [
  ['/query/dimensions/0/column', chart(of('customer.email'))],
  ['/query/dimensions/0/column', chart(of('customer.country_id'))],
  ['/query/dimensions/0/column', chart(of('customer.country.nothing'))],
  ['/query/dimensions/0/column', chart(of('secret.segment'))],
  ['/query/dimensions/0/column', chart(of('far.segment'))],
  ['/query/dimensions/0/column', chart(of('customer'))],
  ['/query/dimensions/0/column', chart(of('customer.constructor'))],
  ['/query/filters/0/column', chart({ filters: [equals('customer.email')] })],
  ['/query/anyOf/0/1/column', chart({ anyOf: [[equals('customer.segment'), equals('customer.email')]] })],
  ['/query/measures/0', chart({ measures: ['customer.emails'] })],
  ['/query/measures/0', chart({ measures: ['secret.customers'] })],
  ['/query/measures/0', chart({ measures: ['sum(cost)'] })],
  ['/query/measures/0', chart({ measures: ['max(amount)'] })],
  ['/query/measures/0', chart({ measures: ['sum(id)'] })],
  ['/query/measures/0', chart({ measures: ['distinct(customer.email)'] })],
  ['/query/measures/0', chart({ measures: ['distinct(secret.segment)'] })],
  ['/query/measures/0', chart({ measures: ['sum(sum(amount))'] })],
  ['/query/having/0/measure', chart({ having: [{ measure: 'sum(cost)', operator: 'greater', value: 1 }] })],
  ['/query/sort/0/by', chart({ sort: [{ by: 'sum(cost)', direction: 'asc' }] })],
  [
    '/query/top/by',
    chart({ ...of('customer.segment'), top: { dimension: 'customer.segment', by: 'sum(cost)', count: 1 } }),
  ],
  ['/drillThrough/columns/1', chart({}, { drillThrough: { columns: ['amount', 'cost'] } })],
  ['/drillThrough/columns/0', chart({}, { drillThrough: { columns: ['customer.email'] } })],
];

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`fields of related datasets and ad-hoc measures for authors, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let admin: ContentClient;
    let ann: ContentClient;
    let builder: BuilderClient;
    before(async () => {
      ({ store, inlay, setup } = await startWorld('embedding', makeStore));
      const data = dataClient(inlay.url, setup.adminToken);
      await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
      const files = { orders: ORDERS, customers: CUSTOMERS, countries: COUNTRIES };
      for (const [name, content] of Object.entries(files))
        assert.equal((await data.upload(`${name}.csv`, content)).status, 201);
      const shared = { connectionId: 'files', segmented: false };
      await data.create('workspaces', { id: 'other', name: 'Other' });
      const file = (name: string) => ({ ...shared, name, source: { kind: 'file', file: name } });
      await data.create('datasets', { id: 'countries', ...file('countries'), ...datasets.countries });
      const { relationships, ...customers } = { ...file('customers'), ...datasets.customers };
      for (const id of ['customers', 'secrets']) await data.create('datasets', { id, ...customers });
      await data.create('datasets', { id: 'elsewhere', ...customers, workspaceId: 'other' });
      await data.create('datasets', { id: 'orders', ...file('orders'), ...datasets.orders });
      // Customers and orders relate to each other, so one of them has to exist first.
      for (const id of ['customers', 'secrets']) {
        const { status, body } = await data.ask(`datasets/${id}`, {
          method: 'PATCH',
          body: { relationships },
          headers: { 'if-match': '*' },
        });
        assert.equal(status, 200, JSON.stringify(body));
      }
      const listed = ['orders', 'customers', 'countries', 'elsewhere'];
      await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main', datasets: listed });
      await data.create('embeds', { id: 'build', title: 'Build', target: { kind: 'builder', id: 'shop' } });
      admin = contentClient(inlay, setup.adminToken);
      ann = await userClient(inlay, admin, 'ann@demo.test', { shop: ['contribute', 'validate'] });
      const token = await viewerToken(setup, {
        username: 'ann@customer.example',
        privileges: { shop: ['contribute', 'validate'] },
      });
      builder = builderClient(inlay, token, 'build');
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    const preview = async (query: object) => {
      const { status, body } = await builder<TileResponse>('POST', 'preview', {
        body: { chart: chart(query) },
      });
      assert.equal(status, 200, JSON.stringify(body));
      const { columns, rowCount } = body.result;
      return {
        labels: columns.map(({ label }) => label),
        rows: Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row])),
      };
    };

    it('a builder lists fields of related datasets by path, without hidden ones', async () => {
      const { body } = await builder<BuilderResponse>('GET', '');
      const orders = body.datasets.find(({ id }) => id === 'orders') as BuilderDataset;
      const names = (fields: readonly { readonly name: string }[]) => fields.map(({ name }) => name);
      assert.deepEqual(names(orders.columns), ['id', 'amount']);
      assert.deepEqual(orders.columns[1]?.aggregations, ['sum', 'average']);
      assert.deepEqual(
        orders.related?.map(({ label, columns, measures }) => [label, names(columns), names(measures)]),
        [
          ['Customer', ['customer.id', 'customer.segment'], []],
          ['Customer › Country', ['customer.country.id', 'customer.country.country'], []],
        ],
      );
      assert.doesNotMatch(JSON.stringify(body), /email|secret|"far|cost/);
      const { data: forAnn = [] } = (await ann('GET', 'apps/shop/datasets')).body as AppDatasets;
      assert.deepEqual(
        forAnn.find(({ id }) => id === 'orders'),
        orders,
      );
      const { body: all } = await admin('GET', 'apps/shop/datasets');
      assert.match(JSON.stringify(all), /"customer.email".*"secret.email"/);
      assert.doesNotMatch(JSON.stringify(all), /"far\./);
    });

    it('an author groups by a related field and aggregates a column', async () => {
      const { labels, rows } = await preview({
        ...of('customer.segment'),
        measures: ['orders', 'sum(amount)'],
        sort: [{ by: 'sum(amount)', direction: 'desc' }],
      });
      assert.deepEqual(labels, ['Segment', 'Orders', 'Sum of Amount']);
      assert.deepEqual(rows, [
        ['new', 2, 30],
        ['old', 2, 12],
      ]);
      assert.equal((await preview(of('customer.country.country'))).rows.length, 2);
      const ofCustomers = {
        ...chart({ dimensions: [{ column: 'segment' }], measures: ['order.orders', 'sum(order.amount)'] }),
        datasetId: 'customers',
      };
      const { body } = await builder<TileResponse>('POST', 'preview', { body: { chart: ofCustomers } });
      assert.deepEqual(
        body.result.columns.map(({ values }) => values.toSorted()),
        [
          ['new', 'old'],
          [2, 2],
          [12, 30],
        ],
      );
    });

    it('an author previews a chart and learns which one shows the result better', async () => {
      const steps = chart({ ...of('customer.segment'), measures: ['average(amount)'] });
      const render = { width: 400, height: 300, mode: 'light' };
      const previewed = async (kind: string) => {
        const body = { chart: { ...steps, kind }, render };
        return (await builder<PreviewResponse>('POST', 'preview', { body })).body;
      };
      const { html, instead } = await previewed('waterfall');
      assert.match(html ?? '', /A waterfall adds up its steps/);
      assert.deepEqual(instead, { kind: 'bar', options: { layout: 'grouped' }, offer: 'asBars' });
      assert.equal((await previewed('bar')).instead, undefined);
    });

    it('viewers get the label of an ad-hoc measure in their language', async () => {
      const saved = await made(builder, canvasOf('Sums', { chart: chart({ measures: ['sum(amount)'] }) }));
      const { body } = await builder<TileResponse>('POST', `dashboards/${saved.dashboard.id}/tiles/i0`, {
        body: { lang: 'de' },
      });
      assert.equal(body.result.columns[0]?.label, 'Summe von Amount');
    });

    it('an author reaches no hidden field and no other dataset by its path', async () => {
      for (const [path, attack] of attacks) {
        const what = JSON.stringify(attack);
        const shown = await builder<Refusal>('POST', 'preview', { body: { chart: attack } });
        assert.equal(shown.status, 400, what);
        assert.equal(shown.body.details?.[0]?.path, `/chart${path}`, what);
        assert.doesNotMatch(JSON.stringify(shown.body), /email|country_id|cost|secret|far|elsewhere/, what);
        const content = canvasOf('x', { chart: attack });
        const saved = await builder<Refusal>('POST', 'dashboards', { body: { content } });
        assert.equal(saved.status, 400, what);
        assert.equal(saved.body.details?.[0]?.path, `/items/0/chart${path}`, what);
        const tile = await ann('POST', 'tiles', { body: { id: 'x', appId: 'shop', ...attack } });
        assert.equal(tile.status, 400, what);
        assert.match(JSON.stringify(tile.body), new RegExp(`"path":"${path}"`), what);
        const previewed = await ann('POST', 'tiles/preview', {
          body: { appId: 'shop', tile: attack },
        });
        assert.equal(previewed.status, 400, what);
      }
      for (const column of ['customer.email', 'secret.segment', 'far.segment', 'cost']) {
        const body = { datasetId: 'orders', column };
        assert.equal((await builder('POST', 'preview/values', { body })).status, 400, column);
        const values = await ann('POST', 'tiles/preview/values', { body: { appId: 'shop', ...body } });
        assert.equal(values.status, 400, column);
      }
    });

    it('a misspelled field is refused with the nearest one that the author may use', async () => {
      const refusalOf = async (query: object) =>
        JSON.stringify((await ann('POST', 'tiles', { body: { appId: 'shop', ...chart(query) } })).body);
      assert.match(await refusalOf({ measures: ['ordres'] }), /Did you mean “orders”\?/);
      assert.match(await refusalOf(of('customer.segmnt')), /Did you mean “customer\.segment”\?/);
      for (const hidden of [of('costs'), of('customer.emial'), { measures: ['customer.email'] }])
        assert.doesNotMatch(await refusalOf(hidden), /Did you mean/);
    });

    it('an author sees no hidden name in a chart of an administrator, and saving keeps it', async () => {
      const query = {
        dimensions: [{ column: 'customer.segment' }],
        measures: ['orders'],
        filters: [{ column: 'cost', operator: 'greater', value: 0 }],
        anyOf: [[equals('customer.email'), { column: 'customer.segment', operator: 'equals', value: 'old' }]],
        having: [{ measure: 'sum(cost)', operator: 'greater', value: 0 }],
      };
      const own = chart(query, { drillThrough: { columns: ['cost', 'amount'] } });
      const content = { id: 'board', appId: 'shop', ...canvasOf('Board', { chart: own }) };
      const created = await admin('POST', 'dashboards', { body: content });
      assert.equal(created.status, 201, JSON.stringify(created.body));
      const { status, body } = await builder('GET', 'dashboards/board');
      assert.equal(status, 200);
      assert.doesNotMatch(JSON.stringify(body.content), /email|cost/);
      const [item] = body.content.items;
      assert.ok(item && 'chart' in item);
      assert.deepEqual(item.chart.drillThrough, { columns: ['amount'] });
      const renamed = { ...body.content, items: [{ ...item, chart: { ...item.chart, title: 'Renamed' } }] };
      const saved = await builder('PUT', 'dashboards/board', {
        body: renamed,
        ifMatch: body.dashboard.revision,
      });
      assert.equal(saved.status, 200, JSON.stringify(saved.body));
      const { body: stored } = await admin('GET', 'dashboards/board');
      assert.deepEqual(stored.items, [{ ...item, chart: { ...own, title: 'Renamed' } }]);
      const changed = { ...item, chart: { ...item.chart, drillThrough: { columns: ['amount', 'id'] } } };
      const refused = await builder<Refusal>('PUT', 'dashboards/board', {
        body: { ...renamed, items: [changed] },
        ifMatch: '*',
      });
      assert.equal(refused.status, 400);
      assert.match(JSON.stringify(refused.body.details), /\/items\/0\/chart\/drillThrough/);
    });

    it('an author does not see the default of a filter on a hidden column, and saving keeps it', async () => {
      const control = { label: 'F', datasetId: 'orders', kind: 'dropdown' };
      const filters = [
        { ...control, id: 'hidden', column: 'cost', default: 4 },
        { ...control, id: 'open', column: 'amount', default: 10 },
      ];
      const content = {
        id: 'filtered',
        appId: 'shop',
        ...canvasOf('Filtered', { chart: chart({}) }),
        filters,
      };
      assert.equal((await admin('POST', 'dashboards', { body: content })).status, 201);
      const { body } = await builder('GET', 'dashboards/filtered');
      const [{ default: _, ...redacted }, open] = filters as [Record<string, unknown>, object];
      assert.deepEqual(body.content.filters, [redacted, open]);
      const renamed = { ...body.content, title: 'Renamed' };
      const saved = await builder('PUT', 'dashboards/filtered', { body: renamed, ifMatch: '*' });
      assert.equal(saved.status, 200, JSON.stringify(saved.body));
      const { body: stored } = await admin('GET', 'dashboards/filtered');
      assert.deepEqual([stored.title, stored.filters], ['Renamed', filters]);
      const changed = { ...renamed, filters: [{ ...redacted, label: 'Mine' }] };
      const refused = await builder<Refusal>('PUT', 'dashboards/filtered', { body: changed, ifMatch: '*' });
      assert.equal(refused.status, 400);
    });
  });

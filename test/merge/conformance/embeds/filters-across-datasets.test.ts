import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OpenPageState } from '@inlay/content/page-state';
import type { EmbedExplanation } from '@inlay/protocol/explanation';
import { type ContentClient, contentClient } from '../../../support/content/content-client.ts';
import { dataClient } from '../../../support/data/data-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const FILES = {
  customers:
    'id,segment,region,secret\n1,Retail,north,canary-a\n2,Retail,south,canary-b\n3,Trade,north,canary-a',
  orders: 'customer,status,amount,day\n1,open,10,2026-01-05\n2,paid,20,2026-02-05\n3,paid,40,2026-02-06',
  plan: 'area,target,month\nnorth,100,2026-01-01\nsouth,200,2026-02-01',
  weather: 'city,degrees\nOslo,4\nRome,20',
};
const text = (name: string, more: object = {}) => ({ name, type: 'string', ...more });
const DATASETS = {
  customers: {
    columns: [
      { name: 'id', type: 'integer' },
      text('segment', { label: 'Segment' }),
      text('region', { label: 'Region', sharedDimension: 'region' }),
      text('secret', { sharedDimension: 'secret' }),
    ],
    measures: [{ name: 'customers', kind: 'count' }],
  },
  orders: {
    columns: [
      { name: 'customer', type: 'integer' },
      text('status'),
      { name: 'amount', type: 'integer' },
      { name: 'day', type: 'date', sharedDimension: 'day' },
    ],
    measures: [{ name: 'revenue', kind: 'sum', column: 'amount' }],
    relationships: [
      {
        name: 'buyer',
        dataset: 'customers',
        kind: 'many-to-one',
        columns: [{ own: 'customer', other: 'id' }],
      },
    ],
  },
  plan: {
    columns: [
      text('area', { sharedDimension: 'region' }),
      { name: 'target', type: 'integer' },
      { name: 'month', type: 'date', sharedDimension: 'day' },
    ],
    measures: [{ name: 'goal', kind: 'sum', column: 'target' }],
  },
  weather: {
    columns: [text('city'), { name: 'degrees', type: 'integer' }],
    measures: [{ name: 'warmth', kind: 'average', column: 'degrees' }],
  },
};
const tile = (datasetId: string, column: string, measure: string, more: object = {}) => ({
  title: datasetId,
  kind: 'bar',
  datasetId,
  query: { dimensions: [{ column }], measures: [measure], ...more },
});
const TILES = {
  customers: tile('customers', 'region', 'customers'),
  orders: tile('orders', 'status', 'revenue'),
  plan: tile('plan', 'area', 'goal'),
  january: tile('plan', 'area', 'goal', {
    filters: [{ column: 'month', operator: 'between', from: '2026-01-01', to: '2026-01-31' }],
  }),
  weather: tile('weather', 'city', 'warmth'),
};
const control = (id: string, datasetId: string, column: string, more: object = {}) => ({
  id,
  kind: 'dropdown',
  label: `The ${id}`,
  datasetId,
  column,
  ...more,
});
const FILTERS = [
  control('where', 'customers', 'region'),
  control('segment', 'customers', 'segment', { dependsOn: ['area'] }),
  control('area', 'plan', 'area'),
  control('when', 'orders', 'day', { kind: 'date-range' }),
];
const place = (id: string, index: number) => ({ id: `i-${id}`, x: 0, y: 4 * index, w: 12, h: 4, tile: id });

interface Result {
  readonly result: {
    readonly columns: readonly { readonly name: string; readonly values: readonly unknown[] }[];
  };
}

describe('filters across datasets', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;
  let token: string;

  before(async () => {
    ({ store, inlay, setup } = await startWorld('embedding', sqliteStore));
    const data = dataClient(inlay.url, setup.adminToken);
    admin = contentClient(inlay, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    for (const [id, csv] of Object.entries(FILES))
      assert.equal((await data.upload(`${id}.csv`, csv)).status, 201);
    for (const [id, dataset] of Object.entries(DATASETS))
      await data.create('datasets', {
        id,
        name: id,
        connectionId: 'files',
        source: { kind: 'file', file: id },
        segmented: false,
        ...dataset,
      });
    const datasets = Object.keys(DATASETS);
    await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main', datasets });
    const publish = async (path: string, body: object) => {
      const [kind = '', id = ''] = path.split('/');
      await data.create(kind, { id, appId: 'shop', ...body });
      assert.equal((await admin('POST', `${path}/publish`, { ifMatch: '*' })).status, 200);
    };
    for (const [id, body] of Object.entries(TILES)) await publish(`tiles/${id}`, body);
    await publish('dashboards/all', {
      title: 'All',
      crossFilter: true,
      filters: FILTERS,
      items: Object.keys(TILES).map(place),
    });
    await publish('dashboards/orders', {
      title: 'Orders',
      filters: [control('segment', 'customers', 'segment'), control('city', 'weather', 'city')],
      items: [place('orders', 0)],
    });
    for (const id of ['all', 'orders'])
      await data.create('embeds', { id: `e-${id}`, title: id, target: { kind: 'dashboard', id } });
    await data.create('embeds', { id: 'build', title: 'Build', target: { kind: 'builder', id: 'shop' } });
    token = await viewerToken(setup, { privileges: { shop: ['view'] } });
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const ask = (path: string, body: object, embed = 'e-all') =>
    call<Result & { message?: string }>(`${inlay.url}/embed/api/v0/embeds/${embed}/${path}`, {
      method: 'POST',
      token,
      body,
    });
  const rows = async (id: string, body: object, embed?: string) => {
    const response = await ask(`tiles/${id}`, body, embed);
    assert.equal(response.status, 200, JSON.stringify(response.body));
    const [names, values] = response.body.result.columns;
    return Object.fromEntries(
      (names?.values ?? []).map((name, index) => [name, Number(values?.values[index])]),
    );
  };

  it('reach tiles by their dataset, a shared dimension and a relationship', async () => {
    const filters = { where: 'north' };
    assert.deepEqual(await rows('customers', { filters }), { north: 2 });
    assert.deepEqual(await rows('plan', { filters }), { north: 100 });
    assert.deepEqual(await rows('orders', { filters }), { open: 10, paid: 40 });
    assert.deepEqual(await rows('weather', { filters }), { Oslo: 4, Rome: 20 });
    assert.deepEqual(await rows('orders', { filters: { segment: 'Trade' } }), { paid: 40 });
    assert.deepEqual(await rows('orders', { filters: { segment: 'Trade' } }, 'e-orders'), { paid: 40 });
  });

  it('reach tiles by a column that the host names, and by a click on another tile', async () => {
    assert.deepEqual(await rows('plan', { filters: { region: 'south' } }), { south: 200 });
    assert.deepEqual(await rows('orders', { filters: { region: 'south' } }), { paid: 20 });
    const cross = [{ datasetId: 'plan', column: 'area', value: 'south' }];
    assert.deepEqual(await rows('customers', { cross }), { south: 1 });
    assert.deepEqual(await rows('orders', { cross }), { paid: 20 });
  });

  it('replace the range of a tile of another dataset', async () => {
    assert.deepEqual(await rows('january', {}), { north: 100 });
    const when = { from: '2026-02-01', to: '2026-02-28' };
    assert.deepEqual(await rows('january', { filters: { when } }), { south: 200 });
  });

  it('narrow the values of a filter on another dataset', async () => {
    const values = async (filters: object) => {
      const { body } = await ask('filters/segment/values', { filters });
      return (body as never as { values: { value: string }[] }).values.map(({ value }) => value);
    };
    assert.deepEqual(await values({}), ['Retail', 'Trade']);
    assert.deepEqual(await values({ area: 'south' }), ['Retail']);
  });

  it('are refused on columns that nothing offers, also of related datasets', async () => {
    for (const name of ['secret', 'id', 'buyer.secret', 'buyer.segment', 'customers.region', 'month'])
      assert.equal((await ask('tiles/orders', { filters: { [name]: 'canary-a' } })).status, 400, name);
    for (const column of ['secret', 'buyer.secret', 'nope'])
      for (const datasetId of ['customers', 'orders', 'gone']) {
        const cross = [{ datasetId, column, value: 'canary-a' }];
        assert.equal((await ask('tiles/plan', { cross })).status, 400, `${datasetId} ${column}`);
      }
  });

  it('are offered only if they reach a visible tile', async () => {
    const page = await openPage(inlay, 'e-orders', { token });
    const { filters, tiles } = page.state as never as OpenPageState;
    assert.deepEqual(
      filters.map(({ id }) => id),
      ['segment'],
    );
    assert.deepEqual(tiles[0]?.unreached, undefined);
    assert.equal((await ask('tiles/orders', { filters: { city: 'Oslo' } }, 'e-orders')).status, 400);
  });

  it('are noted on tiles that they do not reach, on pages, for the script and in files', async () => {
    const filters = JSON.stringify({ where: 'north', when: 'this-year', status: 'paid' });
    const { html, state } = await openPage(inlay, 'e-all', { token, filters });
    const noteOf = (id: string) =>
      new RegExp(`data-tile="${id}"[\\s\\S]*?</section>`)
        .exec(html)?.[0]
        .match(/inlay-unfiltered[^>]*>([^<]*)/)?.[1];
    assert.equal(noteOf('orders'), undefined);
    assert.equal(noteOf('plan'), 'The status filter does not apply here');
    assert.equal(noteOf('customers'), 'The filters The when and status do not apply here');
    assert.equal(noteOf('weather'), 'The filters The where, The when, and status do not apply here');
    const { tiles } = state as never as OpenPageState;
    const plan = tiles.find(({ id }) => id === 'plan');
    assert.deepEqual(plan?.unreached, {
      customers: ['segment'],
      orders: ['status'],
      weather: ['city'],
    });
    assert.deepEqual(plan?.unreachedNames, { segment: 'Segment', status: 'status', city: 'city' });
    const url = `${inlay.url}/embed/api/v0/embeds/e-all/tiles/weather/export.svg?filters=${encodeURIComponent('{"where":"north"}')}`;
    const svg = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    assert.match(await svg.text(), /The The where filter does not apply here/);
  });

  it('are explained to administrators tile by tile', async () => {
    const context = { username: 'x', workspace_id: 'main', privileges: { shop: ['view'] } };
    const { status, body } = await admin('POST', 'embeds/e-all/explain', { body: { context } });
    assert.equal(status, 200, JSON.stringify(body));
    const { parts } = body as never as EmbedExplanation;
    const reasons = (id: string) =>
      Object.fromEntries(
        parts
          .find((part) => part.kind === 'tile' && part.id === id)
          ?.data?.filters.map(({ filter, column, reason }) => [filter, `${column}: ${reason}`]) ?? [],
      );
    assert.deepEqual(reasons('plan'), {
      where: 'area: The where → shared dimension region → area',
      segment: 'null: The segment does not reach the dataset plan.',
      area: 'area: The area → area',
      when: 'month: The when → shared dimension day → month',
    });
    assert.equal(reasons('orders').where, 'buyer.region: The where → relationship buyer → buyer.region');
  });

  it('may be restricted to tiles that they reach, and to no others', async () => {
    const dashboard = {
      appId: 'shop',
      title: 'Wired',
      items: ['orders', 'plan', 'weather'].map(place),
    };
    const wired = (id: string, tiles: readonly string[]) =>
      admin('POST', 'dashboards', {
        body: { id, ...dashboard, filters: [control('where', 'customers', 'region', { tiles })] },
      });
    assert.equal((await wired('w1', ['orders', 'plan'])).status, 201);
    const refused = await wired('w2', ['orders', 'weather']);
    assert.equal(refused.status, 400);
    assert.match(JSON.stringify(refused.body), /\/filters\/0\/tiles\/1.*relationship.*shared dimension/);
  });
});

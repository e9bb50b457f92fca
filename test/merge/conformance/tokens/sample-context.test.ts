import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { SampleContext } from '@inlay/protocol/explanation';
import { type DataClient, dataClient } from '../../../support/data/data-client.ts';
import { sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const readsAttribute = (column: string, key: string) => ({
  column,
  operator: 'equals',
  value: { context: `attributes.${key}` },
});
const isAttribute = (key: string) => ({ context: `attributes.${key}`, operator: 'is-set' });
const columns = [
  { name: 'region', type: 'string' },
  { name: 'shop', type: 'integer' },
  { name: 'amount', type: 'integer' },
];
const measures = [{ name: 'total', kind: 'sum', column: 'amount' }];

describe('sample context', () => {
  const inlay = useInlay(sqliteStore);
  let data: DataClient;
  before(async () => {
    data = dataClient(inlay.running.url, await inlay.adminToken());
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    await data.upload('sales.csv', 'region,shop,amount\nnorth,7,10\nnorth,7,5\nsouth,9,7\n');
    await data.create('workspaces', { id: 'elsewhere', name: 'Elsewhere' });
    const rows = { connectionId: 'files', source: { kind: 'file', file: 'sales' }, columns, measures };
    const rules = [readsAttribute('region', 'area'), readsAttribute('shop', 'branch')];
    await data.create('datasets', { id: 'sales', name: 'Sales', ...rows, rowRules: rules });
    const others = { rowRules: [readsAttribute('region', 'secret_area')], workspaceId: 'elsewhere' };
    await data.create('datasets', { id: 'private', name: 'Private', ...rows, ...others });
    await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main', datasets: ['sales'] });
    await data.create('tiles', {
      id: 'total',
      appId: 'shop',
      title: 'Total',
      kind: 'kpi',
      datasetId: 'sales',
      query: { dimensions: [], measures: ['total'] },
    });
    await data.create('embeds', {
      id: 'e-total',
      alias: 'the-total',
      title: 'Total',
      target: { kind: 'tile', id: 'total' },
    });
  });

  const sample = async (path: string) => {
    const { status, body } = await data.ask<SampleContext>(`${path}/sample-context`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };

  it("has a value from the data for each attribute that row rules in the app's workspace use", async () => {
    const expected = {
      workspace_id: 'main',
      roles: ['USER'],
      privileges: { shop: ['view'] },
      attributes: { area: 'north', branch: 7 },
    };
    assert.deepEqual(await sample('apps/shop'), expected);
    assert.deepEqual(await sample('embeds/e-total'), expected);
    assert.deepEqual(await sample('embeds/the-total'), expected);
  });

  it('of an embed has exactly the attributes that its content uses', async () => {
    const rows = { connectionId: 'files', source: { kind: 'file', file: 'sales' }, measures };
    await data.create('datasets', {
      id: 'shops',
      name: 'Shops',
      ...rows,
      columns: [
        { name: 'region', type: 'string' },
        { name: 'shop', type: 'integer' },
        { name: 'amount', type: 'integer', access: [{ when: isAttribute('clearance'), show: 'value' }] },
      ],
      rowRules: [readsAttribute('region', 'district')],
    });
    const toShop = {
      name: 'at',
      dataset: 'shops',
      kind: 'many-to-one',
      columns: [{ own: 'shop', other: 'shop' }],
    };
    await data.create('datasets', {
      id: 'visits',
      name: 'Visits',
      ...rows,
      columns,
      relationships: [toShop],
      rowRules: [readsAttribute('shop', 'visited')],
    });
    const tile = (id: string, dimension: string, measure: string) =>
      data.create('tiles', {
        id,
        appId: 'shop',
        title: id,
        kind: 'table',
        datasetId: 'visits',
        query: { dimensions: [{ column: dimension }], measures: [measure] },
        ...(id === 'own' ? {} : { visibility: isAttribute('plan') }),
      });
    await tile('own', 'region', 'total');
    await tile('related', 'at.region', 'total');
    await tile('restricted', 'at.region', 'at.total');
    const attributesOf = async (id: string, target: object) => {
      await data.create('embeds', { id, title: id, target });
      return (await sample(`embeds/${id}`)).attributes;
    };
    assert.deepEqual(await attributesOf('e-own', { kind: 'tile', id: 'own' }), { visited: 7 });
    assert.deepEqual(await attributesOf('e-related', { kind: 'tile', id: 'related' }), {
      plan: '…',
      visited: 7,
      district: 'north',
    });
    assert.deepEqual(Object.keys(await attributesOf('e-restricted', { kind: 'tile', id: 'restricted' })), [
      'plan',
      'visited',
      'district',
      'clearance',
    ]);
    const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'total', visibility: isAttribute('tier') }];
    await data.create('dashboards', { id: 'board', appId: 'shop', title: 'Board', items });
    assert.deepEqual(await attributesOf('e-board', { kind: 'dashboard', id: 'board' }), {
      tier: '…',
      area: 'north',
      branch: 7,
    });
  });

  it('shows rows in a preview with it', async () => {
    const context = { username: 'ann@customer.example', ...(await sample('embeds/e-total')) };
    const { body } = await data.query('sales', { dimensions: [], measures: ['total'] }, context);
    assert.deepEqual(body.result.columns[0]?.values, [15]);
  });

  it('has a placeholder for attributes of a source that is down', async () => {
    await data.create('connections', {
      id: 'down',
      name: 'Down',
      kind: 'postgres',
      host: 'warehouse.invalid',
      database: 'x',
      password: '{{ secrets.warehouse }}',
      user: 'x',
    });
    await data.create('datasets', {
      id: 'far',
      name: 'Far',
      connectionId: 'down',
      source: { kind: 'table', table: 't' },
      columns,
      measures,
      rowRules: [readsAttribute('region', 'zone')],
    });
    const { attributes } = await sample('apps/shop');
    assert.partialDeepStrictEqual(attributes, { area: 'north', branch: 7, zone: '…' });
  });

  it('responds with 404 for unknown apps and embeds', async () => {
    for (const path of ['apps/nothing', 'embeds/nothing'])
      assert.equal((await data.ask(`${path}/sample-context`)).status, 404, path);
  });
});

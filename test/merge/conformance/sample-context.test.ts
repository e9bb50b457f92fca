import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { SampleContext } from '@inlay/protocol/explanation';
import { type DataClient, dataClient } from '../../support/data-client.ts';
import { sqliteStore } from '../../support/start-inlay.ts';
import { useInlay } from '../../support/use-inlay.ts';

const readsAttribute = (column: string, key: string) => ({
  column,
  operator: 'equals',
  value: { context: `attributes.${key}` },
});
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
    assert.deepEqual(attributes, { area: 'north', branch: 7, zone: '…' });
  });

  it('responds with 404 for unknown apps and embeds', async () => {
    for (const path of ['apps/nothing', 'embeds/nothing'])
      assert.equal((await data.ask(`${path}/sample-context`)).status, 404, path);
  });
});

import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { SAMPLE_DATA } from '@inlay/content/sample-data';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const { app, dashboard, dataset, file } = SAMPLE_DATA;
const source = { kind: 'file', file: file.replace('.csv', '') };

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`removing sample data on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let data: DataClient;
    const remove = () => data.ask<Refusal>('sample-data', { method: 'DELETE' });
    const counts = async () => {
      const totals = ['datasets', 'apps', 'dashboards', 'files'].map(async (path) => {
        const { body } = await data.ask<{ meta: { total: number } }>(path);
        return body.meta.total;
      });
      return Promise.all(totals);
    };
    const drop = async (path: string) =>
      assert.equal((await data.ask(path, { method: 'DELETE' })).status, 204, path);

    before(async () => {
      data = dataClient(inlay.running.url, await inlay.adminToken());
      await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    });
    beforeEach(async () => {
      assert.equal((await data.upload(file, 'customer,amount\nA,1\n')).status, 201);
      const bundle = {
        datasets: [{ id: dataset, name: 'Sample orders', connectionId: 'files', source, segmented: false }],
        app: { id: app, title: 'Sample', workspaceId: 'main' },
        dashboard: { id: dashboard, appId: app, title: 'Sample orders', items: [] },
      };
      const { status, body } = await data.ask('bundles', { body: bundle });
      assert.equal(status, 201, JSON.stringify(body));
    });

    it('deletes app, dashboard, dataset and file, and can be repeated', async () => {
      assert.deepEqual(await counts(), [1, 1, 1, 1]);
      // A published dashboard is still the sample.
      const path = `dashboards/${dashboard}/publish`;
      assert.equal((await data.ask(path, { method: 'POST', body: {} })).status, 200);
      assert.equal((await remove()).status, 204);
      assert.deepEqual(await counts(), [0, 0, 0, 0]);
      assert.equal((await remove()).status, 204);
    });

    it('deletes nothing while something was built on it, and says what', async () => {
      const other = await data.create('datasets', { name: 'Mine', connectionId: 'files', source });
      await data.create('apps', { id: 'mine', title: 'Mine', workspaceId: 'main' });
      const query = { dimensions: [{ column: 'customer' }], measures: [] };
      const tile = { title: 'Customers', kind: 'table', datasetId: dataset, query };
      await data.create('tiles', { ...tile, id: 'own', appId: 'mine' });
      await data.create('tiles', { ...tile, id: 'inside', title: 'Inside', appId: app });
      const changed = await data.ask(`dashboards/${dashboard}`, {
        method: 'PATCH',
        body: { title: 'My orders' },
        headers: { 'if-match': '*' },
      });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      const { status, body } = await remove();
      assert.equal(status, 409);
      for (const name of ['tile “Customers”', 'tile “Inside”', 'dashboard “My orders”', 'dataset “Mine”'])
        assert.ok(body.message.includes(name), body.message);
      assert.deepEqual(await counts(), [2, 2, 1, 1]);
      await drop('tiles/own');
      await drop('tiles/inside');
      await drop(`dashboards/${dashboard}`);
      await drop(`datasets/${other.id}`);
      assert.equal((await remove()).status, 204);
      assert.deepEqual(await counts(), [0, 1, 0, 0], 'the other app stays');
      await drop('apps/mine');
    });
  });
}

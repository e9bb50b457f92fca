import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { contentClient, TILE } from '../../../support/content/content-client.ts';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const SALES = 'region,amount\nnorth,10\nnorth,5\nsouth,7\n';
const context = (attributes: object, more: object = {}) => ({
  username: 'ann@customer.example',
  workspace_id: 'main',
  attributes,
  ...more,
});
const draft = {
  connectionId: 'files',
  source: { kind: 'file', file: 'sales' },
  columns: [
    { name: 'region', type: 'string' },
    { name: 'amount', type: 'integer' },
  ],
  rowRules: [{ column: 'region', operator: 'in', values: { context: 'attributes.region' } }],
};
const query = { dimensions: [{ column: 'region' }, { column: 'amount' }], measures: [] };

interface Trial {
  readonly explanation: {
    readonly rows: string;
    readonly rules: readonly { readonly path: string; readonly outcome: string }[];
    readonly statements: readonly { readonly sql: string }[];
    readonly connection: { readonly ok: boolean; readonly reason: string | null };
  };
  readonly answer: { readonly result: { readonly rowCount: number } } | null;
  readonly refusal: string | null;
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`the trial of an unsaved dataset on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let data: DataClient;
    const attempt = (dataset: object, as: object) =>
      data.ask<Trial>('datasets/try', { body: { dataset, query, context: as } });
    before(async () => {
      data = dataClient(inlay.running.url, await inlay.adminToken());
      await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
      assert.equal((await data.upload('sales.csv', SALES)).status, 201);
    });

    it("returns the viewer's rows, the applied rules and the SQL", async () => {
      const { status, body } = await attempt(draft, context({ region: ['north'] }));
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.explanation.rows, 'some');
      assert.equal(body.explanation.rules[0]?.path, '/rowRules/0');
      assert.match(body.explanation.statements[0]?.sql ?? '', /:attributes\.region/);
      assert.equal(body.answer?.result.rowCount, 2);
      assert.equal((await data.ask<{ data: unknown[] }>('datasets')).body.data.length, 0);
    });

    it('returns no rows, and the reason, for a viewer without the attribute', async () => {
      const { body } = await attempt(draft, context({}));
      assert.equal(body.explanation.rows, 'none');
      assert.equal(body.answer?.result.rowCount, 0);
    });

    it("reports that the viewer's secrets do not open the connection, instead of failing", async () => {
      await data.create('connections', {
        id: 'warehouse',
        name: 'Warehouse',
        kind: 'postgres',
        host: 'db.example.com',
        database: 'sales',
        user: 'reader',
        password: '{{ secrets.warehouse }}',
      });
      const onWarehouse = { ...draft, connectionId: 'warehouse', source: { kind: 'table', table: 'sales' } };
      const { status, body } = await attempt(onWarehouse, context({ region: ['north'] }));
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.explanation.connection.ok, false);
      assert.equal(body.answer, null);
      assert.match(body.refusal ?? '', /do not have access to this data/);
    });

    it('refuses an invalid draft and reports the path', async () => {
      const wrong = { ...draft, rowRules: [{ column: 'county', operator: 'is-set' }] };
      const { status, body } = await data.ask<Refusal>('datasets/try', {
        body: { dataset: wrong, query, context: context({}) },
      });
      assert.equal(status, 400);
      assert.equal(body.details?.[0]?.path, '/rowRules/0/column');
    });

    it('lists what uses a saved dataset, lists datasets by connection, and deletes only unused ones', async () => {
      await data.create('datasets', { id: 'sales', name: 'Sales', ...draft });
      await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main' });
      const content = contentClient(inlay.running, await inlay.adminToken());
      const tile = {
        ...TILE,
        id: 'amounts',
        appId: 'shop',
        datasetId: 'sales',
        query: { dimensions: [{ column: 'region' }], measures: [] },
      };
      const made = await content('POST', 'tiles', { body: tile });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const usage = await data.ask<{ data: readonly object[] }>('datasets/sales/usage');
      assert.deepEqual(usage.body.data, [
        { kind: 'tile', id: 'amounts', appId: 'shop', title: TILE.title, published: false },
      ]);
      const listed = async (connection: string) =>
        (await data.ask<{ meta: { total: number } }>(`datasets?connection=${connection}`)).body.meta.total;
      assert.deepEqual([await listed('files'), await listed('warehouse')], [1, 0]);
      const refused = await data.ask<Refusal>('datasets/sales', { method: 'DELETE' });
      assert.equal(refused.status, 409);
      assert.match(refused.body.message, /tile “Revenue by month”/);
      await content('DELETE', 'tiles/amounts', { ifMatch: '*' });
      assert.equal((await data.ask('datasets/sales', { method: 'DELETE' })).status, 204);
      assert.equal((await data.ask('datasets/sales/usage')).status, 404);
    });
  });
}

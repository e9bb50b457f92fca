import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ContentClient,
  contentClient,
  dashboardOf,
  makeOrders,
  TILE,
} from '../../../support/content/content-client.ts';
import { logInAs } from '../../../support/http/api-client.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';
import { turns } from '../../../support/time/turns.ts';

const ROUNDS = 12;

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`content and the datasets that it uses on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let admin: ContentClient;
    before(async () => {
      store = await storeWith('started', makeStore);
      inlay = await startInlay(store);
      admin = contentClient(inlay, await logInAs(inlay.url));
      await makeOrders(admin);
      await admin('POST', 'apps', { body: { id: 'sales', title: 'Sales', workspaceId: 'main' } });
      await make('tiles', { id: 'good', ...TILE });
      assert.equal((await publish('tiles/good')).status, 200);
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    const make = async (path: string, body: object) => {
      const response = await admin('POST', path, { body: { appId: 'sales', ...body } });
      assert.equal(response.status, 201, JSON.stringify(response.body));
    };
    const publish = (path: string) => admin('POST', `${path}/publish`, { ifMatch: '*' });
    const makeDataset = async (id: string, rest: object = {}) => {
      const source = { kind: 'sql', sql: "SELECT DATE '2026-01-01' AS month, 1 AS amount" };
      const measures = [{ name: 'revenue', kind: 'sum', column: 'amount' }];
      const body = { id, name: id, connectionId: 'files', source, measures, segmented: false, ...rest };
      const { status, body: response } = await admin('POST', 'datasets', { body });
      assert.equal(status, 201, JSON.stringify(response));
    };

    it('may be written before its dataset, and published only after it', async () => {
      await make('tiles', { id: 'early', ...TILE, datasetId: 'later' });
      const { status, body } = await publish('tiles/early');
      assert.equal(status, 409);
      assert.equal(
        body.message,
        "This cannot be published: /datasetId refers to a dataset that does not exist: 'later'.",
      );
      assert.deepEqual(body.details, [
        { path: '/datasetId', problem: "refers to a dataset that does not exist: 'later'" },
      ]);
      await makeDataset('later');
      assert.equal((await publish('tiles/early')).status, 200);
    });

    for (const [what, tile, path, problem] of [
      [
        'column',
        { dimensions: [{ column: 'nope' }], measures: [] },
        '/query/dimensions/0/column',
        'refers to a column that the dataset “late-column” does not have: “nope”',
      ],
      [
        'measure',
        { dimensions: [], measures: ['Revenu'] },
        '/query/measures/0',
        'refers to a measure that the dataset “late-measure” does not have: “Revenu”. Did you mean “revenue”?',
      ],
    ] as const) {
      it(`cannot be saved or published while it uses a ${what} that the dataset does not have`, async () => {
        const datasetId = `late-${what}`;
        const wrong = { id: `wrong-${what}`, appId: 'sales', ...TILE, datasetId, query: tile };
        // It may be written before its dataset.
        await make('tiles', wrong);
        await makeDataset(datasetId);
        const published = await publish(`tiles/wrong-${what}`);
        assert.equal(published.status, 409);
        assert.deepEqual(published.body.details, [{ path, problem }]);
        const saved = await admin('POST', 'tiles', { body: { ...wrong, id: `again-${what}` } });
        assert.equal(saved.status, 400);
        assert.deepEqual(saved.body.details, [{ path, problem }]);
        assert.match(String(saved.body.message), /[.?]$/);
        assert.doesNotMatch(String(saved.body.message), /\?\.$/);
      });
    }

    it('whose dataset lost a measure can be saved until its query changes', async () => {
      await makeDataset('losing');
      await make('tiles', { id: 'loser', ...TILE, datasetId: 'losing' });
      await admin('PATCH', 'datasets/losing', { body: { measures: [{ name: 'total', kind: 'count' }] } });
      const change = (body: object) => admin('PATCH', 'tiles/loser', { body, ifMatch: '*' });
      assert.equal((await change({ title: 'Another title' })).status, 200);
      const refused = await change({ query: { dimensions: [], measures: ['revenue'] } });
      assert.equal(refused.status, 400);
      assert.match(String(refused.body.message), /“losing” does not have: “revenue”/);
      assert.equal((await change({ query: { dimensions: [], measures: ['total'] } })).status, 200);
    });

    it('cannot show values that a tile does not return', async () => {
      const sources = {
        wrong: { tile: 'good', column: 'revenu' },
        right: { tile: 'good', column: 'revenue' },
      };
      const problem = (path: string, name: string) => ({
        path,
        problem: `refers to a column that the tile “${TILE.title}” does not return: “${name}”. Did you mean “revenue”?`,
      });
      const narrative = '{{ wrong }} and {{ right }}';
      const story = await admin('POST', 'stories', {
        body: {
          appId: 'sales',
          title: 'Values',
          steps: [{ id: 'one', title: 'One', narrative, values: sources }],
        },
      });
      assert.deepEqual(story.body.details, [problem('/steps/0/values/wrong/column', 'revenu')]);
      const item = { id: 'text', x: 0, y: 0, w: 12, h: 2, text: narrative, values: sources };
      const dashboard = await admin('POST', 'dashboards', {
        body: { appId: 'sales', title: 'Values', items: [item] },
      });
      assert.deepEqual(dashboard.body.details, [problem('/items/0/values/wrong/column', 'revenu')]);
      const tile = await admin('POST', 'tiles', {
        body: { appId: 'sales', ...TILE, title: '{{ revenue.total }} of {{ revenu.last }}' },
      });
      assert.deepEqual(tile.body.details, [
        {
          path: '/title',
          problem: 'contains a value that this tile does not return: “revenu.last”. Did you mean “revenue”?',
        },
      ]);
    });

    it('cannot be published while its filters, drill-downs or own charts use missing fields', async () => {
      const chart = {
        title: 'Own',
        kind: 'bar',
        datasetId: 'late-board',
        query: { dimensions: [], measures: ['no'] },
      };
      await make('dashboards', {
        id: 'board',
        ...dashboardOf('good'),
        items: [{ id: 'own', x: 0, y: 0, w: 12, h: 4, chart }],
        filters: [
          { id: 'a', label: 'A', datasetId: 'late-board', kind: 'dropdown', column: 'nope' },
          { id: 'b', label: 'B', datasetId: 'gone', kind: 'hierarchy', levels: ['x', 'y'] },
          { id: 'c', label: 'C', datasetId: 'late-board', kind: 'hierarchy', levels: ['month', 'street'] },
        ],
        drill: [{ id: 'd', label: 'D', datasetId: 'late-board', levels: ['month', 'house'] }],
      });
      await makeDataset('late-board');
      const { status, body } = await publish('dashboards/board');
      assert.equal(status, 409);
      const details = body.details as unknown as { path: string; problem: string }[];
      assert.deepEqual(
        details.map(({ path }) => path),
        [
          '/filters/1/datasetId',
          '/items/0/chart/query/measures/0',
          '/filters/0/column',
          '/filters/2/levels/1',
          '/drill/0/levels/1',
        ],
      );
      assert.match(
        details[2]?.problem ?? '',
        /refers to a column that the dataset “late-board” does not have: “nope”/,
      );
    });

    it('cannot be published with a dataset of another workspace, since no viewer could see it', async () => {
      await admin('POST', 'workspaces', { body: { id: 'elsewhere', name: 'Elsewhere' } });
      await makeDataset('theirs', { workspaceId: 'elsewhere' });
      await make('tiles', { id: 'stranger', ...TILE, datasetId: 'theirs' });
      const { status, body } = await publish('tiles/stranger');
      assert.equal(status, 409);
      assert.match(String(body.message), /a dataset of another workspace, 'elsewhere': 'theirs'/);
    });

    it('blocks the deletion of its dataset, and is named in the error', async () => {
      await makeDataset('used');
      await make('tiles', { id: 'user-1', ...TILE, title: 'First', datasetId: 'used' });
      await make('tiles', { id: 'user-2', ...TILE, title: 'Second', datasetId: 'used' });
      const { status, body } = await admin('DELETE', 'datasets/used');
      assert.equal(status, 409);
      assert.equal(body.message, 'This is used by tile “First”, tile “Second”. Remove it there first.');
      assert.deepEqual(body.details, {
        usedBy: [
          { kind: 'tile', id: 'user-1', appId: 'sales', title: 'First' },
          { kind: 'tile', id: 'user-2', appId: 'sales', title: 'Second' },
        ],
      });
      assert.equal((await admin('GET', 'datasets/used')).status, 200);
      for (const id of ['user-1', 'user-2'])
        assert.equal((await admin('DELETE', `tiles/${id}`, { ifMatch: '*' })).status, 204);
      assert.equal((await admin('DELETE', 'datasets/used')).status, 204);
      assert.equal((await admin('GET', 'datasets/used')).status, 404);
      assert.equal((await admin('DELETE', 'datasets/used')).status, 404);
    });

    it('blocks the removal of fields that it uses from its dataset once published', async () => {
      await makeDataset('kept');
      await make('tiles', { id: 'asker', ...TILE, datasetId: 'kept' });
      const change = (body: object) => admin('PATCH', 'datasets/kept', { body });
      const count = { name: 'count', kind: 'count' };
      assert.equal((await change({ measures: [count] })).status, 200, 'a draft does not hold it up');
      const revenue = { name: 'revenue', kind: 'sum', column: 'amount' };
      assert.equal((await change({ measures: [revenue, count] })).status, 200);
      assert.equal((await publish('tiles/asker')).status, 200);
      for (const [taking, path] of [
        [{ measures: [count] }, '/query/measures/0'],
        [{ columns: [{ name: 'amount', type: 'integer' }] }, '/query/dimensions/0/column'],
        [{ workspaceId: 'elsewhere' }, '/datasetId'],
      ] as const) {
        const { status, body } = await change(taking);
        assert.equal(status, 409, JSON.stringify(body));
        assert.match(String(body.message), /tile “Revenue by month”/);
        const { usedBy } = body.details as unknown as {
          usedBy: { kind: string; id: string; problems: { path: string }[] }[];
        };
        assert.deepEqual(
          usedBy.map(({ kind, id, problems }) => [kind, id, problems[0]?.path]),
          [['tile', 'asker', path]],
        );
      }
      assert.equal((await change({ measures: [revenue] })).status, 200, 'what nobody asks may go');
      assert.equal((await admin('POST', 'tiles/asker/archive', { ifMatch: '*' })).status, 200);
      assert.equal((await change({ measures: [count] })).status, 200, 'nor what nobody sees');
    });

    it('blocks the removal of fields that it uses through relationships', async () => {
      await makeDataset('owners', {
        source: { kind: 'sql', sql: "SELECT 1 AS id, 'new' AS segment" },
        measures: [],
      });
      await makeDataset('owned', {
        source: { kind: 'sql', sql: 'SELECT 1 AS owner_id, 5 AS amount' },
        relationships: [
          {
            name: 'owner',
            dataset: 'owners',
            kind: 'many-to-one',
            columns: [{ own: 'owner_id', other: 'id' }],
          },
        ],
      });
      const query = { dimensions: [{ column: 'owner.segment' }], measures: ['revenue'] };
      await make('tiles', { id: 'of-owners', title: 'Owners', kind: 'table', datasetId: 'owned', query });
      assert.equal((await publish('tiles/of-owners')).status, 200);
      const { status, body } = await admin('PATCH', 'datasets/owners', {
        body: { columns: [{ name: 'id', type: 'integer' }] },
        ifMatch: '*',
      });
      assert.equal(status, 409, JSON.stringify(body));
      assert.match(
        String(body.message),
        /Published content uses a field that this change would remove: tile “Owners”.*owner\.segment/,
      );
      const kept = await admin('PATCH', 'datasets/owners', { body: { name: 'All owners' }, ifMatch: '*' });
      assert.equal(kept.status, 200, JSON.stringify(kept.body));
    });

    it('never loses a measure while it is being published', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = `taken-${round}`;
        await makeDataset(id);
        await make('tiles', { id, ...TILE, datasetId: id });
        const [published, changed] = await Promise.all([
          publish(`tiles/${id}`),
          admin('PATCH', `datasets/${id}`, { body: { measures: null } }),
        ]);
        const both = [published.status, changed.status].sort();
        assert.deepEqual(both, [200, 409], JSON.stringify([published.body, changed.body]));
      }
    });

    it('never loses a dataset while it is being published', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = `race-${round}`;
        await makeDataset(id);
        await make('tiles', { id, ...TILE });
        const change = { body: { datasetId: id }, ifMatch: '*' };
        const [changed, removed] = await Promise.all([
          admin('PATCH', `tiles/${id}`, change).then(() => publish(`tiles/${id}`)),
          admin('DELETE', `datasets/${id}`),
        ]);
        const isThere = (await admin('GET', `datasets/${id}`)).status === 200;
        assert.deepEqual(
          [changed.status, removed.status],
          isThere ? [200, 409] : [409, 204],
          JSON.stringify([changed.body, removed.body]),
        );
      }
    });

    it('is consistent when a connection is deleted while a dataset is created on it', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = `pair-${round}`;
        await admin('POST', 'connections', { body: { id, name: id, kind: 'duckdb' } });
        const source = { kind: 'sql', sql: 'SELECT 1 AS a' };
        const dataset = { id, name: id, connectionId: id, source, columns: [{ name: 'a', type: 'integer' }] };
        const [made, removed] = await Promise.all([
          admin('POST', 'datasets', { body: dataset }),
          turns(round ** 4).then(() => admin('DELETE', `connections/${id}`)),
        ]);
        const [hasConnection, hasDataset] = [
          (await admin('GET', `connections/${id}`)).status === 200,
          (await admin('GET', `datasets/${id}`)).status === 200,
        ];
        assert.equal(hasConnection, hasDataset, JSON.stringify([made.body, removed.body]));
        assert.deepEqual(
          hasDataset ? [made.status, removed.status] : [made.status < 500, removed.status],
          hasDataset ? [201, 409] : [true, 204],
          JSON.stringify([made.body, removed.body]),
        );
      }
    });
  });
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ContentClient,
  contentClient,
  dashboardOf,
  makeOrders,
  TILE,
  userClient,
} from '../../../support/content/content-client.ts';
import { logInAs } from '../../../support/http/api-client.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`revisions and versions of content on two nodes with ${engine}`, () => {
    let store: TestStore;
    let nodes: readonly TestInlay[] = [];
    let clients: readonly ContentClient[] = [];
    const node = (index: number) => clients[index % clients.length] as ContentClient;

    before(async () => {
      store = await storeWith('started', makeStore);
      nodes = [await startInlay(store), await startInlay(store)];
      const token = await logInAs(nodes[0]?.url as string);
      clients = nodes.map((inlay) => contentClient(inlay, token));
      await makeOrders(node(0));
      await node(0)('POST', 'apps', { body: { id: 'sales', title: 'Sales', workspaceId: 'main' } });
      await node(0)('POST', 'tiles', { body: { id: 'revenue', appId: 'sales', ...TILE } });
    });
    after(async () => {
      for (const inlay of nodes) await inlay.close();
      await store.drop();
    });

    it('refuses a change without If-Match, and one with a revision that is not the current one', async () => {
      const body = { title: 'Unread' };
      assert.equal((await node(0)('PATCH', 'tiles/revenue', { body })).status, 428);
      for (const ifMatch of ['"99"', 'W/"1"', '"v1"', 'nonsense', '']) {
        assert.equal((await node(0)('PATCH', 'tiles/revenue', { body, ifMatch })).status, 412, ifMatch);
      }
      assert.equal((await node(1)('GET', 'tiles/revenue')).body.title, TILE.title);
    });

    it('reports who changed the content first, and what they changed', async () => {
      const { headers } = await node(0)('GET', 'tiles/revenue');
      const ifMatch = headers.etag as string;
      const faster = { title: 'Revenue, really', options: { legend: 'none' } };
      assert.equal((await node(0)('PATCH', 'tiles/revenue', { body: faster, ifMatch })).status, 200);
      const slower = await node(1)('PATCH', 'tiles/revenue', { body: { title: 'Mine' }, ifMatch });
      assert.equal(slower.status, 412);
      assert.equal(slower.body.code, 'STALE_VERSION');
      assert.equal(slower.headers.etag, '"2"');
      assert.match(String(slower.body.message), /^admin@demo\.test changed this .*\(\/title, \/options\)/);
      const { changes, revision, updatedBy } = slower.body.details as unknown as Record<string, unknown>;
      assert.equal(revision, 2);
      assert.equal(updatedBy, 'admin@demo.test');
      assert.deepEqual(changes, [
        { path: '/title', kind: 'changed', before: TILE.title, after: 'Revenue, really' },
        { path: '/options', kind: 'added', after: { legend: 'none' } },
      ]);
    });

    it('lets exactly one of twenty parallel edits win each round, and loses none silently', async () => {
      const won: string[] = [];
      for (let round = 0; round < 5; round += 1) {
        const { headers, body } = await node(round)('GET', 'tiles/revenue');
        const ifMatch = headers.etag as string;
        const titles = Array.from({ length: 20 }, (_, index) => `Round ${round}, edit ${index}`);
        const responses = await Promise.all(
          titles.map((title, index) => node(index)('PATCH', 'tiles/revenue', { body: { title }, ifMatch })),
        );
        const statuses = responses.map(({ status }) => status).sort();
        assert.deepEqual(statuses, [200, ...Array<number>(19).fill(412)]);
        const winner = titles[responses.findIndex(({ status }) => status === 200)] as string;
        const after = await node(round + 1)('GET', 'tiles/revenue');
        assert.equal(after.body.title, winner);
        assert.equal(Number(after.body.revision), Number(body.revision) + 1);
        won.push(winner);
      }
      const { body } = await node(0)('GET', 'audit-events?action=tile.change&limit=200');
      assert.equal((body.data as unknown as unknown[]).length, won.length + 1);
    });

    it('keeps all of twenty edits if each re-reads after a refusal', async () => {
      const add = async (index: number): Promise<void> => {
        for (;;) {
          const { headers, body } = await node(index)('GET', 'tiles/revenue');
          const options = (body.options ?? {}) as { levels?: string[] };
          const change = { options: { ...options, levels: [...(options.levels ?? []), `level ${index}`] } };
          const ifMatch = headers.etag as string;
          const { status } = await node(index + 1)('PATCH', 'tiles/revenue', { body: change, ifMatch });
          if (status === 200) return;
          assert.equal(status, 412);
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, index) => add(index)));
      const { body } = await node(0)('GET', 'tiles/revenue');
      const { levels } = body.options as unknown as { levels: string[] };
      assert.equal(new Set(levels).size, 20);
    });

    it('makes one version of twenty parallel publications', async () => {
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => node(index)('POST', 'tiles/revenue/publish')),
      );
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array<number>(19).fill(409)]);
      const { body } = await node(0)('GET', 'tiles/revenue/versions');
      assert.deepEqual(body.meta, { page: 1, limit: 50, total: 1, lastPage: 1 });
    });

    it('never leaves a dashboard with a tile that was deleted concurrently', async () => {
      for (let round = 0; round < 5; round += 1) {
        const tile = `fleeting-${round}`;
        await node(0)('POST', 'tiles', { body: { id: tile, appId: 'sales', ...TILE } });
        const [saved, deleted] = await Promise.all([
          node(0)('POST', 'dashboards', {
            body: { id: `uses-${tile}`, appId: 'sales', ...dashboardOf(tile) },
          }),
          node(1)('DELETE', `tiles/${tile}`),
        ]);
        assert.deepEqual(
          [saved.status, deleted.status].sort(),
          saved.status === 201 ? [201, 409] : [204, 400],
        );
      }
    });

    it('lists versions with their authors, compares and restores them', async () => {
      const admin = node(0);
      const ann = await userClient(nodes[0] as TestInlay, admin, 'ann@demo.test', {
        sales: ['contribute', 'validate'],
      });
      await admin('POST', 'tiles', { body: { id: 'versioned', appId: 'sales', ...TILE, title: 'One' } });
      await admin('POST', 'tiles/versioned/publish', { body: { comment: 'first' } });
      await ann('PATCH', 'tiles/versioned', { body: { title: 'Two' }, ifMatch: '*' });
      const draft = await ann('GET', 'tiles/versioned/diff');
      assert.deepEqual(draft.body.changes, [
        { path: '/title', kind: 'changed', before: 'One', after: 'Two' },
      ]);
      await ann('POST', 'tiles/versioned/publish');
      const { body } = await ann('GET', 'tiles/versioned/versions');
      const versions = body.data as unknown as Record<string, unknown>[];
      assert.deepEqual(
        versions.map(({ version, author, comment, content }) => [
          version,
          author,
          comment,
          (content as { title: string }).title,
        ]),
        [
          [2, 'ann@demo.test', null, 'Two'],
          [1, 'admin@demo.test', 'first', 'One'],
        ],
      );
      const between = await ann('GET', 'tiles/versioned/diff?from=2&to=1');
      assert.deepEqual(between.body.changes, [
        { path: '/title', kind: 'changed', before: 'Two', after: 'One' },
      ]);
      assert.equal((await ann('GET', 'tiles/versioned/diff?from=7')).status, 404);
      assert.equal((await ann('GET', 'tiles/versioned/diff?from=first')).status, 400);

      const stale = await ann('POST', 'tiles/versioned/versions/1/restore', { ifMatch: '"1"' });
      assert.equal(stale.status, 412);
      const restored = await ann('POST', 'tiles/versioned/versions/1/restore');
      assert.equal(restored.body.title, 'One');
      assert.equal(restored.body.state, 'draft');
      assert.equal(restored.body.publishedVersion, 2);
      await ann('POST', 'tiles/versioned/publish');
      const three = await ann('GET', 'tiles/versioned/versions/3');
      assert.equal((three.body.content as unknown as { title: string }).title, 'One');
    });

    it('refuses to restore a version whose tiles are gone, and reports the path', async () => {
      const admin = node(0);
      await admin('POST', 'tiles', { body: { id: 'gone', appId: 'sales', ...TILE } });
      await admin('POST', 'tiles/gone/publish');
      await admin('POST', 'dashboards', { body: { id: 'old', appId: 'sales', ...dashboardOf('gone') } });
      await admin('POST', 'dashboards/old/publish');
      await admin('PATCH', 'dashboards/old', { body: { items: [] }, ifMatch: '*' });
      await admin('POST', 'dashboards/old/publish');
      assert.equal((await admin('DELETE', 'tiles/gone')).status, 204);
      const refused = await admin('POST', 'dashboards/old/versions/1/restore');
      assert.equal(refused.status, 400);
      assert.match(
        String(refused.body.message),
        /^\/items\/0\/tile refers to a tile that does not exist in this app: 'gone'/,
      );
    });

    it('makes each change of an app and of an embed a version that can be restored', async () => {
      const admin = node(0);
      await admin('PATCH', 'apps/sales', { body: { title: 'Sales 2' }, ifMatch: '"1"' });
      const { body } = await admin('GET', 'apps/sales/versions');
      assert.equal((body.data as unknown as unknown[]).length, 2);
      const restored = await admin('POST', 'apps/sales/versions/1/restore');
      assert.equal(restored.body.title, 'Sales');
      assert.equal(restored.body.publishedVersion, 3);
    });

    it('changes nothing when the content stays the same', async () => {
      const admin = node(0);
      const first = await admin('GET', 'tiles/versioned');
      const again = await admin('PATCH', 'tiles/versioned', {
        body: { title: first.body.title },
        ifMatch: '*',
      });
      assert.equal(again.body.revision, first.body.revision);
      assert.equal(again.body.state, 'published');
    });
  });
}

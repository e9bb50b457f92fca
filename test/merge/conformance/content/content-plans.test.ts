import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ContentFile, ContentPlan } from '@inlay/content/content-plan';
import { dashboardOf, TILE } from '../../../support/content/content-client.ts';
import { sentWith } from '../../../support/content/content-files.ts';
import {
  edited,
  type Folder,
  filesOf,
  type Instance,
  make,
  makeSales,
  planOf,
  startInstance,
  stopInstance,
} from '../../../support/content/sales-instance.ts';
import { STORES } from '../../../support/server/start-inlay.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`content plans on ${engine}`, () => {
    let given: Instance;
    let files: readonly ContentFile[];
    before(async () => {
      given = await startInstance(makeStore);
      await makeSales(given.api);
      files = await filesOf(given.api);
    });
    after(() => stopInstance(given));

    it('have no changes for an unchanged export', async () => {
      const { status, body } = await planOf(given.api, { files, publish: true, prune: true });
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual([body.app, body.files, body.embeds], ['sales', [], []]);
    });

    it('list changes and the published embeds that they reach, and change nothing', async () => {
      const changed = edited(files, 'tiles/revenue.yaml', { title: 'Takings' });
      const draft = await planOf(given.api, { files: changed });
      assert.deepEqual(
        draft.body.files.map(({ path, action }) => [path, action]),
        [['tiles/revenue.yaml', 'change']],
      );
      assert.deepEqual(draft.body.embeds, []);
      const published = await planOf(given.api, { files: changed, publish: true });
      assert.deepEqual(published.body.embeds, [
        {
          id: 'home',
          appId: 'sales',
          title: 'Home',
          change: 'changed',
          because: [{ kind: 'tile', id: 'revenue', title: 'Takings' }],
        },
      ]);
      assert.equal((await given.api('GET', 'tiles/revenue')).body.title, TILE.title);
    });

    it('list embeds of every app that a changed dataset reaches', async () => {
      await make(given.api, 'apps', { id: 'other', title: 'Other', workspaceId: 'main' });
      await make(given.api, 'tiles', { id: 'elsewhere', appId: 'other', ...TILE });
      assert.equal((await given.api('POST', 'tiles/elsewhere/publish', { ifMatch: '*' })).status, 200);
      await make(given.api, 'embeds', { id: 'far', title: 'Far', target: { kind: 'tile', id: 'elsewhere' } });
      const changed = edited(files, 'datasets/orders.yaml', { name: 'All orders' });
      const { body } = await planOf(given.api, { files: changed });
      const because = [{ kind: 'dataset', id: 'orders', title: 'All orders' }];
      assert.deepEqual(
        body.embeds.map(({ id, appId, because: causes }) => [id, appId, causes]),
        [
          ['home', 'sales', because],
          ['far', 'other', because],
        ],
      );
    });

    it('delete what the files lack only with prune, and only what nothing else uses', async () => {
      const left = files.filter(
        ({ path }) => !/^(?:tiles\/orders|datasets\/orders|dashboards|embeds)/.test(path),
      );
      const kept = await planOf(given.api, { files: left });
      const actions = (plan: ContentPlan) => plan.files.map(({ path, action }) => `${action} ${path}`).sort();
      assert.deepEqual(actions(kept.body), [
        'keep dashboards/board.yaml',
        'keep datasets/orders.yaml',
        'keep embeds/home.yaml',
        'keep tiles/orders.yaml',
      ]);
      const pruned = await planOf(given.api, { files: left, prune: true });
      assert.deepEqual(actions(pruned.body), [
        'delete dashboards/board.yaml',
        'delete embeds/home.yaml',
        'delete tiles/orders.yaml',
        'keep datasets/orders.yaml',
      ]);
      assert.deepEqual(
        pruned.body.embeds.map(({ id, change }) => [id, change]),
        [['home', 'deleted']],
      );
      assert.equal((await given.api('GET', 'tiles/orders')).status, 200);
    });

    it('report the file and key of every mistake', async () => {
      const wrong = edited(
        edited(files, 'tiles/revenue.yaml', { kind: 'barr' }),
        'dashboards/board.yaml',
        dashboardOf('missing'),
      );
      const shape = await planOf(given.api, { files: wrong });
      assert.equal(shape.status, 400);
      assert.deepEqual(
        shape.body.details.map(({ file, path }) => [file, path]),
        [['tiles/revenue.yaml', '/kind']],
      );
      const names = edited(
        edited(files, 'tiles/revenue.yaml', { query: { dimensions: [], measures: ['revenu'] } }),
        'tiles/orders.yaml',
        { query: { dimensions: [], measures: ['takings'] } },
      );
      const { status, body } = await planOf(given.api, { files: names });
      assert.equal(status, 400);
      assert.deepEqual(body.details.map(({ file, path }) => [file, path]).sort(), [
        ['tiles/orders.yaml', '/query/measures/0'],
        ['tiles/revenue.yaml', '/query/measures/0'],
      ]);
    });

    it('refuse paths that are no files of an app', async () => {
      for (const path of [
        '../app.yaml',
        'tiles/../../x.yaml',
        'tiles/..%2fx.yaml',
        '/etc/passwd',
        'tiles/.yaml',
        'tiles/a/b.yaml',
        'tiles\\a.yaml',
        'tiles/-a.yaml',
        '__proto__/a.yaml',
        'constructor/a.yaml',
        'schema/tile.json',
      ]) {
        const { status, body } = await planOf(given.api, { files: [...files, { path, content: {} }] });
        assert.equal(status, 400, path);
        assert.equal(body.details.length > 0, true, path);
      }
      const twice = await planOf(given.api, { files: [...files, ...files.slice(0, 1)] });
      assert.match(twice.body.message, /^app\.yaml {2}is there twice/);
      const none = await planOf(given.api, { files: files.slice(1) });
      assert.match(none.body.message, /^app\.yaml {2}is missing/);
    });

    it('refuse files that are not JSON, nested too deeply, or name a prototype', async () => {
      for (const [text, problem] of [
        ['title: Sales', 'is not valid JSON'],
        [JSON.stringify('x'.repeat(1024 * 1024)), 'is larger than 1 MiB'],
        ['['.repeat(1000), 'is nested more than 100 levels deep'],
        ['{"__proto__": {}}', "contains the forbidden name '__proto__'"],
      ]) {
        const body = { files: [...sentWith({ files }).files, { path: 'tiles/x.yaml', text }] };
        const refused = await given.api('POST', 'content-plans', { body });
        assert.equal(refused.status, 400);
        assert.deepEqual(refused.body.details as unknown, [{ file: 'tiles/x.yaml', path: '', problem }]);
      }
    });

    it('can be applied only while the instance, the files and the options are those of the plan', async () => {
      const changed = edited(files, 'tiles/revenue.yaml', { title: 'Takings' });
      const request = { files: changed, publish: true };
      const { revision } = (await planOf(given.api, request)).body;
      const apply = (body: Folder) => given.api('POST', 'content-applications', { body: sentWith(body) });
      const otherOption = await apply({ ...request, prune: true, revision });
      assert.deepEqual([otherOption.status, otherOption.body.code], [412, 'STALE_VERSION']);
      assert.match(String(otherOption.body.message), /^The files or options are not those of the plan/);
      const otherFile = await apply({ ...request, files, revision });
      assert.equal(otherFile.status, 412);
      const tile = { title: 'By hand' };
      assert.equal((await given.api('PATCH', 'tiles/orders', { body: tile, ifMatch: '*' })).status, 200);
      const late = await apply({ ...request, revision });
      assert.equal(late.status, 412);
      assert.match(String(late.body.message), /^The content of the instance changed since the plan was made/);
      assert.equal((await given.api('GET', 'tiles/revenue')).body.title, TILE.title);
      const again = (await planOf(given.api, request)).body;
      const applied = await apply({ ...request, revision: again.revision });
      assert.equal(applied.status, 200, JSON.stringify(applied.body));
      assert.deepEqual(applied.body as unknown, again);
      const { body } = await given.api('GET', 'tiles/revenue');
      assert.deepEqual([body.title, body.state], ['Takings', 'published']);
      assert.equal((await given.api('GET', 'tiles/orders')).body.title, TILE.title);
    });

    it('leave archived content alone', async () => {
      await make(given.api, 'tiles', { id: 'gone', appId: 'sales', ...TILE });
      await make(given.api, 'embeds', { id: 'of-gone', title: 'Gone', target: { kind: 'tile', id: 'gone' } });
      assert.equal((await given.api('POST', 'tiles/gone/archive', { ifMatch: '*' })).status, 200);
      const exported = await filesOf(given.api);
      assert.ok(!exported.some(({ path }) => /gone/.test(path)));
      const { body } = await planOf(given.api, { files: exported, prune: true, publish: true });
      assert.deepEqual(body.files, []);
    });
  });
}

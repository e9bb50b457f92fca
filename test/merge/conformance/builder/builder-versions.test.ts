import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderDocument, DashboardVersion } from '@inlay/content/builder';
import type { RenderedDashboard } from '@inlay/content/builder-preview';
import { type BuilderClient, CHART, canvasOf, made, person } from '../../../support/builder/builder-world.ts';
import type { ContentClient } from '../../../support/content/content-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { timeAt } from '../../../support/time/fake-time.ts';

describe('the history of a builder dashboard', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let admin: ContentClient;
  let author: BuilderClient;
  let viewer: BuilderClient;
  let first: BuilderDocument;
  let now = Date.now() - 60 * 60_000;

  before(async () => {
    const world = await startWorld('builders', sqliteStore, { time: timeAt(() => now) });
    ({ store, inlay, admin } = world);
    const { setup } = world;
    author = await person(inlay, setup, 'cora', ['contribute', 'validate']);
    viewer = await person(inlay, setup, 'viola', ['view']);
    first = await made(author, canvasOf('One', { chart: { ...CHART, title: 'First' } }));
    const path = `dashboards/${first.dashboard.id}`;
    assert.equal((await author('POST', `${path}/publish`, { body: {} })).status, 200);
    now = Date.now();
    // Three saves of one sitting.
    for (const title of ['Two', 'Two and', 'Two and a half'])
      assert.equal(
        (await author('PUT', path, { body: canvasOf(title, { chart: CHART }), ifMatch: '*' })).status,
        200,
      );
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  const path = () => `dashboards/${first.dashboard.id}`;
  const versions = async (client = author) =>
    (await client<{ data: readonly DashboardVersion[] }>('GET', `${path()}/versions`)).body.data;

  it('lists publications and one revision per sitting, with author and time', async () => {
    const list = await versions();
    assert.deepEqual(
      list.map(({ version, current, author: who }) => [version, current, who]),
      [
        [null, true, 'cora@customer.example'],
        [1, false, 'cora@customer.example'],
      ],
    );
    assert.ok(Date.parse(list[0]?.at ?? '') > Date.parse(list[1]?.at ?? ''));
  });

  it('shows an earlier revision with current data', async () => {
    const published = (await versions()).find(({ version }) => version === 1);
    const view = await author<RenderedDashboard>('POST', `${path()}/view?revision=${published?.revision}`, {
      body: { width: 900 },
    });
    assert.equal(view.status, 200, JSON.stringify(view.body).slice(0, 300));
    assert.match(view.body.html, /<h2 dir="auto">First<\/h2>/);
    assert.equal(view.body.state.title, 'One');
    const tile = await author('POST', `${path()}/tiles/i0?revision=${published?.revision}`, { body: {} });
    assert.equal(tile.status, 200);
  });

  it('is hidden from readers of the published version', async () => {
    assert.equal((await viewer('GET', `${path()}/versions`)).status, 404);
    assert.equal((await viewer('POST', `${path()}/view?revision=1`, { body: { width: 900 } })).status, 404);
    assert.equal((await viewer('POST', `${path()}/versions/1/restore`)).status, 403);
    assert.equal((await viewer('POST', `${path()}/view`, { body: { width: 900 } })).status, 200);
  });

  it('is restored as the working copy by editors who send the current revision', async () => {
    const published = (await versions()).find(({ version }) => version === 1);
    const restore = (ifMatch: number | string) =>
      author<BuilderDocument>('POST', `${path()}/versions/${published?.revision}/restore`, { ifMatch });
    assert.equal((await restore(1)).status, 412);
    const { status, body } = await restore('*');
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300));
    assert.equal(body.content.title, 'One');
    assert.equal((await author('POST', `${path()}/versions/999/restore`)).status, 404);
    assert.equal((await author('POST', `${path()}/versions/0/restore`)).status, 400);
  });

  it('does not reveal parts that a rule hides now', async () => {
    const { id } = first.dashboard;
    const dashboard = await admin('GET', 'dashboards/overview');
    assert.equal(dashboard.status, 200);
    const hidden = canvasOf('Open', { chart: { ...CHART, title: 'Once open' } }, { text: 'kept' });
    const made = await admin('POST', 'dashboards', { body: { id: 'ruled', appId: 'sales', ...hidden } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const rule = { context: 'groups', operator: 'contains', value: 'insiders' };
    const items = hidden.items.map((item, index) => (index === 0 ? { ...item, visibility: rule } : item));
    const ruled = await admin('PATCH', 'dashboards/ruled', { body: { items }, ifMatch: '*' });
    assert.equal(ruled.status, 200, JSON.stringify(ruled.body));
    const seen = await author<RenderedDashboard>('POST', 'dashboards/ruled/view?revision=1', {
      body: { width: 900 },
    });
    assert.equal(seen.status, 200);
    assert.doesNotMatch(seen.body.html, /Once open/);
    assert.match(seen.body.html, /kept/);
    assert.equal((await author('POST', 'dashboards/ruled/versions/1/restore')).status, 403);
    assert.notEqual(id, 'ruled');
  });
});

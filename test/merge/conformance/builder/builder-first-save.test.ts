import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderDocument } from '@inlay/content/builder';
import { type BuilderClient, canvasOf, listed, person } from '../../../support/builder/builder-world.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

describe('the first save of a dashboard whose id the page chose', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let cora: BuilderClient;
  let carl: BuilderClient;
  before(async () => {
    const world = await startWorld('builders', sqliteStore);
    ({ store, inlay } = world);
    cora = await person(inlay, world.setup, 'cora', ['contribute']);
    carl = await person(inlay, world.setup, 'carl', ['contribute']);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  it('creates it once: a repeated request is answered with the revision that is there', async () => {
    const id = crypto.randomUUID();
    const save = (title: string) =>
      cora<{ code?: string; details?: object }>('POST', 'dashboards', {
        body: { id, content: canvasOf(title) },
      });
    assert.equal((await save('Once')).status, 201);
    const again = await save('Once more');
    assert.equal(again.status, 412, JSON.stringify(again.body));
    assert.equal(again.headers.etag, '"1"');
    assert.equal((await listed(cora)).filter((title) => title.startsWith('Once')).length, 1);
  });

  it("does not reveal or change somebody else's dashboard", async () => {
    const id = crypto.randomUUID();
    await cora('POST', 'dashboards', { body: { id, content: canvasOf('Hers') } });
    const taken = await carl('POST', 'dashboards', { body: { id, content: canvasOf('His') } });
    assert.equal(taken.status, 404, JSON.stringify(taken.body));
    assert.ok((await listed(cora)).includes('Hers'));
  });

  it('keeps what a dashboard made from a template began with, whatever became of the template', async () => {
    const read = await cora<BuilderDocument>('GET', 'dashboards/overview?as=copy');
    assert.equal(read.status, 200, JSON.stringify(read.body));
    const before = await listed(cora);
    for (const from of ['overview', 'deleted-since']) {
      const content = { ...read.body.content, title: `From ${from}` };
      const body = { id: crypto.randomUUID(), from, content };
      const saved = await cora('POST', 'dashboards', { body });
      assert.equal(saved.status, 201, JSON.stringify(saved.body));
      assert.deepEqual(saved.body.content, content);
      assert.equal(saved.body.dashboard.origin, null);
    }
    assert.equal((await listed(cora)).length, before.length + 2);
    const { status } = await cora('POST', 'dashboards', { body: { from: 'deleted-since' } });
    assert.equal(status, 404);
  });

  it('takes no id that could be guessed', async () => {
    for (const id of ['sales', '1', `${crypto.randomUUID()}x`]) {
      const { status } = await cora('POST', 'dashboards', { body: { id, content: canvasOf('Guess') } });
      assert.equal(status, 400, id);
    }
  });
});

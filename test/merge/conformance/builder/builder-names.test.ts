import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderDocument, Presence } from '@inlay/content/builder';
import {
  type BuilderClient,
  builderClient,
  CHART,
  canvasOf,
  person,
} from '../../../support/builder/builder-world.ts';
import type { ContentClient } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const ADMIN = 'admin@demo.test';

describe('names in a Dashboard Builder', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let admin: ContentClient;
  let cora: BuilderClient;
  let author: BuilderClient;
  const id = 'board';
  const path = `dashboards/${id}`;
  const beat = (client: BuilderClient, session: string) =>
    client<Presence>('POST', `${path}/presence`, { body: { session, doing: 'editing' } });

  before(async () => {
    ({ store, inlay, setup, admin } = await startWorld('builders', sqliteStore));
    const items = canvasOf('Board', { tile: 'revenue' }).items;
    const { status, body } = await admin('POST', 'dashboards', {
      body: { id, appId: 'sales', title: 'Board', items },
    });
    assert.equal(status, 201, JSON.stringify(body));
    cora = await person(inlay, setup, 'cora', ['contribute', 'validate'], { groups: ['emea'] });
    const minted = await admin('POST', 'embeds/b-sales/author-token');
    author = builderClient(inlay, (minted.body as unknown as { token: string }).token);
    await beat(author, 'session-admin');
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  it("of administrators are in no response to a customer's viewer", async () => {
    const token = await viewerToken(setup, {
      username: 'carl@customer.example',
      privileges: { sales: ['contribute', 'validate'] },
    });
    const responses: Record<string, unknown> = {
      presence: (await beat(cora, 'session-cora')).body,
      stale: (await cora('PUT', path, { body: canvasOf('Stale'), ifMatch: 99 })).body,
      list: (await cora('GET', '')).body,
      opened: (await cora('GET', `?dashboard=${id}`)).body,
      search: (await cora('GET', 'dashboards?q=Board')).body,
      document: (await cora('GET', path)).body,
      versions: (await cora('GET', `${path}/versions`)).body,
      view: (await cora('POST', `${path}/view`, { body: { width: 800 } })).body,
      page: (await openPage(inlay, 'b-sales', { token })).html,
      opening: (await openPage(inlay, 'b-sales', { token, dashboard: id })).html,
    };
    for (const [name, response] of Object.entries(responses)) {
      const text = JSON.stringify(response);
      assert.ok(text.length > 20, name);
      assert.ok(!text.includes(ADMIN), `${name}: ${text}`);
    }
    assert.match(JSON.stringify(responses.stale), /An administrator changed this/);
    const { dashboard, others } = responses.document as BuilderDocument;
    assert.equal(dashboard.updatedBy, null);
    assert.deepEqual(
      others.map(({ username }) => username),
      [null],
    );
  });

  it('of an API key are not shown either', async () => {
    const made = await admin('POST', 'api-keys', {
      body: { name: 'Nightly deploy', scopes: ['content:read', 'content:write'] },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { key } = made.body as unknown as { key: string };
    const { status } = await fetch(`${inlay.url}/api/v0/dashboards/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'if-match': '*' },
      body: JSON.stringify({ title: 'Board by night' }),
    });
    assert.equal(status, 200);
    for (const where of [path, `${path}/versions`, ''])
      assert.doesNotMatch(JSON.stringify((await cora('GET', where)).body), /Nightly deploy/, where);
  });

  it('of viewers are those that they work under, for colleagues and administrators', async () => {
    const body = canvasOf('Board of Cora', { chart: CHART });
    assert.equal((await cora('PUT', path, { body, ifMatch: '*' })).status, 200);
    const carl = await person(inlay, setup, 'carl', ['contribute']);
    for (const client of [carl, author]) {
      const { body: read } = await client('GET', path);
      assert.equal(read.dashboard.updatedBy, 'cora@customer.example');
    }
    const { others } = (await beat(author, 'session-admin')).body;
    assert.deepEqual(
      others.map(({ username }) => username),
      ['cora@customer.example'],
    );
  });
});

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { BuilderResponse, Presence } from '@inlay/content/builder';
import { describeAttacks, tryAll } from '../../../support/builder/builder-attack.ts';
import {
  type BuilderClient,
  builderClient,
  CHART,
  canvasOf,
  listed,
  made,
} from '../../../support/builder/builder-world.ts';
import { userClient } from '../../../support/content/content-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';

const OWNER = 'zoé.kim@customer.example';
/** Each was the owner, once folded: by case, width, spaces, composition, or a sign that stands for another. */
const LOOKALIKES = [
  'Zoé.Kim@customer.example',
  ' zoé.kim@customer.example',
  'zoé.kim@customer.example\u00a0',
  'zoe\u0301.kim@customer.example',
  'ｚoé.kim@customer.example',
  'zoé.\u212aim@customer.example',
];

describeAttacks('what a viewer made in a builder, and those with a similar username', (given) => {
  let owner: BuilderClient;
  const lookalikes = new Map<string, { readonly client: BuilderClient; readonly token: string }>();
  before(async () => {
    const signed = async (username: string) =>
      viewerToken(given.setup, { username, privileges: { sales: ['contribute'] } });
    owner = builderClient(given.inlay, await signed(OWNER));
    for (const username of LOOKALIKES) {
      const token = await signed(username);
      lookalikes.set(username, { token, client: builderClient(given.inlay, token) });
    }
  });

  it('a draft: exists only for its owner, on every path', async () => {
    const { dashboard } = await made(owner, canvasOf('Secret plans', { chart: CHART }, { text: 'canary' }));
    for (const { client, token } of lookalikes.values()) {
      await tryAll(client, dashboard.id, 404);
      assert.ok(!(await listed(client)).includes('Secret plans'));
      const { body } = await client<{ data: readonly { title: string }[] }>('GET', 'dashboards?q=Secret');
      assert.deepEqual(body.data, []);
      const page = await openPage(given.inlay, 'b-sales', { token, dashboard: dashboard.id });
      assert.doesNotMatch(page.html, /canary|Secret plans/);
    }
    assert.equal((await owner('GET', `dashboards/${dashboard.id}`)).status, 200);
  });

  it('a personal copy: every viewer has a separate one', async () => {
    const copied = new Set<string>();
    for (const client of [owner, ...[...lookalikes.values()].map((each) => each.client)]) {
      const copy = await client('POST', 'dashboards/overview/copy', { body: {} });
      assert.equal(copy.status, 201, JSON.stringify(copy.body));
      copied.add(copy.body.dashboard.id);
      const again = await client('POST', 'dashboards/overview/copy', { body: {} });
      assert.equal(again.body.dashboard.id, copy.body.dashboard.id);
    }
    assert.equal(copied.size, LOOKALIKES.length + 1);
  });

  it('the dashboard quota: counts per person', async () => {
    const have = async (client: BuilderClient) =>
      (await client<BuilderResponse>('GET', '')).body.limits.ownDashboards;
    const [first] = lookalikes.values();
    const before = [await have(owner), await have(first?.client as BuilderClient)] as const;
    await made(owner, canvasOf('One more', { chart: CHART }));
    assert.equal(await have(owner), before[0] + 1);
    assert.equal(await have(first?.client as BuilderClient), before[1]);
  });

  it('a draft of a published dashboard: is never listed for a login, with any filter', async () => {
    const { dashboard } = await made(owner, canvasOf('Published plans', { chart: CHART }));
    const path = `dashboards/${dashboard.id}`;
    assert.equal((await given.admin('POST', `${path}/publish`, { ifMatch: '*' })).status, 200);
    const body = canvasOf('canary-draft', { chart: CHART });
    assert.equal((await owner('PUT', path, { body, ifMatch: '*' })).status, 200);
    const privileges = { sales: ['contribute', 'validate'] };
    const login = await userClient(given.inlay, given.admin, 'lister@demo.test', privileges);
    for (const query of ['', '&owned=true', '&owned=false']) {
      const listing = JSON.stringify((await login('GET', `dashboards?limit=200${query}`)).body);
      assert.match(listing, /Published plans/, query);
      assert.doesNotMatch(listing, /canary/, query);
    }
  });

  it('a shared dashboard: keeps its owner, and editors see each other as two people', async () => {
    const { dashboard } = await made(owner, canvasOf('Together', { chart: CHART }));
    const path = `dashboards/${dashboard.id}`;
    await owner('PUT', `${path}/sharing`, { body: { with: 'workspace', right: 'edit' } });
    const beat = (client: BuilderClient, session: string, doing = 'editing') =>
      client<Presence>('POST', `${path}/presence`, { body: { session, doing } });
    await beat(owner, 'session-owner');
    for (const [username, { client }] of lookalikes) {
      const { body } = await client('GET', path);
      assert.equal(body.dashboard.mine, false, username);
      assert.equal(body.dashboard.sharing, null, username);
      assert.equal(
        (await client('PUT', `${path}/sharing`, { body: { with: 'me', right: 'view' } })).status,
        403,
      );
      assert.equal((await client('DELETE', path, { ifMatch: '*' })).status, 403);
      // With the owner's own session, too.
      const here = await beat(client, 'session-owner');
      assert.deepEqual(
        here.body.others.map((other) => [other.username, other.me]),
        [[OWNER, false]],
      );
      await beat(client, 'session-owner', 'left');
      const others = (await beat(owner, 'session-owner')).body.others;
      assert.deepEqual(others, []);
    }
    assert.equal((await owner('GET', path)).body.dashboard.mine, true);
  });
});

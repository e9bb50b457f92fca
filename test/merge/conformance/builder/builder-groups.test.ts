import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderDocument, BuilderResponse } from '@inlay/content/builder';
import { type BuilderClient, CHART, canvasOf, made, person } from '../../../support/builder/builder-world.ts';
import type { ContentClient } from '../../../support/content/content-client.ts';
import type { EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`publishing a dashboard to groups, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let admin: ContentClient;
    let vera: BuilderClient;
    let inside: BuilderClient;
    let outside: BuilderClient;
    before(async () => {
      ({ store, inlay, setup, admin } = await startWorld('builders', makeStore));
      const groups = ['emea', 'finance'];
      vera = await person(inlay, setup, 'vera', ['contribute', 'validate'], { groups });
      inside = await person(inlay, setup, 'ines', ['view'], { groups: ['emea'] });
      outside = await person(inlay, setup, 'otto', ['view'], { groups: ['sales'] });
    });
    after(async () => {
      await inlay.close();
      await store.drop();
    });
    const publish = (id: string, groups?: readonly string[] | null, client = vera) =>
      client('POST', `dashboards/${id}/publish`, { body: { ...(groups !== undefined && { groups }) } });
    const drafted = async (title: string, client = vera) =>
      (await made(client, canvasOf(title, { chart: CHART }))).dashboard.id;
    const inList = async (client: BuilderClient, id: string) =>
      (await client<BuilderResponse>('GET', '')).body.dashboards.find((each) => each.id === id);

    it('shows it to members, and is not found by others, by any address', async () => {
      const id = await drafted('For EMEA');
      const published = await publish(id, ['emea']);
      assert.equal(published.status, 200, JSON.stringify(published.body));
      assert.deepEqual(published.body.dashboard.visibleTo, ['emea']);

      const page = async (groups: readonly string[]) => {
        const token = await viewerToken(setup, {
          username: 'page@customer.example',
          privileges: { sales: ['view'] },
          groups,
        });
        return openPage(inlay, 'b-sales', { token, dashboard: id });
      };
      assert.ok(await inList(inside, id));
      assert.equal((await inside('GET', `dashboards/${id}`)).status, 200);
      assert.equal((await page(['emea'])).status, 200);

      assert.equal(await inList(outside, id), undefined);
      for (const [method, path, body] of [
        ['GET', ''],
        ['POST', '/view', { width: 800 }],
        ['POST', '/copy', {}],
        ['POST', '/tiles/i0', {}],
        ['POST', '/render', { tiles: [{ id: 'i0', width: 300, height: 200 }], mode: 'light' }],
      ] as const)
        assert.equal((await outside(method, `dashboards/${id}${path}`, { body })).status, 404, path);
      const { status, html } = await page(['sales']);
      assert.equal(status, 404);
      assert.doesNotMatch(html, /For EMEA/);
    });

    it('names the groups for those who work on it, not for readers', async () => {
      const id = await drafted('For two groups');
      await publish(id, ['emea', 'finance']);
      assert.deepEqual((await inList(vera, id))?.visibleTo, ['emea', 'finance']);
      assert.equal((await inList(inside, id))?.visibleTo, null);
      assert.doesNotMatch(JSON.stringify((await inside('GET', `dashboards/${id}`)).body), /finance/);
    });

    it('keeps the groups with the next version, until it is published to everyone', async () => {
      const id = await drafted('Later for all');
      await publish(id, ['emea']);
      const again = async (groups?: null) => {
        const saved = await vera('PUT', `dashboards/${id}`, {
          body: canvasOf('Later for all', { chart: CHART }, { text: `${groups}` }),
          ifMatch: '*',
        });
        assert.equal(saved.status, 200, JSON.stringify(saved.body));
        return publish(id, groups);
      };
      assert.deepEqual((await again()).body.dashboard.visibleTo, ['emea']);
      assert.equal((await outside('GET', `dashboards/${id}`)).status, 404);
      assert.equal((await again(null)).body.dashboard.visibleTo, null);
      assert.equal((await outside('GET', `dashboards/${id}`)).status, 200);
    });

    it('leaves a dashboard to its owner when a reviewer publishes it to a group that they are not in', async () => {
      const cora = await person(inlay, setup, 'cora', ['contribute'], { groups: ['sales'] });
      const id = await drafted('Reviewed', cora);
      await cora('POST', `dashboards/${id}/submit`, { body: {} });
      assert.equal((await publish(id, ['emea'])).status, 200);
      assert.equal((await outside('GET', `dashboards/${id}`)).status, 404);
      const mine = await cora<BuilderDocument>('GET', `dashboards/${id}`);
      assert.equal(mine.status, 200, JSON.stringify(mine.body));
      const body = canvasOf('Reviewed, changed', { chart: CHART });
      assert.equal((await cora('PUT', `dashboards/${id}`, { body, ifMatch: '*' })).status, 200);
      assert.equal((await outside('GET', `dashboards/${id}`)).status, 404);
    });

    const regroup = (id: string, groups: readonly string[] | null, client = vera, ifMatch?: string) =>
      client<BuilderDocument & { readonly code?: string }>('PUT', `dashboards/${id}/groups`, {
        body: { groups },
        ...(ifMatch !== undefined && { ifMatch }),
      });

    it('can be changed without a new version, for the next request of each viewer', async () => {
      const id = await drafted('Regrouped');
      const first = (await publish(id, ['emea'])).body.dashboard;
      const body = canvasOf('Regrouped, not published yet', { chart: CHART });
      const saved = await vera('PUT', `dashboards/${id}`, { body, ifMatch: '*' });
      const revision = saved.body.dashboard.revision;

      const opened = await regroup(id, null, vera, `"${revision}"`);
      assert.equal(opened.status, 200, JSON.stringify(opened.body));
      const { visibleTo, publishedVersion, state, title } = opened.body.dashboard;
      assert.deepEqual([visibleTo, publishedVersion, state], [null, first.publishedVersion, 'draft']);
      assert.equal(title, 'Regrouped, not published yet');
      const read = await outside('GET', `dashboards/${id}`);
      assert.deepEqual([read.status, read.body.dashboard?.title], [200, 'Regrouped']);

      const stale = await regroup(id, ['emea'], vera, `"${revision}"`);
      assert.equal(stale.status, 412, JSON.stringify(stale.body));
      assert.equal((await regroup(id, ['finance'])).status, 200);
      for (const client of [outside, inside])
        assert.equal((await client('GET', `dashboards/${id}`)).status, 404);
      const { data } = (await admin('GET', 'audit-events?action=dashboard.change-groups'))
        .body as unknown as {
        data: readonly { actor: string; target: string; details: { groups: unknown } }[];
      };
      assert.deepEqual(
        data.filter(({ target }) => target === id).map(({ actor, details }) => [actor, details.groups]),
        [
          ['vera@customer.example', ['finance']],
          ['vera@customer.example', null],
        ],
      );
      // The next version keeps them, and so does one that is restored.
      assert.deepEqual((await publish(id)).body.dashboard.visibleTo, ['finance']);
      const restored = await vera('POST', `dashboards/${id}/versions/${first.revision}/restore`);
      assert.equal(restored.status, 200, JSON.stringify(restored.body));
      assert.deepEqual(restored.body.dashboard.visibleTo, ['finance']);
    });

    it('can be changed by a reviewer who sees only the published version', async () => {
      const cora = await person(inlay, setup, 'carla', ['contribute'], { groups: ['emea'] });
      const id = await drafted('Of Carla', cora);
      await cora('POST', `dashboards/${id}/submit`, { body: {} });
      await publish(id, ['emea']);
      const body = canvasOf('Private plans', { chart: CHART });
      assert.equal((await cora('PUT', `dashboards/${id}`, { body, ifMatch: '*' })).status, 200);
      const read = await vera('GET', `dashboards/${id}`);
      assert.deepEqual([read.body.side, read.body.dashboard.visibleTo], ['published', ['emea']]);
      assert.equal(read.body.dashboard.may.groups, true);
      const etag = String(read.headers.etag);
      const changed = await regroup(id, ['finance', 'emea'], vera, etag);
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.deepEqual(changed.body.dashboard.visibleTo, ['finance', 'emea']);
      const stale = await regroup(id, ['emea'], vera, '"1"');
      assert.equal(stale.status, 412);
      for (const response of [changed, stale])
        assert.doesNotMatch(JSON.stringify(response.body), /Private plans|"changes":\[/);
    });

    it('can be changed by publishers only, and not against a rule of an administrator', async () => {
      const id = await drafted('Not for all to change');
      assert.equal((await regroup(id, ['emea'])).status, 403, 'nothing is published');
      await publish(id, ['emea']);
      assert.equal((await regroup(id, null, inside)).status, 403);
      assert.equal((await regroup(id, null, outside)).status, 404);
      const carl = await person(inlay, setup, 'caro', ['contribute'], { groups: ['emea'] });
      assert.equal((await regroup(id, null, carl)).status, 403);
      assert.equal((await regroup(id, ['sales'])).status, 400);
      assert.equal((await regroup(id, [])).status, 400);

      const visibility = { context: 'attributes.tier', operator: 'is-not-set' };
      const body = { appId: 'sales', title: 'Of an administrator', items: [], visibility };
      const { id: ruled } = (await admin('POST', 'dashboards', { body })).body as unknown as { id: string };
      assert.equal((await publish(ruled)).status, 200);
      assert.equal((await regroup(ruled, null)).status, 403);
      assert.equal((await inList(vera, ruled))?.may.groups, false);
    });

    it('is refused for groups of others, for authors without validate, and with a rule of an administrator', async () => {
      const id = await drafted('Refused');
      const foreign = await publish(id, ['emea', 'sales']);
      assert.equal(foreign.status, 400, JSON.stringify(foreign.body));
      assert.equal((await publish(id, [])).status, 400);
      const mine = await person(inlay, setup, 'carl', ['contribute'], { groups: ['emea'] });
      assert.equal((await publish(await drafted('His', mine), ['emea'], mine)).status, 403);

      const rule = { context: 'attributes.tier', operator: 'equals', value: 'gold' };
      const whole = { or: [rule, { context: 'groups', operator: 'contains', value: 'emea' }] };
      const body = { appId: 'sales', title: 'Ruled', items: [], visibility: whole };
      const { id: ruled } = (await admin('POST', 'dashboards', { body })).body as unknown as { id: string };
      assert.equal((await publish(ruled, null)).status, 403);
      assert.equal((await publish(ruled, ['emea'])).status, 403);
      const published = await publish(ruled);
      assert.equal(published.status, 200, JSON.stringify(published.body));
      assert.deepEqual(published.body.dashboard.visibleTo, []);
      assert.deepEqual((await admin('GET', `dashboards/${ruled}`)).body.visibility, whole);
    });
  });

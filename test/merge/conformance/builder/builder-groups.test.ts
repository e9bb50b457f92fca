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

    it('can be changed afterwards, for the next request of each viewer', async () => {
      const id = await drafted('Regrouped');
      const first = (await publish(id, ['emea'])).body.dashboard;
      assert.equal(first.may.groups, true);
      const opened = await regroup(id, null, vera, `"${first.revision}"`);
      assert.equal(opened.status, 200, JSON.stringify(opened.body));
      const { visibleTo, publishedVersion, state } = opened.body.dashboard;
      assert.deepEqual([visibleTo, publishedVersion, state], [null, 2, 'published']);
      assert.equal((await outside('GET', `dashboards/${id}`)).status, 200);

      const stale = await regroup(id, ['emea'], vera, `"${first.revision}"`);
      assert.equal(stale.status, 412, JSON.stringify(stale.body));
      const narrowed = await regroup(id, ['finance']);
      assert.equal(narrowed.status, 200);
      assert.equal((await regroup(id, ['finance'])).body.dashboard.publishedVersion, 3, 'changes nothing');
      for (const client of [outside, inside])
        assert.equal((await client('GET', `dashboards/${id}`)).status, 404);
      // They are those of the dashboard: a restored version keeps them.
      const restored = await vera(
        'POST',
        `dashboards/${id}/versions/${opened.body.dashboard.revision}/restore`,
      );
      assert.equal(restored.status, 200, JSON.stringify(restored.body));
      assert.deepEqual(restored.body.dashboard.visibleTo, ['finance']);
    });

    it('are chosen with the changes that are not published yet', async () => {
      const id = await drafted('Has changes');
      await publish(id, ['emea']);
      const body = canvasOf('Has other changes', { chart: CHART });
      const saved = await vera('PUT', `dashboards/${id}`, { body, ifMatch: '*' });
      assert.equal(saved.body.dashboard.may.groups, false);
      const refused = await regroup(id, null);
      assert.deepEqual([refused.status, refused.body.code], [409, 'CONFLICT']);
      assert.equal((await outside('GET', `dashboards/${id}`)).status, 404);
      // An administrator who works on the rule is not overtaken either.
      const visibility = { context: 'groups', operator: 'in', values: ['finance'] };
      const id2 = await drafted('Narrowed by an administrator');
      await publish(id2, ['emea', 'finance']);
      const edited = await admin('PATCH', `dashboards/${id2}`, { body: { visibility }, ifMatch: '*' });
      assert.equal(edited.status, 200, JSON.stringify(edited.body));
      assert.equal((await regroup(id2, null)).status, 409);
      assert.deepEqual((await admin('GET', `dashboards/${id2}`)).body.visibility, visibility);
    });

    it('can be changed by a reviewer who sees only the published version', async () => {
      const cora = await person(inlay, setup, 'carla', ['contribute'], { groups: ['sales'] });
      const id = await drafted('Of Carla', cora);
      await cora('POST', `dashboards/${id}/submit`, { body: {} });
      await publish(id, ['emea']);
      const read = await vera('GET', `dashboards/${id}`);
      assert.deepEqual([read.body.side, read.body.dashboard.visibleTo], ['published', ['emea']]);
      assert.equal(read.body.dashboard.may.groups, true);
      const changed = await regroup(id, ['finance', 'emea'], vera, String(read.headers.etag));
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.deepEqual(changed.body.dashboard.visibleTo, ['finance', 'emea']);
      const stale = await regroup(id, ['emea'], vera, '"7"');
      assert.equal(stale.status, 412);
      assert.doesNotMatch(JSON.stringify(stale.body), /revision|updatedAt|Carla/i);

      // Its owner, who is in none of the groups, keeps the history.
      const versions = await cora<{ data: readonly { revision: number }[] }>(
        'GET',
        `dashboards/${id}/versions`,
      );
      const first = versions.body.data.at(-1)?.revision;
      const path = `dashboards/${id}/versions/${first}/restore`;
      const restored = await cora('POST', path);
      assert.equal(restored.status, 200, JSON.stringify(restored.body));
      assert.deepEqual(restored.body.dashboard.visibleTo, ['finance', 'emea']);
    });

    it('cannot be changed by a reviewer from whom a rule hides a part', async () => {
      const visibility = { context: 'groups', operator: 'contains', value: 'board' };
      const body = {
        appId: 'sales',
        title: 'With a part for the board',
        items: [
          { id: 'i0', x: 0, y: 0, w: 6, h: 4, text: 'For the board', visibility },
          { id: 'i1', x: 6, y: 0, w: 6, h: 4, text: 'For all' },
        ],
      };
      const made = await admin('POST', 'dashboards', { body });
      const { id } = made.body as unknown as { id: string };
      assert.equal((await admin('POST', `dashboards/${id}/publish`, { ifMatch: '*' })).status, 200);
      assert.equal((await inList(vera, id))?.may.groups, false);
      assert.equal((await regroup(id, ['emea'])).status, 403);
    });

    it('stay with a personal copy that is reset to its original', async () => {
      const original = await drafted('Original');
      await publish(original);
      const both = await person(inlay, setup, 'petra', ['contribute', 'validate'], { groups: ['emea'] });
      const copy = await both('POST', `dashboards/${original}/copy`);
      assert.equal(copy.status, 201, JSON.stringify(copy.body));
      const { id } = copy.body.dashboard;
      assert.equal((await publish(id, ['emea'], both)).status, 200);
      assert.equal((await both('POST', `dashboards/${id}/reset`)).status, 200);
      assert.deepEqual((await both('GET', `dashboards/${id}`)).body.dashboard.visibleTo, ['emea']);
      assert.equal((await outside('GET', `dashboards/${id}`)).status, 404);
    });

    it('can be changed by publishers only, and not against a rule of an administrator', async () => {
      const id = await drafted('Not for all to change');
      assert.equal((await regroup(id, ['emea'])).status, 409, 'nothing is published');
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

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Subscription } from '@inlay/content/subscription';
import { CHART, canvasOf, made, person } from '../../support/builder/builder-world.ts';
import { CONTEXT, type EmbedSetup } from '../../support/embeds/embed-client.ts';
import { makeEmbedWorld, viewerToken } from '../../support/embeds/embed-world.ts';
import {
  ALERT,
  type ReportClient,
  reportClient,
  setReports,
  WEEKLY,
  WITH_MAIL,
} from '../../support/reports/report-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';
import { addTenant } from '../../support/users/second-tenant.ts';

const to = (username: string) => ({ to: { kind: 'email', recipients: [username] } });

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`subscriptions of others, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let ann: ReportClient;
    let report: Subscription;
    let alert: Subscription;

    before(async () => {
      ({ store, inlay, setup } = await startWorld('builders', makeStore, WITH_MAIL));
      await setReports(inlay, { maxPerViewer: 100 });
      ann = reportClient(inlay, await viewerToken(setup));
      report = await ann.subscribe({ state: { filters: { product: 'Tea' } } });
      alert = await ann.subscribe(ALERT);
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    const viewer = async (context: object, embed?: string) =>
      reportClient(inlay, await viewerToken(setup, context), embed === undefined ? {} : { embed });
    const attempts = (id: string) =>
      [
        ['PATCH', `/${id}`, { title: 'Stolen' }],
        ['PATCH', `/${id}`, { isPaused: true }],
        ['PATCH', `/${id}`, to('eve@customer.example')],
        ['DELETE', `/${id}`, undefined],
        ['POST', `/${id}/test`, undefined],
      ] as const;
    const unchanged = async () => {
      const { data } = await ann.list();
      assert.deepEqual(data, [alert, report]);
    };

    it('do not exist for another viewer, a look-alike, or anybody of another workspace', async () => {
      const all = { privileges: { sales: ['view', 'contribute', 'validate'] } };
      for (const [who, client] of Object.entries({
        'another viewer': await viewer({ ...all, username: 'bob@customer.example' }),
        'the same name in other letters': await viewer({ ...all, username: CONTEXT.username.toUpperCase() }),
        'the same name with a space': await viewer({ ...all, username: `${CONTEXT.username} ` }),
        'the same name in another workspace': await viewer({
          workspace_id: 'other',
          roles: ['ADMIN'],
          ...all,
        }),
      })) {
        assert.deepEqual((await client.list()).data, [], who);
        for (const [method, path, body] of attempts(report.id)) {
          const answer = await client.ask(method, path, body);
          assert.equal(answer.status, 404, `${who}: ${method} ${path}`);
          assert.doesNotMatch(JSON.stringify(answer.body), /Every Monday|ann@/);
        }
      }
      await unchanged();
    });

    it('cannot be reached through another embed, not even by their owner', async () => {
      const elsewhere = await viewer({}, 'e-tile');
      assert.deepEqual((await elsewhere.list()).data, []);
      for (const [method, path, body] of attempts(report.id))
        assert.equal((await elsewhere.ask(method, path, body)).status, 404, `${method} ${path}`);
      await unchanged();
    });

    it('cannot be reached from another tenant, by the same ids and the same name', async () => {
      const acme = await addTenant(inlay);
      await makeEmbedWorld(inlay, acme);
      await setReports(inlay, {}, 'acme');
      const { host } = acme;
      const namesake = reportClient(inlay, await viewerToken(acme), { host });
      assert.deepEqual((await namesake.list()).data, []);
      for (const [method, path, body] of attempts(report.id))
        assert.equal((await namesake.ask(method, path, body)).status, 404, `${method} ${path}`);
      const theirs = await namesake.subscribe();
      for (const [method, path, body] of attempts(theirs.id))
        assert.equal((await ann.ask(method, path, body)).status, 404, `${method} ${path}`);
      const smuggled = reportClient(inlay, await viewerToken(acme));
      assert.equal((await smuggled.ask('GET')).status, 401);
      await unchanged();
    });

    it('are listed for those with `validate` on the app, without what only their viewer sees', async () => {
      const carl = await viewer({
        username: 'carl@customer.example',
        privileges: { sales: ['view', 'validate'], hr: ['view'] },
      });
      assert.equal((await carl.list()).options.canSeeAll, true);
      const own = await carl.subscribe(to('carl@customer.example'));
      const { data } = await carl.list('?all=true');
      assert.deepEqual(data, [
        own,
        { ...alert, isMine: false, alert: null, state: {} },
        { ...report, isMine: false, state: {} },
      ]);
      assert.deepEqual((await carl.list('?all=false')).data, [own]);
      for (const [method, path, body] of attempts(report.id))
        assert.equal((await carl.ask(method, path, body)).status, 404, `${method} ${path}`);
      await carl.ask('DELETE', `/${own.id}`);
      await unchanged();
    });

    it('are not listed without it: on another app, in another workspace, or for an administrator’s role', async () => {
      for (const [who, context] of Object.entries({
        'no privilege but view': {},
        'contribute alone': { privileges: { sales: ['view', 'contribute'] } },
        'validate on another app': { privileges: { sales: ['view'], hr: ['validate'] } },
        'validate, signed for another workspace': {
          workspace_id: 'other',
          roles: ['ADMIN'],
          privileges: { sales: ['validate'] },
        },
        'ADMIN, who views every embed': { roles: ['ADMIN'], privileges: {} },
      })) {
        const client = await viewer({ username: 'dora@customer.example', ...context });
        assert.equal((await client.list()).options.canSeeAll, false, who);
        const { status, body } = await client.ask('GET', '?all=true');
        assert.deepEqual([status, body.code], [403, 'NOT_PERMITTED'], who);
      }
      const others = await viewer(
        { username: 'dora@customer.example', privileges: { hr: ['validate'] } },
        'b-hr',
      );
      assert.notEqual((await others.ask('GET', '?all=true')).status, 200);
    });

    it('are out of reach once the viewer has lost the app', async () => {
      for (const [who, context] of Object.entries({
        'no privilege any more': { privileges: {} },
        'another app only': { privileges: { hr: ['view', 'validate'] } },
        'moved to another workspace': { workspace_id: 'other' },
      })) {
        const client = await viewer(context);
        for (const [method, path, body] of [
          ['GET', '', undefined],
          ['GET', '?all=true', undefined],
          ['POST', '', WEEKLY],
          ['POST', '/preview', WEEKLY],
          ['POST', '/dry-run', ALERT],
          ...attempts(report.id),
        ] as const)
          assert.equal((await client.ask(method, path, body)).status, 403, `${who}: ${method} ${path}`);
      }
      await unchanged();
    });

    it('cannot be made of dashboards in a builder that are not published, or not for this viewer', async () => {
      const author = { privileges: { sales: ['view', 'contribute', 'validate'] } };
      const username = 'fay@customer.example';
      const fay = await person(inlay, setup, 'fay', author.privileges.sales);
      const { dashboard } = await made(fay, canvasOf('Mine', { chart: CHART }));
      const at = `b-sales/builder/dashboards/${dashboard.id}`;
      const own = await viewer({ ...author, username }, at);
      const body = { ...WEEKLY, ...to(username) };
      const draft = await own.list();
      assert.deepEqual([draft.data, draft.options.isAvailable], [[], false]);
      const refused = await own.ask('POST', '', body);
      assert.equal(refused.status, 409, JSON.stringify(refused.body));
      assert.match(refused.body.message, /Publish it first/);
      const eve = { ...author, username: 'eve@customer.example' };
      const stranger = await viewer(eve, at);
      assert.equal((await stranger.ask('GET')).status, 404);
      assert.equal((await stranger.ask('POST', '', { ...WEEKLY, ...to(eve.username) })).status, 404);

      const published = await fay('POST', `dashboards/${dashboard.id}/publish`, { ifMatch: '*' });
      assert.equal(published.status, 200, JSON.stringify(published.body));
      assert.equal((await own.list()).options.isAvailable, true);
      const { content, embedId } = await own.subscribe(body);
      assert.deepEqual([embedId, content], ['b-sales', { kind: 'dashboard', id: dashboard.id }]);
      const seen = await viewer({ username: 'gus@customer.example' }, at);
      await seen.subscribe(to('gus@customer.example'));

      const canvas = canvasOf('Mine', { chart: CHART }, { chart: { ...CHART, title: 'Not yet' } });
      const saved = await fay('PUT', `dashboards/${dashboard.id}`, { body: canvas, ifMatch: '*' });
      assert.equal(saved.status, 200, JSON.stringify(saved.body));
      const unpublished = await own.ask('POST', '', { ...body, tileId: 'i1' });
      assert.equal(unpublished.status, 400, 'a chart of the working copy');
      assert.equal((await own.ask('POST', '', { ...body, tileId: 'i0' })).status, 201);
    });
  });

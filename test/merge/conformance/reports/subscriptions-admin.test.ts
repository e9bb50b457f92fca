import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Delivery, DeliveryState, Subscription } from '@inlay/content/subscription';
import type { Page } from '@inlay/protocol/pagination';
import type { Permission } from '@inlay/protocol/permission';
import { CONTEXT, type EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import {
  ALERT,
  addDelivery,
  addDestination,
  type ReportClient,
  reportClient,
  setReports,
  WITH_MAIL,
} from '../../../support/reports/report-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

const OWN = CONTEXT.username;
/** A reason that only administrators read, and what nobody does. */
const WHY = 'The mail server refused it.';
const CANARY = 'canary-sealed';

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`subscriptions for administrators, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let ann: ReportClient;
    let bob: ReportClient;

    before(async () => {
      ({ store, inlay, setup } = await startWorld('embeds', makeStore, WITH_MAIL));
      await setReports(inlay, { maxPerViewer: 100 });
      await addDestination(inlay, 'sales-channel');
      ann = reportClient(inlay, await viewerToken(setup));
      const token = await viewerToken(setup, { username: 'bob@customer.example' });
      bob = reportClient(inlay, token, { embed: 'e-tile' });
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    const ask = <Body = Subscription & { message: string; code?: string }>(
      method: string,
      path: string,
      { body, token = setup.adminToken, host }: { body?: object; token?: string; host?: string } = {},
    ) =>
      call<Body>(`${inlay.url}/api/v0/${path}`, {
        method,
        token,
        ...(body && { body }),
        ...(host !== undefined && { headers: { host } }),
      });
    const titles = async (query: string) => {
      const { status, body } = await ask<Page<Subscription>>('GET', `subscriptions${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body.data.map(({ title }) => title).sort();
    };
    const keyWith = async (...scopes: Permission[]) => {
      const body = { name: scopes.join(' '), scopes };
      return (await ask<{ key: string }>('POST', 'api-keys', { body })).body.key;
    };
    let jobs = 0;
    const delivered = async (
      subscription: Pick<Subscription, 'id'>,
      state: DeliveryState,
      more: object = {},
    ) => {
      jobs += 1;
      const id = `delivery-${jobs}`;
      const row = { subscription_id: subscription.id, due_at: jobs, state, sealed: CANARY, reason: WHY };
      await addDelivery(inlay, { id, ...row, ...more });
      return id;
    };

    it('are listed by viewer, embed, app, kind, status and text, newest first', async () => {
      const report = await ann.subscribe({ title: 'Report 100%', state: { filters: { product: 'Tea' } } });
      const alert = await bob.subscribe({
        ...ALERT,
        title: 'Alert',
        to: { kind: 'destination', id: 'sales-channel' },
      });
      await bob.ask('PATCH', `/${alert.id}`, { isPaused: true });
      const { body } = await ask<Page<Subscription>>('GET', 'subscriptions');
      assert.equal(body.meta.total, 2);
      assert.deepEqual(
        body.data.map(({ id, isMine }) => [id, isMine]),
        [
          [alert.id, false],
          [report.id, false],
        ],
      );
      for (const [query, found] of [
        ['?status=paused', ['Alert']],
        ['?status=ended', []],
        ['?kind=report', ['Report 100%']],
        ['?appId=sales', ['Alert', 'Report 100%']],
        ['?appId=hr', []],
        ['?embedId=e-tile', ['Alert']],
        ['?workspaceId=main', ['Alert', 'Report 100%']],
        ['?workspaceId=elsewhere', []],
        [`?username=${encodeURIComponent(OWN)}`, ['Report 100%']],
        ['?username=ann', []],
        ['?q=REPORT', ['Report 100%']],
        ['?q=100%25', ['Report 100%']],
        ['?q=%25e%25', []],
        ['?q=bob@', ['Alert']],
        ['?kind=alert&q=report', []],
      ] as const)
        assert.deepEqual(await titles(query), found, query);
      assert.equal((await ask('GET', 'subscriptions?status=running')).status, 400);
      const one = await ask('GET', `subscriptions/${report.id}`);
      assert.deepEqual(one.body, { ...report, isMine: false });
      assert.equal((await ask('GET', 'subscriptions/nothing')).status, 404);
    });

    it('never contain a context, what an alert remembers or the address of a destination', async () => {
      const sealed = {
        sealed_context: CANARY,
        sealed_alert_state: CANARY,
        context_ends_at: 1_900_000_000_000,
      };
      const { id } = await bob.subscribe({ ...ALERT, to: { kind: 'destination', id: 'sales-channel' } });
      const { store } = inlay.services;
      await store.everyTenant.updateTable('subscriptions').set(sealed).where('id', '=', id).execute();
      const delivery = await delivered({ id }, 'failed', { recipient: 'sales-channel' });
      const answers = [
        await ask('GET', 'subscriptions'),
        await ask('GET', `subscriptions/${id}`),
        await ask('GET', `subscriptions/${id}/deliveries`),
        await ask('GET', 'report-deliveries'),
        await ask('POST', `report-deliveries/${delivery}/resend`),
        await ask('POST', `subscriptions/${id}/run`),
        await bob.ask('GET'),
        await bob.ask('PATCH', `/${id}`, { isPaused: true }),
        await ask('GET', 'audit-events?limit=200'),
      ];
      for (const { body } of answers) {
        const text = JSON.stringify(body);
        assert.doesNotMatch(text, /canary/);
        assert.doesNotMatch(text, /sealed|tenant_id|revocation/);
      }
      assert.equal(answers[1]?.body.endsAt, '2030-03-17T17:46:40.000Z');
    });

    it('are paused, resumed and deleted, which their viewer sees', async () => {
      const { id, nextAt } = await ann.subscribe({ title: 'Managed' });
      const patch = (isPaused: boolean) => ask('PATCH', `subscriptions/${id}`, { body: { isPaused } });
      for (const isPaused of [true, true]) {
        const { status, body } = await patch(isPaused);
        assert.deepEqual([status, body.status, body.nextAt], [200, 'paused', null]);
      }
      const seen = (await ann.list()).data.find((each) => each.id === id);
      assert.equal(seen?.status, 'paused');
      assert.equal((await patch(false)).body.nextAt, nextAt);
      assert.equal((await ask('PATCH', `subscriptions/${id}`, { body: { title: 'x' } })).status, 400);
      await delivered({ id }, 'failed');
      assert.equal((await ask('DELETE', `subscriptions/${id}`)).status, 204);
      assert.equal((await ask('DELETE', `subscriptions/${id}`)).status, 404);
      assert.ok((await ann.list()).data.every((each) => each.id !== id));
      const { body } = await ask<Page<{ action: string; actor: string }>>(
        'GET',
        `audit-events?target=${id}&limit=10`,
      );
      assert.deepEqual(body.data.map(({ action }) => action).toReversed(), [
        'subscription.create',
        'subscription.pause',
        'subscription.resume',
        'subscription.delete',
      ]);
      const left = inlay.services.store.everyTenant
        .selectFrom('report_jobs')
        .where('subscription_id', '=', id);
      assert.deepEqual(await left.selectAll().execute(), []);
    });

    it('stay ended for administrators: only their viewer starts them again', async () => {
      const { id } = await ann.subscribe();
      await inlay.services.store.everyTenant
        .updateTable('subscriptions')
        .set({ status: 'ended', reason: 'refused-by-host', next_at: null })
        .where('id', '=', id)
        .execute();
      for (const [method, path, body] of [
        ['PATCH', '', { isPaused: false }],
        ['PATCH', '', { isPaused: true }],
        ['POST', '/run', undefined],
      ] as const) {
        const answer = await ask(method, `subscriptions/${id}${path}`, body && { body });
        assert.deepEqual([answer.status, answer.body.code], [409, 'CONFLICT'], `${method} ${path}`);
      }
    });

    it('are sent now to each recipient, or checked', async () => {
      await setReports(inlay, { maxPerViewer: 100, maxRecipients: 2, allowedDomains: ['partner.example'] });
      const recipients = [OWN, 'carl@partner.example'];
      const report = await ann.subscribe({ to: { kind: 'email', recipients } });
      const alert = await ann.subscribe(ALERT);
      const run = async (id: string) => {
        const { status, body } = await ask<{ data: Delivery[] }>('POST', `subscriptions/${id}/run`);
        assert.equal(status, 202, JSON.stringify(body));
        return body.data.map(({ kind, recipient, state, attempts }) => [kind, recipient, state, attempts]);
      };
      assert.deepEqual(
        await run(report.id),
        recipients.map((each) => ['report', each, 'waiting', 0]),
      );
      assert.deepEqual(await run(alert.id), [['check', null, 'waiting', 0]]);
      const { body } = await ask('GET', `subscriptions/${report.id}`);
      assert.equal(body.nextAt, report.nextAt, 'the next run stays as it is');
      await ask('PATCH', `subscriptions/${report.id}`, { body: { isPaused: true } });
      assert.equal((await ask('POST', `subscriptions/${report.id}/run`)).status, 409);
      await setReports(inlay, { rights: 'off' });
      assert.equal((await ask('POST', `subscriptions/${alert.id}/run`)).body.code, 'REPORTS_OFF');
      await setReports(inlay, { isPaused: true });
      assert.equal((await ask('POST', `subscriptions/${alert.id}/run`)).status, 409);
      await setReports(inlay, { maxPerViewer: 100 });
    });

    it('list what was delivered, and why not', async () => {
      const subscription = await ann.subscribe({ title: 'Delivered' });
      const other = await ann.subscribe({ title: 'Other' });
      const failed = await delivered(subscription, 'failed');
      const sent = await delivered(subscription, 'sent', { reason: null });
      const toChannel = await delivered(subscription, 'skipped', { recipient: 'sales-channel' });
      await delivered(other, 'failed');
      const list = async (path: string) => {
        const { status, body } = await ask<Page<Delivery>>('GET', path);
        assert.equal(status, 200, JSON.stringify(body));
        return body.data;
      };
      const all = await list(`subscriptions/${subscription.id}/deliveries`);
      assert.deepEqual(
        all.map(({ id, recipient }) => [id, recipient]),
        [
          [toChannel, 'Channel sales-channel'],
          [sent, OWN],
          [failed, OWN],
        ],
      );
      assert.deepEqual(all[2], {
        id: failed,
        subscriptionId: subscription.id,
        title: 'Delivered',
        kind: 'report',
        recipient: OWN,
        dueAt: all[2]?.dueAt,
        state: 'failed',
        attempts: 3,
        reason: WHY,
        finishedAt: all[2]?.finishedAt,
      });
      const ofBoth = await list('report-deliveries?state=failed');
      assert.ok(ofBoth.length >= 2 && ofBoth.every(({ state }) => state === 'failed'));
      const page = await ask<Page<Delivery>>(
        'GET',
        `subscriptions/${subscription.id}/deliveries?limit=1&page=2`,
      );
      assert.deepEqual([page.body.meta.total, page.body.data.map(({ id }) => id)], [3, [sent]]);
      assert.equal((await ask('GET', 'subscriptions/nothing/deliveries')).status, 404);
      assert.equal((await ask('GET', 'report-deliveries?state=lost')).status, 400);
    });

    it('send again what failed, was skipped or is unknown, as the same delivery, and nothing else', async () => {
      const subscription = await ann.subscribe({ title: 'Again' });
      for (const state of ['failed', 'unknown', 'skipped'] as const) {
        const id = await delivered(subscription, state);
        const { status, body } = await ask<Delivery>('POST', `report-deliveries/${id}/resend`);
        assert.equal(status, 202, JSON.stringify(body));
        assert.deepEqual(
          [body.id, body.state, body.attempts, body.reason, body.finishedAt],
          [id, 'waiting', 0, null, null],
        );
        assert.ok(Date.parse(body.dueAt) > 1_700_000_000_000, 'due now');
      }
      for (const state of ['waiting', 'working', 'sending', 'sent'] as const) {
        const id = await delivered(subscription, state, { next_at: 9e15 });
        const { status, body } = await ask('POST', `report-deliveries/${id}/resend`);
        assert.equal(status, 409, state);
        assert.match(body.message, new RegExp(state));
      }
      const forgotten = await delivered(subscription, 'skipped', { kind: 'alert', sealed: null });
      assert.equal((await ask('POST', `report-deliveries/${forgotten}/resend`)).status, 409);
      const failed = await delivered(subscription, 'failed');
      await ask('PATCH', `subscriptions/${subscription.id}`, { body: { isPaused: true } });
      assert.equal((await ask('POST', `report-deliveries/${failed}/resend`)).status, 409);
      assert.equal((await ask('POST', 'report-deliveries/nothing/resend')).status, 404);
      const { body } = await ask<Page<{ details: { delivery: string } }>>(
        'GET',
        `audit-events?target=${subscription.id}&action=subscription.resend`,
      );
      assert.equal(body.meta.total, 3);
    });

    it('are for callers with the scopes, and of no other tenant', async () => {
      const { id } = await ann.subscribe();
      const delivery = await delivered({ id }, 'failed');
      const reads = [
        'subscriptions',
        `subscriptions/${id}`,
        `subscriptions/${id}/deliveries`,
        'report-deliveries',
      ];
      const writes = [
        ['PATCH', `subscriptions/${id}`, { isPaused: false }],
        ['POST', `subscriptions/${id}/run`, undefined],
        ['POST', `report-deliveries/${delivery}/resend`, undefined],
        ['DELETE', `subscriptions/${id}`, undefined],
      ] as const;
      const reader = await keyWith('reports:read');
      const writer = await keyWith('reports:write');
      const others = await keyWith('content:read', 'content:write', 'settings:write', 'users:write');
      for (const path of reads) {
        assert.equal((await ask('GET', path, { token: reader })).status, 200, path);
        for (const token of [writer, others])
          assert.equal((await ask('GET', path, { token })).status, 401, path);
      }
      const preview = `subscriptions/${id}/preview`;
      assert.equal((await ask('POST', preview, { token: reader })).status, 401, 'a preview contains rows');
      const { host, adminToken: token } = await addTenant(inlay);
      for (const path of reads.filter((each) => each.includes(id)))
        assert.equal((await ask('GET', path, { token, host })).status, 404, path);
      for (const [method, path, body] of writes) {
        for (const refused of [reader, others])
          assert.equal(
            (await ask(method, path, { token: refused, ...(body && { body }) })).status,
            401,
            path,
          );
        const elsewhere = await ask(method, path, { token, host, ...(body && { body }) });
        assert.equal(elsewhere.status, 404, `${method} ${path}`);
      }
      const { body } = await ask<Page<Subscription>>('GET', 'subscriptions', { token, host });
      assert.equal(body.meta.total, 0);
      for (const [method, path, body] of writes) {
        const { status } = await ask(method, path, { token: writer, ...(body && { body }) });
        assert.ok(status < 300, `${method} ${path}: ${status}`);
      }
    });
  });

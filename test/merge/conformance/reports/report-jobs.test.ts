import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Subscription } from '@inlay/content/subscription';
import { countMessage } from '@inlay/server/features/reports/jobs/mailbox-limit';
import { deleteSubscriptions } from '@inlay/server/features/reports/manage/delete-subscriptions';
import { insertJobs } from '@inlay/server/features/reports/store/report-jobs';
import type { ReportJobRow, SubscriptionRow } from '@inlay/server/platform/store/schema';
import { sweepExpired } from '@inlay/server/platform/store/sweep-expired';
import { contentClient } from '../../../support/content/content-client.ts';
import { CONTEXT } from '../../../support/embeds/embed-client.ts';
import { call, logInAs } from '../../../support/http/api-client.ts';
import {
  DEMO,
  insertDestination,
  type ReportWorld,
  readJobs,
  readSubscriptionRow,
  startReportWorld,
  subscribe,
  toAddress,
} from '../../../support/reports/report-world.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { serverTime } from '../../../support/time/fake-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`deliveries of reports on ${engine}`, () => {
    const time = serverTime(Math.floor(Date.now() / DAY) * DAY + HOUR / 2);
    let world: ReportWorld;
    before(async () => {
      world = await startReportWorld(makeStore, time);
    });
    after(() => world.close());
    const add = async (...all: Parameters<typeof subscribe>[2]): Promise<string> => {
      const [id = ''] = await subscribe(world.services, world.setup, all);
      return id;
    };
    const jobsOf = async (id: string): Promise<readonly ReportJobRow[]> =>
      (await readJobs(world.services)).filter(({ subscription_id }) => subscription_id === id);
    const change = (id: string, columns: Partial<Omit<SubscriptionRow, 'tenant_id'>>) =>
      world.services.store.write((transaction) =>
        transaction.tenant(DEMO).update('subscriptions', columns).where('id', '=', id).execute(),
      );
    const nextDay = async () => {
      time.setClockBy(DAY);
      await world.settle();
    };
    const mailsTo = (address: string) => world.smtp.received.filter(({ to }) => to.includes(address));

    it('an alert is checked when it is due, and its message goes to each recipient when it fires', async () => {
      const id = await add({
        schedule: { every: 'hour', timeZone: 'UTC' },
        alert: { kind: 'above', measure: 'revenue', limit: 10, margin: 0, quietMinutes: 0 },
        to: { kind: 'email', recipients: ['one@customer.example', 'two@customer.example'] },
      });
      time.setClockBy(HOUR);
      await world.settle();
      assert.deepEqual(
        (await jobsOf(id)).map(({ kind, recipient, state }) => [kind, recipient, state]),
        [
          ['check', '', 'sent'],
          ['alert', 'one@customer.example', 'sent'],
          ['alert', 'two@customer.example', 'sent'],
        ],
      );
      const { sealed_alert_state } = await readSubscriptionRow(world.services, id);
      assert.match(sealed_alert_state ?? '', /^v1\./);
      time.setClockBy(HOUR);
      await world.settle();
      const [, , , check, ...more] = await jobsOf(id);
      assert.deepEqual([check?.kind, check?.state, check?.reason], ['check', 'skipped', null]);
      assert.deepEqual(more, []);
      assert.equal(mailsTo('one@customer.example').length, 1);
      await change(id, { status: 'paused', next_at: null });
    });

    it('a subscription whose rights have ended gets nothing, ends, and says why', async () => {
      const id = await add({ to: toAddress('ended@customer.example') });
      await change(id, { context_ends_at: time.now() + HOUR });
      await nextDay();
      const { status, reason: why, next_at, sealed_context } = await readSubscriptionRow(world.services, id);
      assert.deepEqual([status, why, next_at, sealed_context], ['ended', 'context-ended', null, null]);
      const [job] = await jobsOf(id);
      assert.equal(job?.state, 'failed');
      assert.equal(mailsTo('ended@customer.example').length, 0);
      const events = await world.services.store
        .tenant(DEMO)
        .selectFrom('audit_events')
        .select(['target', 'reason'])
        .where('action', '=', 'subscription.end')
        .execute();
      assert.deepEqual(
        events.map(({ target, reason }) => [target, reason]),
        [[id, 'context-ended']],
      );
    });

    it('a mailbox gets at most 200 messages a day from others, and the subscription says so', async () => {
      const { store } = world.services;
      const mailbox = { tenantId: DEMO, address: 'flooded@customer.example', isOwn: false };
      for (let count = 0; count < 199; count += 1)
        await store.write((transaction) => countMessage(transaction, mailbox, time.now() + DAY));
      const last = await add({ to: toAddress('flooded@customer.example') });
      await nextDay();
      assert.equal((await readSubscriptionRow(world.services, last)).last_state, 'sent');
      // Its deliveries are deleted with it, and count nevertheless.
      await store.write(async (transaction) => {
        await deleteSubscriptions(transaction, DEMO, [last]);
      });
      const others = ['flooded@customer.example', 'Flooded@customer.example', 'flooded+2@CUSTOMER.example'];
      const more = await Promise.all(others.map((address) => add({ to: toAddress(address) })));
      time.setClockBy(DAY - HOUR);
      await world.settle();
      for (const id of more) {
        const { last_state, last_code, last_reason } = await readSubscriptionRow(world.services, id);
        assert.deepEqual([last_state, last_code], ['failed', 'delivery-failed']);
        assert.match(last_reason ?? '', /200 messages within a day/);
      }
      assert.equal(mailsTo('flooded@customer.example').length, 1);
      await nextDay();
      for (const id of more) {
        const { last_state, last_code } = await readSubscriptionRow(world.services, id);
        assert.deepEqual([last_state, last_code], ['sent', null]);
      }
    });

    it('messages of others do not use up what viewers have sent to themselves', async () => {
      const { store } = world.services;
      const mailbox = { tenantId: DEMO, address: CONTEXT.username, isOwn: false };
      for (let count = 0; count < 201; count += 1)
        await store
          .write((transaction) => countMessage(transaction, mailbox, time.now() + DAY))
          .catch(() => {});
      const own = await add({ to: toAddress(CONTEXT.username) });
      await nextDay();
      assert.equal((await readSubscriptionRow(world.services, own)).last_state, 'sent');
    });

    it('nothing is sent that the author of the embed has turned off since somebody subscribed', async () => {
      const { inlay } = world.setup;
      const limitTo = async (subscriptions: object) => {
        const body = {
          title: 'One tile',
          target: { kind: 'tile', id: 'revenue' },
          options: { subscriptions },
        };
        const admin = contentClient(inlay, await logInAs(inlay.url));
        const { status } = await admin('PATCH', 'embeds/e-tile', { body, ifMatch: '*' });
        assert.equal(status, 200);
      };
      const hook = await insertDestination(world.services, 'https://hooks.customer.example/x');
      const alert = { kind: 'above', measure: 'revenue', limit: 10, margin: 0, quietMinutes: 0 } as const;
      const ids = [
        await add({ to: { kind: 'destination', id: hook } }),
        await add({ alert, to: toAddress(CONTEXT.username) }),
      ];
      await limitTo({ ownAddressOnly: true, alerts: false });
      await nextDay();
      const token = await logInAs(inlay.url);
      const found = await Promise.all(
        ids.map((id) => call<Subscription>(`${inlay.url}/api/v0/subscriptions/${id}`, { token })),
      );
      assert.deepEqual(
        found.map(({ body: { last } }) => [last?.state, last?.code, last?.reason]),
        [
          [
            'failed',
            'recipient-not-allowed',
            'The embed no longer allows destinations. Send it to your own email address instead.',
          ],
          ['skipped', 'reports-off', 'Alerts are turned off for the embed.'],
        ],
      );
      await limitTo({});
      for (const id of ids) await change(id, { status: 'paused', next_at: null });
    });

    it('a schedule that cannot be read any more says so, and keeps no other from being sent', async () => {
      const timeZone = 'Europe/Atlantis';
      const broken = await add({ schedule: { every: 'day', at: '08:00', timeZone }, nextAt: time.now() });
      await add({ to: toAddress('behind@customer.example') });
      await nextDay();
      const { last_state, last_code, last_reason, next_at } = await readSubscriptionRow(
        world.services,
        broken,
      );
      assert.deepEqual([last_state, last_code, next_at], ['failed', 'internal', null]);
      assert.match(last_reason ?? '', /Choose another time zone/);
      assert.equal(mailsTo('behind@customer.example').length, 1);
      await change(broken, { status: 'paused' });
    });

    it('nothing is sent to a recipient who was removed after the message was due', async () => {
      const id = await add({ to: toAddress('former@customer.example') });
      await world.services.store.write((transaction) =>
        insertJobs(
          transaction,
          [
            {
              tenant_id: DEMO,
              subscription_id: id,
              kind: 'report',
              due_at: time.now(),
              recipient: 'removed@customer.example',
              sealed: null,
            },
          ],
          time.now(),
        ),
      );
      await world.settle();
      const [job] = await jobsOf(id);
      assert.equal(job?.state, 'skipped');
      assert.match(job?.reason ?? '', /removed/);
      assert.equal((await readSubscriptionRow(world.services, id)).last_code, 'subscription-changed');
      await change(id, { status: 'paused', next_at: null });
    });

    it('a success with one recipient does not hide that another got nothing', async () => {
      const to = { kind: 'email', recipients: ['good@customer.example', 'not an address@x'] } as const;
      const id = await add({ to: { ...to, recipients: [...to.recipients] } });
      await nextDay();
      assert.deepEqual((await jobsOf(id)).map(({ state }) => state).toSorted(), ['failed', 'sent']);
      const { last_state } = await readSubscriptionRow(world.services, id);
      assert.equal(last_state, 'failed');
      await change(id, { status: 'paused', next_at: null });
    });

    it('are forgotten after five weeks, and checks that found nothing after three days', async () => {
      const { store } = world.services;
      const now = time.now();
      const ended = { state: 'skipped', next_at: null, finished_at: now } as const;
      await store.write(async (transaction) => {
        const jobs = (['check', 'report'] as const).map((kind) => ({
          tenant_id: DEMO,
          subscription_id: 'swept',
          kind,
          due_at: now,
          recipient: '',
          sealed: null,
        }));
        await insertJobs(transaction, jobs, now + DAY);
        await transaction
          .tenant(DEMO)
          .update('report_jobs', ended)
          .where('subscription_id', '=', 'swept')
          .execute();
      });
      const kept = async () => (await jobsOf('swept')).map(({ kind }) => kind);
      await sweepExpired(world.services, now + 2 * DAY);
      assert.deepEqual(await kept(), ['check', 'report']);
      await sweepExpired(world.services, now + 10 * DAY);
      assert.deepEqual(await kept(), ['report']);
      await sweepExpired(world.services, now + 36 * DAY);
      assert.deepEqual(await kept(), []);
    });
  });
}

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Delivery } from '@inlay/content/subscription';
import type { Page } from '@inlay/protocol/pagination';
import { CONTEXT, type EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import {
  type ReceivedMail,
  type SmtpServer,
  startSmtpServer,
} from '../../../support/mail/start-smtp-server.ts';
import { type ReportClient, reportClient, setReports } from '../../../support/reports/report-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { serverTime } from '../../../support/time/fake-time.ts';

const OWN = CONTEXT.username;
const BOB = 'bob@partner.example';
/** Longer than the server waits before it looks for messages again. */
const POLL_MS = 2500;

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`messages that somebody asks for, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let smtp: SmtpServer;
    let ann: ReportClient;
    const time = serverTime(Date.now());

    before(async () => {
      smtp = await startSmtpServer();
      const env = { INLAY_SMTP_URL: smtp.url, INLAY_MAIL_FROM: 'analytics@vendor.example' };
      ({ store, inlay, setup } = await startWorld('embeds', makeStore, { env, time }));
      await setReports(inlay, { allowedDomains: ['partner.example'], maxRecipients: 2 });
      ann = reportClient(inlay, await viewerToken(setup, {}, time.now()));
    });
    after(async () => {
      await inlay?.close();
      await smtp?.close();
      await store?.drop();
    });

    const ask = <Body>(method: string, path: string) =>
      call<Body>(`${inlay.url}/api/v0/${path}`, { method, token: setup.adminToken });
    const deliveriesOf = async (id: string) =>
      (await ask<Page<Delivery>>('GET', `subscriptions/${id}/deliveries`)).body.data;
    const settled = (id: string, count: number) =>
      eventually(async () => {
        await time.advance(POLL_MS);
        const deliveries = await deliveriesOf(id);
        assert.equal(deliveries.length, count);
        for (const { state, reason } of deliveries) assert.equal(state, 'sent', `${state}: ${reason}`);
      });
    const linkIn = ({ email }: ReceivedMail) => {
      const { value = '' } = email.headers.find(({ key }) => key === 'list-unsubscribe') ?? {};
      return `${inlay.url}${new URL(value.replaceAll(/[<>\s]/g, '')).pathname}`;
    };
    const oneClick = (link: string) =>
      call(link, {
        rawBody: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });

    it('go to the viewer alone as a test, to everybody when an administrator sends them, until they unsubscribe', async () => {
      const { id } = await ann.subscribe({
        tileId: 'revenue',
        to: { kind: 'email', recipients: [OWN, BOB] },
      });
      assert.equal((await ann.ask('POST', `/${id}/test`)).status, 202);
      await settled(id, 1);
      const [test] = await smtp.mailTo(OWN);
      assert.match(test?.email.html ?? '', /Coffee/);
      assert.doesNotMatch(test?.email.html ?? '', /Cocoa/);
      assert.match(test?.email.subject ?? '', /^Test: Revenue by product/);
      assert.match(test?.email.text ?? '', /This is a test message\. Somebody asked for it\./);
      assert.equal(smtp.received.filter(({ to }) => to.includes(BOB)).length, 0);

      assert.equal((await ask('POST', `subscriptions/${id}/run`)).status, 202);
      await settled(id, 3);
      await smtp.mailTo(OWN, 2);
      const [ofBob] = await smtp.mailTo(BOB);
      assert.match(ofBob?.email.subject ?? '', /^Revenue by product/);
      assert.doesNotMatch(ofBob?.email.text ?? '', /test/i);
      const last = (await ann.list()).data[0]?.last;
      assert.deepEqual([last?.state, last?.code, last?.reason], ['sent', null, null]);

      assert.ok(ofBob);
      assert.equal((await oneClick(linkIn(ofBob))).status, 200);
      assert.equal((await ask('POST', `subscriptions/${id}/run`)).status, 202);
      await settled(id, 4);
      await smtp.mailTo(OWN, 3);
      assert.equal(smtp.received.filter(({ to }) => to.includes(BOB)).length, 1);

      assert.ok(test);
      assert.equal((await oneClick(linkIn(test))).status, 200);
      assert.deepEqual(
        (await ann.list()).data.map(({ status, reason }) => [status, reason]),
        [['ended', 'unsubscribed']],
      );
      assert.equal((await ask('POST', `subscriptions/${id}/run`)).status, 409);
    });

    it('say in a test of an alert that its condition may not be met', async () => {
      const { id } = await ann.subscribe({
        tileId: 'revenue',
        alert: { kind: 'above', measure: 'revenue', limit: 1_000_000, margin: 0, quietMinutes: 60 },
      });
      assert.equal((await ann.ask('POST', `/${id}/test`)).status, 202);
      await settled(id, 1);
      const { email } = smtp.received.at(-1) ?? {};
      assert.match(email?.subject ?? '', /^Test: Revenue by product/);
      assert.match(email?.text ?? '', /This is a test message\. It shows the current values, whether/);
    });

    it('are sent again when they failed', async () => {
      const { id } = await ann.subscribe({ tileId: 'revenue' });
      const before = smtp.received.length;
      smtp.refuseWith({ responseCode: 550, message: 'No such mailbox' });
      await ann.ask('POST', `/${id}/test`);
      const failed = await eventually(async () => {
        await time.advance(POLL_MS);
        const [delivery] = await deliveriesOf(id);
        assert.equal(delivery?.state, 'failed');
        return delivery;
      });
      assert.ok(failed?.reason);
      smtp.refuseWith(undefined);
      assert.equal((await ask('POST', `report-deliveries/${failed?.id}/resend`)).status, 202);
      await settled(id, 1);
      assert.equal(smtp.received.length, before + 1);
      assert.equal((await ask('POST', `report-deliveries/${failed?.id}/resend`)).status, 409);
    });
  });

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { unsubscribeUrl } from '@inlay/server/features/reports/channels/unsubscribe-token';
import { CONTEXT, type EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { type ApiResponse, call } from '../../../support/http/api-client.ts';
import {
  addDelivery,
  type ReportClient,
  reportClient,
  setReports,
  WITH_MAIL,
} from '../../../support/reports/report-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

const OWN = CONTEXT.username;
const BOB = 'bob@partner.example';
const ONE_CLICK = {
  rawBody: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
};

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`the link to unsubscribe, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let ann: ReportClient;
    let otherHost: string;

    before(async () => {
      ({ store, inlay, setup } = await startWorld('embeds', makeStore, WITH_MAIL));
      const settings = { allowedDomains: ['partner.example'], maxRecipients: 2, maxPerViewer: 100 };
      await setReports(inlay, settings);
      ann = reportClient(inlay, await viewerToken(setup));
      otherHost = (await addTenant(inlay)).host;
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    const linkFor = (subscriptionId: string, recipient: string, tenant = 'demo') => {
      const of = { id: tenant as TenantId, url: new URL(inlay.url) };
      return unsubscribeUrl(inlay.services.vault, of, { subscriptionId, recipient });
    };
    const made = async (...recipients: string[]) =>
      ann.subscribe({ to: { kind: 'email', recipients }, state: { filters: { product: 'Tea' } } });
    const now = async (id: string) => {
      const found = (await ann.list()).data.find((each) => each.id === id);
      assert.ok(found);
      return { status: found.status, reason: found.reason, to: found.to };
    };
    const isPage = ({ status, body, headers }: ApiResponse<string>, title: RegExp) => {
      assert.equal(status, 200);
      assert.match(body, title);
      assert.doesNotMatch(body, /<script/);
      assert.match(String(headers['content-security-policy']), /form-action 'self'/);
      assert.match(String(headers['content-security-policy']), /default-src 'none'/);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['referrer-policy'], 'no-referrer');
    };
    const ASKS = /Unsubscribe from this report\?/;
    const DONE = /You are unsubscribed/;

    it('changes nothing when it is opened, as scanners do', async () => {
      const { id } = await made(OWN);
      const link = linkFor(id, OWN);
      for (const method of ['GET', 'HEAD', 'GET']) {
        const opened = await call<string>(link, { method });
        if (method === 'GET') isPage(opened, ASKS);
      }
      assert.equal((await now(id)).status, 'active');
    });

    it('ends a subscription with one click in a mail program, once', async () => {
      const { id } = await made(OWN);
      const link = linkFor(id, OWN);
      isPage(await call<string>(link, ONE_CLICK), DONE);
      const ended = { status: 'ended', reason: 'unsubscribed', to: { kind: 'email', recipients: [OWN] } };
      assert.deepEqual(await now(id), ended);
      isPage(await call<string>(link, ONE_CLICK), DONE);
      assert.deepEqual(await now(id), ended);
      const { body } = await call<{ data: { action: string; actor: string }[] }>(
        `${inlay.url}/api/v0/audit-events?target=${id}&action=subscription.unsubscribe`,
        { token: setup.adminToken },
      );
      assert.deepEqual(
        body.data.map(({ actor }) => actor),
        [OWN],
      );
    });

    it('takes the form of its page, and a form in parts', async () => {
      for (const [type, rawBody] of [
        ['application/x-www-form-urlencoded', ''],
        [
          'multipart/form-data; boundary=x',
          '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
        ],
      ] as const) {
        const { id } = await made(OWN);
        const headers = { 'content-type': type };
        isPage(await call<string>(linkFor(id, OWN), { rawBody, headers }), DONE);
        assert.equal((await now(id)).status, 'ended', type);
      }
    });

    it('takes off one recipient, and what waits to be sent to them', async () => {
      const { id } = await made(OWN, BOB);
      for (const recipient of [OWN, BOB])
        await addDelivery(inlay, {
          id: `${id}-${recipient}`,
          ...{ subscription_id: id, recipient, state: 'waiting', next_at: 9e15, finished_at: null },
        });
      isPage(await call<string>(linkFor(id, BOB), ONE_CLICK), DONE);
      const left = { status: 'active', reason: null, to: { kind: 'email', recipients: [OWN] } };
      assert.deepEqual(await now(id), left);
      const jobs = await inlay.services.store.everyTenant
        .selectFrom('report_jobs')
        .select('recipient')
        .where('subscription_id', '=', id)
        .execute();
      assert.deepEqual(
        jobs.map(({ recipient }) => recipient),
        [OWN],
      );
      // The link in a later message for somebody who is no recipient any more.
      isPage(await call<string>(linkFor(id, BOB), ONE_CLICK), DONE);
      assert.deepEqual(await now(id), left);
      isPage(await call<string>(linkFor(id, OWN), ONE_CLICK), DONE);
      assert.equal((await now(id)).status, 'ended');
    });

    it('shows the same page for links that are forged, cut off, of nothing or of another tenant, and changes nothing', async () => {
      const { id } = await made(OWN);
      const link = linkFor(id, OWN);
      const token = link.slice(link.lastIndexOf('/') + 1);
      const start = `${inlay.url}/unsubscribe`;
      const forged = Buffer.from(`${id} ${OWN}`).toString('base64url');
      const flipped = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
      const { vault } = inlay.services;
      for (const url of [
        start,
        `${start}/`,
        `${start}/${id}`,
        `${start}/v1.${forged}`,
        `${start}/${flipped}`,
        `${start}/${token.slice(0, 40)}`,
        `${start}/${token}/more`,
        `${start}/${encodeURIComponent('../../api')}`,
        `${start}/${'A'.repeat(3000)}`,
        linkFor(id, BOB),
        linkFor('no-such-subscription', OWN),
        // Sealed for another purpose, and for another tenant.
        `${start}/${vault.seal('demo' as TenantId, 'report secret', `${id} ${OWN}`)}`,
        linkFor(id, OWN, 'acme'),
      ]) {
        isPage(await call<string>(url), ASKS);
        isPage(await call<string>(url, ONE_CLICK), DONE);
      }
      const headers = { ...ONE_CLICK.headers, host: otherHost };
      isPage(await call<string>(link, { ...ONE_CLICK, headers }), DONE);
      assert.equal((await now(id)).status, 'active');
      const nobodys = { ...ONE_CLICK.headers, host: 'nobody.example' };
      assert.equal((await call(link, { ...ONE_CLICK, headers: nobodys })).status, 404);
    });

    it('is in the language of the subscription', async () => {
      const { id } = await ann.subscribe({ lang: 'de' });
      isPage(await call<string>(linkFor(id, OWN)), /<html lang="de"[\s\S]*Diesen Bericht abbestellen\?/);
    });

    it('starts again when the viewer saves the subscription, and ends again', async () => {
      const { id } = await made(OWN);
      const link = linkFor(id, OWN);
      await call<string>(link, ONE_CLICK);
      assert.equal((await ann.ask('PATCH', `/${id}`, { isPaused: false })).status, 200);
      assert.equal((await now(id)).status, 'active');
      await call<string>(link, ONE_CLICK);
      assert.equal((await now(id)).status, 'ended');
    });

    it('does not accept large bodies', async () => {
      const { id } = await made(OWN);
      const { status } = await call(linkFor(id, OWN), { ...ONE_CLICK, rawBody: 'x'.repeat(10_000) });
      assert.equal(status, 413);
      assert.equal((await now(id)).status, 'active');
    });
  });

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AlertDryRun, MessagePreview } from '@inlay/content/subscription';
import type { Page } from '@inlay/protocol/pagination';
import { CONTEXT, type EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import {
  ALERT,
  type ReportClient,
  reportClient,
  setReports,
  WEEKLY,
  WITH_MAIL,
} from '../../../support/reports/report-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

interface AuditEvents {
  readonly data: readonly {
    readonly action: string;
    readonly actor: string;
    readonly details: Record<string, unknown>;
  }[];
}

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`what a subscription would send, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    /** Ann sees the rows of the north, Sue those of the south. */
    let ann: ReportClient;
    let sue: ReportClient;

    before(async () => {
      ({ store, inlay, setup } = await startWorld('embeds', makeStore, WITH_MAIL));
      await setReports(inlay, {});
      ann = reportClient(inlay, await viewerToken(setup));
      const ofSouth = { username: 'sue@customer.example', attributes: { region: 'south' } };
      sue = reportClient(inlay, await viewerToken(setup, ofSouth));
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    const toSue = { to: { kind: 'email', recipients: ['sue@customer.example'] } };
    const preview = async (client: ReportClient, body: object) => {
      const { status, body: shown } = await client.ask<MessagePreview>('POST', '/preview', {
        ...WEEKLY,
        tileId: 'revenue',
        ...body,
      });
      assert.equal(status, 200, JSON.stringify(shown));
      return shown;
    };
    const events = async (query: string) => {
      const url = `${inlay.url}/api/v0/audit-events?limit=200&${query}`;
      return (await call<AuditEvents>(url, { token: setup.adminToken })).body.data;
    };

    it('is shown with the rows of whoever asks', async () => {
      const north = await preview(ann, {});
      assert.match(north.subject, /Revenue by product/);
      assert.match(north.html, /Coffee/);
      assert.doesNotMatch(north.html, /Cocoa|700/);
      const south = await preview(sue, toSue);
      assert.match(south.html, /Cocoa/);
      assert.doesNotMatch(south.html, /Coffee/);
      const filtered = await preview(ann, { state: { filters: { product: 'Tea' } } });
      assert.doesNotMatch(filtered.html, /Coffee/);
    });

    it('loads nothing, runs nothing and has no style attributes', async () => {
      for (const body of [{}, { tileId: undefined }, { lang: 'ar' }]) {
        const { html } = await preview(ann, body);
        assert.doesNotMatch(html, /<script|\sstyle="|\son\w+=|cid:|<link|@import|url\(/i);
        for (const [, source = ''] of html.matchAll(/\s(?:src|srcset)="([^"]*)"/g))
          assert.match(source, /^data:image\/png;base64,/);
      }
    });

    it('refuses what could not be saved', async () => {
      for (const [path, body, problem] of [
        ['/preview', { tileId: 'insiders' }, /\/tileId/],
        ['/preview', { to: { kind: 'email', recipients: ['eve@evil.example'] } }, /\/to\/recipients\/0/],
        ['/dry-run', {}, /\/alert is required/],
        ['/dry-run', { ...ALERT, alert: { ...ALERT.alert, measure: 'secret' } }, /\/alert\/measure/],
      ] as const) {
        const { status, body: refused } = await ann.ask('POST', path, { ...WEEKLY, ...body });
        assert.equal(status, 400, JSON.stringify(refused));
        assert.match(refused.message, problem);
      }
    });

    it('says when an alert would have fired, for the rows of whoever asks', async () => {
      const dryRun = async (client: ReportClient, body: object = {}) => {
        const answer = await client.ask<AlertDryRun>('POST', '/dry-run', { ...ALERT, ...body });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        return answer.body.checks.map(({ member, value, fires }) => [member, value, fires]).sort();
      };
      assert.deepEqual(await dryRun(ann), [
        ['Coffee', 30, true],
        ['Tea', 10, true],
      ]);
      assert.deepEqual(await dryRun(sue, toSue), [
        ['Cocoa', 55, true],
        ['Tea', 700, true],
      ]);
      assert.deepEqual(await dryRun(ann, { alert: { ...ALERT.alert, limit: 20 } }), [
        ['Coffee', 30, true],
        ['Tea', 10, false],
      ]);
    });

    it('saves nothing, and is in the audit log with what it read', async () => {
      await preview(ann, {});
      await ann.ask('POST', '/dry-run', ALERT);
      assert.deepEqual((await ann.list()).data, []);
      const reads = (await events(`actor=${encodeURIComponent(CONTEXT.username)}`)).map(
        ({ action }) => action,
      );
      assert.ok(reads.includes('data.export') && reads.includes('data.query'), reads.join());
    });

    it('is shown to administrators as its viewer sees it, who are named in the audit log', async () => {
      const { id } = await ann.subscribe({ tileId: 'revenue' });
      const url = `${inlay.url}/api/v0/subscriptions/${id}/preview`;
      const { status, body } = await call<MessagePreview>(url, { method: 'POST', token: setup.adminToken });
      assert.equal(status, 200, JSON.stringify(body));
      assert.match(body.html, /Coffee/);
      assert.doesNotMatch(body.html, /Cocoa/);
      const [event] = await events('action=embed.preview');
      assert.equal(event?.actor, 'admin@demo.test');
      assert.deepEqual([event?.details.subscription, event?.details.username], [id, CONTEXT.username]);
      await setReports(inlay, { rights: 'off' });
      const off = await call<{ message: string }>(url, { method: 'POST', token: setup.adminToken });
      assert.equal(off.status, 409);
      await setReports(inlay, {});
      const missing = await call<Page<never>>(url.replace(id, 'nothing'), {
        method: 'POST',
        token: setup.adminToken,
      });
      assert.equal(missing.status, 404);
    });
  });

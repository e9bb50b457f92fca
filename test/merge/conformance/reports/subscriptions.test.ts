import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Delivery } from '@inlay/content/subscription';
import type { ContentClient } from '../../../support/content/content-client.ts';
import { CONTEXT, type EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import {
  ALERT,
  addDestination,
  type ReportClient,
  reportClient,
  setReports,
  WEEKLY,
  WITH_MAIL,
} from '../../../support/reports/report-client.ts';
import { STORES, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

const OWN = CONTEXT.username;
const mailTo = (...recipients: string[]) => ({ to: { kind: 'email', recipients } });
const every = (frequency: string) => ({
  schedule: { every: frequency, at: '07:00', timeZone: 'UTC', ...(frequency === 'week' && { weekday: 1 }) },
});

for (const [engine, makeStore] of Object.entries(STORES))
  describe(`subscriptions of viewers, on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let admin: ContentClient;
    let ann: ReportClient;
    let count = 0;
    /** Somebody new, with none of the limits used up. */
    const somebody = async (context: object = {}, embed?: string) => {
      count += 1;
      const token = await viewerToken(setup, { username: `v${count}@customer.example`, ...context });
      return reportClient(inlay, token, embed === undefined ? {} : { embed });
    };
    const limitedTo = async (subscriptions: object, more: object = {}) => {
      count += 1;
      const id = `limited-${count}`;
      const body = {
        id,
        title: 'Limited',
        target: { kind: 'dashboard', id: 'overview' },
        options: { subscriptions, ...more },
      };
      assert.equal((await admin('POST', 'embeds', { body })).status, 201);
      return reportClient(inlay, await viewerToken(setup), { embed: id });
    };
    const refused = async (client: ReportClient, body: object, problem: RegExp) => {
      const { status, body: answer } = await client.ask('POST', '', { ...WEEKLY, ...body });
      assert.equal(status, 400, JSON.stringify(answer));
      assert.match(answer.message, problem);
    };

    before(async () => {
      ({ store, inlay, setup, admin } = await startWorld('embeds', makeStore, WITH_MAIL));
      await addDestination(inlay, 'sales-channel');
      await addDestination(inlay, 'other-channel', 'elsewhere');
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });
    beforeEach(async () => {
      await setReports(inlay, { maxPerViewer: 100 });
      ann = reportClient(inlay, await viewerToken(setup));
    });

    it('are created, listed, changed, paused, resumed and deleted by their viewer', async () => {
      const made = await ann.subscribe({ state: { filters: { product: 'Tea' } }, tileId: 'revenue' });
      const { title, schedule, format, to, kind, embedId, appId, content, tileId, state, username } = made;
      assert.deepEqual(
        { title, schedule, format, to, kind, embedId, appId, content, tileId, state, username },
        {
          ...WEEKLY,
          kind: 'report',
          embedId: 'e-dashboard',
          appId: 'sales',
          content: { kind: 'dashboard', id: 'overview' },
          tileId: 'revenue',
          state: { filters: { product: 'Tea' } },
          username: OWN,
        },
      );
      assert.deepEqual([made.isMine, made.status, made.last], [true, 'active', null]);
      const due = new Date(made.nextAt ?? '');
      assert.ok(due.getTime() > Date.now() && due.getUTCDay() === 1, made.nextAt ?? 'never');
      assert.deepEqual((await ann.list()).data, [made]);

      const changed = await ann.ask('PATCH', `/${made.id}`, { title: ' Renamed ', ...every('day') });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.equal(changed.body.title, 'Renamed');
      assert.equal(new Date(changed.body.nextAt ?? '').getUTCHours(), 7);
      assert.deepEqual(changed.body.state, made.state);

      const paused = await ann.ask('PATCH', `/${made.id}`, { isPaused: true });
      assert.deepEqual([paused.body.status, paused.body.nextAt], ['paused', null]);
      const renamed = await ann.ask('PATCH', `/${made.id}`, { title: 'Still paused' });
      assert.deepEqual([renamed.body.status, renamed.body.nextAt], ['paused', null]);
      const resumed = await ann.ask('PATCH', `/${made.id}`, { isPaused: false });
      assert.deepEqual([resumed.body.status, resumed.body.nextAt], ['active', changed.body.nextAt]);

      assert.equal((await ann.ask('DELETE', `/${made.id}`)).status, 204);
      assert.deepEqual((await ann.list()).data, []);
      for (const [method, path, body] of [
        ['PATCH', `/${made.id}`, { title: 'x' }],
        ['DELETE', `/${made.id}`, undefined],
        ['POST', `/${made.id}/test`, undefined],
      ] as const)
        assert.equal((await ann.ask(method, path, body)).status, 404, method);
    });

    it('tell viewers what they can choose', async () => {
      await setReports(inlay, { allowedDomains: ['partner.example'], maxRecipients: 5 });
      const { options } = await ann.list('?timeZone=Asia/Tokyo');
      assert.deepEqual(options, {
        isAvailable: true,
        ownAddress: OWN,
        allowedDomains: ['partner.example'],
        maxRecipients: 5,
        frequencies: ['hour', 'day', 'workday', 'week', 'month'],
        formats: ['message', 'pdf', 'xlsx', 'csv'],
        canEmail: true,
        destinations: [{ id: 'sales-channel', name: 'Channel sales-channel', kind: 'webhook' }],
        canAlert: true,
        canSeeAll: false,
        timeZone: 'Asia/Tokyo',
      });
    });

    it('are impossible until an administrator has chosen whose rights messages have', async () => {
      const { id } = await ann.subscribe();
      await setReports(inlay, { rights: 'off' });
      assert.equal((await ann.list()).options.isAvailable, false);
      for (const [method, path, body] of [
        ['POST', '', WEEKLY],
        ['POST', '/dry-run', ALERT],
        ['POST', '/preview', WEEKLY],
        ['PATCH', `/${id}`, { title: 'x' }],
        ['POST', `/${id}/test`, undefined],
      ] as const) {
        const { status, body: answer } = await ann.ask(method, path, body);
        assert.deepEqual([status, answer.code], [403, 'REPORTS_OFF'], `${method} ${path}`);
      }
      // What a viewer no longer wants is theirs to stop.
      assert.equal((await ann.ask('PATCH', `/${id}`, { isPaused: true })).status, 200);
      assert.equal((await ann.ask('DELETE', `/${id}`)).status, 204);
    });

    it('go to the signed address of the viewer, and others only at domains that the tenant allows', async () => {
      await setReports(inlay, { allowedDomains: ['partner.example'], maxRecipients: 3, maxPerViewer: 100 });
      await ann.subscribe(mailTo(OWN, 'bob@partner.example'));
      for (const address of [
        'bob@elsewhere.example',
        'bob@sub.partner.example',
        'bob@partner.example.evil.example',
        'bob@evil.example@partner.example',
        'Ann@customer.example',
        'bob@partner.example,eve@evil.example',
        '"bob"@partner.example',
      ])
        await refused(ann, mailTo(OWN, address), /\/to\/recipients\/1 must be/);
      await refused(
        ann,
        mailTo(OWN, ...['a', 'b', 'c'].map((name) => `${name}@partner.example`)),
        /\/to\/recipients must have at most 3/,
      );
      const same = await ann.subscribe(mailTo(OWN, 'ann@CUSTOMER.example'));
      assert.deepEqual(same.to, { kind: 'email', recipients: [OWN] });
    });

    it('take the address from the attribute that the tenant names', async () => {
      await setReports(inlay, { recipientFrom: 'attributes.email' });
      const attributes = { region: 'north', email: 'ann@mail.example' };
      const signed = await somebody({ attributes });
      assert.equal((await signed.list()).options.ownAddress, 'ann@mail.example');
      await signed.subscribe(mailTo('ann@mail.example'));
      await refused(signed, mailTo('v1@customer.example'), /must be one of: ann@mail\.example/);
      const unsigned = await somebody({ attributes: { region: 'north' } });
      assert.equal((await unsigned.list()).options.ownAddress, null);
      await refused(unsigned, mailTo('ann@mail.example'), /must be one of: none/);
      const crooked = await somebody({ attributes: { email: 'ann@mail.example\r\nBcc: x@y.example' } });
      assert.equal((await crooked.list()).options.ownAddress, null);
    });

    it('go only to destinations of the viewer’s own workspace', async () => {
      await ann.subscribe({ to: { kind: 'destination', id: 'sales-channel' } });
      for (const id of ['other-channel', 'nowhere'])
        await refused(ann, { to: { kind: 'destination', id } }, /\/to\/id is not a destination/);
    });

    it('stay within the options of the embed', async () => {
      const limited = await limitedTo({
        ownAddressOnly: true,
        frequencies: ['week', 'month'],
        formats: ['message', 'pdf'],
        maxRecipients: 2,
        alerts: false,
      });
      await setReports(inlay, { allowedDomains: ['partner.example'], maxRecipients: 9, maxPerViewer: 100 });
      const { options } = await limited.list();
      assert.deepEqual(
        [options.frequencies, options.formats, options.maxRecipients, options.allowedDomains],
        [['week', 'month'], ['message', 'pdf'], 2, []],
      );
      assert.deepEqual([options.destinations, options.canAlert], [[], false]);
      await refused(limited, every('day'), /\/schedule\/every must be one of week, month/);
      await refused(limited, { format: 'xlsx' }, /\/format must be one of message, pdf/);
      await refused(limited, mailTo('bob@partner.example'), /\/to\/recipients\/0/);
      await refused(limited, { to: { kind: 'destination', id: 'sales-channel' } }, /\/to\/id/);
      await refused(limited, { ...ALERT, ...every('week') }, /\/alert is not possible/);
      await limited.subscribe();
    });

    it('send no files from an embed that hides exports', async () => {
      const limited = await limitedTo({}, { hide: ['export'] });
      assert.deepEqual((await limited.list()).options.formats, ['message']);
      for (const format of ['pdf', 'xlsx', 'csv']) await refused(limited, { format }, /\/format must be/);
      const nothing = await limitedTo({ formats: ['pdf'] }, { hide: ['export'] });
      assert.equal((await nothing.list()).options.isAvailable, false);
    });

    it('run hourly only as alerts, at times that the tenant allows, in a time zone that exists', async () => {
      const hourly = { schedule: { every: 'hour', timeZone: 'UTC' } };
      await refused(ann, hourly, /\/schedule\/every can be hour for alerts only/);
      const somewhere = { ...WEEKLY.schedule, timeZone: 'Mars/Olympus' };
      await refused(ann, { schedule: somewhere }, /\/schedule\/timeZone/);
      await refused(ann, { schedule: { ...WEEKLY.schedule, at: '8:30' } }, /\/schedule/);
      await setReports(inlay, { frequencies: ['month'] });
      await refused(ann, {}, /\/schedule\/every must be one of month/);
    });

    it('hold only what the viewer can set in the embed, of tiles that they see', async () => {
      for (const [body, problem] of [
        [{ state: { filters: { customer: 'Alder & Co' } } }, /\/state\/filters\/customer/],
        [{ state: { tab: 'nowhere' } }, /\/state\/tab/],
        [{ state: { tiles: { insiders: { grain: 'day' } } } }, /\/state\/tiles\/insiders/],
        [{ tileId: 'insiders' }, /\/tileId is not a tile/],
        [{ tileId: 'nowhere' }, /\/tileId is not a tile/],
        [{ format: 'csv' }, /\/format can be csv for one tile only/],
        [{ ...ALERT, tileId: undefined }, /\/tileId is required for alerts/],
        [{ ...ALERT, alert: { ...ALERT.alert, measure: 'secret' } }, /\/alert\/measure/],
        [{ context: CONTEXT }, /\/context/],
        [{ username: 'bob@customer.example' }, /\/username/],
      ] as const)
        await refused(ann, body, problem);
      await ann.subscribe({ format: 'csv', tileId: 'revenue' });
    });

    it('are limited in size', async () => {
      const filters = { product: Array.from({ length: 20 }, () => 'x'.repeat(4000)) };
      const { status, body } = await ann.ask('POST', '', { ...WEEKLY, state: { filters } });
      assert.deepEqual([status, body.code], [413, 'BODY_TOO_LARGE']);
    });

    it('are limited in number per viewer, without those that ended', async () => {
      await setReports(inlay, { maxPerViewer: 2 });
      const viewer = await somebody();
      const to = mailTo(`v${count}@customer.example`);
      const first = await viewer.subscribe(to);
      await viewer.subscribe(to);
      const third = await viewer.ask('POST', '', { ...WEEKLY, ...to });
      assert.deepEqual([third.status, third.body.code], [409, 'CONFLICT']);
      const end = { status: 'ended', reason: 'access-lost', next_at: null } as const;
      await inlay.services.store.everyTenant
        .updateTable('subscriptions')
        .set(end)
        .where('id', '=', first.id)
        .execute();
      await viewer.subscribe(to);
      const again = await viewer.ask('PATCH', `/${first.id}`, { title: 'Again' });
      assert.equal(again.status, 409, 'starting one again is as good as a new one');
      assert.equal((await viewer.list()).data.length, 3);
    });

    it('start again when the viewer saves one that ended', async () => {
      const { id } = await ann.subscribe();
      await inlay.services.store.everyTenant
        .updateTable('subscriptions')
        .set({ status: 'ended', reason: 'context-ended', next_at: null })
        .where('id', '=', id)
        .execute();
      const ended = (await ann.list()).data.find((each) => each.id === id);
      assert.deepEqual([ended?.status, ended?.reason, ended?.nextAt], ['ended', 'context-ended', null]);
      const { body } = await ann.ask('PATCH', `/${id}`, { title: 'Again' });
      assert.deepEqual([body.status, body.reason], ['active', null]);
      assert.ok(body.nextAt !== null);
    });

    it('become alerts and reports again, and forget what they reported when the condition changes', async () => {
      const { id, kind } = await ann.subscribe(ALERT);
      assert.equal(kind, 'alert');
      const remembered = async () => {
        const { store } = inlay.services;
        const row = store.everyTenant.selectFrom('subscriptions').selectAll().where('id', '=', id);
        return (await row.executeTakeFirstOrThrow()).sealed_alert_state;
      };
      const remember = () =>
        inlay.services.store.everyTenant
          .updateTable('subscriptions')
          .set({ sealed_alert_state: 'what it reported' })
          .where('id', '=', id)
          .execute();
      await remember();
      await ann.ask('PATCH', `/${id}`, { title: 'Renamed' });
      assert.equal(await remembered(), 'what it reported');
      for (const change of [
        { alert: { ...ALERT.alert, limit: 9 } },
        { state: { filters: { product: 'Tea' } } },
      ]) {
        await remember();
        assert.equal((await ann.ask('PATCH', `/${id}`, change)).status, 200);
        assert.equal(await remembered(), null);
      }
      const { body } = await ann.ask('PATCH', `/${id}`, { alert: null, ...every('week') });
      assert.deepEqual([body.kind, body.alert], ['report', null]);
      const whole = await ann.subscribe();
      const alerting = await ann.ask('PATCH', `/${whole.id}`, { alert: ALERT.alert });
      assert.equal(alerting.status, 400);
      assert.match(alerting.body.message, /\/tileId is required for alerts/);
    });

    it('send a test to the viewer alone, a few times in ten minutes', async () => {
      await setReports(inlay, { allowedDomains: ['partner.example'], maxRecipients: 2 });
      const viewer = await somebody();
      const own = `v${count}@customer.example`;
      const { id } = await viewer.subscribe(mailTo('bob@partner.example', own));
      const paused = await viewer.subscribe(mailTo(own));
      await viewer.ask('PATCH', `/${paused.id}`, { isPaused: true });
      assert.equal((await viewer.ask('POST', `/${paused.id}/test`)).status, 409);
      const { status, body } = await viewer.ask<Delivery>('POST', `/${id}/test`);
      assert.equal(status, 202, JSON.stringify(body));
      assert.deepEqual([body.recipient, body.kind, body.state], [own, 'test', 'waiting']);
      const statuses: number[] = [];
      for (let tries = 0; tries < 4; tries += 1)
        statuses.push((await viewer.ask('POST', `/${id}/test`)).status);
      assert.equal(statuses.at(-1), 429);
      await setReports(inlay, { isPaused: true });
      const other = await somebody();
      const { id: everyones } = await other.subscribe(mailTo(`v${count}@customer.example`));
      assert.equal((await other.ask('POST', `/${everyones}/test`)).status, 409);
    });

    it('are listed for the whole embed, and checked where their content is open', async () => {
      await admin('PATCH', 'tiles/revenue', {
        ifMatch: '*',
        body: { click: { kind: 'dashboard', dashboard: 'overview' } },
      });
      assert.equal((await admin('POST', 'tiles/revenue/publish', { ifMatch: '*' })).status, 200);
      const token = await viewerToken(setup, { username: 'linked@customer.example' });
      const tile = reportClient(inlay, token, { embed: 'e-tile' });
      const linked = reportClient(inlay, token, { embed: 'e-tile/dashboards/overview' });
      const to = mailTo('linked@customer.example');
      const of = await linked.subscribe({ ...to, state: { filters: { product: 'Tea' } } });
      assert.deepEqual([of.embedId, of.content], ['e-tile', { kind: 'dashboard', id: 'overview' }]);
      assert.deepEqual((await tile.list()).data, [of]);
      assert.equal((await tile.ask('PATCH', `/${of.id}`, { title: 'From elsewhere' })).status, 200);
      const elsewhere = await tile.ask('PATCH', `/${of.id}`, { state: { filters: {} } });
      assert.equal(elsewhere.status, 409);
      assert.equal((await linked.ask('PATCH', `/${of.id}`, { state: { filters: {} } })).status, 200);
      const alert = await tile.subscribe({ ...ALERT, ...to, tileId: undefined });
      assert.deepEqual(
        [alert.kind, alert.tileId],
        ['alert', 'revenue'],
        'an embed of one tile needs no name',
      );
    });

    it('are recorded with the viewer as the actor', async () => {
      const viewer = await somebody();
      const own = `v${count}@customer.example`;
      const { id } = await viewer.subscribe(mailTo(own));
      await viewer.ask('PATCH', `/${id}`, { title: 'x' });
      await viewer.ask('PATCH', `/${id}`, { isPaused: true });
      await viewer.ask('PATCH', `/${id}`, { isPaused: false });
      await viewer.ask('POST', `/${id}/test`);
      await viewer.ask('DELETE', `/${id}`);
      const url = `${inlay.url}/api/v0/audit-events?target=${id}`;
      const { body } = await call<{ data: { action: string; actor: string }[] }>(url, {
        token: setup.adminToken,
      });
      assert.deepEqual(
        body.data.map(({ action, actor }) => [action, actor]).toReversed(),
        ['create', 'change', 'pause', 'resume', 'run', 'delete'].map((each) => [`subscription.${each}`, own]),
      );
    });

    it('are deleted with their embed, and with the user of that name', async () => {
      const again = { id: 'e-again', title: 'Again', target: { kind: 'dashboard', id: 'overview' } };
      const make = async () => assert.equal((await admin('POST', 'embeds', { body: again })).status, 201);
      await make();
      const token = await viewerToken(setup, { username: 'leaver@customer.example' });
      const to = mailTo('leaver@customer.example');
      const there = reportClient(inlay, token, { embed: 'e-again' });
      const here = reportClient(inlay, token);
      const gone = await there.subscribe(to);
      assert.equal((await there.ask('POST', `/${gone.id}/test`)).status, 202);
      const kept = await here.subscribe(to);
      assert.equal((await here.ask('POST', `/${kept.id}/test`)).status, 202);
      assert.equal((await admin('DELETE', 'embeds/e-again', { ifMatch: '*' })).status, 204);
      await make();
      assert.deepEqual((await there.list()).data, []);
      assert.equal((await here.list()).data.length, 1);
      const users = `${inlay.url}/api/v0/users`;
      const body = { username: 'leaver@customer.example', roles: ['USER'], workspaceId: 'main' };
      const made = await call<{ id: string }>(users, { token: setup.adminToken, body });
      assert.equal(made.status, 201);
      await call(`${users}/${made.body.id}`, { token: setup.adminToken, method: 'DELETE' });
      assert.deepEqual((await here.list()).data, []);
      const jobs = await inlay.services.store.everyTenant
        .selectFrom('report_jobs')
        .select('id')
        .where('subscription_id', 'in', [gone.id, kept.id])
        .execute();
      assert.deepEqual(jobs, []);
    });

    it('cannot be made, seen or changed in the preview of an administrator', async () => {
      const { id } = await ann.subscribe();
      const { body } = await call<{ token: string }>(`${inlay.url}/api/v0/embeds/e-dashboard/preview-token`, {
        token: setup.adminToken,
        method: 'POST',
        body: { context: CONTEXT },
      });
      const preview = reportClient(inlay, body.token);
      const { data, options } = await preview.list();
      assert.deepEqual([data, options.isAvailable], [[], false]);
      assert.equal((await preview.ask('GET', '?all=true')).status, 403);
      for (const [method, path, sent] of [
        ['POST', '', WEEKLY],
        ['PATCH', `/${id}`, { title: 'x' }],
        ['DELETE', `/${id}`, undefined],
        ['POST', `/${id}/test`, undefined],
        ['POST', '/preview', WEEKLY],
        ['POST', '/dry-run', ALERT],
      ] as const)
        assert.equal((await preview.ask(method, path, sent)).status, 403, `${method} ${path}`);
    });
  });

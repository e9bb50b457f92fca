import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Delivery, Subscriptions } from '@inlay/content/subscription';
import type { Page } from '@inlay/protocol/pagination';
import { exchange, goodClaims, signJwt } from '../../support/embeds/embed-client.ts';
import { logInAs } from '../../support/http/api-client.ts';
import {
  deliverySubscriber,
  type Subscribed,
  type Wanted,
} from '../../support/isolation/delivery-subscriber.ts';
import {
  contextSecret,
  type DeliveryWorld,
  openDeliveryWorld,
} from '../../support/isolation/delivery-world.ts';
import { send } from '../../support/isolation/isolation-attack.ts';
import { contextOf, idOn, PASSWORD, VIEWERS } from '../../support/isolation/isolation-shop.ts';
import { SECRETS } from '../../support/isolation/isolation-shop-data.ts';
import { skipAttacks } from '../../support/isolation/isolation-world.ts';
import { formsOf, readablePlaces } from '../../support/isolation/readable-places.ts';
import { type PasswordServer, startPasswordServer } from '../../support/isolation/start-password-server.ts';
import { publishVaults } from '../../support/isolation/vault-content.ts';
import { reportClient } from '../../support/reports/report-client.ts';

const id = idOn('duckdb');
const board = id('board');
const ALERT = {
  tileId: 'open',
  alert: { kind: 'above', limit: 0, margin: 0, measure: 'revenue', by: 'status', quietMinutes: 0 },
};

type Places = Awaited<ReturnType<typeof readablePlaces>>;

describe('what is known of deliveries', { skip: skipAttacks('duckdb') }, () => {
  let world: DeliveryWorld;
  let database: PasswordServer;
  const { subscribe, subscribeAll, next, nextOfAll, remove } = deliverySubscriber(() => world);
  before(async () => {
    database = await startPasswordServer();
    world = await openDeliveryWorld(['duckdb']);
    await publishVaults(world, database.port);
  });
  after(async () => {
    await world?.close();
    await database?.close();
  });
  const refuse = () => {
    world.smtp.refuseWith({ responseCode: 550, message: 'No such mailbox' });
    world.hooks.replyWith({ status: 400, body: 'No' });
  };
  const accept = () => {
    world.smtp.refuseWith(undefined);
    world.hooks.replyWith({ status: 204 });
  };
  const resend = async (delivery: string) => {
    const { status, body } = await world.admin('demo', 'POST', `report-deliveries/${delivery}/resend`);
    assert.equal(status, 202, JSON.stringify(body));
  };

  describe('contains no secret that the host signed', () => {
    const secret = contextSecret('demo');
    const wanted: readonly Wanted[] = [
      [board, { tileId: 'open' }],
      [board, { tileId: 'open', format: 'xlsx' }, 'webhook'],
      [board, { tileId: 'days', format: 'pdf' }],
      [board, ALERT],
      [board, ALERT, 'slack'],
      ['vaults', {}, 'teams'],
      ['vaults', {}],
      ['vaults', { tileId: 'vaulted' }],
      ['vaults', { tileId: 'vaulted', format: 'csv' }, 'webhook'],
    ];
    /** All that their viewer and an administrator can ask for. */
    const repliesOf = async ({ id: subscription, wanted: [content, body], receiver }: Subscribed) => {
      const url = `${content}/subscriptions`;
      const given = { title: 'Mine', format: 'message', to: receiver.to, schedule: world.soon(), ...body };
      const mine = [
        { path: url },
        { path: url, method: 'POST', body: given },
        { path: `${url}/${subscription}`, method: 'PATCH', body: { title: 'Changed' } },
        { path: `${url}/preview`, body: given },
        { path: `${url}/dry-run`, body: given },
        { path: `${url}/${subscription}/test`, method: 'POST' },
      ];
      const replies: string[] = [];
      for (const each of mine) replies.push((await send(world.shop, ['demo', 'mallory'], each)).text);
      const preview = await world.admin('demo', 'POST', `subscriptions/${subscription}/preview`);
      return [...replies, JSON.stringify(preview.body)].join('\n');
    };

    for (const keepSecrets of [true, false])
      it(keepSecrets ? 'where they are kept' : 'where they are not kept', async () => {
        await world.setReports({ keepSecrets });
        const all = await subscribeAll('mallory', wanted);
        const before = database.passwords.length;
        await nextOfAll(all);
        // They open the database that needs them, or nothing.
        assert.equal(database.passwords.slice(before).includes(secret), keepSecrets);
        for (const each of all.slice(0, 3)) {
          refuse();
          const [failed] = (await next(each)).deliveries;
          assert.equal(failed?.state, 'failed');
          accept();
          await resend(failed.id);
          await world.passDue();
        }
        const replies: string[] = [];
        for (const each of all) replies.push(await repliesOf(each));
        await world.passDue();

        const places: Places = { ...(await readablePlaces(world)), replies: replies.join('\n') };
        for (const [place, text] of Object.entries(places))
          for (const form of formsOf(secret)) assert.ok(!text.includes(form), `${place}: ${form}`);
        // It is what says who and what.
        const { mails, requests, subscriptions, tables, files, log, 'audit events': audit } = places;
        for (const text of [mails, requests, subscriptions, tables, files, audit])
          assert.match(text ?? '', /mallory/);
        assert.match(log ?? '', /report failed/);
        await remove(all);
      });
  });

  describe('is out of reach', () => {
    let report: Subscribed;
    let alert: Subscribed;
    let failed: Delivery;
    let destination: string;
    before(async () => {
      report = await subscribe('officer', [board, { tileId: 'open' }]);
      alert = await subscribe('officer', [board, ALERT, 'webhook']);
      refuse();
      failed = (await next(report)).deliveries[0] ?? assert.fail();
      assert.equal(failed.state, 'failed');
      accept();
      assert.equal((await next(alert)).messages.length, 1);
      const { to } = alert.receiver;
      destination = to.kind === 'destination' ? to.id : assert.fail();
    });

    const state = async () => {
      const known = [report, alert].map(({ id: subscription }) =>
        world.admin<object>('demo', 'GET', `subscriptions/${subscription}`),
      );
      const deliveries = await world.admin<Page<Delivery>>('demo', 'GET', 'report-deliveries?limit=100');
      const destinations = await world.admin('demo', 'GET', 'report-destinations?limit=100');
      return [...(await Promise.all(known)), deliveries, destinations].map(({ body }) => body);
    };
    /** A refused request changes nothing and sends nothing. */
    const unchanged = async (attempts: () => Promise<void>) => {
      const before = await state();
      const received = [world.smtp.received.length, world.hooks.received.length];
      await attempts();
      await world.passDue();
      assert.deepEqual(await state(), before);
      assert.deepEqual([world.smtp.received.length, world.hooks.received.length], received);
    };
    const ofAdministrators = (subscription: string, delivery: string, channel: string) =>
      [
        ['GET', `subscriptions/${subscription}`],
        ['PATCH', `subscriptions/${subscription}`, { isPaused: true }],
        ['POST', `subscriptions/${subscription}/run`],
        ['POST', `subscriptions/${subscription}/preview`],
        ['GET', `subscriptions/${subscription}/deliveries`],
        ['DELETE', `subscriptions/${subscription}`],
        ['POST', `report-deliveries/${delivery}/resend`],
        ['GET', `report-destinations/${channel}`],
        ['PATCH', `report-destinations/${channel}`, { url: `${world.hooks.url}/stolen` }],
        ['POST', `report-destinations/${channel}/test`],
        ['POST', `report-destinations/${channel}/secret`],
        ['DELETE', `report-destinations/${channel}`],
      ] as const;

    it('of another tenant’s administrator, here and there', async () => {
      const authorization = `Bearer ${world.shop.setups.acme.adminToken}`;
      await unchanged(async () => {
        const unknown = ofAdministrators('nowhere', 'nowhere', 'nowhere');
        for (const { id: subscription } of [report, alert])
          for (const [index, [method, path, body]] of ofAdministrators(
            subscription,
            failed.id,
            destination,
          ).entries()) {
            const there = await world.admin('acme', method, path, body);
            const [, nowhere = ''] = unknown[index] ?? [];
            const other = await world.admin('acme', method, nowhere, body);
            assert.deepEqual([there.status, there.body], [404, other.body], `${method} ${path}`);
            const options = { method, headers: { authorization }, ...(body && { body }) };
            const here = await world.shop.clients.demo.ask(path, options);
            assert.equal(here.status, 401, `${method} ${path}`);
          }
        for (const list of ['subscriptions', 'report-deliveries', 'report-destinations']) {
          const { body } = await world.admin<Page<object>>('acme', 'GET', list);
          assert.deepEqual(body.data, [], list);
        }
      });
    });

    it('of users who are not administrators', async () => {
      await unchanged(async () => {
        for (const viewer of VIEWERS) {
          const { username } = contextOf(viewer, []);
          const token = await logInAs(world.shop.inlay.url, { username, password: PASSWORD });
          for (const [method, path, body] of ofAdministrators(report.id, failed.id, destination)) {
            const options = { method, headers: { authorization: `Bearer ${token}` }, ...(body && { body }) };
            const { headers } = await world.shop.clients.demo.ask(path, options);
            assert.match(
              headers['www-authenticate'] ?? '',
              /insufficient_scope/,
              `${viewer}: ${method} ${path}`,
            );
          }
        }
      });
    });

    it('of viewers of other workspaces, of other tenants and of the same workspace', async () => {
      const { setups, inlay } = world.shop;
      const tokenOf = async (tenant: 'demo' | 'acme', context: object) => {
        const claims = { ...goodClaims(setups[tenant], world.time.now()) };
        const embed_context = { ...contextOf('officer', ['duckdb']), ...context };
        const { body } = await exchange(setups[tenant], signJwt({ ...claims, embed_context }));
        return body.access_token ?? assert.fail();
      };
      const away = { privileges: { [id('boards')]: ['validate'], [id('away')]: ['validate'] } };
      const elsewhere = { ...away, workspace_id: 'other' };
      const { host } = setups.acme;
      const strangers = {
        'the same name in another workspace': [await tokenOf('demo', elsewhere), { embed: board }],
        'an embed of another workspace': [await tokenOf('demo', elsewhere), { embed: id('away') }],
        'the same name in another tenant': [await tokenOf('acme', {}), { embed: board, host }],
        'a token of another tenant': [await tokenOf('acme', {}), { embed: board }],
        'another viewer': [await tokenOf('demo', { username: 'eve@customer.example' }), { embed: board }],
        'who may publish': [
          await tokenOf('demo', { ...away, username: 'eve@customer.example' }),
          { embed: board },
        ],
        'another embed': [await tokenOf('demo', {}), { embed: id('defaults') }],
      } as const;
      const given = { title: 'Theirs', format: 'message', schedule: world.soon() };
      await unchanged(async () => {
        for (const [who, [token, options]] of Object.entries(strangers)) {
          const { ask } = reportClient(inlay, token, options);
          for (const { id: subscription } of [report, alert])
            for (const [method, path, body] of [
              ['PATCH', '', { title: 'Stolen' }],
              ['PATCH', '', { to: { kind: 'email', recipients: ['eve@demo.customer.example'] } }],
              ['POST', '/test', undefined],
              ['DELETE', '', undefined],
            ] as const) {
              const reply = await ask(method, `/${subscription}${path}`, body);
              assert.ok([401, 403, 404].includes(reply.status), `${who}: ${method} ${path} ${reply.status}`);
              assert.doesNotMatch(JSON.stringify(reply.body), SECRETS);
            }
          const listed = await ask<Partial<Subscriptions>>('GET');
          assert.deepEqual(listed.body.data ?? [], [], who);
          const all = await ask<Partial<Subscriptions>>('GET', '?all=true');
          for (const each of all.body.data ?? []) assert.deepEqual([each.state, each.alert], [{}, null], who);
          // What belongs to a workspace is no choice of others.
          if (!['another viewer', 'who may publish', 'another embed'].includes(who)) {
            const to = { kind: 'destination', id: destination };
            const reply = await ask('POST', '', { ...given, to });
            assert.ok([400, 401, 403].includes(reply.status), `${who}: ${reply.status}`);
          }
        }
      });
    });
  });
});

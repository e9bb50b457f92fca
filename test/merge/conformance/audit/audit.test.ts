import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import { ADMIN, STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { dumpStore } from '../../../support/stores/dump-store.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { newPerson, tokenOf } from '../../../support/users/people.ts';

interface Event {
  readonly id: string;
  readonly at: string;
  readonly action: string;
  readonly outcome: string;
  readonly actor: string | null;
  readonly target: string | null;
  readonly reason: string | null;
  readonly count: number;
  readonly requestId: string | null;
  readonly ip: string | null;
  readonly details: unknown;
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`audit events on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const events = async (query = ''): Promise<Event[]> => {
      await inlay.running.services.refusals.flush();
      const token = await inlay.adminToken();
      const { status, body } = await inlay.call<{ data: Event[] }>(
        `/api/v0/audit-events?limit=200&${query}`,
        { token },
      );
      assert.equal(status, 200, JSON.stringify(body));
      return body.data;
    };
    const newest = async (action: string) => {
      const [event] = await events(`action=${action}`);
      assert.ok(event, `there is an event ${action}`);
      return event;
    };
    let admin: string;
    before(async () => {
      admin = await inlay.adminToken();
    });

    it('record the creation of the first tenant', async () => {
      const { outcome, target, actor, requestId, ip } = await newest('tenant.create');
      assert.deepEqual([outcome, target, actor, requestId, ip], ['success', 'demo', null, null, null]);
    });

    it('record a login: who, when, from where and in which request', async () => {
      inlay.pass(1000);
      const { headers } = await inlay.login(ADMIN.username, ADMIN.password);
      const found = (await events('action=login')).find(
        ({ requestId }) => requestId === headers['x-request-id'],
      );
      assert.deepEqual(found, {
        id: found?.id,
        at: new Date(inlay.now()).toISOString(),
        action: 'login',
        outcome: 'success',
        actor: ADMIN.username,
        target: null,
        reason: null,
        count: 1,
        rows: null,
        requestId: headers['x-request-id'],
        ip: '127.0.0.1',
        details: { method: 'password', secondFactor: false },
      });
    });

    it('aggregate failed and blocked logins per minute, without usernames', async () => {
      inlay.pass(60_000 - (inlay.now() % 60_000));
      for (let attempt = 0; attempt < 7; attempt += 1) await inlay.login('counted@demo.test', 'wrong');
      const refused = await events(
        `action=login&outcome=refused&from=${new Date(inlay.now()).toISOString()}`,
      );
      const counts = refused.map(({ reason, count, actor, target, ip }) => ({
        reason,
        count,
        actor,
        target,
        ip,
      }));
      const nobody = { actor: null, target: null, ip: null };
      assert.deepEqual(
        counts.sort((a, b) => a.count - b.count),
        [
          { reason: 'blocked', count: 2, ...nobody },
          { reason: 'invalid username or password', count: 5, ...nobody },
        ],
      );
      inlay.pass(60_000);
      await inlay.login('counted@demo.test', 'wrong');
      const next = await events(`action=login&outcome=refused&from=${new Date(inlay.now()).toISOString()}`);
      assert.deepEqual(
        next.map(({ count }) => count),
        [1],
      );
    });

    it('record a block, with the username if the user exists', async () => {
      const person = await newPerson(inlay);
      for (const username of [person.username, 'unknown-name@demo.test'])
        for (let attempt = 0; attempt < 5; attempt += 1) await inlay.login(username, 'wrong');
      const blocks = (await events('action=login.block')).filter(
        ({ at }) => at === new Date(inlay.now()).toISOString(),
      );
      assert.deepEqual(blocks.map(({ outcome, target }) => [outcome, target]).sort(), [
        ['refused', null],
        ['refused', person.username],
      ]);
    });

    it('count unauthorized requests by reason', async () => {
      inlay.pass(60_000 - (inlay.now() % 60_000));
      for (let time = 0; time < 3; time += 1) await inlay.call('/api/v0/users');
      for (let time = 0; time < 2; time += 1)
        await inlay.call('/api/v0/users', { token: 'inl_login_nonsense' });
      const refused = await events(`action=access&from=${new Date(inlay.now()).toISOString()}`);
      assert.deepEqual(refused.map(({ reason, count, outcome }) => [reason, count, outcome]).sort(), [
        ['invalid token', 2, 'refused'],
        ['no token', 3, 'refused'],
      ]);
    });

    it('name a user whose role does not allow the request', async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      inlay.pass(1);
      const { headers } = await inlay.call('/api/v0/users/somebody', { method: 'DELETE', token });
      const { actor, target, reason, outcome, requestId } = await newest('access');
      assert.deepEqual(
        { actor, target, reason, outcome, requestId },
        {
          actor: person.username,
          target: 'DELETE /api/v0/users/:id',
          reason: 'requires users:write',
          outcome: 'refused',
          requestId: headers['x-request-id'],
        },
      );
    });

    it('record every change of users, groups and workspaces, and no failed ones', async () => {
      inlay.pass(60_000);
      const from = new Date(inlay.now()).toISOString();
      const { body: user } = await inlay.call<User>('/api/v0/users', {
        token: admin,
        body: { username: 'audited' },
      });
      const bulk = { users: [{ username: 'audited 2' }, { username: 'audited 3' }] };
      await inlay.call('/api/v0/users/bulk', { token: admin, body: bulk });
      await inlay.call('/api/v0/users/bulk', { token: admin, body: bulk });
      const change = { firstName: 'New', password: 'a canary password' };
      await inlay.call(`/api/v0/users/${user.id}`, { method: 'PATCH', token: admin, body: change });
      await inlay.call(`/api/v0/users/${user.id}`, {
        method: 'PATCH',
        token: admin,
        body: { groups: ['no such'] },
      });
      await inlay.call(`/api/v0/users/${user.id}`, { method: 'DELETE', token: admin });
      await inlay.call(`/api/v0/users/${user.id}`, { method: 'DELETE', token: admin });
      for (const kind of ['groups', 'workspaces']) {
        await inlay.call(`/api/v0/${kind}`, { token: admin, body: { id: 'audited', name: 'One' } });
        await inlay.call(`/api/v0/${kind}`, { token: admin, body: { id: 'audited', name: 'One' } });
        await inlay.call(`/api/v0/${kind}/audited`, { method: 'PATCH', token: admin, body: { name: 'Two' } });
        await inlay.call(`/api/v0/${kind}/audited`, { method: 'DELETE', token: admin });
      }
      const told = (await events(`from=${from}&actor=${ADMIN.username}`)).filter(
        ({ action }) => action !== 'login',
      );
      assert.ok(told.every(({ outcome, requestId, ip }) => outcome === 'success' && requestId && ip));
      assert.deepEqual(told.map(({ action, target, details }) => [action, target, details]).reverse(), [
        ['user.create', 'audited', null],
        ['user.create', 'audited 2', null],
        ['user.create', 'audited 3', null],
        ['user.change', 'audited', { fields: ['firstName', 'password'] }],
        ['user.delete', 'audited', null],
        ['group.create', 'audited', null],
        ['group.change', 'audited', null],
        ['group.delete', 'audited', null],
        ['workspace.create', 'audited', null],
        ['workspace.change', 'audited', null],
        ['workspace.delete', 'audited', null],
      ]);
    });

    it("record a logout, and successful and failed changes of one's own password", async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      const change = (currentPassword: string) =>
        inlay.call('/api/v0/me/password', {
          token,
          body: { currentPassword, newPassword: 'a canary password' },
        });
      await change('a wrong canary');
      await change(person.password);
      await inlay.call('/api/logout', { method: 'POST', token });
      const told = await events(`actor=${person.username}`);
      assert.deepEqual(
        told.map(({ action, outcome, reason }) => [action, outcome, reason]),
        [
          ['logout', 'success', null],
          ['user.change-password', 'success', null],
          ['user.change-password', 'refused', 'wrong current password'],
          ['login', 'success', null],
        ],
      );
    });

    it('are written shortly after a refusal without another request', async () => {
      inlay.pass(60_000 - (inlay.now() % 60_000));
      const at = inlay.now();
      await inlay.call('/api/v0/groups');
      const { everyTenant } = inlay.running.services.store;
      const written = () => everyTenant.selectFrom('audit_events').selectAll().where('at', '=', at).execute();
      await inlay.time.advance(1000);
      await eventually(async () =>
        assert.deepEqual(
          (await written()).map(({ reason, count }) => [reason, count]),
          [['no token', 1]],
        ),
      );
    });

    it('can be filtered by action, outcome, actor and time', async () => {
      const all = await events();
      for (const [query, matches] of [
        ['action=login', (event: Event) => event.action === 'login'],
        ['outcome=refused', (event: Event) => event.outcome === 'refused'],
        [`actor=${ADMIN.username}`, (event: Event) => event.actor === ADMIN.username],
        [
          'action=login&outcome=refused',
          (event: Event) => event.action === 'login' && event.outcome === 'refused',
        ],
      ] as const) {
        const found = await events(query);
        assert.ok(found.length > 0 && found.length < all.length, query);
        assert.ok(found.every(matches), query);
      }
      const middle = all[Math.floor(all.length / 2)]?.at ?? '';
      assert.ok((await events(`from=${middle}`)).every(({ at }) => at >= middle));
      const before = await events(`to=${middle}`);
      assert.ok(before.length > 0 && before.every(({ at }) => at < middle));
      for (const wrong of [
        'from=yesterday',
        'to=',
        'from=32',
        'from=2026',
        'to=March%207',
        'to=2026-02-31T00:00:00Z',
        'from=2026-01-01T00:00',
        'outcome=maybe',
        'from=a&from=b',
        `action=${'x'.repeat(129)}`,
      ]) {
        const { status } = await inlay.call(`/api/v0/audit-events?${wrong}`, { token: admin });
        assert.equal(status, 400, wrong);
      }
    });

    it('are listed newest first and cannot be changed or deleted', async () => {
      const times = (await events()).map(({ at }) => at);
      assert.deepEqual(times, times.toSorted().reverse());
      const [{ id = '' } = {}] = await events();
      for (const [method, status] of Object.entries({ PATCH: 404, DELETE: 404, GET: 404 }))
        assert.equal(
          (await inlay.call(`/api/v0/audit-events/${id}`, { method, token: admin })).status,
          status,
        );
    });

    it('contain no secret, and neither do the store and the log', async () => {
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      const wrong = { username: 'typed-canary-into-username', password: 'typed-canary-into-password' };
      await inlay.call('/api/login', { body: wrong });
      await inlay.call('/api/login', {
        rawBody: '{"password":"broken-canary',
        headers: { 'content-type': 'application/json' },
      });
      await inlay.call('/api/v0/users', { token: 'canary-token' });
      await inlay.call('/api/v0/users?access_token=canary-in-query', {
        headers: { cookie: 'canary-cookie' },
      });
      await inlay.call('/canary-path');
      const body = { username: 'kept', password: 'kept-canary-password' };
      await inlay.call('/api/v0/users', { token: admin, body });
      await inlay.call('/api/v0/users', { token: admin, body: { ...body, roles: ['canary-role'] } });
      const own = { currentPassword: 'canary-current', newPassword: 'canary-new-password' };
      await inlay.call('/api/v0/me/password', { token, body: own });
      await inlay.call('/api/v0/me/password', { token, body: { ...own, currentPassword: person.password } });

      const dump = await dumpStore(inlay.store);
      const log = inlay.running.logged();
      assert.ok(dump.includes(person.username), 'the dump holds the store');
      assert.ok(log.includes('/api/v0/me/password'), 'the log holds the requests');
      const listed = JSON.stringify(await events());
      for (const [where, text] of Object.entries({ dump, log, listed })) {
        const at = text.indexOf('canary');
        assert.equal(at, -1, `${where}: …${text.slice(Math.max(0, at - 60), at + 60)}…`);
        for (const secret of [
          token,
          admin,
          person.password,
          ADMIN.password,
          token.slice(10),
          admin.slice(10),
        ])
          assert.ok(!text.includes(secret), where);
      }
    });
  });
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { Session } from '@inlay/protocol/sign-in';
import { call, logInAs } from '../../../support/http/api-client.ts';
import { ADMIN, STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { newPerson, tokenOf } from '../../../support/users/people.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';
import { startSessionOf } from '../../../support/users/start-session-of.ts';

const minute = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`sessions on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const me = async (token: string) => (await inlay.call('/api/v0/me', { token })).status;
    const sessionsOf = async (token: string, path = '/api/v0/me/sessions') =>
      (await inlay.call<{ data: readonly Session[] }>(path, { token })).body.data;
    const end = (token: string, path: string) =>
      inlay.call<{ message: string }>(path, { method: 'DELETE', token });
    const signInOnPage = (headers: Readonly<Record<string, string>> = {}) =>
      call(`${inlay.running.url}/admin/session`, {
        body: ADMIN,
        headers: { origin: inlay.running.url, ...headers },
      });
    const cookieOf = ({ headers }: Awaited<ReturnType<typeof signInOnPage>>) =>
      String(headers['set-cookie']).split(';', 1)[0] ?? '';

    it('are listed with device, method and last use, the last used first, and without what they are found by', async () => {
      const person = await newPerson(inlay);
      const { body } = await call<{ token: string }>(`${inlay.running.url}/api/login`, {
        body: { username: person.username, password: person.password },
        headers: { 'user-agent': FIREFOX },
      });
      const { token } = body;
      const signedInAt = new Date(inlay.now()).toISOString();
      inlay.pass(minute);
      const other = await startSessionOf(inlay, person, { method: 'oidc', provider: 'entra' });
      inlay.pass(minute);
      const [first, second, ...rest] = await sessionsOf(token);
      assert.deepEqual(rest, []);
      assert.deepEqual(
        { ...first, id: '' },
        {
          id: '',
          method: 'password',
          provider: null,
          secondFactor: false,
          userAgent: FIREFOX,
          ip: '127.0.0.1',
          createdAt: signedInAt,
          lastUsedAt: new Date(inlay.now()).toISOString(),
          expiresAt: new Date(Date.parse(signedInAt) + 12 * 60 * minute).toISOString(),
          isCurrent: true,
        },
      );
      assert.deepEqual(
        [second?.method, second?.provider, second?.userAgent, second?.isCurrent],
        ['oidc', 'entra', null, false],
      );
      const stored = await inlay.running.services.store.everyTenant
        .selectFrom('login_tokens')
        .select('token_hash')
        .execute();
      const listed = JSON.stringify([
        first,
        second,
        await sessionsOf(await inlay.adminToken(), `/api/v0/users/${person.id}/sessions`),
      ]);
      for (const secret of [token, other, ...stored.map(({ token_hash }) => token_hash)])
        assert.ok(!listed.includes(secret.replace('inl_login_', '')));
    });

    it('are signed out one by one, or all others at once', async () => {
      const person = await newPerson(inlay);
      const [own, one, two, three] = [
        await tokenOf(inlay, person),
        await tokenOf(inlay, person),
        await tokenOf(inlay, person),
        await tokenOf(inlay, person),
      ];
      const idOf = async (token: string) => (await sessionsOf(token)).find(({ isCurrent }) => isCurrent)?.id;
      const id = await idOf(one);
      assert.equal((await end(own, `/api/v0/me/sessions/${id}`)).status, 204);
      assert.deepEqual([await me(own), await me(one), await me(two)], [200, 401, 200]);
      assert.equal((await end(own, `/api/v0/me/sessions/${id}`)).status, 404);
      assert.equal((await end(own, '/api/v0/me/sessions')).status, 204);
      assert.deepEqual([await me(own), await me(two), await me(three)], [200, 401, 401]);
      assert.equal((await sessionsOf(own)).length, 1);
    });

    it('of others cannot be signed out by their id', async () => {
      const [attacker, victim] = [await newPerson(inlay), await newPerson(inlay)];
      const [own, theirs] = [await tokenOf(inlay, attacker), await tokenOf(inlay, victim)];
      const [{ id } = { id: '' }] = await sessionsOf(theirs);
      const { status, body } = await end(own, `/api/v0/me/sessions/${id}`);
      assert.deepEqual([status, body.message], [404, 'Session not found. It may have ended already.']);
      assert.equal(await me(theirs), 200);
    });

    it('of a user are ended by an administrator, but not those of an owner', async () => {
      const admin = await newPerson(inlay, { adminRole: 'administrator' });
      const person = await newPerson(inlay);
      const owner = await newPerson(inlay, { adminRole: 'owner' });
      const [token, theirs, owners] = [
        await tokenOf(inlay, admin),
        await tokenOf(inlay, person),
        await tokenOf(inlay, owner),
      ];
      assert.equal((await end(token, `/api/v0/users/${person.id}/sessions`)).status, 204);
      const refused = await end(token, `/api/v0/users/${owner.id}/sessions`);
      assert.equal(refused.status, 401);
      assert.equal(refused.headers['www-authenticate'], 'Bearer error="insufficient_scope"');
      assert.deepEqual([await me(theirs), await me(owners), await me(token)], [401, 200, 200]);
      assert.equal((await end(theirs, `/api/v0/users/${person.id}/sessions`)).status, 401);
    });

    it('of one tenant are no sessions of another, which can neither read nor end them', async () => {
      const acme = await addTenant(inlay.running, `acme-${engine.toLowerCase()}`);
      const headers = { host: acme.host };
      const person = await newPerson(inlay);
      const token = await tokenOf(inlay, person);
      assert.equal((await inlay.call('/api/v0/me', { token, headers })).status, 401);
      assert.equal((await inlay.call('/api/v0/me', { token: acme.adminToken })).status, 401);
      const path = `/api/v0/users/${person.id}/sessions`;
      for (const method of ['GET', 'DELETE'])
        assert.equal((await inlay.call(path, { method, token: acme.adminToken, headers })).status, 404);
      assert.equal(await me(token), 200);
      const cookie = cookieOf(await signInOnPage());
      const atHome = await inlay.call('/api/v0/me', { headers: { cookie } });
      const away = await inlay.call('/api/v0/me', { headers: { ...headers, cookie } });
      assert.deepEqual([atHome.status, away.status], [200, 401]);
    });

    it('never take over a token that somebody planted: signing in always issues a new one', async () => {
      const planted = 'inlay_admin=inl_login_planted-by-an-attacker-who-knows-it-already';
      const signedIn = await signInOnPage({ cookie: planted });
      assert.equal(signedIn.status, 200);
      const cookie = cookieOf(signedIn);
      assert.notEqual(cookie, planted);
      assert.equal((await inlay.call('/api/v0/me', { headers: { cookie: planted } })).status, 401);
      assert.equal((await inlay.call('/api/v0/me', { headers: { cookie } })).status, 200);
      const again = cookieOf(await signInOnPage({ cookie }));
      assert.notEqual(again, cookie);
      const both = await inlay.call('/api/v0/me', { headers: { cookie: `${cookie}; ${planted}` } });
      assert.equal(both.status, 401, 'two cookies of the same name are none');
    });

    it('are recorded with method, provider and second factor, and so is their end', async () => {
      const admin = await inlay.adminToken();
      const person = await newPerson(inlay);
      await startSessionOf(inlay, person, { method: 'oidc', provider: 'entra', secondFactor: true });
      inlay.pass(1);
      const token = await tokenOf(inlay, person);
      inlay.pass(1);
      await end(token, '/api/v0/me/sessions');
      inlay.pass(1);
      await end(admin, `/api/v0/users/${person.id}/sessions`);
      const { body } = await inlay.call<{ data: readonly AuditEvent[] }>('/api/v0/audit-events?limit=3', {
        token: admin,
      });
      const { username } = person;
      assert.deepEqual(
        body.data.map(({ action, actor, target, details }) => ({ action, actor, target, details })),
        [
          {
            action: 'session.end',
            actor: ADMIN.username,
            target: username,
            details: { sessions: 'all' },
          },
          { action: 'session.end', actor: username, target: username, details: { sessions: 'others' } },
          {
            action: 'login',
            actor: username,
            target: null,
            details: { method: 'password', secondFactor: false },
          },
        ],
      );
      const events = await inlay.call<{ data: readonly AuditEvent[] }>(
        `/api/v0/audit-events?action=login&actor=${username}`,
        { token: admin },
      );
      assert.deepEqual(
        events.body.data.map(({ details }) => details),
        [
          { method: 'password', secondFactor: false },
          { method: 'oidc', provider: 'entra', secondFactor: true },
        ],
      );
    });

    it('are offered on the sign-in page by the ways that the tenant allows, to pages of the same origin', async () => {
      const options = (headers: Readonly<Record<string, string>> = {}) =>
        call(`${inlay.running.url}/admin/session/options`, { headers });
      const { status, body } = await options({ 'sec-fetch-site': 'same-origin' });
      assert.equal(status, 200);
      assert.deepEqual(body, { passwords: true, providers: [], passkeys: false, passwordReset: false });
      assert.equal((await options({ 'sec-fetch-site': 'same-site' })).status, 400);
      assert.equal((await options({ origin: 'https://evil.example' })).status, 400);
    });

    it('work while their use cannot be noted', async () => {
      const token = await logInAs(inlay.running.url);
      inlay.pass(2 * minute);
      const { store } = inlay.running.services;
      const { write } = store;
      Object.assign(store, { write: async () => Promise.reject(new Error('the disk is full')) });
      try {
        assert.equal(await me(token), 200);
      } finally {
        Object.assign(store, { write });
      }
    });
  });
}

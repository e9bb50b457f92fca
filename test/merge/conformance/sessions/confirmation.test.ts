import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { ConfirmOptions } from '@inlay/protocol/second-factor';
import { BOTH_STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { codeAt, type SignInPage, signInPage } from '../../../support/sign-in/sign-in-page.ts';
import {
  newPersonWithPasskey,
  newPersonWithTotp,
  type PersonWithPasskey,
} from '../../../support/sign-in/use-factors.ts';
import { newPerson, type TestPerson, tokenOf } from '../../../support/users/people.ts';
import { startSessionOf } from '../../../support/users/start-session-of.ts';

const minute = 60_000;
const CONFIRM = '/admin/session/confirm';
const SESSION = 'inlay_admin';

/** Everything that shows a secret, makes a key, or changes what people sign in with. */
const GUARDED: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['POST', '/api/v0/api-keys', { name: 'key', scopes: ['users:read'] }],
  ['PATCH', '/api/v0/api-keys/some-id', { scopes: ['users:write'] }],
  ['POST', '/api/v0/api-keys/some-id/rotate', {}],
  ['POST', '/api/v0/embed-settings/secret', {}],
  ['PUT', '/api/v0/embed-settings/public-key', { publicKey: 'x' }],
  ['PUT', '/api/v0/embed-settings/jwks', { url: 'https://keys.example' }],
  ['PATCH', '/api/v0/sign-in-settings', { sessionHours: 12 }],
  ['PATCH', '/api/v0/mail-settings', { replyTo: null }],
  ['PATCH', '/api/v0/report-settings', { rights: 'off' }],
  ['PATCH', '/api/v0/report-settings', { assertionUrl: 'https://host.example/assert' }],
  ['PATCH', '/api/v0/report-settings', { keepSecrets: true }],
  ['POST', '/api/v0/report-settings/secret'],
  [
    'POST',
    '/api/v0/report-destinations',
    { name: 'x', kind: 'webhook', workspaceId: 'main', url: 'https://attacker.example' },
  ],
  ['PATCH', '/api/v0/report-destinations/some-id', { url: 'https://attacker.example' }],
  ['POST', '/api/v0/report-destinations/some-id/secret'],
  ['POST', '/api/v0/users', { username: 'back-door', adminRole: 'owner' }],
  ['POST', '/api/v0/users', { username: 'back-door', roles: ['ADMIN'] }],
  ['POST', '/api/v0/users/bulk', { users: [{ username: 'back-door' }] }],
  ['POST', '/api/v0/user-imports'],
  ['PATCH', '/api/v0/users/some-id', { email: 'mine@attacker.example' }],
  ['PATCH', '/api/v0/users/some-id', { password: 'a new long passphrase' }],
  ['PATCH', '/api/v0/users/some-id', { adminRole: 'owner' }],
  ['PATCH', '/api/v0/users/some-id', { roles: ['ADMIN'] }],
  ['POST', '/api/v0/identity-providers', { name: 'x', issuer: 'https://login.example', clientId: 'x' }],
  ['PATCH', '/api/v0/identity-providers/some-id', { name: 'x' }],
  ['DELETE', '/api/v0/identity-providers/some-id'],
  ['POST', '/api/v0/users/some-id/invitation'],
  ['POST', '/api/v0/users/some-id/password-reset'],
  ['DELETE', '/api/v0/users/some-id/second-factors'],
  ['POST', '/api/v0/me/passkeys/options'],
  ['POST', '/api/v0/me/passkeys', { name: 'x', response: {} }],
  ['DELETE', '/api/v0/me/passkeys/some-id'],
  ['POST', '/api/v0/me/totp'],
  ['POST', '/api/v0/me/totp/confirm', { code: '1' }],
  ['DELETE', '/api/v0/me/totp'],
  ['POST', '/api/v0/me/recovery-codes'],
];

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`confirming a session on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const signedIn = async (person: TestPerson): Promise<SignInPage> => {
      const page = signInPage(inlay);
      assert.equal((await page.enterPassword(person)).status, 200);
      return page;
    };
    const pageWith = (token: string): SignInPage => {
      const page = signInPage(inlay);
      page.cookies.set(SESSION, token);
      return page;
    };
    const newOwner = () => newPerson(inlay, { adminRole: 'owner' });
    const makesKey = async (page: SignInPage) =>
      (await page.post('/api/v0/api-keys', { name: `key ${inlay.now()}`, scopes: ['users:read'] })).status;
    const optionsOf = async (page: SignInPage) => (await page.send<ConfirmOptions>('GET', CONFIRM)).body;

    it('is asked for a quarter of an hour after the sign-in, wherever secrets are shown or made', async () => {
      const page = await signedIn(await newOwner());
      inlay.pass(15 * minute - 1);
      assert.equal(await makesKey(page), 201);
      inlay.pass(1);
      for (const [method, path, body] of GUARDED) {
        const refused = await page.send<{ code: string; message: string }>(method, path, body);
        assert.deepEqual(
          [refused.status, refused.body.code],
          [403, 'CONFIRMATION_REQUIRED'],
          `${method} ${path}`,
        );
      }
      for (const path of ['/api/v0/me', '/api/v0/api-keys', '/api/v0/me/second-factors'])
        assert.equal((await page.send('GET', path)).status, 200);
    });

    it('is not asked for changes of users that give nobody access', async () => {
      const page = await signedIn(await newOwner());
      inlay.pass(60 * minute);
      const username = `colleague-${inlay.now()}`;
      const made = await page.post<{ id: string }>('/api/v0/users', { username, adminRole: null });
      assert.equal(made.status, 201);
      const change = { firstName: 'Ada', email: null };
      assert.equal((await page.send('PATCH', `/api/v0/users/${made.body.id}`, change)).status, 200);
    });

    it('is not asked of programs, but of a token of the admin app in a header', async () => {
      const owner = await newOwner();
      const token = await tokenOf(inlay, owner);
      const page = await signedIn(owner);
      inlay.pass(60 * minute);
      const create = (bearer: string) =>
        inlay.call<{ code: string }>('/api/v0/api-keys', {
          token: bearer,
          body: { name: `key of ${bearer.slice(-4)}`, scopes: ['users:read'] },
        });
      assert.equal((await create(token)).status, 201);
      const stolen = await create(page.cookies.get(SESSION) ?? '');
      assert.deepEqual([stolen.status, stolen.body.code], [403, 'CONFIRMATION_REQUIRED']);
      assert.equal(await makesKey(pageWith(token)), 403, 'nor of a token of a program in the cookie');
    });

    it('takes the password of an account without a second factor, for this session alone', async () => {
      const owner = await newOwner();
      const [page, other] = [await signedIn(owner), await signedIn(owner)];
      inlay.pass(20 * minute);
      assert.deepEqual(await optionsOf(page), { methods: ['password'], provider: null });
      const wrong = await page.post<{ details: unknown }>(CONFIRM, { password: 'wrong' });
      assert.deepEqual(
        [wrong.status, wrong.body.details],
        [400, [{ path: '/password', problem: 'is not correct' }]],
      );
      assert.equal(await makesKey(page), 403);
      assert.equal((await page.post(CONFIRM, { password: owner.password })).status, 204);
      assert.deepEqual([await makesKey(page), await makesKey(other)], [201, 403]);
      inlay.pass(15 * minute);
      assert.equal(await makesKey(page), 403);
    });

    it('counts wrong passwords like failed logins', async () => {
      const owner = await newOwner();
      const page = await signedIn(owner);
      for (let times = 0; times < 5; times += 1)
        assert.equal((await page.post(CONFIRM, { password: 'wrong' })).status, 400);
      const { status, headers } = await page.post(CONFIRM, { password: owner.password });
      assert.deepEqual([status, headers['retry-after']], [429, '60']);
      assert.equal((await inlay.login(owner.username, owner.password)).status, 429);
    });

    it('takes a code of the authenticator app once, and neither the password nor a recovery code', async () => {
      const owner = await newPersonWithTotp(inlay, { adminRole: 'owner' });
      const page = signInPage(inlay);
      await page.enterPassword(owner);
      const code = codeAt(owner.secret, inlay.now());
      assert.equal((await page.post('/admin/session/second-factor', { code })).status, 200);
      inlay.pass(20 * minute);
      assert.deepEqual(await optionsOf(page), { methods: ['totp'], provider: null });
      assert.equal((await page.post(CONFIRM, { password: owner.password })).status, 409);
      assert.equal((await page.post(CONFIRM, { recoveryCode: owner.recoveryCodes[0] })).status, 400);
      assert.equal(await makesKey(page), 403);
      const now = codeAt(owner.secret, inlay.now());
      assert.equal((await page.post(CONFIRM, { code: now })).status, 204);
      assert.equal(await makesKey(page), 201);
      assert.equal((await page.post(CONFIRM, { code: now })).status, 400);
      const next = signInPage(inlay);
      await next.enterPassword(owner);
      const reused = await next.post('/admin/session/second-factor', { code: now });
      assert.equal(reused.status, 400, 'nor does it sign in');
    });

    it('counts wrong codes together with those of sign-ins', async () => {
      const owner = await newPersonWithTotp(inlay, { adminRole: 'owner' });
      const session = await startSessionOf(inlay, owner, { method: 'password', secondFactor: true });
      const page = pageWith(session);
      const flow = signInPage(inlay);
      await flow.enterPassword(owner);
      const statuses = [];
      for (let times = 0; times < 5; times += 1) {
        const sent = { code: 'x' };
        const response =
          times % 2 === 0
            ? await page.post(CONFIRM, sent)
            : await flow.post('/admin/session/second-factor', sent);
        statuses.push(response.status);
      }
      assert.deepEqual(statuses, [400, 400, 400, 400, 400]);
      const code = codeAt(owner.secret, inlay.now());
      assert.equal((await page.post(CONFIRM, { code })).status, 429);
      assert.equal((await flow.post('/admin/session/second-factor', { code })).status, 429);
    });

    it('takes a passkey, for a challenge of its own', async () => {
      const owner: PersonWithPasskey = await newPersonWithPasskey(inlay, { adminRole: 'owner' });
      const page = pageWith(await startSessionOf(inlay, owner, { method: 'passkey', secondFactor: true }));
      inlay.pass(20 * minute);
      assert.deepEqual(await optionsOf(page), { methods: ['passkey'], provider: null });
      const flow = signInPage(inlay);
      await flow.enterPassword(owner);
      const forSignIn = await flow.optionsOf('/admin/session/second-factor/passkey-options');
      const response = owner.passkey.get(forSignIn);
      assert.equal((await page.post(CONFIRM, { response })).status, 400);
      const options = await page.optionsOf(`${CONFIRM}/passkey-options`);
      const right = owner.passkey.get(options);
      assert.equal((await page.post(CONFIRM, { response: right })).status, 204);
      assert.equal((await page.post(CONFIRM, { response: right })).status, 400);
      assert.equal(await makesKey(page), 201);
    });

    it('leaves sessions of an identity provider to that provider', async () => {
      const owner = await newPersonWithTotp(inlay, { adminRole: 'owner' });
      const page = pageWith(await startSessionOf(inlay, owner, { method: 'oidc', provider: 'gone' }));
      inlay.pass(20 * minute);
      assert.deepEqual(await optionsOf(page), { methods: [], provider: null }, 'the provider was removed');
      const code = codeAt(owner.secret, inlay.now());
      assert.equal((await page.post(CONFIRM, { code })).status, 409);
      assert.equal((await page.post(CONFIRM, { password: owner.password })).status, 409);
    });

    it('needs a session, and a page of the same origin', async () => {
      assert.equal((await signInPage(inlay).send('GET', CONFIRM)).status, 401);
      assert.equal((await signInPage(inlay).post(CONFIRM, { password: 'x' })).status, 401);
      const owner = await newOwner();
      const page = await signedIn(owner);
      const cookie = `${SESSION}=${page.cookies.get(SESSION)}`;
      const evil = await inlay.call(CONFIRM, {
        body: { password: owner.password },
        headers: { cookie, origin: 'https://evil.example' },
      });
      assert.equal(evil.status, 401);
    });

    it('is recorded', async () => {
      const owner = await newOwner();
      const page = await signedIn(owner);
      await page.post(CONFIRM, { password: 'wrong' });
      inlay.pass(1);
      await page.post(CONFIRM, { password: owner.password });
      const { body } = await inlay.call<{ data: readonly AuditEvent[] }>(
        `/api/v0/audit-events?action=session.confirm&actor=${owner.username}`,
        { token: await inlay.adminToken() },
      );
      assert.deepEqual(
        body.data.map(({ outcome, reason, details }) => [outcome, reason, details]),
        [
          ['success', null, { method: 'password' }],
          ['refused', 'wrong password', null],
        ],
      );
    });
  });
}

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { DEFAULT_SIGN_IN_SETTINGS, type SignInSettingsChange } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { saveSignInSettings } from '@inlay/server/features/tenants/sign-in-settings';
import { OPERATOR } from '@inlay/server/platform/identity/acting';
import { call } from '../../../support/http/api-client.ts';
import { BOTH_STORES, startInlay, type TestInlay } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { timeAt } from '../../../support/time/fake-time.ts';
import { countedVerifications } from '../../../support/tokens/counted-verifications.ts';
import { newApiKey } from '../../../support/tokens/new-api-key.ts';
import { newPerson, tokenOf } from '../../../support/users/people.ts';
import { startSessionOf } from '../../../support/users/start-session-of.ts';

const minute = 60_000;
const hour = 60 * minute;
const DEMO = 'demo' as TenantId;

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`sign-in settings on ${engine}`, () => {
    const { passwords, count } = countedVerifications();
    const inlay = useInlay(makeStore, { passwords });
    let other: TestInlay;
    before(async () => {
      other = await startInlay(inlay.store, { time: timeAt(inlay.now) });
    });
    after(() => other.close());

    const changeAsOperator = (change: SignInSettingsChange) =>
      saveSignInSettings(inlay.running.services, DEMO, change, { actor: null, caller: OPERATOR });
    afterEach(() => changeAsOperator(DEFAULT_SIGN_IN_SETTINGS));

    const change = async (body: SignInSettingsChange, token?: string) =>
      inlay.call<{ message: string }>('/api/v0/sign-in-settings', {
        method: 'PATCH',
        token: token ?? (await inlay.adminToken()),
        body,
      });
    /** On both nodes. */
    const assertSession = async (token: string, status: 200 | 401) => {
      for (const { url } of [other, inlay.running]) {
        const me = await call(`${url}/api/v0/me`, { token });
        assert.equal(me.status, status);
        if (status === 401) assert.deepEqual(me.body, { statusCode: 401, message: 'Unauthorized' });
      }
    };
    const newAdmin = () => newPerson(inlay, { roles: ['ADMIN'] });

    it('limit how long a session lasts without a request', async () => {
      assert.equal((await change({ idleMinutes: 30 })).status, 200);
      const token = await tokenOf(inlay, await newPerson(inlay));
      for (let used = 0; used < 3; used += 1) {
        inlay.pass(29 * minute);
        await assertSession(token, 200);
      }
      inlay.pass(30 * minute);
      await assertSession(token, 401);
    });

    it('end sessions that have lasted too long at once, for good', async () => {
      const person = await newPerson(inlay);
      const old = await tokenOf(inlay, person);
      inlay.pass(2 * hour);
      const young = await tokenOf(inlay, person);
      assert.equal((await change({ sessionHours: 2 })).status, 200);
      await assertSession(old, 401);
      await assertSession(young, 200);
      await change({ sessionHours: 12 });
      await assertSession(old, 401);
    });

    it('end sessions that were idle for too long for good, even if nobody tried to use them', async () => {
      const token = await tokenOf(inlay, await newPerson(inlay));
      inlay.pass(hour);
      await change({ idleMinutes: 60 });
      await change({ idleMinutes: null });
      await assertSession(token, 401);
    });

    it('without passwords end the sessions that began with one, for good, and no others', async () => {
      const admin = await newAdmin();
      const key = await newApiKey(inlay.running.url, ['users:read']);
      const withPassword = await tokenOf(inlay, admin);
      const withPasskey = await startSessionOf(inlay, admin, { method: 'passkey', secondFactor: true });
      const fromProvider = await startSessionOf(inlay, admin, { method: 'oidc', provider: 'entra' });
      assert.equal((await change({ passwords: false }, fromProvider)).status, 200);
      await assertSession(withPassword, 401);
      await assertSession(withPasskey, 401);
      await assertSession(fromProvider, 200);
      assert.equal((await inlay.call('/api/v0/users', { token: key })).status, 200);
      await changeAsOperator({ passwords: true });
      await assertSession(withPassword, 401);
      await assertSession(await tokenOf(inlay, admin), 200);
    });

    it('that require a second factor of a role end its sessions that have none', async () => {
      const person = await newPerson(inlay);
      const auditor = await newPerson(inlay, { adminRole: 'auditor' });
      const tokens = {
        without: await tokenOf(inlay, person),
        withFactor: await startSessionOf(inlay, person, { method: 'password', secondFactor: true }),
        fromProvider: await startSessionOf(inlay, person, { method: 'oidc', provider: 'okta' }),
        ofAnotherRole: await tokenOf(inlay, auditor),
      };
      assert.equal((await change({ secondFactorRoles: ['user'] })).status, 200);
      await assertSession(tokens.without, 401);
      await assertSession(tokens.withFactor, 200);
      await assertSession(tokens.fromProvider, 200);
      await assertSession(tokens.ofAnotherRole, 200);
      await change({ secondFactorRoles: ['auditor'] });
      await assertSession(tokens.without, 401);
      await assertSession(tokens.withFactor, 200);
      await assertSession(tokens.ofAnotherRole, 401);
    });

    const refusals: Readonly<Record<string, SignInSettingsChange>> = {
      'passwords are off': { passwords: false },
      'the role requires a second factor': { secondFactorRoles: ['user'] },
    };
    for (const [what, settings] of Object.entries(refusals)) {
      it(`refuse a login like one with a wrong password where ${what}, and do not count it`, async () => {
        const person = await newPerson(inlay);
        await changeAsOperator(settings);
        const attempt = async (password: string) => {
          const before = count();
          const response = await inlay.login(person.username, password);
          const { date, 'x-request-id': id, ...headers } = response.headers;
          assert.ok(date !== undefined && id !== undefined);
          return { status: response.status, body: response.body, headers, hashes: count() - before };
        };
        const wrong = await attempt('wrong');
        assert.equal(wrong.status, 401);
        assert.equal(wrong.hashes, 1);
        for (let tries = 0; tries < 6; tries += 1) assert.deepEqual(await attempt(person.password), wrong);
        for (let tries = 0; tries < 4; tries += 1) assert.deepEqual(await attempt('wrong'), wrong);
        assert.equal((await attempt('wrong')).status, 429);
        assert.equal((await attempt(person.password)).status, 429);
        await changeAsOperator(DEFAULT_SIGN_IN_SETTINGS);
        inlay.pass(minute);
        const token = await inlay.adminToken();
        const users = await inlay.call<{ lastLoginAt: string | null }>(`/api/v0/users/${person.id}`, {
          token,
        });
        assert.equal(users.body.lastLoginAt, null, 'a refused sign-in is none');
        assert.equal((await inlay.login(person.username, person.password)).status, 200);
      });
    }

    it('cannot lock out whoever makes them stricter', async () => {
      const admin = await newAdmin();
      const key = await newApiKey(inlay.running.url, ['settings:write']);
      const password = await tokenOf(inlay, admin);
      const passkey = await startSessionOf(inlay, admin, { method: 'passkey', secondFactor: true });
      const provider = await startSessionOf(inlay, admin, { method: 'oidc', provider: 'entra' });
      const assertRefused = async (body: SignInSettingsChange, ...tokens: readonly string[]) => {
        for (const token of tokens) {
          const { status, body: response } = await change(body, token);
          assert.equal(status, 409);
          assert.match(response.message, / first/);
        }
        assert.equal((await inlay.call('/api/v0/sign-in-settings', { token: passkey })).status, 200);
      };
      await assertRefused({ secondFactorRoles: ['owner', 'administrator'] }, password, key);
      await assertRefused({ passwords: false }, password, key, passkey);
      const { body } = await inlay.call('/api/v0/sign-in-settings', { token: password });
      assert.deepEqual(body, DEFAULT_SIGN_IN_SETTINGS);
      assert.equal((await change({ secondFactorRoles: ['administrator'] }, passkey)).status, 200);
      assert.equal((await change({ passwords: false }, provider)).status, 200);
    });
  });
}

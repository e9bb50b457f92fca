import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { SecondFactors } from '@inlay/protocol/second-factor';
import { DEFAULT_SIGN_IN_SETTINGS, type Session, type SignInSettingsChange } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { saveSignInSettings } from '@inlay/server/features/tenants/sign-in-settings';
import { OPERATOR } from '@inlay/server/platform/identity/acting';
import { ADMIN, BOTH_STORES, startInlay, type TestInlay } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { codeAt, type SignInPage, signInPage } from '../../../support/sign-in/sign-in-page.ts';
import { softwareAuthenticator } from '../../../support/sign-in/software-authenticator.ts';
import { newPersonWithPasskey, newPersonWithTotp, siteOrigin } from '../../../support/sign-in/use-factors.ts';
import { timeAt } from '../../../support/time/fake-time.ts';
import { newPerson } from '../../../support/users/people.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

const second = 1000;
const minute = 60 * second;
const DEMO = 'demo' as TenantId;
const FACTOR = '/admin/session/second-factor';
const SESSION = 'inlay_admin';
const FLOW = 'inlay_sign_in';
const LOGIN_FAILED = {
  statusCode: 401,
  message: 'Login failed. Invalid username or password',
};

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`signing in with a second factor on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let other: TestInlay;
    before(async () => {
      other = await startInlay(inlay.store, { time: timeAt(inlay.now) });
    });
    after(() => other.close());

    const require = (change: SignInSettingsChange) =>
      saveSignInSettings(inlay.running.services, DEMO, change, { actor: null, caller: OPERATOR });
    const afterPassword = async (person: Parameters<SignInPage['enterPassword']>[0]): Promise<SignInPage> => {
      const page = signInPage(inlay);
      const { status, body } = await page.enterPassword(person);
      assert.deepEqual([status, body.next], [200, 'second-factor']);
      return page;
    };
    const events = async (query: string) =>
      (
        await inlay.call<{ data: readonly AuditEvent[] }>(`/api/v0/audit-events?${query}`, {
          token: await inlay.adminToken(),
        })
      ).body.data;
    /** On both nodes in turn, all at once. */
    const race = (page: SignInPage, count: number, path: string, body: (index: number) => object) =>
      Promise.all(
        Array.from({ length: count }, async (_, index) => {
          const { url } = index % 2 === 0 ? inlay.running : other;
          const rival = signInPage(inlay, { url });
          for (const [name, value] of page.cookies) rival.cookies.set(name, value);
          return (await rival.post(path, body(index))).status;
        }),
      );
    const countOf = (statuses: readonly number[], status: number) =>
      statuses.filter((each) => each === status).length;

    it('takes the password as before where nobody has a second factor', async () => {
      const page = signInPage(inlay);
      const { status, body } = await page.enterPassword(ADMIN);
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body), ['expiresAt']);
      assert.deepEqual([...page.cookies.keys()], [SESSION]);
    });

    it('asks for the code after the password, and starts a session with it', async () => {
      const person = await newPersonWithTotp(inlay);
      const page = signInPage(inlay);
      const { body, headers } = await page.enterPassword(person);
      assert.deepEqual(body, { next: 'second-factor', methods: ['totp', 'recovery-code'] });
      assert.match(
        String(headers['set-cookie']),
        /^inlay_sign_in=v1\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/,
      );
      assert.equal(await page.isSignedIn(), false);
      const { status, body: started } = await page.post<{ expiresAt: string }>(FACTOR, {
        code: codeAt(person.secret, inlay.now()),
      });
      assert.equal(status, 200);
      assert.equal(Date.parse(started.expiresAt), inlay.now() + 12 * 60 * minute);
      assert.deepEqual([...page.cookies.keys()], [SESSION], 'the flow is over');
      const { body: sessions } = await page.send<{ data: readonly Session[] }>('GET', '/api/v0/me/sessions');
      const current = sessions.data.find(({ isCurrent }) => isCurrent);
      assert.deepEqual([current?.method, current?.secondFactor], ['password', true]);
      const [login] = await events(`action=login&actor=${person.username}`);
      assert.deepEqual(login?.details, { method: 'password', secondFactor: true, factor: 'totp' });
    });

    it('says nothing about second factors before the password is right', async () => {
      const person = await newPersonWithTotp(inlay);
      const page = signInPage(inlay);
      const { status, body } = await page.enterPassword({ username: person.username, password: 'wrong' });
      assert.deepEqual([status, body], [401, LOGIN_FAILED]);
      assert.equal(page.cookies.size, 0);
    });

    it('does not count the right password as an attempt', async () => {
      const person = await newPersonWithTotp(inlay);
      for (let times = 0; times < 8; times += 1) await afterPassword(person);
    });

    it('refuses a program that has the password of an account with a second factor, like a wrong one', async () => {
      const person = await newPersonWithTotp(inlay);
      const refused = await inlay.login(person.username, person.password);
      const wrong = await inlay.login(person.username, 'wrong');
      assert.equal(refused.status, 401);
      assert.deepEqual(refused.body, wrong.body);
      for (let times = 0; times < 8; times += 1)
        assert.equal((await inlay.login(person.username, person.password)).status, 401, 'not counted');
    });

    it('accepts a code once, also one of the step before or after', async () => {
      const person = await newPersonWithTotp(inlay);
      inlay.pass(5 * minute);
      for (const distance of [-30, 0, 30]) {
        const code = codeAt(person.secret, inlay.now() + distance * second);
        assert.equal((await (await afterPassword(person)).post(FACTOR, { code })).status, 200);
        assert.equal((await (await afterPassword(person)).post(FACTOR, { code })).status, 400);
      }
      const earlier = codeAt(person.secret, inlay.now());
      assert.equal((await (await afterPassword(person)).post(FACTOR, { code: earlier })).status, 400);
    });

    it('accepts one of twenty uses of a code at once, on two nodes', async () => {
      const person = await newPersonWithTotp(inlay);
      const page = await afterPassword(person);
      const code = codeAt(person.secret, inlay.now());
      const statuses = await race(page, 20, FACTOR, () => ({ code }));
      assert.equal(countOf(statuses, 200), 1, String(statuses));
    });

    it('blocks after five wrong codes within a minute, and refuses the right one meanwhile', async () => {
      const person = await newPersonWithTotp(inlay);
      const page = await afterPassword(person);
      const wrong = { code: 'wrong' };
      for (let times = 0; times < 5; times += 1) {
        const { status, body } = await page.post<{ message: string; details: unknown }>(FACTOR, wrong);
        assert.equal(status, 400);
        assert.match(body.message, /^This code is not correct, or was used already/);
        assert.deepEqual(body.details, [{ path: '/code', problem: 'is not correct' }]);
      }
      const right = () => ({ code: codeAt(person.secret, inlay.now()) });
      const refused = await page.post(FACTOR, right());
      assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60']);
      const recovery = { recoveryCode: person.recoveryCodes[0] };
      assert.equal((await page.post(FACTOR, recovery)).status, 429, 'one counter for all factors');
      assert.equal(await page.isSignedIn(), false);
      inlay.pass(minute);
      assert.equal((await page.post(FACTOR, right())).status, 200);
      const refusals = await events(`action=second-factor.use&actor=${person.username}`);
      assert.equal(refusals.length, 5);
      const [block] = await events(`action=login.block&actor=${person.username}`);
      assert.deepEqual([block?.target, block?.reason], [person.username, 'wrong second factors']);
    });

    it('refuses five of fifty wrong codes at once and blocks the others, on two nodes', async () => {
      const person = await newPersonWithTotp(inlay);
      const page = await afterPassword(person);
      const statuses = await race(page, 50, FACTOR, (index) => ({ code: `wrong ${index}` }));
      assert.deepEqual([countOf(statuses, 400), countOf(statuses, 429)], [5, 45], String(statuses));
    });

    it('blocks for an hour whoever keeps guessing more slowly', async () => {
      const person = await newPersonWithTotp(inlay);
      const page = signInPage(inlay);
      const statuses: number[] = [];
      for (let times = 0; times < 21; times += 1) {
        inlay.pass(30 * second);
        if (times % 10 === 0) await page.enterPassword(person);
        statuses.push((await page.post(FACTOR, { recoveryCode: 'wrong' })).status);
      }
      assert.deepEqual([countOf(statuses.slice(0, 20), 400), statuses[20]], [20, 429]);
      inlay.pass(59 * minute);
      const retry = await (await afterPassword(person)).post(FACTOR, { recoveryCode: 'wrong' });
      assert.equal(retry.status, 429);
    });

    it('accepts a recovery code once, in any spelling, and tells how many are left', async () => {
      const person = await newPersonWithTotp(inlay);
      assert.equal(new Set(person.recoveryCodes).size, 10);
      const [first = '', next = ''] = person.recoveryCodes;
      assert.match(first, /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
      const typed = ` ${first.toUpperCase().replaceAll('-', ' ')}`;
      const page = await afterPassword(person);
      assert.equal((await page.post(FACTOR, { recoveryCode: typed })).status, 200);
      const factors = await page.send<SecondFactors>('GET', '/api/v0/me/second-factors');
      assert.deepEqual(factors.body.recoveryCodes, { left: 9 });
      const [login] = await events(`action=login&actor=${person.username}&limit=1`);
      assert.deepEqual(login?.details, { method: 'password', secondFactor: true, factor: 'recovery-code' });
      assert.equal((await (await afterPassword(person)).post(FACTOR, { recoveryCode: first })).status, 400);
      const statuses = await race(await afterPassword(person), 4, FACTOR, () => ({ recoveryCode: next }));
      assert.equal(countOf(statuses, 200), 1, String(statuses));
    });

    it('refuses codes of another user', async () => {
      const [person, stranger] = [await newPersonWithTotp(inlay), await newPersonWithTotp(inlay)];
      const page = await afterPassword(person);
      for (const proof of [
        { code: codeAt(stranger.secret, inlay.now()) },
        { recoveryCode: stranger.recoveryCodes[0] },
      ])
        assert.equal((await page.post(FACTOR, proof)).status, 400);
    });

    it('refuses a flow of another tenant, one that is too old, and one from before the password changed', async () => {
      const person = await newPersonWithTotp(inlay);
      const right = () => ({ code: codeAt(person.secret, inlay.now()) });
      const assertOver = async (page: SignInPage) => {
        const { status, body } = await page.post<{ message: string }>(FACTOR, right());
        assert.deepEqual(
          [status, body.message],
          [401, 'This sign-in took too long. Enter your password again.'],
        );
        assert.equal(await page.isSignedIn(), false);
      };
      const acme = await addTenant(inlay.running, `acme-${engine.toLowerCase()}`);
      const elsewhere = signInPage(inlay, { host: acme.host });
      elsewhere.cookies.set(FLOW, (await afterPassword(person)).cookies.get(FLOW) ?? '');
      await assertOver(elsewhere);
      await assertOver(signInPage(inlay));

      const slow = await afterPassword(person);
      inlay.pass(10 * minute);
      await assertOver(slow);

      const changed = await afterPassword(person);
      const token = await inlay.adminToken();
      const path = `/api/v0/users/${person.id}`;
      await inlay.call(path, { method: 'PATCH', token, body: { password: 'another password' } });
      await assertOver(changed);
    });

    it('refuses somebody who was disabled or deleted after the password', async () => {
      for (const change of [
        { method: 'PATCH', body: { status: 'disabled' } },
        { method: 'DELETE' },
      ] as const) {
        const person = await newPersonWithTotp(inlay);
        const page = await afterPassword(person);
        const token = await inlay.adminToken();
        await inlay.call(`/api/v0/users/${person.id}`, { token, ...change });
        const { status } = await page.post(FACTOR, { code: codeAt(person.secret, inlay.now()) });
        assert.equal(status, 401);
      }
    });

    it('does not take the flow for a session, nor a planted session for its own', async () => {
      const person = await newPersonWithTotp(inlay);
      const page = await afterPassword(person);
      const flow = page.cookies.get(FLOW) ?? '';
      page.cookies.set(SESSION, flow);
      assert.equal(await page.isSignedIn(), false);
      assert.equal((await inlay.call('/api/v0/me', { token: flow })).status, 401);
      const planted = 'inl_login_planted-by-an-attacker-who-knows-it-already';
      page.cookies.set(SESSION, planted);
      assert.equal((await page.post(FACTOR, { code: codeAt(person.secret, inlay.now()) })).status, 200);
      assert.notEqual(page.cookies.get(SESSION), planted);
      assert.equal(await page.isSignedIn(), true);
      assert.equal((await inlay.call('/api/v0/me', { token: planted })).status, 401);
    });

    it('takes pages of its own origin only', async () => {
      const paths = [
        FACTOR,
        `${FACTOR}/passkey-options`,
        '/admin/session/set-up/totp',
        '/admin/session/set-up/totp/confirm',
        '/admin/session/set-up/passkey-options',
        '/admin/session/set-up/passkey',
        '/admin/session/passkey-options',
        '/admin/session/passkey',
      ];
      const body = { code: '000000', name: 'x', response: {} };
      for (const path of paths)
        for (const origin of ['https://evil.example', 'http://acme.localhost']) {
          const { name, response, code } = body;
          const sent = path.endsWith('/passkey')
            ? path.includes('set-up')
              ? { name, response }
              : { response }
            : { code };
          const { status, body: refused } = await inlay.call<{ message: string }>(path, {
            body: sent,
            headers: { origin, 'sec-fetch-site': 'same-site' },
          });
          assert.equal(status, 400, path);
          assert.match(refused.message, /^Only the admin app at/);
        }
    });

    it('accepts a passkey after the password, once per challenge', async () => {
      const person = await newPersonWithPasskey(inlay);
      const page = await afterPassword(person);
      const options = await page.optionsOf(`${FACTOR}/passkey-options`);
      const response = person.passkey.get(options, { userVerified: false });
      const flow = page.cookies.get(FLOW) ?? '';
      assert.equal((await page.post(FACTOR, { response })).status, 200);
      assert.equal(await page.isSignedIn(), true);
      const replay = signInPage(inlay);
      replay.cookies.set(FLOW, flow);
      const refused = await replay.post<{ message: string }>(FACTOR, { response });
      assert.equal(refused.status, 400);
      assert.match(refused.body.message, /^This passkey could not be verified/);
    });

    it('refuses a passkey of another user, and answers to challenges of others or for other purposes', async () => {
      const [person, stranger] = [await newPersonWithPasskey(inlay), await newPersonWithPasskey(inlay)];
      const page = await afterPassword(person);
      const own = await page.optionsOf(`${FACTOR}/passkey-options`);
      const theirs = await (await afterPassword(stranger)).optionsOf(`${FACTOR}/passkey-options`);
      const first = await signInPage(inlay).optionsOf('/admin/session/passkey-options');
      for (const response of [
        stranger.passkey.get(own),
        person.passkey.get(theirs),
        person.passkey.get(first),
        {},
      ])
        assert.equal((await page.post(FACTOR, { response })).status, 400);
      assert.equal(await page.isSignedIn(), false);
    });

    it('lets people set up the second factor that their role requires, and signs them in with it', async () => {
      const [withApp, withPasskey] = [await newPerson(inlay), await newPerson(inlay)];
      await require({ secondFactorRoles: ['user'] });
      try {
        const page = signInPage(inlay);
        assert.deepEqual((await page.enterPassword(withApp)).body, { next: 'set-up' });
        const { body: totp } = await page.post<{ secret: string; uri: string }>('/admin/session/set-up/totp');
        assert.match(totp.uri, new RegExp(`^otpauth://totp/.+\\?secret=${totp.secret}&`));
        const confirm = '/admin/session/set-up/totp/confirm';
        assert.equal((await page.post(confirm, { code: 'wrong' })).status, 400);
        assert.equal(await page.isSignedIn(), false);
        const started = await page.post<{ recoveryCodes: readonly string[]; expiresAt: string }>(confirm, {
          code: codeAt(totp.secret, inlay.now()),
        });
        assert.equal(started.status, 200, JSON.stringify(started.body));
        assert.equal(started.body.recoveryCodes.length, 10);
        assert.ok(Date.parse(started.body.expiresAt) > inlay.now());
        assert.equal(await page.isSignedIn(), true);

        const second = signInPage(inlay);
        await second.enterPassword(withPasskey);
        const passkey = softwareAuthenticator(siteOrigin(inlay));
        const response = passkey.create(await second.optionsOf('/admin/session/set-up/passkey-options'));
        const body = { name: 'Phone', response };
        const made = await second.post<{ recoveryCodes: readonly string[] }>(
          '/admin/session/set-up/passkey',
          body,
        );
        assert.deepEqual([made.status, made.body.recoveryCodes.length], [200, 10]);
        assert.equal(await second.isSignedIn(), true);
        assert.equal((await second.post('/admin/session/set-up/passkey', body)).status, 401, 'is over');
      } finally {
        await require(DEFAULT_SIGN_IN_SETTINGS);
      }
    });

    it('lets nobody who knows only the password add a factor to an account that has one', async () => {
      const person = await newPersonWithTotp(inlay);
      const page = await afterPassword(person);
      const setUp = '/admin/session/set-up';
      const passkey = softwareAuthenticator(siteOrigin(inlay));
      assert.equal((await page.post(`${setUp}/totp`)).status, 409);
      assert.equal((await page.post(`${setUp}/passkey-options`)).status, 409);
      const options = await signInPage(inlay).optionsOf('/admin/session/passkey-options');
      const response = passkey.create({ ...options, rp: { id: options.rpId ?? '' } });
      assert.equal((await page.post(`${setUp}/passkey`, { name: 'Evil', response })).status, 409);
      const confirm = await page.post(`${setUp}/totp/confirm`, { code: codeAt(person.secret, inlay.now()) });
      assert.equal(confirm.status, 409);
      assert.equal(await page.isSignedIn(), false);
    });

    it('is over where passwords are switched off meanwhile', async () => {
      const person = await newPersonWithTotp(inlay);
      const page = await afterPassword(person);
      await require({ passwords: false });
      try {
        const { status } = await page.post(FACTOR, { code: codeAt(person.secret, inlay.now()) });
        assert.equal(status, 401);
        assert.equal((await signInPage(inlay).enterPassword(person)).status, 401);
      } finally {
        await require(DEFAULT_SIGN_IN_SETTINGS);
      }
    });
  });
}

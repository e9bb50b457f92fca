import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { Passkey, SecondFactors } from '@inlay/protocol/second-factor';
import { DEFAULT_SIGN_IN_SETTINGS, type SignInSettingsChange } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { saveSignInSettings } from '@inlay/server/features/tenants/sign-in-settings';
import { OPERATOR } from '@inlay/server/platform/identity/acting';
import { BOTH_STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { type SignInPage, signInPage } from '../../../support/sign-in/sign-in-page.ts';
import type { Odd } from '../../../support/sign-in/software-authenticator.ts';
import { newPersonWithPasskey, type PersonWithPasskey } from '../../../support/sign-in/use-factors.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

const minute = 60_000;
const DEMO = 'demo' as TenantId;
const OPTIONS = '/admin/session/passkey-options';
const PASSKEY = '/admin/session/passkey';
const FLOW = 'inlay_passkey';
const LOGIN_FAILED = { statusCode: 401, message: 'Login failed. Invalid username or password' };

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`signing in with a passkey on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const require = (change: SignInSettingsChange) =>
      saveSignInSettings(inlay.running.services, DEMO, change, { actor: null, caller: OPERATOR });
    const responseOf = async (page: SignInPage, { passkey }: PersonWithPasskey, odd?: Odd) =>
      passkey.get(await page.optionsOf(OPTIONS), odd);
    const signIn = async (person: PersonWithPasskey, odd?: Odd) => {
      const page = signInPage(inlay);
      return page.post<{ message: string }>(PASSKEY, { response: await responseOf(page, person, odd) });
    };
    const assertRefused = ({ status, body }: Awaited<ReturnType<typeof signIn>>) => {
      assert.equal(status, 401);
      assert.deepEqual(body, LOGIN_FAILED, 'every refusal looks the same');
    };

    it('is offered once somebody has one, unless passwords are off', async () => {
      const offered = async () =>
        (await inlay.call<{ passkeys: boolean }>('/admin/session/options')).body.passkeys;
      const acme = await addTenant(inlay.running, `acme-${engine.toLowerCase()}`);
      assert.equal(await offered(), false);
      await newPersonWithPasskey(inlay);
      assert.equal(await offered(), true);
      const elsewhere = await inlay.call<{ passkeys: boolean }>('/admin/session/options', {
        headers: { host: acme.host },
      });
      assert.equal(elsewhere.body.passkeys, false);
      await require({ passwords: false });
      assert.equal(await offered(), false);
      await require(DEFAULT_SIGN_IN_SETTINGS);
    });

    it('starts a session that counts as one with a second factor', async () => {
      const person = await newPersonWithPasskey(inlay);
      await require({ secondFactorRoles: ['user'] });
      try {
        const page = signInPage(inlay);
        const options = await page.optionsOf(OPTIONS);
        assert.deepEqual(
          { ...options, challenge: '', timeout: 0 },
          { challenge: '', rpId: 'localhost', timeout: 0, userVerification: 'required' },
        );
        const { status } = await page.post(PASSKEY, { response: person.passkey.get(options) });
        assert.equal(status, 200);
        assert.deepEqual([...page.cookies.keys()], ['inlay_admin']);
        assert.equal(await page.isSignedIn(), true);
        const factors = await page.send<SecondFactors>('GET', '/api/v0/me/second-factors');
        const [passkey] = factors.body.passkeys;
        assert.equal(passkey?.lastUsedAt, new Date(inlay.now()).toISOString());
      } finally {
        await require(DEFAULT_SIGN_IN_SETTINGS);
      }
      const { body } = await inlay.call<{ data: readonly AuditEvent[] }>(
        `/api/v0/audit-events?action=login&actor=${person.username}&limit=1`,
        { token: await inlay.adminToken() },
      );
      assert.deepEqual(body.data[0]?.details, { method: 'passkey', secondFactor: true });
    });

    const odd: Readonly<Record<string, Odd>> = {
      'whose owner was not verified': { userVerified: false },
      'from a page of another origin': { origin: 'https://evil.example' },
      'from another port': { origin: 'http://localhost:1' },
      'from a page below the address': { origin: 'http://evil.localhost' },
      'for another relying party': { rpId: 'evil.example' },
      'with a challenge that is no string': { challenge: { length: 43 } },
      'of another ceremony': { type: 'webauthn.create' },
      'with the signature of another key': { isForged: true },
      'that names another user': { userHandle: Buffer.from('somebody else').toString('base64url') },
    };
    for (const [what, change] of Object.entries(odd))
      it(`refuses a response ${what}`, async () => {
        const person = await newPersonWithPasskey(inlay);
        assertRefused(await signIn(person, change));
        assert.equal((await signIn(person)).status, 200);
      });

    it('refuses an unknown passkey, and what is no response', async () => {
      const person = await newPersonWithPasskey(inlay);
      const admin = await inlay.adminToken();
      await inlay.call(`/api/v0/users/${person.id}`, { method: 'DELETE', token: admin });
      assertRefused(await signIn(person));
      const page = signInPage(inlay);
      await page.optionsOf(OPTIONS);
      for (const response of [{}, { id: 'x\u0000' }, { id: ['x'], rawId: {}, type: 'public-key' }])
        assertRefused(await page.post(PASSKEY, { response }));
    });

    it('refuses a counter that does not increase, because somebody copied the passkey', async () => {
      const person = await newPersonWithPasskey(inlay);
      assert.equal((await signIn(person, { counter: 7 })).status, 200);
      for (const counter of [7, 6, 0]) assertRefused(await signIn(person, { counter }));
      assert.equal((await signIn(person, { counter: 8 })).status, 200);
    });

    it('accepts passkeys that do not count', async () => {
      const person = await newPersonWithPasskey(inlay);
      for (let times = 0; times < 2; times += 1)
        assert.equal((await signIn(person, { counter: 0 })).status, 200);
    });

    it('accepts a response once, also at once, in the browser that was asked, and not for long', async () => {
      const person = await newPersonWithPasskey(inlay);
      const page = signInPage(inlay);
      const response = await responseOf(page, person, { counter: 0 });
      const flow = page.cookies.get(FLOW) ?? '';
      assertRefused(await signInPage(inlay).post(PASSKEY, { response }));
      const again = async () => {
        const copy = signInPage(inlay);
        copy.cookies.set(FLOW, flow);
        return copy.post<{ message: string }>(PASSKEY, { response });
      };
      const responses = await Promise.all(Array.from({ length: 8 }, again));
      assert.equal(responses.filter(({ status }) => status === 200).length, 1);
      assertRefused(await again());

      const slow = signInPage(inlay);
      const late = await responseOf(slow, person);
      inlay.pass(5 * minute);
      assertRefused(await slow.post(PASSKEY, { response: late }));
    });

    it('works at the address of its tenant only', async () => {
      const person = await newPersonWithPasskey(inlay);
      const acme = await addTenant(inlay.running, `other-${engine.toLowerCase()}`);
      const elsewhere = signInPage(inlay, { host: acme.host });
      const options = await elsewhere.optionsOf(OPTIONS);
      assert.equal(options.rpId, acme.host);
      const origin = `http://${acme.host}:${inlay.running.services.config.publicUrl.port}`;
      assertRefused(await elsewhere.post(PASSKEY, { response: person.passkey.get(options, { origin }) }));
    });

    it('refuses disabled people, and everybody where passwords are off', async () => {
      const person = await newPersonWithPasskey(inlay);
      await require({ passwords: false });
      assertRefused(await signIn(person));
      await require(DEFAULT_SIGN_IN_SETTINGS);
      assert.equal((await signIn(person)).status, 200);
      const admin = await inlay.adminToken();
      const path = `/api/v0/users/${person.id}`;
      await inlay.call(path, { method: 'PATCH', token: admin, body: { status: 'disabled' } });
      assertRefused(await signIn(person));
    });

    it('ends with the removal of the passkey', async () => {
      const person = await newPersonWithPasskey(inlay);
      const { token } = person;
      const { body } = await inlay.call<{ passkeys: readonly Passkey[] }>('/api/v0/me/second-factors', {
        token,
      });
      const id = body.passkeys[0]?.id;
      const removed = await inlay.call(`/api/v0/me/passkeys/${id}`, { method: 'DELETE', token });
      assert.equal(removed.status, 204);
      assertRefused(await signIn(person));
    });

    it('tells operators in the log why it refused, without challenges and signatures', async () => {
      const person = await newPersonWithPasskey(inlay);
      const page = signInPage(inlay);
      const options = await page.optionsOf(OPTIONS);
      await page.post(PASSKEY, { response: person.passkey.get(options, { origin: 'https://typo.example' }) });
      const logged = inlay.running.logged();
      assert.ok(logged.includes('https://typo.example'));
      assert.ok(!logged.includes(options.challenge));
    });
  });
}

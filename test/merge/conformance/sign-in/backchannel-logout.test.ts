import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import { generateKeyPair, SignJWT } from 'jose';
import { BOTH_STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { type ProviderBrowser, providerBrowser } from '../../../support/sign-in/provider-browser.ts';
import {
  type ForgedProvider,
  signWithPublicKey,
  startForgedProvider,
  withoutSignature,
} from '../../../support/sign-in/start-forged-provider.ts';
import {
  changeProvider,
  createProvider,
  ownerBrowser,
  REACH_LOOPBACK,
  startOf,
  switchOn,
} from '../../../support/sign-in/use-provider.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
type Claims = Readonly<Record<string, unknown>>;

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`back-channel logout on ${engine}`, () => {
    const inlay = useInlay(makeStore, { env: REACH_LOOPBACK });
    const id = 'company';
    let company: ForgedProvider;
    let other: ForgedProvider;
    let owner: ProviderBrowser;
    let made = 0;
    before(async () => {
      company = await startForgedProvider();
      other = await startForgedProvider();
      owner = await ownerBrowser(inlay);
      for (const [name, forged] of [
        [id, company],
        ['other', other],
      ] as const) {
        const settings = { issuer: forged.issuer, ...forged.client, createUsers: true, linkByEmail: true };
        await createProvider(owner, { id: name, ...settings });
        await switchOn(owner, name);
      }
    });
    afterEach(() => {
      company.reset();
      other.reset();
    });
    after(() => {
      company.close();
      other.close();
    });

    const signIn = async (sub: string, sid: string | undefined, at = id) => {
      const forged = at === id ? company : other;
      forged.claims = { sub, sid, email: `${sub}@company.test` };
      const browser = providerBrowser(inlay);
      assert.equal(await browser.signIn(startOf(at)), '/admin#signed-in');
      return browser;
    };
    const logoutClaims = (claims: Claims): Claims => {
      made += 1;
      const now = Math.floor(inlay.now() / 1000);
      const all = {
        iss: company.issuer,
        aud: 'inlay',
        iat: now,
        exp: now + 120,
        jti: `logout-${made}`,
        events: { [EVENT]: {} },
        ...claims,
      };
      return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    };
    const post = (token: string, at = id) =>
      inlay.call<{ message: string }>(startOf(at, '/backchannel-logout'), {
        method: 'POST',
        rawBody: new URLSearchParams({ logout_token: token }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const logOut = async (claims: Claims, at = id) =>
      (await post(await company.signWell(logoutClaims(claims), { typ: 'logout+jwt' }), at)).status;

    it('ends the session that the provider names, and no other', async () => {
      const [named, same, another] = [
        await signIn('ann', 'session-1'),
        await signIn('ann', 'session-2'),
        await signIn('bob', 'session-3'),
      ];
      assert.equal(await logOut({ sid: 'session-1' }), 200);
      assert.deepEqual(
        [await named.isSignedIn(), await same.isSignedIn(), await another.isSignedIn()],
        [false, true, true],
      );
    });

    it('ends all sessions of a person with this provider, and none that began otherwise', async () => {
      const [first, second] = [await signIn('cem', 'session-4'), await signIn('cem', undefined)];
      const elsewhere = await signIn('cem', 'session-4', 'other');
      assert.equal(await logOut({ sub: 'cem' }), 200);
      assert.deepEqual(
        [await first.isSignedIn(), await second.isSignedIn(), await elsewhere.isSignedIn()],
        [false, false, true],
      );
      const { body } = await inlay.call<{ data: AuditEvent[] }>(
        '/api/v0/audit-events?action=session.end&limit=1',
        { token: await inlay.adminToken() },
      );
      const [event] = body.data;
      assert.deepEqual(
        [event?.actor, event?.target, event?.details],
        [`identity provider ${id}`, 'cem@company.test', { provider: id, sessions: 2 }],
      );
    });

    it('ends a session that has no name at the provider where person and session are named', async () => {
      const browser = await signIn('dan', undefined);
      assert.equal(await logOut({ sub: 'dan', sid: 'session-5' }), 200);
      assert.equal(await browser.isSignedIn(), false);
    });

    it('needs person and session to belong together', async () => {
      const browser = await signIn('eve', 'session-6');
      await signIn('fay', 'session-7');
      assert.equal(await logOut({ sub: 'fay', sid: 'session-6' }), 200);
      assert.equal(await logOut({ sub: 'nobody', sid: 'session-6' }), 200);
      assert.equal(await browser.isSignedIn(), true);
    });

    it('accepts a token once', async () => {
      const token = await company.signWell(logoutClaims({ sub: 'gus' }));
      assert.equal((await post(token)).status, 200);
      const browser = await signIn('gus', 'session-8');
      assert.equal((await post(token)).status, 400);
      assert.equal(await browser.isSignedIn(), true);
    });

    const seconds = () => Math.floor(inlay.now() / 1000);
    const wrong: Readonly<Record<string, () => Claims>> = {
      'of another issuer': () => ({ iss: 'https://evil.example' }),
      'for another client': () => ({ aud: 'another-client' }),
      'with a nonce, such as an ID token': () => ({ nonce: 'x' }),
      'without an event': () => ({ events: undefined }),
      'with another event': () => ({ events: { 'http://schemas.openid.net/event/other': {} } }),
      'with an event that is no object': () => ({ events: { [EVENT]: true } }),
      'without a person or a session': () => ({ sub: undefined }),
      'with a session that is no text': () => ({ sid: 1 }),
      'without an id': () => ({ jti: undefined }),
      'with an empty id': () => ({ jti: '' }),
      'without a time of issue': () => ({ iat: undefined }),
      'that expired': () => ({ exp: seconds() - 61 }),
      'that is old': () => ({ iat: seconds() - 600 }),
      'from the future': () => ({ iat: seconds() + 600 }),
    };
    for (const [what, claims] of Object.entries(wrong))
      it(`refuses a token ${what}`, async () => {
        const browser = await signIn('hal', `session-${made}`);
        assert.equal(await logOut({ sub: 'hal', ...claims() }), 400);
        assert.equal(await browser.isSignedIn(), true);
      });

    it('refuses a token that the provider did not sign', async () => {
      const browser = await signIn('ivy', 'session-9');
      const { privateKey } = await generateKeyPair('RS256');
      const claims = () => logoutClaims({ sub: 'ivy' });
      const forgeries = [
        withoutSignature(claims()),
        signWithPublicKey(company, claims()),
        await new SignJWT(claims()).setProtectedHeader({ alg: 'RS256', kid: 'forged' }).sign(privateKey),
        await other.signWell(claims()),
        (await company.signWell(claims(), { typ: 'logout+jwt' })).slice(0, -4),
        'x.y.z',
        '',
      ];
      for (const token of forgeries) {
        const { status, body } = await post(token);
        assert.deepEqual([status, body.message], [400, 'The logout token is not valid.'], token.slice(0, 40));
      }
      assert.equal(await browser.isSignedIn(), true);
    });

    it('refuses an access token, and a token at another provider', async () => {
      const token = await company.signWell(logoutClaims({ sub: 'jim' }), { typ: 'at+jwt' });
      assert.equal((await post(token)).status, 400);
      assert.equal(await logOut({ sub: 'jim' }, 'other'), 400);
      assert.equal(await logOut({ sub: 'jim' }, 'nowhere'), 400);
    });

    it('refuses other bodies', async () => {
      const url = startOf(id, '/backchannel-logout');
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const send = async (rawBody: string) =>
        (await inlay.call(url, { method: 'POST', rawBody, headers })).status;
      assert.equal(await send(''), 400);
      assert.equal(await send('logout_token=a&logout_token=b'), 400);
      assert.equal(await send(`logout_token=${'x'.repeat(40 * 1024)}`), 413);
      assert.equal((await inlay.call(url, { body: { logout_token: 'x' } })).status, 415);
    });

    it('does not ask the provider for keys again and again', async () => {
      await logOut({ sub: 'kim' });
      company.requests.length = 0;
      for (let times = 0; times < 5; times += 1)
        await post(await company.signWell(logoutClaims({ sub: 'kim' }), { kid: `unknown-${times}` }));
      assert.ok(company.requests.filter((path) => path === '/keys').length <= 1);
    });

    it('can be sent again after the keys could not be fetched', async () => {
      const browser = await signIn('lea', 'session-10');
      const token = await company.signWell(logoutClaims({ sub: 'lea' }), { kid: 'forged' });
      await inlay.time.advance(10 * 60_000);
      for (const [status, body] of [
        [500, ''],
        [200, 'no JSON'],
        [200, '{"keys":"none"}'],
      ] as const) {
        company.instead.set('/keys', (_request, response) => response.writeHead(status).end(body));
        assert.equal((await post(token)).status, 503, body);
        await inlay.time.advance(60_000);
      }
      company.instead.clear();
      assert.equal(await logOut({ sub: 'lea' }), 200);
      assert.equal(await browser.isSignedIn(), false);
      // The clock of the provider went on as usual.
      inlay.pass(-13 * 60_000);
    });

    it('ends sessions without a name at the provider with those of the person', async () => {
      const browser = await signIn('max', '');
      assert.equal(await logOut({ sub: 'max', sid: 'session-11' }), 200);
      assert.equal(await browser.isSignedIn(), false, 'an empty name is none');
    });

    it('does not work for a provider that is switched off', async () => {
      await changeProvider(owner, id, { isEnabled: false });
      assert.equal(await logOut({ sub: 'ann' }), 400);
      await changeProvider(owner, id, { isEnabled: true });
    });
  });
}

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import { createTenant } from '@inlay/server/features/provisioning/create-tenant';
import { generateKeyPair, SignJWT } from 'jose';
import { sqliteStore } from '../../../support/server/start-inlay.ts';
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
  readProvider,
  startOf,
  switchOn,
} from '../../../support/sign-in/use-provider.ts';

const minute = 60_000;
const FAILED = '/admin?sign-in-failed=';

describe('a sign-in with an OpenID provider', () => {
  const inlay = useInlay(sqliteStore, { env: REACH_LOOPBACK });
  const id = 'company';
  let company: ForgedProvider;
  let other: ForgedProvider;
  let owner: ProviderBrowser;
  const addTo = async (forged: ForgedProvider, name: string) => {
    const { status, body } = await createProvider(owner, {
      id: name,
      issuer: forged.issuer,
      ...forged.client,
      createUsers: true,
    });
    assert.equal(status, 201, JSON.stringify(body));
    await switchOn(owner, name);
  };
  before(async () => {
    company = await startForgedProvider();
    other = await startForgedProvider();
    owner = await ownerBrowser(inlay);
    await addTo(company, id);
    await addTo(other, 'other');
  });
  afterEach(() => {
    company.reset();
    other.reset();
  });
  after(() => {
    company.close();
    other.close();
  });

  /** Where a whole sign-in ends, in a new browser. */
  const signIn = async () => {
    const browser = providerBrowser(inlay);
    const end = await browser.signIn(startOf(id));
    assert.equal(await browser.isSignedIn(), end.endsWith('#signed-in'));
    return end;
  };
  const locationOf = async (browser: ProviderBrowser, path: string) =>
    (await browser.visit(path, 'cross-site')).headers.location;

  it('succeeds where everything is as it should be', async () => {
    assert.equal(await signIn(), '/admin#signed-in');
  });

  describe('refuses an ID token', () => {
    const seconds = () => Math.floor(inlay.now() / 1000);
    const wrong: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
      'of another issuer': () => ({ iss: other.issuer }),
      'for another audience': () => ({ aud: 'another-client' }),
      'for other audiences besides, without an authorized party': () => ({
        aud: ['inlay', 'another-client'],
      }),
      'that was issued to another party': () => ({ azp: 'another-client' }),
      'for several audiences and another party': () => ({ aud: ['inlay', 'x'], azp: 'x' }),
      'with another nonce': () => ({ nonce: 'of-another-sign-in' }),
      'without a nonce': () => ({ nonce: undefined }),
      'without a subject': () => ({ sub: undefined }),
      'with an empty subject': () => ({ sub: '' }),
      'with a subject of 256 characters': () => ({ sub: 'x'.repeat(256) }),
      'with a subject that is no text': () => ({ sub: 1 }),
      'that expired': () => ({ exp: seconds() - 120 }),
      'without an expiry': () => ({ exp: undefined }),
      'that is not valid yet': () => ({ nbf: seconds() + 600 }),
    };
    const assertRefused = async () => {
      assert.equal(await signIn(), `${FAILED}misconfigured`);
      await owner.signIn(startOf(id, '?test'));
      const check = (await readProvider(owner, id)).test?.checks.at(-1);
      assert.deepEqual([check?.name, check?.passed], ['id-token', false], check?.reason ?? '');
    };
    for (const [what, claims] of Object.entries(wrong))
      it(what, async () => {
        company.claims = claims();
        await assertRefused();
      });

    it('without a signature', async () => {
      company.sign = async (claims) => withoutSignature(claims);
      await assertRefused();
    });

    it('that is signed with HMAC and the public key', async () => {
      company.sign = async (claims) => signWithPublicKey(company, claims);
      await assertRefused();
    });

    it('that is signed with HMAC and the client secret', async () => {
      company.sign = (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode('a secret of at least 32 characters'));
      await assertRefused();
    });

    it('that is signed with a key of somebody else', async () => {
      const { privateKey } = await generateKeyPair('RS256');
      company.sign = (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'forged' }).sign(privateKey);
      await assertRefused();
    });

    it('that brings its own key', async () => {
      const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
      const jwk = await crypto.subtle.exportKey('jwk', publicKey as CryptoKey);
      company.sign = (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'RS256', kid: 'forged', jwk: jwk as object })
          .sign(privateKey);
      await assertRefused();
    });
  });

  it('tolerates clocks that differ by a minute', async () => {
    company.claims = { exp: Math.floor(inlay.now() / 1000) - 30 };
    assert.equal(await signIn(), '/admin#signed-in');
  });

  it('uses the clock of this server', async () => {
    const browser = providerBrowser(inlay);
    inlay.pass(20 * minute);
    const end = await browser.signIn(startOf(id));
    inlay.pass(-20 * minute);
    assert.equal(end, `${FAILED}misconfigured`, 'the token of the provider has long expired');
  });

  it('refuses userinfo about somebody else', async () => {
    company.userInfo = { sub: 'attacker', groups: ['everything'] };
    company.metadata = { userinfo_endpoint: `${company.issuer}/userinfo` };
    await owner.signIn(startOf(id, '?test'));
    const { test } = await readProvider(owner, id);
    assert.deepEqual([test?.passed, test?.checks.at(-1)?.name], [false, 'claims']);
    company.reset();
    await switchOn(owner, id);
  });

  it('refuses a response in another browser (login CSRF)', async () => {
    const attacker = providerBrowser(inlay);
    const back = await attacker.goToProvider(startOf(id));
    const victim = providerBrowser(inlay);
    assert.equal(await locationOf(victim, back), `${FAILED}expired`);
    await victim.visit(startOf(id));
    assert.equal(await locationOf(victim, back), `${FAILED}expired`, 'nor in one that is signing in itself');
    assert.equal(await victim.isSignedIn(), false);
  });

  it('refuses a response with another state, and none', async () => {
    const browser = providerBrowser(inlay);
    const back = await browser.goToProvider(startOf(id));
    for (const changed of [back.replace(/state=[^&]*/, 'state=another'), back.replace(/&?state=[^&]*/, '')])
      assert.equal(await locationOf(browser, changed), `${FAILED}expired`, changed);
    const twice = `${back}&state=another`;
    assert.equal(await locationOf(browser, twice), `${FAILED}expired`);
    assert.equal(await locationOf(browser, back), '/admin#signed-in', 'the sign-in goes on all the same');
  });

  it('refuses a response that was used, even with the cookie of before', async () => {
    const browser = providerBrowser(inlay);
    const back = await browser.goToProvider(startOf(id));
    const cookie = browser.cookies.get('inlay_provider') ?? '';
    assert.equal(await locationOf(browser, back), '/admin#signed-in');
    const copy = providerBrowser(inlay);
    copy.cookies.set('inlay_provider', cookie);
    assert.equal(await locationOf(copy, back), `${FAILED}expired`);
    assert.equal(await copy.isSignedIn(), false);
  });

  it('refuses a response after ten minutes', async () => {
    const browser = providerBrowser(inlay);
    const back = await browser.goToProvider(startOf(id));
    inlay.pass(10 * minute);
    assert.equal(await locationOf(browser, back), `${FAILED}expired`);
    inlay.pass(-10 * minute);
  });

  it('does not take the response of one provider for that of another (mix-up)', async () => {
    const browser = providerBrowser(inlay);
    const back = await browser.goToProvider(startOf('other'));
    const requests = company.requests.length;
    const mixed = back.replace('/other/', `/${id}/`);
    assert.equal(await locationOf(browser, mixed), `${FAILED}expired`);
    assert.equal(company.requests.length, requests, 'it does not learn the code');
  });

  it('refuses a response that names another issuer (RFC 9207)', async () => {
    const browser = providerBrowser(inlay);
    const back = await browser.goToProvider(startOf(id));
    const named = `${back}&iss=${encodeURIComponent(other.issuer)}`;
    assert.equal(await locationOf(browser, named), `${FAILED}misconfigured`);
    assert.ok(!company.requests.includes('/token'), 'the code stays here');
  });

  it('is bound to this server by PKCE', async () => {
    await signIn();
    assert.equal(company.asked.get('code_challenge_method'), 'S256');
    assert.equal(company.asked.get('code_verifier'), null);
    const verifier = company.redeemed.get('code_verifier') ?? '';
    assert.equal(company.asked.get('code_challenge'), hash('sha256', verifier, 'base64url'));
  });

  for (const target of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/admin/../\\evil.example',
    '/admin//evil.example',
    'javascript:alert(1)',
    '/admin@evil.example',
    '/administrator',
    '/admin/session',
    '/admin/session/providers/other',
    '/admin/%73ession/providers/other',
    '/admin/session%2fproviders/other',
    '/admin/../api/v0/me',
    '/admin%0d%0aset-cookie:x=y',
    '/admin\nx',
    `/admin/${'x'.repeat(2000)}`,
  ])
    it(`ignores a return address outside the app: ${JSON.stringify(target.slice(0, 40))}`, async () => {
      const end = await providerBrowser(inlay).signIn(startOf(id, `?return=${encodeURIComponent(target)}`));
      assert.equal(end, '/admin#signed-in');
    });

  it('starts a new session, whatever cookie the browser has (session fixation)', async () => {
    const browser = providerBrowser(inlay);
    browser.cookies.set('inlay_admin', 'inl_login_chosen-by-the-attacker');
    await browser.signIn(startOf(id), 'cross-site');
    assert.notEqual(browser.cookies.get('inlay_admin'), 'inl_login_chosen-by-the-attacker');
    assert.equal(await browser.isSignedIn(), true);
  });

  it('tests a provider only for owners, and only from the admin app', async () => {
    const start = startOf(id, '?test');
    assert.equal((await providerBrowser(inlay).visit(start)).headers.location, `${FAILED}expired`);
    assert.notEqual((await owner.visit(start, 'cross-site')).status, 302);
    const person = providerBrowser(inlay);
    await person.signIn(startOf(id));
    assert.equal((await person.visit(start)).status, 401);
  });

  it('confirms a session only from the admin app', async () => {
    const person = providerBrowser(inlay);
    await person.signIn(startOf(id));
    assert.notEqual((await person.visit(startOf(id, '?confirm'), 'cross-site')).status, 302);
    const signedOut = await providerBrowser(inlay).visit(startOf(id, '?confirm'));
    assert.equal(signedOut.headers.location, `${FAILED}expired`);
    assert.equal(await person.signIn(startOf(id, '?confirm')), '/admin#confirmed');
    assert.deepEqual([company.asked.get('prompt'), company.asked.get('max_age')], ['login', '0']);
  });

  it('confirms only sessions that began with the same provider', async () => {
    const person = providerBrowser(inlay);
    await person.signIn(startOf(id));
    assert.equal((await person.visit(startOf('other', '?confirm'))).status, 401);
    assert.equal((await owner.visit(startOf(id, '?confirm'))).status, 401);
  });

  it('does not confirm a session if the provider did not ask again', async () => {
    const person = providerBrowser(inlay);
    await person.signIn(startOf(id));
    for (const auth_time of [undefined, Math.floor(inlay.now() / 1000) - 600]) {
      company.claims = { auth_time };
      assert.equal(await person.signIn(startOf(id, '?confirm')), `${FAILED}refused`);
    }
    const { body } = await inlay.call<{ data: AuditEvent[] }>(
      '/api/v0/audit-events?action=session.confirm&outcome=refused&limit=1',
      { token: await inlay.adminToken() },
    );
    assert.deepEqual(
      body.data.map(({ reason }) => reason),
      ['The provider did not ask the person to sign in again.'],
    );
  });

  for (const [what, minutesAgo, isConfirmed] of [
    ['just now', 0, true],
    ['14 minutes ago', 14, true],
    ['16 minutes ago', 16, false],
    ['at a time that it does not tell', undefined, true],
  ] as const)
    it(`has ${isConfirmed ? '' : 'not '}confirmed who it is if the provider asked ${what}`, async () => {
      const now = Math.floor(inlay.now() / 1000);
      company.claims = { auth_time: minutesAgo === undefined ? undefined : now - minutesAgo * 60 };
      const person = providerBrowser(inlay);
      assert.equal(await person.signIn(startOf(id)), '/admin#signed-in');
      const { status } = await person.post('/api/v0/me/passkeys/options');
      assert.equal(status === 403, !isConfirmed, String(status));
    });

  it('does not confirm a session that has ended meanwhile', async () => {
    const person = providerBrowser(inlay);
    await person.signIn(startOf(id));
    const back = await person.goToProvider(startOf(id, '?confirm'));
    await person.send('DELETE', '/admin/session');
    assert.equal(await locationOf(person, back), `${FAILED}expired`);
  });

  it('does not take a test for a sign-in, even if its owner signs out', async () => {
    const browser = await ownerBrowser(inlay);
    const back = await browser.goToProvider(startOf(id, '?test'));
    await browser.send('DELETE', '/admin/session');
    assert.equal(await locationOf(browser, back), `${FAILED}expired`);
    assert.equal(await browser.isSignedIn(), false);
  });

  it('counts sign-ins that fail as logins, and tests that fail not', async () => {
    const failed = async () => {
      const { body } = await inlay.call<string>('/metrics');
      return Number(/^inlay_logins_total\{outcome="failed"\} (\d+)$/m.exec(body)?.[1] ?? 0);
    };
    const before = await failed();
    const browser = await ownerBrowser(inlay);
    const back = await browser.goToProvider(startOf(id, '?test'));
    await browser.send('DELETE', '/admin/session');
    assert.equal(await locationOf(browser, back), `${FAILED}expired`);
    assert.equal(await failed(), before);
    company.claims = { nonce: 'forged' };
    await signIn();
    assert.equal(await failed(), before + 1);
  });

  it('is over when the settings change meanwhile', async () => {
    const browser = providerBrowser(inlay);
    const back = await browser.goToProvider(startOf(id));
    await changeProvider(owner, id, { clientSecret: 'another secret' });
    assert.equal(await locationOf(browser, back), `${FAILED}expired`);
    await changeProvider(owner, id, { clientSecret: null });
    await switchOn(owner, id);
  });

  it('is over when the provider was deleted and created again meanwhile', async () => {
    company.claims = { sub: 'again', email: 'again@company.test' };
    await addTo(company, 'again');
    const browser = providerBrowser(inlay);
    const back = await browser.goToProvider(startOf('again'));
    await owner.send('DELETE', '/api/v0/identity-providers/again');
    inlay.pass(1);
    other.claims = { sub: 'again', email: 'other@company.test' };
    await addTo(other, 'again');
    const requests = other.requests.length;
    assert.equal(await locationOf(browser, back), `${FAILED}expired`);
    assert.equal(other.requests.length, requests, 'the new provider does not learn the code');
  });

  it('is of one tenant', async () => {
    await createTenant(inlay.running.services, {
      id: 'acme',
      publicUrl: undefined,
      adminUsername: 'admin@acme.test',
      adminPassword: 'the password of acme',
    });
    const at = { host: 'acme.localhost' };
    const stranger = providerBrowser(inlay, at);
    assert.equal((await stranger.visit(startOf(id))).headers.location, `${FAILED}unavailable`);
    const acme = providerBrowser(inlay, at);
    await acme.enterPassword({ username: 'admin@acme.test', password: 'the password of acme' });
    assert.equal((await acme.send('GET', `/api/v0/identity-providers/${id}`)).status, 404);
    assert.equal((await acme.send('DELETE', `/api/v0/identity-providers/${id}`)).status, 404);
    const made = await createProvider(acme, {
      id,
      issuer: company.issuer,
      ...company.client,
      createUsers: true,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await switchOn(acme, id);
    const browser = providerBrowser(inlay);
    const back = await browser.goToProvider(startOf(id));
    const elsewhere = providerBrowser(inlay, at);
    elsewhere.cookies.set('inlay_provider', browser.cookies.get('inlay_provider') ?? '');
    assert.equal(await locationOf(elsewhere, back), `${FAILED}expired`);
    assert.equal(await locationOf(browser, back), '/admin#signed-in');
  });

  it('keeps codes, tokens and secrets out of the log', () => {
    for (const secret of ['code=code', 'access_token', 'eyJhbGciOi', 'another secret'])
      assert.ok(!inlay.running.logged().includes(secret), secret);
  });
});

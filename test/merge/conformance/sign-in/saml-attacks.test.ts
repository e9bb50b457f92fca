import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import { createTenant } from '@inlay/server/features/provisioning/create-tenant';
import { sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { type ProviderBrowser, providerBrowser } from '../../../support/sign-in/provider-browser.ts';
import { forgedSaml, type SamlResponse } from '../../../support/sign-in/saml-responses.ts';
import { type ForgedProvider, startForgedProvider } from '../../../support/sign-in/start-forged-provider.ts';
import {
  changeProvider,
  createProvider,
  ownerBrowser,
  REACH_LOOPBACK,
  startOf,
  switchOn,
} from '../../../support/sign-in/use-provider.ts';
import {
  createSamlProvider,
  samlPost,
  samlRequest,
  signInWithSaml,
  switchOnSaml,
} from '../../../support/sign-in/use-saml-provider.ts';

const minute = 60_000;
const FAILED = '/admin?sign-in-failed=';
const FORM = 'application/x-www-form-urlencoded';

/** What each part of the verification refuses is tested where it is defined; here, what the routes make of it. */
describe('a sign-in with a SAML provider', () => {
  const inlay = useInlay(sqliteStore, { env: REACH_LOOPBACK });
  const id = 'company';
  const company = forgedSaml();
  const other = forgedSaml({ entityId: 'https://other.test/saml' });
  const victim = { subject: 'victim', attributes: { email: 'victim@company.test' } };
  let owner: ProviderBrowser;
  before(async () => {
    owner = await ownerBrowser(inlay);
    for (const [name, provider] of [
      [id, company],
      ['other', other],
    ] as const) {
      const accounts = { createUsers: true, linkByEmail: false, usernameClaim: 'nameId' };
      await createSamlProvider(owner, { id: name, metadata: provider.metadata(), ...accounts });
      const first = { subject: `${name}-first` };
      await switchOnSaml(owner, provider, name, first);
    }
  });

  const responseTo = async (browser: ProviderBrowser, response: Partial<SamlResponse> = {}) =>
    samlPost(company, await samlRequest(browser, startOf(id)), { ...victim, ...response });
  /** Where the whole way ends, in a new browser. */
  const signIn = async (response: Partial<SamlResponse> = {}) => {
    const browser = providerBrowser(inlay);
    const end = await signInWithSaml(browser, company, startOf(id), { ...victim, ...response });
    assert.equal(await browser.isSignedIn(), end.endsWith('#signed-in'));
    return end;
  };
  const post = async (browser: ProviderBrowser, sent: { readonly path: string; readonly response: string }) =>
    (await browser.postResponse(sent)).headers.location;
  const lastReason = async () => {
    const { body } = await inlay.call<{ data: AuditEvent[] }>(
      '/api/v0/audit-events?action=identity-provider.test&outcome=refused&limit=1',
      { token: await inlay.adminToken() },
    );
    return body.data[0]?.reason ?? '';
  };
  const test = (response: Partial<SamlResponse>) =>
    signInWithSaml(owner, company, startOf(id, '?test'), { ...victim, ...response });

  it('succeeds where everything is as it should be', async () => {
    assert.equal(await signIn(), '/admin#signed-in');
  });

  for (const [what, response, reason] of [
    ['without a signature', { signs: 'nothing' }, /is signed/],
    [
      'whose subject was changed after it was signed',
      { after: (xml: string) => xml.replace('>victim<', '>owner<') },
      /changed after it was signed/,
    ],
    [
      'with a comment in the name ID',
      { after: (xml: string) => xml.replace('>victim<', '>vic<!---->tim<') },
      /comment/,
    ],
    [
      'with an external entity',
      {
        after: (xml: string) =>
          `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${xml.replace('>victim<', '>&b;<')}`,
      },
      /document type/,
    ],
    [
      'with a second, unsigned assertion before the signed one',
      {
        after: (xml: string) => {
          const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
          const forged = assertion
            .replace(/<ds:Signature.*<\/ds:Signature>/s, '')
            .replace('ID="_assertion"', 'ID="_forged"')
            .replace('>victim<', '>owner<');
          return xml.replace(assertion, forged + assertion);
        },
      },
      /more than one assertion/,
    ],
    ['for another audience', { audience: 'https://other.test' }, /another application/],
    ['for another recipient', { recipient: 'https://other.test/acs' }, /another address/],
    ['for another destination', { destination: 'https://other.test/acs' }, /another address/],
    ['of another issuer', { issuer: 'https://other.test/saml' }, /another provider/],
    ['to another request', { requestId: '_another' }, /another sign-in/],
    ['signed by another provider', { signature: { privateKey: other.privateKey } }, /certificates/],
  ] as const)
    it(`is refused ${what}`, async () => {
      assert.equal(await signIn(response), `${FAILED}misconfigured`);
      await test(response);
      assert.match(await lastReason(), reason);
    });

  it('is refused in another browser (login CSRF)', async () => {
    const attacker = providerBrowser(inlay);
    const sent = await responseTo(attacker);
    assert.equal(await post(providerBrowser(inlay), sent), `${FAILED}expired`);
    const busy = providerBrowser(inlay);
    await samlRequest(busy, startOf(id));
    assert.equal(await post(busy, sent), `${FAILED}misconfigured`);
    assert.equal(await busy.isSignedIn(), false);
  });

  it('is refused a second time (replay), even with the cookie of before', async () => {
    const browser = providerBrowser(inlay);
    const sent = await responseTo(browser);
    const cookie = browser.cookies.get('inlay_provider') ?? '';
    assert.equal(await post(browser, sent), '/admin#signed-in');
    const again = providerBrowser(inlay);
    assert.equal(await post(again, sent), `${FAILED}expired`);
    again.cookies.set('inlay_provider', cookie);
    assert.equal(await post(again, sent), `${FAILED}expired`);
  });

  it('is refused after ten minutes', async () => {
    const browser = providerBrowser(inlay);
    const sent = await responseTo(browser, { validForMs: 60 * minute });
    inlay.pass(10 * minute);
    assert.equal(await post(browser, sent), `${FAILED}expired`);
    inlay.pass(-10 * minute);
  });

  it('uses the clock of this server', async () => {
    inlay.pass(-60 * minute);
    assert.equal(await signIn(), `${FAILED}misconfigured`);
    inlay.pass(60 * minute);
    assert.equal(await signIn(), '/admin#signed-in');
  });

  it('does not take the response of one provider for that of another (mix-up)', async () => {
    const browser = providerBrowser(inlay);
    const request = await samlRequest(browser, startOf(id));
    const atOther = { ...samlPost(company, request, victim), path: `${startOf('other')}/acs` };
    assert.equal(await post(browser, atOther), `${FAILED}expired`);
    const fromOther = samlPost(other, request, victim);
    assert.equal(await post(browser, fromOther), `${FAILED}misconfigured`);
  });

  it('is over when the settings change meanwhile', async () => {
    const browser = providerBrowser(inlay);
    const sent = await responseTo(browser);
    const next = forgedSaml();
    const metadata = next.metadata([company.certificate, next.certificate]);
    assert.equal((await changeProvider(owner, id, { metadata })).status, 200);
    assert.equal(await post(browser, sent), `${FAILED}expired`);
    await changeProvider(owner, id, { metadata: company.metadata() });
    await switchOnSaml(owner, company, id, { subject: 'company-first' });
  });

  it('comes back through a page that holds nothing but the response', async () => {
    const { path, response } = await responseTo(providerBrowser(inlay));
    const { status, headers, body } = await inlay.call<string>(path, {
      headers: { 'content-type': FORM },
      rawBody: new URLSearchParams({ SAMLResponse: response, RelayState: '<script>' }).toString(),
    });
    assert.equal(status, 200);
    assert.ok(String(body).includes(response.slice(0, 40)));
    assert.ok(!String(body).includes('RelayState'));
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none'; script-src 'nonce-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    assert.equal(headers['referrer-policy'], 'same-origin');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['set-cookie'], undefined);
  });

  for (const [what, rawBody] of [
    ['no response', 'RelayState=x'],
    ['two responses', 'SAMLResponse=YQ%3D%3D&SAMLResponse=YQ%3D%3D'],
    ['markup for a response', `SAMLResponse=${encodeURIComponent('"><script>alert(1)</script>')}`],
  ] as const)
    it(`is refused with ${what}`, async () => {
      for (const path of ['acs', 'callback']) {
        const { status } = await inlay.call(`${startOf(id)}/${path}`, {
          headers: { 'content-type': FORM, origin: inlay.running.url, 'sec-fetch-site': 'same-origin' },
          rawBody,
        });
        assert.equal(status, 400);
      }
    });

  it('is refused if it is too large', async () => {
    const { status } = await inlay.call(`${startOf(id)}/acs`, {
      headers: { 'content-type': FORM },
      rawBody: `SAMLResponse=${'A'.repeat(600 * 1024)}`,
    });
    assert.equal(status, 413);
  });

  it('is only finished by a page of this origin', async () => {
    const browser = providerBrowser(inlay);
    const { response } = await responseTo(browser);
    for (const headers of [
      { origin: 'https://attacker.test', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://tenant.localhost', 'sec-fetch-site': 'same-site' },
      {},
    ]) {
      const { status } = await inlay.call(`${startOf(id)}/callback`, {
        headers: {
          ...headers,
          'content-type': FORM,
          cookie: `inlay_provider=${browser.cookies.get('inlay_provider')}`,
        },
        rawBody: new URLSearchParams({ SAMLResponse: response }).toString(),
      });
      assert.equal(status, 400);
    }
  });

  it('starts a new session, whatever cookie the browser has (session fixation)', async () => {
    const browser = providerBrowser(inlay);
    browser.cookies.set('inlay_admin', 'chosen by an attacker');
    const end = await signInWithSaml(browser, company, startOf(id), victim);
    assert.equal(end, '/admin#signed-in');
    assert.notEqual(browser.cookies.get('inlay_admin'), 'chosen by an attacker');
  });

  it('is of one tenant', async () => {
    await createTenant(inlay.running.services, {
      id: 'acme',
      publicUrl: undefined,
      adminUsername: 'admin@acme.test',
      adminPassword: 'the password of acme',
    });
    const at = { host: 'acme.localhost' };
    const acme = providerBrowser(inlay, at);
    await acme.enterPassword({ username: 'admin@acme.test', password: 'the password of acme' });
    await createSamlProvider(acme, {
      id,
      metadata: company.metadata(),
      createUsers: true,
      usernameClaim: 'nameId',
    });
    await switchOnSaml(acme, company, id, { subject: 'acme-first' });
    const browser = providerBrowser(inlay, at);
    const request = await samlRequest(browser, startOf(id));
    assert.match(request.spEntityId, /acme\.localhost/);
    const here = await samlRequest(providerBrowser(inlay), startOf(id));
    const sent = samlPost(company, { ...here, requestId: request.requestId }, victim);
    assert.equal(await post(browser, sent), `${FAILED}misconfigured`);
  });

  describe('beside an OpenID provider', () => {
    let openId: ForgedProvider;
    before(async () => {
      openId = await startForgedProvider();
      await createProvider(owner, { id: 'oidc', issuer: openId.issuer, ...openId.client, createUsers: true });
      await switchOn(owner, 'oidc');
      openId.close();
    });

    it('is not finished with the protocol of the other', async () => {
      const saml = providerBrowser(inlay);
      const { requestId } = await samlRequest(saml, startOf(id));
      const back = `${startOf(id)}/callback?code=code&state=${requestId}`;
      assert.equal((await saml.visit(back, 'cross-site')).headers.location, `${FAILED}expired`);
      const oidc = providerBrowser(inlay);
      await oidc.visit(startOf('oidc'));
      const request = await samlRequest(providerBrowser(inlay), startOf(id));
      const sent = { ...samlPost(company, request, victim), path: `${startOf('oidc')}/acs` };
      assert.equal(await post(oidc, sent), `${FAILED}expired`);
    });
  });

  it('keeps responses out of the log', () => {
    assert.ok(inlay.running.logged().includes('identity provider'));
    for (const secret of ['SAMLResponse', 'SAMLRequest', 'PHNhbWxwOlJlc3BvbnNl', 'victim@company.test'])
      assert.ok(!inlay.running.logged().includes(secret), secret);
  });
});

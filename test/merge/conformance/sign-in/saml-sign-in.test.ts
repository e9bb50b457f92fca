import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { SamlProvider } from '@inlay/protocol/identity-provider';
import type { Session, SignInOptions } from '@inlay/protocol/sign-in';
import type { CurrentUser, User } from '@inlay/protocol/user';
import { BOTH_STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { type ProviderBrowser, providerBrowser } from '../../../support/sign-in/provider-browser.ts';
import { forgedSaml, type SamlResponse } from '../../../support/sign-in/saml-responses.ts';
import {
  changeProvider,
  knownPerson,
  ownerBrowser,
  readProvider,
  startOf,
} from '../../../support/sign-in/use-provider.ts';
import {
  createSamlProvider,
  samlRequest,
  signInWithSaml,
  switchOnSaml,
} from '../../../support/sign-in/use-saml-provider.ts';

const minute = 60_000;

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`sign-in with a SAML provider on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    const id = 'company';
    const company = forgedSaml();
    let owner: ProviderBrowser;
    let made = 0;
    before(async () => {
      owner = await ownerBrowser(inlay);
      const accounts = { createUsers: true, linkByEmail: true };
      const { status, body } = await createSamlProvider(owner, {
        id,
        metadata: company.metadata(),
        ...accounts,
      });
      assert.equal(status, 201, JSON.stringify(body));
      await switchOnSaml(owner, company, id, newPerson());
    });

    const newPerson = (attributes: SamlResponse['attributes'] = {}) => {
      made += 1;
      return {
        subject: `employee-${made}`,
        attributes: { email: `employee-${made}@company.test`, ...attributes },
      };
    };
    const signIn = async (response: Partial<SamlResponse>, query = '') => {
      const browser = providerBrowser(inlay);
      return { browser, end: await signInWithSaml(browser, company, startOf(id, query), response) };
    };
    const me = async (browser: ProviderBrowser) =>
      (await browser.send<CurrentUser>('GET', '/api/v0/me')).body;
    const userOf = async (userId: string) =>
      (await inlay.call<User>(`/api/v0/users/${userId}`, { token: await inlay.adminToken() })).body;
    const change = async (fields: object) => {
      const { status, body } = await changeProvider(owner, id, fields);
      assert.equal(status, 200, JSON.stringify(body));
    };
    const testResult = async (response: Partial<SamlResponse> = {}) => {
      await signInWithSaml(owner, company, startOf(id, '?test'), response);
      return (await readProvider(owner, id)).test;
    };

    it('is offered on the sign-in page', async () => {
      const { body } = await providerBrowser(inlay).send<SignInOptions>('GET', '/admin/session/options');
      assert.deepEqual(body.providers, [{ id, name: 'Company', logo: null }]);
    });

    it('asks the provider with a request of its own', async () => {
      const { origin } = inlay.running.services.config.publicUrl;
      const first = await samlRequest(providerBrowser(inlay), startOf(id));
      assert.equal(`${first.url.origin}${first.url.pathname}`, company.signInUrl);
      assert.equal(first.acsUrl, `${origin}/admin/session/providers/${id}/acs`);
      assert.equal(first.spEntityId, `${origin}/admin/session/providers/${id}/metadata`);
      assert.equal(first.isForced, false);
      const second = await samlRequest(providerBrowser(inlay), startOf(id));
      assert.notEqual(first.requestId, second.requestId);
    });

    it('describes itself to providers, also before it knows them', async () => {
      const { origin } = inlay.running.services.config.publicUrl;
      for (const name of [id, 'not-created-yet']) {
        const { status, headers, body } = await inlay.call<string>(
          `/admin/session/providers/${name}/metadata`,
        );
        assert.equal(status, 200);
        assert.match(headers['content-type'] ?? '', /^application\/samlmetadata\+xml/);
        assert.ok(String(body).includes(`entityID="${origin}/admin/session/providers/${name}/metadata"`));
        assert.ok(String(body).includes(`Location="${origin}/admin/session/providers/${name}/acs"`));
      }
    });

    for (const signs of ['assertion', 'response', 'both'] as const)
      it(`accepts a signature of ${signs}`, async () => {
        const { browser, end } = await signIn({ ...newPerson(), signs });
        assert.equal(end, '/admin#signed-in');
        assert.equal(await browser.isSignedIn(), true);
      });

    it('creates an account at the first sign-in and finds it at the next', async () => {
      const person = newPerson({ givenName: 'Ada', sn: 'Example' });
      const first = await me((await signIn(person)).browser);
      assert.deepEqual([first.username, first.adminRole], [person.attributes.email, null]);
      const { firstName, lastName, email } = await userOf(first.id);
      assert.deepEqual([firstName, lastName, email], ['Ada', 'Example', person.attributes.email]);
      const second = await me((await signIn(person)).browser);
      assert.equal(second.id, first.id);
    });

    it('names the provider and the method in the list of sessions', async () => {
      const { browser } = await signIn(newPerson());
      const { body } = await browser.send<{ data: Session[] }>('GET', '/api/v0/me/sessions');
      const [session] = body.data;
      assert.deepEqual([session?.method, session?.provider, session?.secondFactor], ['saml', id, false]);
    });

    it('takes the word of the provider for a second factor', async () => {
      const { browser } = await signIn({
        ...newPerson(),
        before: (xml) =>
          xml.replace(/(<saml:AuthnContextClassRef>)[^<]+/, '$1https://refeds.org/profile/mfa'),
      });
      const { body } = await browser.send<{ data: Session[] }>('GET', '/api/v0/me/sessions');
      assert.equal(body.data[0]?.secondFactor, true);
    });

    it('links the account with the email address', async () => {
      const person = await knownPerson(inlay);
      const { browser } = await signIn({ subject: person.subject, attributes: { mail: person.email } });
      assert.equal((await me(browser)).id, person.id);
    });

    it('does not link an account with a role by its email address alone', async () => {
      const person = await knownPerson(inlay, { adminRole: 'administrator' });
      const { end } = await signIn({ subject: person.subject, attributes: { mail: person.email } });
      assert.equal(end, '/admin?sign-in-failed=not-linked');
    });

    it('gives roles by attributes, at every sign-in', async () => {
      const person = newPerson({ groups: ['everyone', 'analytics-admins'] });
      const when = { context: 'attributes.groups', operator: 'contains', value: 'analytics-admins' };
      await change({ roles: [{ when, role: 'administrator' }] });
      assert.equal((await me((await signIn(person)).browser)).adminRole, 'administrator');
      const without = { ...person, attributes: { ...person.attributes, groups: ['everyone'] } };
      assert.equal((await me((await signIn(without)).browser)).adminRole, null);
      await change({ roles: [] });
    });

    it('leads to the page that was asked for', async () => {
      const { end } = await signIn(newPerson(), '?return=%2Fadmin%2Fapps%2Fsales');
      assert.equal(end, '/admin/apps/sales#signed-in');
    });

    it('says that the provider refused somebody', async () => {
      const { browser, end } = await signIn({ signs: 'nothing', status: ['Responder', 'AuthnFailed'] });
      assert.equal(end, '/admin?sign-in-failed=refused');
      assert.equal(await browser.isSignedIn(), false);
    });

    it('is confirmed if the provider asked again, and only then', async () => {
      const person = newPerson();
      const { browser } = await signIn(person);
      const start = startOf(id, '?confirm');
      assert.equal((await samlRequest(browser, start)).isForced, true);
      const old = inlay.now() - 30 * minute;
      const stale = await signInWithSaml(browser, company, start, { ...person, authenticatedAt: old });
      assert.equal(stale, '/admin?sign-in-failed=refused');
      assert.equal(await signInWithSaml(browser, company, start, person), '/admin#confirmed');
      const stranger = await signInWithSaml(browser, company, start, newPerson());
      assert.equal(stranger, '/admin?sign-in-failed=refused');
    });

    it('shows in a test what arrived, and each check', async () => {
      const test = await testResult(newPerson({ department: 'Sales', groups: ['a', 'b'] }));
      assert.deepEqual(
        test?.checks.map(({ name, passed }) => [name, passed]),
        [
          ['authorization', true],
          ['response', true],
          ['claims', true],
          ['account', true],
        ],
      );
      assert.equal(test?.claims.department, 'Sales');
      assert.equal(test?.claims.groups, '["a","b"]');
      assert.equal(test?.account?.outcome, 'is created');
    });

    it('explains in a test what is wrong', async () => {
      const test = await testResult({ ...newPerson(), audience: 'https://other.test' });
      assert.equal(test?.passed, false);
      assert.deepEqual(
        test?.checks.map(({ name, passed }) => [name, passed]),
        [
          ['authorization', true],
          ['response', false],
        ],
      );
      assert.match(
        test?.checks[1]?.reason ?? '',
        /made for another application \(audience “https:\/\/other\.test”\)/,
      );
      await switchOnSaml(owner, company, id, newPerson());
    });

    it('audits sign-ins with their method and refusals with their reason', async () => {
      const person = newPerson();
      await signIn(person);
      await change({ createUsers: false });
      const stranger = newPerson();
      assert.equal((await signIn(stranger)).end, '/admin?sign-in-failed=no-account');
      await change({ createUsers: true });
      const { body } = await inlay.call<{ data: AuditEvent[] }>('/api/v0/audit-events?action=login&limit=2', {
        token: await inlay.adminToken(),
      });
      const [refused, succeeded] = body.data;
      assert.equal(succeeded?.outcome, 'success');
      assert.partialDeepStrictEqual(succeeded.details, { method: 'saml', provider: id });
      assert.equal(refused?.outcome, 'refused');
      const { subject } = stranger;
      assert.partialDeepStrictEqual(refused.details, { method: 'saml', subject, code: 'no-account' });
    });
  });
}

describe('settings of a SAML provider', () => {
  const inlay = useInlay(BOTH_STORES.SQLite);
  const company = forgedSaml();
  let owner: ProviderBrowser;
  before(async () => {
    owner = await ownerBrowser(inlay);
  });

  const create = async (id: string): Promise<SamlProvider> => {
    const { status, body } = await createSamlProvider(owner, {
      id,
      metadata: company.metadata(),
      createUsers: true,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  };
  const changed = async (id: string, fields: object) => {
    const { status, body } = await changeProvider(owner, id, fields);
    return { status, body: body as unknown as SamlProvider & { readonly message: string } };
  };
  const person = { subject: 'ada', attributes: { email: 'ada@company.test' } };

  it('are read from its metadata, which no response repeats', async () => {
    const { origin } = inlay.running.services.config.publicUrl;
    const provider = await create('facts');
    assert.equal(provider.kind, 'saml');
    assert.equal(provider.entityId, company.entityId);
    assert.equal(provider.signInUrl, company.signInUrl);
    assert.match(provider.certificates[0]?.fingerprint ?? '', /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    assert.equal(provider.acsUrl, `${origin}/admin/session/providers/facts/acs`);
    assert.equal(provider.spEntityId, `${origin}/admin/session/providers/facts/metadata`);
    assert.deepEqual(
      [provider.isEnabled, provider.isTested, 'metadata' in provider, 'issuer' in provider],
      [false, false, false, false],
    );
  });

  for (const [what, metadata, reason] of [
    ['a web page', '<!doctype html><title>Sign in</title>', /^\/metadata is a web page\. /],
    ['text', 'https://login.example.com', /^\/metadata is not XML\. /],
    ['other XML', '<a/>', /^\/metadata is XML, but not for SAML/],
    [
      'a document type',
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      /^\/metadata cannot be read: it contains a document type/,
    ],
  ] as const)
    it(`refuse ${what} for metadata`, async () => {
      const { status, body } = await createSamlProvider(owner, { metadata });
      assert.equal(status, 400);
      assert.match(body.message, reason);
    });

  it('are read from metadata of 500,000 characters too', async () => {
    const metadata = company.metadata();
    const padding = `<!-- ${'"'.repeat(500_000 - metadata.length - 9)} -->`;
    const { status, body } = await createSamlProvider(owner, { metadata: metadata + padding });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal((await createSamlProvider(owner, { metadata: `${metadata}${padding} ` })).status, 400);
  });

  it('have their own fields, and keep their protocol', async () => {
    await create('own-fields');
    for (const fields of [
      { issuer: 'https://login.test' },
      { clientSecret: 'x' },
      { kind: 'oidc' },
      { entityId: 'x' },
    ])
      assert.equal((await changed('own-fields', fields)).status, 400, JSON.stringify(fields));
    const { status } = await createSamlProvider(owner, {
      metadata: company.metadata(),
      clientId: 'inlay',
    } as never);
    assert.equal(status, 400);
  });

  it('keep a provider on with another certificate, and off with another entity ID', async () => {
    await create('rotated');
    await switchOnSaml(owner, company, 'rotated', person);
    const browser = providerBrowser(inlay);
    await signInWithSaml(browser, company, startOf('rotated'), person);
    const next = forgedSaml();
    const both = await changed('rotated', {
      metadata: next.metadata([company.certificate, next.certificate]),
    });
    assert.deepEqual(
      [both.body.isEnabled, both.body.isTested, both.body.certificates.length],
      [true, false, 2],
    );
    for (const provider of [company, next]) {
      const end = await signInWithSaml(providerBrowser(inlay), provider, startOf('rotated'), person);
      assert.equal(end, '/admin#signed-in');
    }
    await changed('rotated', { metadata: next.metadata() });
    const end = await signInWithSaml(providerBrowser(inlay), company, startOf('rotated'), person);
    assert.equal(end, '/admin?sign-in-failed=misconfigured');
    assert.equal(await browser.isSignedIn(), true);
    const other = forgedSaml({ entityId: 'https://other.test/saml' });
    const { body } = await changed('rotated', { metadata: other.metadata() });
    assert.equal(body.isEnabled, false);
    assert.equal(await browser.isSignedIn(), false);
  });

  it('take no logout tokens', async () => {
    await create('logout');
    await switchOnSaml(owner, company, 'logout', {
      subject: 'bob',
      attributes: { email: 'bob@company.test' },
    });
    const { status } = await inlay.call('/admin/session/providers/logout/backchannel-logout', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      rawBody: 'logout_token=a.b.c',
    });
    assert.equal(status, 400);
  });
});

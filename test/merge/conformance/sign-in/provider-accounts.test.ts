import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { OidcProvider } from '@inlay/protocol/identity-provider';
import type { CurrentUser, User } from '@inlay/protocol/user';
import { ADMIN, sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { type ProviderBrowser, providerBrowser } from '../../../support/sign-in/provider-browser.ts';
import { type ForgedProvider, startForgedProvider } from '../../../support/sign-in/start-forged-provider.ts';
import {
  changeProvider,
  createProvider,
  knownPerson,
  ownerBrowser,
  REACH_LOOPBACK,
  readProvider,
  startOf,
  switchOn,
} from '../../../support/sign-in/use-provider.ts';

const FAILED = '/admin?sign-in-failed=';

describe('the account of somebody who signs in with a provider', () => {
  const inlay = useInlay(sqliteStore, { env: REACH_LOOPBACK });
  const id = 'company';
  let company: ForgedProvider;
  let owner: ProviderBrowser;
  const DEFAULTS: Partial<OidcProvider> = {
    usernameClaim: 'email',
    createUsers: true,
    linkByEmail: true,
    roles: [],
    groups: [],
    workspaces: [],
  };
  before(async () => {
    company = await startForgedProvider();
    owner = await ownerBrowser(inlay);
    await createProvider(owner, { id, issuer: company.issuer, ...company.client, ...DEFAULTS });
    await switchOn(owner, id);
  });
  afterEach(async () => {
    company.reset();
    await change(DEFAULTS);
  });
  after(() => company.close());

  const change = async (fields: object) => {
    const { status, body } = await changeProvider(owner, id, fields);
    assert.equal(status, 200, JSON.stringify(body));
  };
  const signIn = async (claims: Readonly<Record<string, unknown>>) => {
    company.claims = claims;
    const browser = providerBrowser(inlay);
    return { browser, end: await browser.signIn(startOf(id), 'cross-site') };
  };
  const me = async (browser: ProviderBrowser) => (await browser.send<CurrentUser>('GET', '/api/v0/me')).body;
  const userOf = async (userId: string) =>
    (await inlay.call<User>(`/api/v0/users/${userId}`, { token: await inlay.adminToken() })).body;
  const patchUser = async (userId: string, body: object) =>
    inlay.call(`/api/v0/users/${userId}`, { method: 'PATCH', token: await inlay.adminToken(), body });
  const always = (role: string) => ({ roles: [{ when: null, role }] });
  const lastRefusal = async () => {
    const { body } = await inlay.call<{ data: AuditEvent[] }>(
      '/api/v0/audit-events?action=login&outcome=refused&limit=1',
      { token: await inlay.adminToken() },
    );
    return body.data[0];
  };
  const lastReason = async () => (await lastRefusal())?.reason ?? '';

  for (const email_verified of [undefined, false, null, 'true', 1, {}])
    it(`is not taken over with an email address whose verification is ${JSON.stringify(email_verified)}`, async () => {
      const { email, subject, id: userId } = await knownPerson(inlay);
      await change({ usernameClaim: 'sub' });
      const { browser, end } = await signIn({ sub: subject, email, email_verified });
      assert.equal(end, '/admin#signed-in', 'as somebody else');
      const user = await userOf((await me(browser)).id);
      assert.notEqual(user.id, userId);
      assert.equal(user.email, null, 'nor does the new account claim the address');
    });

  it('is not taken over by mixing the address of one document with the verification of another', async () => {
    const { email, subject, id: userId } = await knownPerson(inlay);
    await change({ usernameClaim: 'sub' });
    company.userInfo = { sub: subject, email: 'own@evil.test', email_verified: true };
    const { browser } = await signIn({ sub: subject, email, email_verified: undefined });
    assert.notEqual((await me(browser)).id, userId);
  });

  it('is linked by email only where owners allowed it', async () => {
    const { email, subject, id: userId } = await knownPerson(inlay);
    await change({ linkByEmail: false, usernameClaim: 'sub' });
    const { browser } = await signIn({ sub: subject, email });
    assert.notEqual((await me(browser)).id, userId);
  });

  it('is not handed to a person who inherits a colleague’s email address', async () => {
    const { email, subject, id: userId } = await knownPerson(inlay);
    assert.equal((await me((await signIn({ sub: subject, email })).browser)).id, userId);
    const { end } = await signIn({ sub: `${subject}-successor`, email });
    assert.equal(end, `${FAILED}not-linked`);
    assert.match(await lastReason(), /is already linked to another person at the provider/);
    assert.deepEqual((await lastRefusal())?.details, {
      method: 'oidc',
      provider: id,
      code: 'not-linked',
      subject: `${subject}-successor`,
    });
  });

  it('stays linked to the subject, whatever the address says later', async () => {
    const { email, subject, id: userId } = await knownPerson(inlay);
    const colleague = await knownPerson(inlay);
    await signIn({ sub: subject, email });
    const { browser } = await signIn({ sub: subject, email: colleague.email });
    assert.equal((await me(browser)).id, userId);
    assert.equal((await userOf(userId)).email, email);
  });

  it('is not linked if several accounts have the address', async () => {
    const { email, subject } = await knownPerson(inlay);
    await knownPerson(inlay, { email: email.toUpperCase() });
    assert.equal((await signIn({ sub: subject, email })).end, `${FAILED}not-linked`);
  });

  it('is not linked to an address of look-alike letters', async () => {
    const { subject } = await knownPerson(inlay, { email: 'kim@company.test' });
    await change({ createUsers: false });
    // U+212A, the Kelvin sign, whose lower case is a k.
    assert.equal((await signIn({ sub: subject, email: '\u212aim@company.test' })).end, `${FAILED}no-account`);
  });

  for (const role of ['owner', 'administrator', 'auditor'] as const)
    it(`of the role ${role} is not linked by an email address alone`, async () => {
      const { email, subject, id: userId } = await knownPerson(inlay, { adminRole: role });
      assert.equal((await signIn({ sub: subject, email })).end, `${FAILED}not-linked`);
      await change(always('data-manager'));
      assert.equal((await signIn({ sub: subject, email })).end, `${FAILED}not-linked`);
      await change(always(role));
      const { browser } = await signIn({ sub: subject, email });
      assert.equal((await me(browser)).id, userId, 'with a rule that gives the same role it is');
    });

  it('does not get a role by conditions on an email address that is not verified', async () => {
    const when = { context: 'attributes.email', operator: 'equals', value: 'boss@company.test' };
    await change({ roles: [{ when, role: 'owner' }], usernameClaim: 'sub' });
    const { browser } = await signIn({ sub: 'not-the-boss', email: when.value, email_verified: false });
    assert.equal((await me(browser)).adminRole, null);
  });

  it('gets no role that no rule gives, and the first of those that match', async () => {
    const has = (value: string) => ({ context: 'attributes.roles', operator: 'contains', value });
    await change({
      roles: [
        { when: has('auditors'), role: 'auditor' },
        { when: has('admins'), role: 'administrator' },
      ],
    });
    const roleOf = async (sub: string, roles: unknown) => {
      const { browser } = await signIn({ sub, email: `${sub}@company.test`, roles });
      return (await me(browser)).adminRole;
    };
    assert.equal(await roleOf('with-both', ['admins', 'auditors']), 'auditor');
    assert.equal(await roleOf('with-none', []), null);
    assert.equal(await roleOf('with-text', 'admins-of-nothing'), null, 'a part of a text is no entry');
    assert.equal(await roleOf('with-object', { admins: true }), null);
  });

  it('reads claims whose names contain dots, and those that dots lead to', async () => {
    const has = (claim: string) => ({ context: `attributes.${claim}`, operator: 'contains', value: 'x' });
    for (const [sub, claims, name] of [
      ['dots', { 'https://inlay.example/roles': ['x'] }, 'https://inlay.example/roles'],
      ['path', { resource_access: { 'my.client': { roles: ['x'] } } }, 'resource_access.my.client.roles'],
    ] as const) {
      await change({ roles: [{ when: has(name), role: 'auditor' }] });
      const { browser } = await signIn({ sub, email: `${sub}@company.test`, ...claims });
      assert.equal((await me(browser)).adminRole, 'auditor', name);
    }
    await change({ roles: [{ when: has('constructor.name'), role: 'owner' }] });
    const { browser } = await signIn({ sub: 'inherited', email: 'inherited@company.test' });
    assert.equal((await me(browser)).adminRole, null);
  });

  it('keeps the last owner who can sign in here, and refuses the sign-in', async () => {
    const email = 'last-owner@company.test';
    const { body } = await inlay.call<{ data: User[] }>(`/api/v0/users?q=${ADMIN.username}`, {
      token: await inlay.adminToken(),
    });
    const admin = body.data[0];
    assert.ok(admin);
    for (const { id: userId, adminRole } of (
      await inlay.call<{ data: User[] }>('/api/v0/users?limit=100', { token: await inlay.adminToken() })
    ).body.data)
      if (adminRole === 'owner' && userId !== admin.id) await patchUser(userId, { adminRole: null });
    await patchUser(admin.id, { email });
    await change(always('owner'));
    assert.equal((await signIn({ sub: 'the-owner', email })).end, '/admin#signed-in');
    const when = { context: 'attributes.nothing', operator: 'equals', value: 'x' };
    await change({ roles: [{ when, role: 'owner' }] });
    assert.equal((await signIn({ sub: 'the-owner', email })).end, `${FAILED}misconfigured`);
    assert.match(await lastReason(), /is the last owner/);
    assert.equal((await userOf(admin.id)).adminRole, 'owner');
  });

  it('is not created without a username, and says why in a test', async () => {
    await change({ usernameClaim: 'preferred_username' });
    const { end } = await signIn({ sub: 'nameless' });
    assert.equal(end, `${FAILED}misconfigured`);
    await owner.signIn(startOf(id, '?test'));
    const { test } = await readProvider(owner, id);
    assert.equal(test?.checks.at(-1)?.name, 'claims');
    assert.match(test?.checks.at(-1)?.reason ?? '', /“preferred_username” is missing/);
  });

  it('is created without a profile that no account can have', async () => {
    await change({ usernameClaim: 'sub' });
    const claims = { email: 'a b@x', given_name: 'x'.repeat(1000), family_name: 'Example' };
    const { browser, end } = await signIn({ sub: 'odd-profile', ...claims });
    assert.equal(end, '/admin#signed-in');
    const { email, firstName, lastName } = await userOf((await me(browser)).id);
    assert.deepEqual([email, firstName, lastName], [null, null, 'Example']);
  });

  it('gets only groups that still exist', async () => {
    const token = await inlay.adminToken();
    await inlay.call('/api/v0/groups', { token, body: { id: 'short-lived', name: 'Short-lived' } });
    await change({ groups: [{ when: null, groups: ['short-lived'] }] });
    await inlay.call('/api/v0/groups/short-lived', { method: 'DELETE', token });
    const { browser, end } = await signIn({ sub: 'groupless', email: 'groupless@company.test' });
    assert.equal(end, '/admin#signed-in');
    assert.deepEqual((await userOf((await me(browser)).id)).groups, []);
  });

  it('is not found any more after the provider was deleted and added again', async () => {
    const email = 'again@company.test';
    await signIn({ sub: 'again', email });
    await owner.send('DELETE', `/api/v0/identity-providers/${id}`);
    const settings = { ...DEFAULTS, issuer: company.issuer, ...company.client, linkByEmail: false };
    await createProvider(owner, { id, ...settings });
    company.reset();
    await switchOn(owner, id);
    assert.equal((await signIn({ sub: 'again', email })).end, `${FAILED}username-taken`);
  });

  it('of an owner is linked in its own session, for a quarter of an hour after a proof', async () => {
    const person = await knownPerson(inlay, { adminRole: 'owner' });
    const { email, subject: sub, id: userId } = person;
    company.claims = { sub, email };
    const enter = async () => {
      const browser = providerBrowser(inlay);
      assert.equal((await browser.enterPassword(person)).status, 200);
      return browser;
    };
    const browser = await enter();
    await browser.signIn(startOf(id, '?test'));
    const { test } = await readProvider(owner, id);
    assert.deepEqual([test?.account?.outcome, test?.account?.role], ['is linked', 'owner']);
    assert.equal(
      await browser.signIn(startOf(id), 'cross-site'),
      `${FAILED}not-linked`,
      'not from elsewhere',
    );
    inlay.pass(15 * 60_000);
    company.claims = { sub, email, exp: Math.floor(inlay.now() / 1000) + 300 };
    assert.equal(await browser.signIn(startOf(id)), `${FAILED}not-linked`, 'not without a recent proof');
    const other = await enter();
    company.claims = { ...company.claims, email: (await knownPerson(inlay, { adminRole: 'owner' })).email };
    assert.equal(await other.signIn(startOf(id)), `${FAILED}not-linked`, 'not the account of another owner');
    company.claims = { ...company.claims, email };
    assert.equal(await other.signIn(startOf(id)), '/admin#signed-in');
    assert.deepEqual([(await me(other)).id, (await me(other)).adminRole], [userId, 'owner']);
    owner = await ownerBrowser(inlay);
  });
});

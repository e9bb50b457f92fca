import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { Session, SignInOptions } from '@inlay/protocol/sign-in';
import type { CurrentUser, User } from '@inlay/protocol/user';
import { BOTH_STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { type ProviderBrowser, providerBrowser } from '../../../support/sign-in/provider-browser.ts';
import {
  type CompanyProvider,
  startCompanyProvider,
} from '../../../support/sign-in/start-company-provider.ts';
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

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`sign-in with an OpenID provider on ${engine}`, () => {
    const inlay = useInlay(makeStore, { env: REACH_LOOPBACK });
    const id = 'company';
    let company: CompanyProvider;
    let owner: ProviderBrowser;
    before(async () => {
      company = await startCompanyProvider();
      owner = await ownerBrowser(inlay);
      const { status, body } = await createProvider(owner, {
        id,
        issuer: company.issuer,
        ...company.client,
        scopes: ['profile', 'email', 'company'],
        createUsers: true,
        linkByEmail: true,
      });

      assert.equal(status, 201, JSON.stringify(body));
      await company.register(body);
      company.people.set('tester', { email: 'tester@company.test', email_verified: true });
      company.person = 'tester';
      await switchOn(owner, id);
    });
    after(() => company.close());

    /** Signs in as this subject in a new browser. */
    const signIn = async (subject: string | undefined, query = '') => {
      company.person = subject;
      const browser = providerBrowser(inlay);
      return { browser, end: await browser.signIn(startOf(id, query), 'cross-site') };
    };
    const me = async (browser: ProviderBrowser) =>
      (await browser.send<CurrentUser>('GET', '/api/v0/me')).body;
    const userOf = async (userId: string) =>
      (await inlay.call<User>(`/api/v0/users/${userId}`, { token: await inlay.adminToken() })).body;
    const change = async (fields: object) => {
      const { status, body } = await changeProvider(owner, id, fields);
      assert.equal(status, 200, JSON.stringify(body));
    };
    const newSubject = (claims: object = {}) => {
      const subject = `employee-${company.people.size}`;
      const email = `${subject}@company.test`;
      company.people.set(subject, { email, email_verified: true, ...claims });
      return { subject, email };
    };
    const refusals = async () => {
      const { body } = await inlay.call<{ data: AuditEvent[] }>(
        '/api/v0/audit-events?action=login&outcome=refused',
        { token: await inlay.adminToken() },
      );
      return body.data.map(({ reason }) => reason);
    };

    it('is offered on the sign-in page', async () => {
      const { body } = await providerBrowser(inlay).send<SignInOptions>('GET', '/admin/session/options');
      assert.deepEqual(body.providers, [{ id, name: 'Company', logo: null }]);
    });

    it('creates an account at the first sign-in and finds it at the next', async () => {
      const { subject, email } = newSubject({ given_name: 'Ada', family_name: 'Example' });
      const first = await signIn(subject);
      assert.equal(first.end, '/admin#signed-in');
      const user = await me(first.browser);
      assert.deepEqual([user.username, user.adminRole], [email, null]);
      const { firstName, lastName, email: stored } = await userOf(user.id);
      assert.deepEqual([firstName, lastName, stored], ['Ada', 'Example', email]);
      const second = await signIn(subject);
      assert.equal((await me(second.browser)).id, user.id);
    });

    it('creates one account where somebody signs in twice at the same time', async () => {
      company.person = newSubject().subject;
      const browsers = [providerBrowser(inlay), providerBrowser(inlay)];
      const back = await Promise.all(browsers.map((browser) => browser.goToProvider(startOf(id))));
      await Promise.all(browsers.map((browser, index) => browser.visit(back[index] ?? '', 'cross-site')));
      const [first, second] = await Promise.all(browsers.map(me));
      assert.ok(first?.id);
      assert.equal(second?.id, first.id);
    });

    it('names the provider and the second factor in the list of sessions', async () => {
      const { browser } = await signIn(newSubject().subject);
      const { body } = await browser.send<{ data: Session[] }>('GET', '/api/v0/me/sessions');
      const [session] = body.data;
      assert.deepEqual([session?.method, session?.provider, session?.secondFactor], ['oidc', id, true]);
    });

    it('links the account with the verified email address', async () => {
      const person = await knownPerson(inlay);
      company.people.set(person.subject, person.claims);
      const { browser } = await signIn(person.subject);
      assert.equal((await me(browser)).id, person.id);
    });

    it('leads to the page that was asked for', async () => {
      const { end } = await signIn(newSubject().subject, '?return=%2Fadmin%2Fapps%2Fsales%3Ftab%3Dtiles');
      assert.equal(end, '/admin/apps/sales?tab=tiles#signed-in');
    });

    it('says that somebody canceled', async () => {
      const { browser, end } = await signIn(undefined);
      assert.equal(end, '/admin?sign-in-failed=refused');
      assert.equal(await browser.isSignedIn(), false);
    });

    it('gives role, groups and workspace by claims, at every sign-in', async () => {
      const token = await inlay.adminToken();
      for (const [kind, name] of [
        ['groups', 'analysts'],
        ['workspaces', 'north'],
      ])
        await inlay.call(`/api/v0/${kind}`, { token, body: { id: name, name } });
      const has = (claim: string, value: string) => ({
        context: `attributes.${claim}`,
        operator: 'contains',
        value,
      });
      await change({
        roles: [{ when: has('realm_access.roles', 'inlay-auditor'), role: 'auditor' }],
        groups: [{ when: has('groups', 'Analysts'), groups: ['analysts'] }],
        workspaces: [
          { when: { context: 'attributes.hd', operator: 'equals', value: 'n' }, workspaceId: 'north' },
        ],
      });
      const { subject, email } = newSubject({
        realm_access: { roles: ['inlay-auditor'] },
        groups: ['Analysts'],
        hd: 'n',
      });
      const first = await signIn(subject);
      const user = await userOf((await me(first.browser)).id);
      assert.deepEqual([user.adminRole, user.groups, user.workspaceId], ['auditor', ['analysts'], 'north']);
      company.people.set(subject, { email, email_verified: true });
      const second = await signIn(subject);
      const after = await userOf(user.id);
      assert.deepEqual([after.adminRole, after.groups, after.workspaceId], [null, [], null]);
      assert.equal(await first.browser.isSignedIn(), false, 'a lost role ends the other sessions');
      assert.equal(await second.browser.isSignedIn(), true);
      await change({ roles: [], groups: [], workspaces: [] });
    });

    it('refuses people without an account where none are created', async () => {
      await change({ createUsers: false });
      assert.equal((await signIn(newSubject().subject)).end, '/admin?sign-in-failed=no-account');
      await change({ createUsers: true });
      const reason = 'This person has no account here, and the provider does not create accounts.';
      assert.ok((await refusals()).includes(reason));
    });

    it('refuses people whose account is deactivated', async () => {
      const { subject } = newSubject();
      const { id: userId } = await me((await signIn(subject)).browser);
      const body = { status: 'disabled' };
      await inlay.call(`/api/v0/users/${userId}`, { method: 'PATCH', token: await inlay.adminToken(), body });
      assert.equal((await signIn(subject)).end, '/admin?sign-in-failed=deactivated');
    });

    it('refuses a new account whose username is taken', async () => {
      await change({ linkByEmail: false });
      const person = await knownPerson(inlay);
      const { subject } = newSubject({ email: person.username });
      assert.equal((await signIn(subject)).end, '/admin?sign-in-failed=username-taken');
      await change({ linkByEmail: true });
    });

    it('goes on when the provider replaces its keys', async () => {
      const { subject } = newSubject();
      await signIn(subject);
      await company.rotateKeys();
      assert.equal((await signIn(subject)).end, '/admin#signed-in');
    });

    it('lets somebody sign out at the provider too', async () => {
      await change({ signOutAtProvider: true });
      const { browser } = await signIn(newSubject().subject);
      const { status, body } = await browser.send<{ next: string }>('DELETE', '/admin/session');
      assert.equal(status, 200);
      const next = new URL(body.next);
      assert.equal(`${next.origin}${next.pathname}`, `${company.issuer}/session/end`);
      assert.ok(next.searchParams.has('id_token_hint'));
      assert.equal(await browser.isSignedIn(), false);
      const cookie = [...browser.providerCookies].map((pair) => pair.join('=')).join('; ');
      const page = await fetch(next, { headers: { cookie } });
      assert.equal(page.status, 200, 'the provider knows client, hint and address');
      await change({ signOutAtProvider: false });
    });

    it('confirms a session by signing in again', async () => {
      const { subject } = newSubject();
      const { browser } = await signIn(subject);
      const other = newSubject();
      company.person = other.subject;
      browser.providerCookies.clear();
      assert.equal(await browser.signIn(startOf(id, '?confirm')), '/admin?sign-in-failed=refused');
      company.person = subject;
      browser.providerCookies.clear();
      assert.equal(await browser.signIn(startOf(id, '?confirm')), '/admin#confirmed');
      const { body } = await browser.send('GET', '/admin/session/confirm');
      assert.deepEqual(body, { methods: ['provider'], provider: { id, name: 'Company' } });
    });

    it('ends the sessions of a provider that is switched off', async () => {
      const { browser } = await signIn(newSubject().subject);
      await change({ isEnabled: false });
      assert.equal(await browser.isSignedIn(), false);
      assert.equal((await signIn(newSubject().subject)).end, '/admin?sign-in-failed=unavailable');
      await change({ isEnabled: true });
    });

    it('shows in a test what would happen, and changes nothing', async () => {
      const { subject, email } = newSubject();
      company.person = subject;
      owner.providerCookies.clear();
      await owner.signIn(startOf(id, '?test'));
      const { test } = await readProvider(owner, id);
      assert.deepEqual(
        [test?.passed, test?.account],
        [true, { outcome: 'is created', username: email, role: null, groups: [], workspaceId: null }],
      );
      assert.equal(test?.claims.email, email);
      const { body } = await inlay.call<{ data: User[] }>(`/api/v0/users?q=${email}`, {
        token: await inlay.adminToken(),
      });
      assert.deepEqual(body.data, []);
    });
  });
}

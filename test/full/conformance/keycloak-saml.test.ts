import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ProviderTest, SamlProvider } from '@inlay/protocol/identity-provider';
import type { CurrentUser } from '@inlay/protocol/user';
import type { Page } from 'playwright-core';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { watchPage } from '../../support/browser/watch-page.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { useInlay } from '../../support/server/use-inlay.ts';
import { credentialsOf, keycloakUser, REALM } from '../../support/sign-in/keycloak-realm.ts';
import {
  type ClientSettings,
  createSamlClient,
  GUIDE,
  type KeycloakSamlClient,
} from '../../support/sign-in/keycloak-saml-client.ts';
import { type ProviderBrowser, providerBrowser } from '../../support/sign-in/provider-browser.ts';
import {
  administerKeycloak,
  type RunningKeycloak,
  startKeycloak,
} from '../../support/sign-in/start-keycloak.ts';
import { changeProvider, ownerBrowser, readProvider, startOf } from '../../support/sign-in/use-provider.ts';
import { newPerson } from '../../support/users/people.ts';

const ID = 'keycloak';
const SIGNED_IN = '/admin#signed-in';

/** Of the first run, which downloads it, and of a JVM that creates its tables. */
const SET_UP = { timeout: 600_000 };

const ACCEPTED: Readonly<Record<string, ClientSettings>> = {
  'a signature of the response alone': { 'saml.assertion.signature': 'false' },
  'a signature of the assertion alone': { 'saml.server.signature': 'false' },
  'RSA with SHA-512': { 'saml.signature.algorithm': 'RSA_SHA512' },
};

const REFUSED: Readonly<Record<string, { readonly settings: ClientSettings; readonly reason: RegExp }>> = {
  'RSA with SHA-1': { settings: { 'saml.signature.algorithm': 'RSA_SHA1' }, reason: /rsa-sha1.*SHA-256/ },
  'a response without a signature': {
    settings: { 'saml.server.signature': 'false', 'saml.assertion.signature': 'false' },
    reason: /Neither the response nor the assertion is signed/,
  },
  'encrypted assertions': { settings: { 'saml.encrypt': 'true' }, reason: /encrypts assertions/ },
  'name IDs of one sign-in': {
    settings: { saml_name_id_format: 'transient' },
    reason: /transient.*persistent/,
  },
};

describe('SAML sign-in with Keycloak', SET_UP, () => {
  const inlay = useInlay(sqliteStore);
  let keycloak: RunningKeycloak;
  let client: KeycloakSamlClient;
  let owner: ProviderBrowser;
  let created: SamlProvider;
  before(async () => {
    keycloak = await startKeycloak();
    await administerKeycloak(keycloak.url, 'POST', '', realm);
    owner = await ownerBrowser(inlay, { enters: credentialsOf('olga') });
    const group = { id: 'analysts', name: 'Analysts' };
    assert.equal((await owner.post('/api/v0/groups', group)).status, 201);
    const { status, body } = await owner.post<SamlProvider>('/api/v0/identity-providers', {
      ...{ id: ID, kind: 'saml', name: 'Company', metadata: await metadata() },
      ...{ usernameClaim: 'username', createUsers: true, linkByEmail: true },
      roles: [
        { when: { context: 'attributes.Role', operator: 'in', values: ['inlay-auditor'] }, role: 'auditor' },
      ],
      groups: [
        {
          when: { context: 'attributes.member', operator: 'in', values: ['/Data/Analysts'] },
          groups: ['analysts'],
        },
      ],
    });
    assert.equal(status, 201, JSON.stringify(body));
    created = body;
    client = await createSamlClient(keycloak.url, created);
  }, SET_UP);
  after(() => keycloak?.stop());

  const metadata = async () =>
    (await fetch(`${keycloak.url}/realms/${REALM}/protocol/saml/descriptor`)).text();
  /** Keycloak's clock goes on while ours stands still. */
  const setClock = () => inlay.pass(Date.now() - inlay.now());
  const start = async (browser: ProviderBrowser, query = '') => {
    setClock();
    return browser.signIn(startOf(ID, query), query === '' ? 'cross-site' : 'same-origin');
  };
  const signIn = async (username: string) => {
    const browser = providerBrowser(inlay, { enters: credentialsOf(username) });
    assert.equal(await start(browser), SIGNED_IN);
    const { body: me } = await browser.send<CurrentUser>('GET', '/api/v0/me');
    return { browser, me };
  };
  const testSignIn = async (): Promise<ProviderTest> => {
    assert.equal(await start(owner, '?test'), `/admin/sign-in/providers/${ID}#tested`);
    const { test } = await readProvider(owner, ID);
    assert.ok(test);
    return test;
  };
  const assertRefused = async (reason: RegExp) => {
    const ann = providerBrowser(inlay, { enters: credentialsOf('ann') });
    assert.equal(await start(ann), '/admin?sign-in-failed=misconfigured');
    assert.equal(await ann.isSignedIn(), false);
    const check = (await testSignIn()).checks.at(-1);
    assert.deepEqual([check?.name, check?.passed], ['response', false]);
    assert.match(check?.reason ?? '', reason);
  };
  const withSettings = async (settings: ClientSettings, act: () => Promise<unknown>) => {
    await client.change({ ...GUIDE, ...settings });
    try {
      await act();
    } finally {
      await client.change(GUIDE);
    }
  };

  it('reads the metadata of the realm', () => {
    const { entityId, signInUrl, certificates } = created;
    const at = `${keycloak.url}/realms/${REALM}`;
    assert.deepEqual([entityId, signInUrl], [at, `${at}/protocol/saml`]);
    assert.equal(certificates.length, 1);
  });

  it('passes a test sign-in, which lists the attributes', async () => {
    const { passed, checks, claims, account } = await testSignIn();
    assert.ok(passed, JSON.stringify(checks));
    const { nameId, ...attributes } = claims;
    assert.match(nameId ?? '', /^G-/);
    assert.deepEqual(attributes, {
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      ...{ username: 'olga', email: 'olga@company.test', firstName: 'Olga', lastName: 'Example' },
      Role: 'inlay-auditor',
      member: '["/Data/Analysts","/Staff"]',
    });
    assert.deepEqual(account, {
      ...{
        outcome: 'is created',
        username: 'olga',
        role: 'auditor',
        groups: ['analysts'],
        workspaceId: null,
      },
    });
    assert.equal((await changeProvider(owner, ID, { isEnabled: true })).status, 200);
  });

  it('creates an account with email address and names, and finds it again', async () => {
    const { me } = await signIn('carl');
    const { username, email, firstName, lastName, adminRole, groups } = me;
    assert.deepEqual(
      { username, email, firstName, lastName, adminRole, groups },
      {
        ...{ username: 'carl', email: 'carl@company.test', firstName: 'Carl', lastName: 'Example' },
        ...{ adminRole: null, groups: [] },
      },
    );
    assert.equal((await signIn('carl')).me.id, me.id);
  });

  it('links somebody by email address', async () => {
    const { id } = await newPerson(inlay, { email: 'bob@company.test' });
    assert.equal((await signIn('bob')).me.id, id);
  });

  it('gives role and groups, to people with one or several of them at Keycloak', async () => {
    const access = async (username: string) => {
      const { adminRole, groups } = (await signIn(username)).me;
      return [adminRole, groups];
    };
    assert.deepEqual(await access('ann'), ['auditor', ['analysts']]);
    assert.deepEqual(await access('dora'), ['auditor', ['analysts']]);
  });

  it('confirms a session after Keycloak has asked for the password again', async () => {
    const { browser } = await signIn('ann');
    assert.equal(await start(browser), SIGNED_IN);
    assert.equal(browser.filledIn.length, 1, 'Keycloak knows the person already.');
    assert.equal(await start(browser, '?confirm'), '/admin#confirmed');
    assert.equal(browser.filledIn.length, 2);
  });

  for (const [name, settings] of Object.entries(ACCEPTED))
    it(`accepts ${name}`, () => withSettings(settings, () => signIn('ann')));

  for (const [name, { settings, reason }] of Object.entries(REFUSED))
    it(`refuses ${name}, and says why`, async () => {
      if (settings['saml.encrypt']) await client.makeEncryptionKey();
      await withSettings(settings, () => assertRefused(reason));
      await signIn('ann');
    });

  it('can be set up with our metadata, the attributes of X.500 and the signature of requests off', async () => {
    const id = 'imported';
    const { status, body } = await owner.post<SamlProvider>('/api/v0/identity-providers', {
      ...{ id, kind: 'saml', name: 'Imported', metadata: await metadata(), createUsers: true },
    });
    assert.equal(status, 201, JSON.stringify(body));
    const ours = await owner.visit(new URL(body.spEntityId).pathname);
    await importClient(keycloak.url, String(ours.body));
    setClock();
    assert.match(await owner.signIn(startOf(id, '?test')), /#tested$/);
    const { test } = await readProvider(owner, id);
    assert.ok(test?.passed, JSON.stringify(test));
    assert.deepEqual(
      ['email', 'givenName', 'urn:oid:2.5.4.4'].map((name) => test.claims[name]),
      ['olga@company.test', 'Olga', 'Example'],
    );
  });

  it('keeps working when Keycloak changes its key, if the metadata with both was saved before', async () => {
    const key = await addKey(keycloak.url, 'next', FIRST_PRIORITY - 1);
    const { status, body } = await changeProvider<SamlProvider>(owner, ID, { metadata: await metadata() });
    assert.deepEqual([status, body.certificates.length], [200, 2]);
    await signIn('ann');
    await key.setPriority(FIRST_PRIORITY + 1);
    await signIn('ann');
  });

  it('is refused after another change of the key, until the metadata is saved again', async () => {
    await addKey(keycloak.url, 'sudden', FIRST_PRIORITY + 2);
    await assertRefused(/certificate/);
    assert.equal((await changeProvider(owner, ID, { metadata: await metadata() })).status, 200);
    await signIn('ann');
  });

  describe('in Chromium', () => {
    let browser: Awaited<ReturnType<typeof openBrowser>>;
    let store: TestStore;
    let other: TestInlay;
    /** Another site than Keycloak's, as it is in practice. */
    let url: string;
    before(async () => {
      const port = await freePort();
      url = `http://localhost:${port}`;
      store = await sqliteStore();
      other = await startInlay(store, { env: { INLAY_PORT: String(port) } });
      browser = await openBrowser();
      const { status, body } = await call<SamlProvider>(`${other.url}/api/v0/identity-providers`, {
        token: await logInAs(other.url),
        body: { id: ID, kind: 'saml', name: 'Company', metadata: await metadata(), createUsers: true },
      });
      assert.equal(status, 201, JSON.stringify(body));
      await createSamlClient(keycloak.url, body);
    });
    after(async () => {
      await browser?.close();
      await other?.close();
      await store?.drop();
    });

    it('is tested and switched on by an owner, and then used by somebody else', async () => {
      const { page, complaints } = await openAdmin(browser, url, `/sign-in/providers/${ID}`);
      await page.getByRole('link', { name: 'Test sign-in' }).click();
      await enterAtKeycloak(page, 'olga');
      await expect(page.getByRole('region', { name: 'Test the sign-in' })).toContainText('olga@company.test');
      await page.getByRole('button', { name: 'Switch on' }).click();
      await expect(page.getByText('Company is on.')).toBeVisible();

      const ann = await watchPage(browser);
      await ann.page.goto(`${url}/admin/account`);
      await ann.page.getByRole('link', { name: 'Continue with Company' }).click();
      await enterAtKeycloak(ann.page, 'ann');
      await expect(ann.page.getByRole('heading', { name: 'Your account' })).toBeVisible();
      assert.equal(ann.page.url(), `${url}/admin/account`);
      assert.deepEqual([...complaints, ...ann.complaints], []);
    });
  });
});

async function enterAtKeycloak(page: Page, person: string): Promise<void> {
  const { username, password } = credentialsOf(person);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const realm = {
  realm: REALM,
  enabled: true,
  sslRequired: 'none',
  roles: { realm: [{ name: 'inlay-auditor' }, { name: 'other' }] },
  groups: [{ name: 'Data', subGroups: [{ name: 'Analysts' }] }, { name: 'Staff' }],
  users: [
    keycloakUser('olga', { roles: ['inlay-auditor'], groups: ['/Data/Analysts', '/Staff'] }),
    keycloakUser('ann', { roles: ['inlay-auditor', 'other'], groups: ['/Data/Analysts'] }),
    keycloakUser('dora', { roles: ['inlay-auditor'], groups: ['/Data/Analysts', '/Staff'] }),
    keycloakUser('bob'),
    keycloakUser('carl', { roles: ['other'], groups: ['/Staff'] }),
  ],
};

/** What *Import client* does, with all predefined mappers. */
async function importClient(url: string, ours: string): Promise<void> {
  const read = await administerKeycloak(url, 'POST', `/${REALM}/client-description-converter`, ours);
  const client = read as { readonly attributes: ClientSettings };
  const x500 = { email: '1.2.840.113549.1.9.1', givenName: '2.5.4.42', surname: '2.5.4.4' };
  const properties: Readonly<Record<string, string>> = { givenName: 'firstName', surname: 'lastName' };
  await administerKeycloak(url, 'POST', `/${REALM}/clients`, {
    ...client,
    attributes: { ...client.attributes, 'saml.client.signature': 'false' },
    protocolMappers: Object.entries(x500).map(([name, oid]) => ({
      ...{ name: `X500 ${name}`, protocol: 'saml', protocolMapper: 'saml-user-property-mapper' },
      config: {
        'attribute.nameformat': 'urn:oasis:names:tc:SAML:2.0:attrname-format:uri',
        'user.attribute': properties[name] ?? name,
        'friendly.name': name,
        'attribute.name': `urn:oid:${oid}`,
      },
    })),
  });
}

/** Of the key of a new realm. The active key with the highest one signs; the metadata has all active ones. */
const FIRST_PRIORITY = 100;

/** *Realm settings* → *Keys* → *Add providers* → *rsa-generated*. */
async function addKey(url: string, name: string, priority: number) {
  const { id: parentId } = (await administerKeycloak(url, 'GET', `/${REALM}`)) as { readonly id: string };
  const component = (at: number) => ({
    ...{ id: name, name, parentId, providerId: 'rsa-generated' },
    providerType: 'org.keycloak.keys.KeyProvider',
    config: { priority: [String(at)] },
  });
  await administerKeycloak(url, 'POST', `/${REALM}/components`, component(priority));
  return {
    setPriority: (at: number) =>
      administerKeycloak(url, 'PUT', `/${REALM}/components/${name}`, component(at)),
  };
}

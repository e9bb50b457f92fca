import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { refuse } from '../support/fake-api.ts';
import { ADMIN, type OpenApp, openApp } from '../support/open-app.ts';
import { providerOf, storedProviders, testOf } from '../support/stored-providers.ts';
import { SIGN_IN_SETTINGS } from '../support/stored-sessions.ts';

const switchOf = (app: OpenApp) => app.getByRole('region', { name: 'Switch on' });
const testIn = (app: OpenApp) => app.getByRole('region', { name: 'Test the sign-in' });
const mappingIn = (app: OpenApp) => app.getByRole('region', { name: 'Roles, groups and workspace' });
const open = (app: OpenApp, name: string) => app.getByRole('link', { name }).click();

describe('identity providers in the admin app', () => {
  it('are listed with what is missing before people can use them', async (test) => {
    const app = await openApp(
      test,
      '/sign-in',
      storedProviders(
        providerOf('a', { name: 'Acme', isEnabled: true, isTested: true, test: testOf() }),
        providerOf('b', { name: 'Beta', test: testOf('token') }),
        providerOf('c', { name: 'Gamma', isTested: true, test: testOf() }),
        providerOf('d', { name: 'Delta', test: testOf() }),
      ),
    );
    const items = app.getByRole('list', { name: 'Identity providers' }).getByRole('listitem');
    await eventually(() =>
      assert.deepEqual(
        items.texts().map((text) => text.replace(/OpenID Connect · https:\S+company/, ' ')),
        ['AAcme On', 'BBeta Test failed', 'GGamma Off', 'DDelta Not tested'],
      ),
    );
    await app.assertAccessible();
  });

  it('are set up from what is known about the product, with addresses to register first', async (test) => {
    const app = await openApp(test, '/sign-in', storedProviders());
    await open(app, 'Add provider');
    await open(app, 'Okta');
    const id = app.getByLabel('Identifier');
    await eventually(() => assert.equal(id.value(), 'okta'));
    await id.fill('acme');
    await app.getByText('http://inlay.test/admin/session/providers/acme/callback').waitFor();
    await app.getByText('http://inlay.test/admin/session/providers/acme/backchannel-logout').waitFor();
    await app.getByLabel('Issuer').fill('https://acme.okta.com');
    await app.getByLabel('Client ID').fill('0oa1');
    await app.getByLabel('Client secret').fill('top secret');
    await app.getByRole('button', { name: 'Create and continue' }).click();
    await app.getByText('Okta created. Test the sign-in next.').waitFor();
    assert.equal(app.path(), '/sign-in/providers/acme');
    assert.deepEqual(app.api.calls('POST /identity-providers')[0]?.body, {
      id: 'acme',
      name: 'Okta',
      issuer: 'https://acme.okta.com',
      clientId: '0oa1',
      clientSecret: 'top secret',
      logo: null,
      scopes: ['profile', 'email', 'groups'],
      usernameClaim: 'preferred_username',
      createUsers: false,
      linkByEmail: false,
      roles: [],
      groups: [],
      workspaces: [],
      signOutAtProvider: false,
    });
  });

  it('name the fields that are missing or refused', async (test) => {
    const app = await openApp(test, '/sign-in/providers/new?preset=keycloak', {
      ...storedProviders(),
      'POST /identity-providers': () =>
        refuse(400, { details: [{ path: '/issuer', problem: 'must be a complete https:// URL' }] }),
    });
    const create = app.getByRole('button', { name: 'Create and continue' });
    await create.click();
    await app.getByText('Client ID is required.').waitFor();
    assert.deepEqual(app.api.writes, []);
    await app.getByLabel('Client ID').fill('inlay');
    await app.getByLabel('Issuer').fill('login.example.com');
    await create.click();
    await app.getByText('Issuer must be a complete https:// URL.').waitFor();
  });

  it('keep the stored secret unless another one is typed', async (test) => {
    const app = await openApp(test, '/sign-in/providers/a', storedProviders(providerOf('a')));
    await app.getByText('Stored. Leave empty to keep it.').waitFor();
    await app.getByLabel('Name', { exact: true }).fill('Acme');
    const secret = app.getByLabel('Client secret');
    await secret.fill('typed by mistake');
    await secret.fill('');
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Acme saved.').waitFor();
    await secret.fill('another');
    await app.getByRole('button', { name: 'Save' }).click();
    await eventually(() => assert.equal(app.api.calls('PATCH /identity-providers/{id}').length, 2));
    const bodies = app.api.calls('PATCH /identity-providers/{id}').map(({ body }) => body);
    assert.deepEqual(bodies, [{ name: 'Acme' }, { clientSecret: 'another' }]);
    await eventually(() => assert.equal(secret.value(), '', 'a secret is not shown again'));
  });

  it('say what creating and linking accounts means', async (test) => {
    const app = await openApp(test, '/sign-in/providers/a', storedProviders(providerOf('a')));
    await app.getByText('While both are off, new people cannot sign in.').waitFor();
    await app.getByLabel('Create an account at the first sign-in').check();
    await app.getByText('Everybody who can sign in to the application').waitFor();
    await app.getByLabel('Link accounts by email address').check();
    await app.getByText('gets the account with that address').waitFor();
    await app.getByText('While both are off').waitForNone();
  });

  it('give roles and groups by conditions on claims', async (test) => {
    const app = await openApp(test, '/sign-in/providers/a', storedProviders(providerOf('a')));
    await mappingIn(app).getByRole('button', { name: 'Add role rule' }).click();
    const rule = mappingIn(app).getByRole('group', { name: 'Role, Rule 1' });
    assert.equal(rule.getByLabel('Claim').value(), 'realm_access.roles');
    assert.equal(rule.getByLabel('Compare').count(), 0, 'only claims can be compared');
    await rule.getByLabel('Values, separated by commas').fill('admins, leads');
    await rule.getByLabel('Role').last().selectOption('administrator');
    await mappingIn(app).getByRole('button', { name: 'Add group rule' }).click();
    const groups = mappingIn(app).getByRole('group', { name: 'Groups, Rule 1' });
    await groups.getByRole('button', { name: 'Remove condition' }).click();
    await groups.getByText('For everybody:').waitFor();
    await groups.getByLabel('Sales EMEA').check();
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Company saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /identity-providers/{id}')[0]?.body, {
      roles: [
        {
          when: { context: 'attributes.realm_access.roles', operator: 'in', values: ['admins', 'leads'] },
          role: 'administrator',
        },
      ],
      groups: [{ when: null, groups: ['emea'] }],
    });
  });

  it('warn of a role for everybody, and change the order of rules', async (test) => {
    const roles = [
      { when: null, role: 'auditor' },
      { when: { context: 'attributes.hd', operator: 'is-set' }, role: 'owner' },
    ] as const;
    const app = await openApp(test, '/sign-in/providers/a', storedProviders(providerOf('a', { roles })));
    const first = mappingIn(app).getByRole('group', { name: 'Role, Rule 1' });
    await first.getByText('Everybody who signs in gets this role.').waitFor();
    await first.getByRole('button', { name: 'Move down' }).first().click();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Company saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /identity-providers/{id}')[0]?.body, {
      roles: [roles[1], roles[0]],
    });
  });

  it('show a logo before it is saved, and reject files that are not small images', async (test) => {
    const app = await openApp(test, '/sign-in/providers/a', storedProviders(providerOf('a')));
    const input = app.getByLabel('Choose image');
    await input.setFiles(app.file('logo.pdf', 'x', 'application/pdf'));
    await app.getByText('Choose a PNG, SVG, WebP or JPEG image.').waitFor();
    await input.setFiles(app.file('logo.png', 'x'.repeat(24 * 1024 + 1), 'image/png'));
    await app.getByText('The image is larger than 24 KB.').waitFor();
    await input.setFiles(app.file('logo.svg', '<svg/>', 'image/svg+xml'));
    await app.getByRole('button', { name: 'Remove logo' }).waitFor();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Company saved.').waitFor();
    const logo = `data:image/svg+xml;base64,${btoa('<svg/>')}`;
    assert.deepEqual(app.api.calls('PATCH /identity-providers/{id}')[0]?.body, { logo });
  });

  it('are tested with what is saved, and show the test check by check', async (test) => {
    const reason = 'Check the client ID and the client secret.';
    const stored = storedProviders(providerOf('a', { test: testOf('token', reason) }));
    const app = await openApp(test, '/sign-in/providers/a', stored);
    await testIn(app).getByText('The sign-in failed').waitFor();
    assert.deepEqual(testIn(app).getByRole('listitem').texts(), [
      'Passed: Provider found',
      'Passed: Signed in at the provider',
      `Failed: Client accepted${reason}`,
    ]);
    const start = testIn(app).getByRole('link', { name: 'Test sign-in' });
    assert.equal(start.element().getAttribute('href'), '/admin/session/providers/a?test');
    await app.getByLabel('Client ID').fill('other');
    await testIn(app).getByText('Save your changes to test them.').waitFor();
    assert.equal(start.count(), 0);
    assert.ok(switchOf(app).getByRole('button', { name: 'Switch on' }).isDisabled());
  });

  it('that passed show the account and the claims, and can be switched on', async (test) => {
    const provider = providerOf('a', { test: testOf(), isTested: true, linkByEmail: true });
    const app = await openApp(test, '/sign-in/providers/a#tested', storedProviders(provider));
    await testIn(app).getByText('The account ann would be created.').waitFor();
    await testIn(app).getByText('Data manager').waitFor();
    await testIn(app).getByText('Claims received').click();
    await testIn(app).getByText('["analysts"]').waitFor();
    await eventually(() => assert.equal(app.page.location.hash, ''));
    await app.assertAccessible();
    await switchOf(app).getByRole('button', { name: 'Switch on' }).click();
    await app.getByText('Company is on.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /identity-providers/{id}')[0]?.body, { isEnabled: true });
    await switchOf(app).getByRole('button', { name: 'Switch off…' }).waitFor();
    const connect = switchOf(app).getByRole('link', { name: 'Connect my account' });
    assert.equal(
      connect.element().getAttribute('href'),
      '/admin/session/providers/a?return=%2Fadmin%2Fsign-in%2Fproviders%2Fa',
    );
  });

  it('offer no connection that they would refuse', async (test) => {
    const entra = 'https://login.microsoftonline.com/0aa2e3a4-0000-4000-8000-000000000000/v2.0';
    for (const change of [{ linkByEmail: false }, { linkByEmail: true, issuer: entra }]) {
      const provider = providerOf('a', { isTested: true, isEnabled: true, ...change });
      const app = await openApp(test, '/sign-in/providers/a', storedProviders(provider));
      await switchOf(app).getByRole('button', { name: 'Switch off…' }).waitFor();
      assert.equal(switchOf(app).getByRole('link', { name: 'Connect my account' }).count(), 0);
    }
  });

  it('whose settings changed since the test have to be tested again', async (test) => {
    const app = await openApp(
      test,
      '/sign-in/providers/a',
      storedProviders(providerOf('a', { test: testOf() })),
    );
    await testIn(app).getByText('The settings have changed since. Test again.').waitFor();
    assert.ok(switchOf(app).getByRole('button', { name: 'Switch on' }).isDisabled());
  });

  it('say when another issuer switches them off', async (test) => {
    const stored = storedProviders(providerOf('a', { isEnabled: true, isTested: true, test: testOf() }));
    const app = await openApp(test, '/sign-in/providers/a', stored);
    await app.getByLabel('Issuer').fill('https://login.example.com/realms/other');
    await app.getByText('the provider is switched off and its sessions end').waitFor();
  });

  it('that are the last way to sign in say so before they are deleted', async (test) => {
    const message = 'Nobody could sign in any more. Switch passwords on first.';
    const stored = storedProviders(
      providerOf('a', { isEnabled: true, isTested: true, test: testOf() }),
      providerOf('b'),
    );
    const app = await openApp(test, '/sign-in/providers/a', {
      ...stored,
      'GET /sign-in-settings': () => ({ ...SIGN_IN_SETTINGS, passwords: false }),
      'DELETE /identity-providers/{id}': () => refuse(409, { message }),
    });
    await app.getByRole('button', { name: 'Delete…' }).click();
    const dialog = app.getByRole('dialog', { name: 'Delete Company?' });
    await dialog.getByText('passwords are switched off, and no other provider is on').waitFor();
    await dialog.getByRole('button', { name: 'Delete provider' }).click();
    await dialog.getByText(message).waitFor();
    app.api.respond(stored);
    await dialog.getByRole('button', { name: 'Delete provider' }).click();
    await app.getByText('Company deleted.').waitFor();
    assert.equal(app.path(), '/sign-in');
  });

  it('are shown to administrators, who cannot change them', async (test) => {
    const app = await openApp(test, '/sign-in/providers/a', {
      ...storedProviders(providerOf('a', { test: testOf(), isTested: true })),
      'GET /me': () => ({ ...ADMIN, adminRole: 'administrator' }),
    });
    await app.getByText('Only owners can change identity providers.').waitFor();
    assert.ok(app.getByLabel('Issuer').element().closest('fieldset[disabled]'));
    assert.equal(app.getByRole('button', { name: 'Delete…' }).count(), 0);
    assert.equal(app.getByRole('link', { name: 'Test sign-in' }).count(), 0);
  });

  it('must be on before passwords are switched off', async (test) => {
    const app = await openApp(test, '/sign-in', storedProviders(providerOf('a')));
    await app.getByLabel('People can sign in with a password or a passkey').uncheck();
    await app.getByText('No provider is on, so nobody could sign in.').waitFor();
  });
});

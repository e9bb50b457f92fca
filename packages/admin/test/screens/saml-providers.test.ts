import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { refuse } from '../support/fake-api.ts';
import { ADMIN, type OpenApp, openApp } from '../support/open-app.ts';
import {
  certificateOf,
  providerOf,
  samlProviderOf,
  storedProviders,
  testOf,
} from '../support/stored-providers.ts';

const NEW = '/sign-in/providers/new?preset=saml';
const SAVED = '/sign-in/providers/a';
const XML = '<EntityDescriptor entityID="https://idp.example.com/metadata"/>';
const MAX_LENGTH = 500_000;

const region = (app: OpenApp, name: string) => app.getByRole('region', { name });
const metadataIn = (app: OpenApp) => app.getByLabel('Metadata', { exact: true });
const certificatesIn = (app: OpenApp) =>
  app.getByRole('list', { name: 'Certificates' }).getByRole('listitem');
/** Without the dates. */
const expiriesIn = (app: OpenApp) =>
  certificatesIn(app)
    .texts()
    .map((text) => text.replace(/Valid until .+, \d{4}/, ' '));
const create = (app: OpenApp) => app.getByRole('button', { name: 'Create and continue' }).click();
const save = (app: OpenApp) => app.getByRole('button', { name: 'Save' }).click();
const changes = (app: OpenApp) => app.api.calls('PATCH /identity-providers/{id}').map(({ body }) => body);

describe('SAML providers in the admin app', () => {
  it('are told from OpenID providers in the list', async (test) => {
    const app = await openApp(
      test,
      '/sign-in',
      storedProviders(samlProviderOf('a', { name: 'Acme' }), providerOf('b', { name: 'Beta' })),
    );
    const items = app.getByRole('list', { name: 'Identity providers' }).getByRole('listitem');
    await eventually(() =>
      assert.deepEqual(items.texts(), [
        'AAcmeSAML · https://idp.example.com/metadataNot tested',
        'BBetaOpenID Connect · https://login.example.com/realms/companyNot tested',
      ]),
    );
  });

  it('are set up with pasted metadata, with addresses to register first', async (test) => {
    const app = await openApp(test, '/sign-in/providers/new', storedProviders());
    await app.getByText('OpenID Connect, which is the better choice').waitFor();
    await app.getByRole('link', { name: 'SAML 2.0' }).click();
    await app.getByRole('heading', { name: 'Add SAML provider' }).waitFor();
    await app.getByText('with RSA and SHA-256').waitFor();
    await app.getByLabel('Name', { exact: true }).fill('Acme');
    const register = region(app, 'Register Inlay');
    const address = 'http://inlay.test/admin/session/providers/acme';
    await register.getByText(`${address}/acs`, { exact: true }).waitFor();
    await register.getByText(`${address}/metadata`, { exact: true }).waitFor();
    const download = register.getByRole('link', { name: 'Download Inlay metadata' }).element();
    assert.equal(download.getAttribute('href'), `${address}/metadata`);
    const guide = register.getByRole('link', { name: 'Guide' }).element();
    assert.equal(guide.getAttribute('href'), '/docs/guide/sign-in-with-saml');
    await metadataIn(app).fill(XML);
    await app.assertAccessible();
    await create(app);
    await app.getByText('Acme created. Test the sign-in next.').waitFor();
    assert.equal(app.path(), '/sign-in/providers/acme');
    assert.deepEqual(app.api.calls('POST /identity-providers')[0]?.body, {
      kind: 'saml',
      id: 'acme',
      name: 'Acme',
      metadata: XML,
      logo: null,
      usernameClaim: 'email',
      createUsers: false,
      linkByEmail: false,
      roles: [],
      groups: [],
      workspaces: [],
    });
  });

  it('take metadata from a file, unless it is too large for that of one provider', async (test) => {
    const app = await openApp(test, NEW, storedProviders());
    const input = app.getByLabel('Choose file');
    await input.setFiles(app.file('federation.xml', 'x'.repeat(MAX_LENGTH + 1), 'text/xml'));
    await app.getByText('Metadata is larger than 500 KB. Use metadata of this provider alone.').waitFor();
    assert.equal(metadataIn(app).value(), '');
    await eventually(() => assert.ok(metadataIn(app).isFocused()));
    await input.setFiles(app.file('metadata.xml', XML, 'text/xml'));
    await eventually(() => assert.equal(metadataIn(app).value(), XML));
    await app.getByText('is larger than 500 KB').waitForNone();
  });

  it('name metadata that is missing, too long or refused', async (test) => {
    const problem = 'has no certificate that the provider signs with';
    const app = await openApp(test, NEW, {
      ...storedProviders(),
      'POST /identity-providers': () => refuse(400, { details: [{ path: '/metadata', problem }] }),
    });
    await app.getByLabel('Name', { exact: true }).fill('Acme');
    await create(app);
    await app.getByText('Metadata is required.').waitFor();
    assert.equal(metadataIn(app).element().getAttribute('maxlength'), null, 'nothing pasted is cut off');
    await metadataIn(app).fill('x'.repeat(MAX_LENGTH + 1));
    await create(app);
    await app.getByText('Metadata can have at most').waitFor();
    assert.deepEqual(app.api.writes, []);
    await metadataIn(app).fill(XML);
    await create(app);
    await eventually(() => assert.equal(metadataIn(app).descriptions()[0], `Metadata ${problem}.`));
    await eventually(() => assert.ok(metadataIn(app).isFocused()));
  });

  it('show what their metadata said, and send the metadata that replaces it', async (test) => {
    const app = await openApp(test, SAVED, storedProviders(samlProviderOf('a')));
    const connect = region(app, 'Connect');
    await connect.getByText('https://idp.example.com/metadata', { exact: true }).waitFor();
    await connect.getByText('https://idp.example.com/sso', { exact: true }).waitFor();
    await certificatesIn(app).getByText('4F:2B:9C').waitFor();
    await app.assertAccessible();
    await connect.getByText('Replace metadata').click();
    await metadataIn(app).fill('pasted by mistake');
    await metadataIn(app).fill('');
    await app.getByLabel('Name', { exact: true }).fill('Acme');
    await save(app);
    await app.getByText('Acme saved.').waitFor();
    await metadataIn(app).fill(XML);
    await save(app);
    await eventually(() => assert.deepEqual(changes(app), [{ name: 'Acme' }, { metadata: XML }]));
    await eventually(() => assert.equal(metadataIn(app).value(), '', 'metadata is not shown again'));
  });

  it('have a name', async (test) => {
    const app = await openApp(test, SAVED, storedProviders(samlProviderOf('a')));
    await app.getByLabel('Name', { exact: true }).fill('');
    await save(app);
    await app.getByText('Name is required.').waitFor();
    assert.deepEqual(changes(app), []);
  });

  it('say which certificates expired or expire soon, and when the metadata has to be replaced', async (test) => {
    const about = 'sign-ins then fail until you replace the metadata';
    const [expired, soon, later] = [
      certificateOf('AA:01', -1),
      certificateOf('BB:02', 29),
      certificateOf('CC:03', 31),
    ];
    const app = await openApp(
      test,
      SAVED,
      storedProviders(samlProviderOf('a', { certificates: [expired, soon] })),
    );
    await app.getByText(about).waitFor();
    assert.deepEqual(expiriesIn(app), ['AA:01 Expired', 'BB:02 Expires soon']);
    const next = await openApp(
      test,
      SAVED,
      storedProviders(samlProviderOf('a', { certificates: [expired, later] })),
    );
    await eventually(() => assert.deepEqual(expiriesIn(next), ['AA:01 Expired', 'CC:03 ']));
    assert.equal(next.getByText(about).count(), 0, 'the metadata has the next certificate already');
  });

  it('that are on say when other metadata switches them off', async (test) => {
    const provider = samlProviderOf('a', { isEnabled: true, isTested: true, test: testOf() });
    const app = await openApp(test, SAVED, storedProviders(provider));
    await app.getByText('Replace metadata').click();
    await app.getByText('the provider is switched off and its sessions end').waitForNone();
    await metadataIn(app).fill(XML);
    await app.getByText('the provider is switched off and its sessions end').waitFor();
  });

  it('say what linking accounts means without verified addresses, and sign nobody out there', async (test) => {
    const app = await openApp(test, SAVED, storedProviders(samlProviderOf('a')));
    await app.getByText('SAML does not say which addresses are verified').waitFor();
    await app.getByLabel('Link accounts by email address').check();
    await app.getByText('Anybody who can set their own address at the provider').waitFor();
    await app.getByLabel('Create an account at the first sign-in').check();
    assert.equal(app.getByLabel('Username attribute').value(), 'email');
    assert.equal(app.getByText('Sign out at the provider too').count(), 0);
  });

  it('give roles by conditions on attributes', async (test) => {
    const app = await openApp(test, SAVED, storedProviders(samlProviderOf('a')));
    const mapping = region(app, 'Roles, groups and workspace');
    await mapping.getByRole('button', { name: 'Add role rule' }).click();
    const rule = mapping.getByRole('group', { name: 'Role, Rule 1' });
    assert.equal(rule.getByLabel('Attribute').value(), 'groups');
    await rule.getByLabel('Values, separated by commas').fill('admins');
    await save(app);
    await app.getByText('Company saved.').waitFor();
    assert.deepEqual(changes(app), [
      {
        roles: [
          {
            when: { context: 'attributes.groups', operator: 'in', values: ['admins'] },
            role: 'content-author',
          },
        ],
      },
    ]);
  });

  it('show a test up to the check of the response', async (test) => {
    const reason = 'The signature is not of a certificate of the provider.';
    const failed = testOf('response', reason, 'saml');
    const app = await openApp(test, SAVED, storedProviders(samlProviderOf('a', { test: failed })));
    const result = region(app, 'Test the sign-in');
    await result.getByText('The sign-in failed').waitFor();
    assert.deepEqual(result.getByRole('listitem').texts(), [
      'Passed: Signed in at the provider',
      `Failed: Response valid${reason}`,
    ]);
  });

  it('that passed a test show its attributes, and connect accounts by email address', async (test) => {
    const passed = {
      test: testOf(undefined, '', 'saml'),
      isTested: true,
      isEnabled: true,
      linkByEmail: true,
    };
    const app = await openApp(test, SAVED, storedProviders(samlProviderOf('a', passed)));
    const result = region(app, 'Test the sign-in');
    await result.getByText('Attributes complete').waitFor();
    await result.getByText('Attributes received').click();
    await result.getByText('["analysts"]').waitFor();
    await app.assertAccessible();
    const connect = region(app, 'Switch on').getByRole('link', { name: 'Connect my account' }).element();
    assert.match(connect.getAttribute('href') ?? '', /^\/admin\/session\/providers\/a\?return=/);
  });

  it('are shown to administrators, who cannot change them', async (test) => {
    const app = await openApp(test, SAVED, {
      ...storedProviders(samlProviderOf('a')),
      'GET /me': () => ({ ...ADMIN, adminRole: 'administrator' }),
    });
    await app.getByText('Only owners can change identity providers.').waitFor();
    await certificatesIn(app).getByText('4F:2B:9C').waitFor();
    assert.ok(app.getByLabel('Name', { exact: true }).element().closest('fieldset[disabled]'));
    assert.equal(app.getByText('Replace metadata').count(), 0);
  });
});

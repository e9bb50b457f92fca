import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { AT, SALES } from '../support/sample-world.ts';
import { storedUsers, userOf } from '../support/stored-users.ts';

/** Workspaces that can be listed, created and renamed; `main` has an app and a user. */
const storedWorkspaces = (...initial: readonly { readonly id: string; readonly name: string }[]) => {
  const workspaces = new Map(initial.map((each) => [each.id, { ...each, createdAt: AT, updatedAt: AT }]));
  const save = (id: string, name: string) => {
    const saved = { id, name, createdAt: AT, updatedAt: AT };
    workspaces.set(id, saved);
    return saved;
  };
  return {
    ...storedUsers(userOf('ann')),
    'GET /apps': ({ query: { workspace } }) => list(...(!workspace || workspace === 'main' ? [SALES] : [])),
    'GET /workspaces': () => list(...workspaces.values()),
    'GET /workspaces/{id}': ({ path }) => workspaces.get(path.id) ?? refuse(404),
    'POST /workspaces': ({ body }) => save(body.id, body.name),
    'PATCH /workspaces/{id}': ({ path, body }) => save(path.id, body.name),
    'DELETE /workspaces/{id}': () => undefined,
  } satisfies Responses;
};

const MAIN = { id: 'main', name: 'Main' };
const TRIAL = { id: 'trial', name: 'Trial' };

describe('workspaces in the admin app', () => {
  it('are created with an identifier, and renamed', async (test) => {
    const app = await openApp(test, '/workspaces', storedWorkspaces(MAIN));
    await app.getByRole('button', { name: 'Create workspace' }).click();
    await app.getByLabel('Name', { exact: true }).fill('Acme Inc.');
    const id = app.getByLabel('Identifier');
    await eventually(() => assert.equal(id.value(), 'acme-inc'));
    await id.fill('not possible!');
    const create = app.getByRole('dialog').getByRole('button', { name: 'Create workspace' });
    await create.click();
    await app.locator('.ui-field-invalid').getByText('must be').waitFor();
    assert.deepEqual(app.api.writes, []);
    await id.fill('acme');
    await create.click();
    await app.getByText('Workspace Acme Inc. saved.').waitFor();

    await app.getByRole('link', { name: 'Acme Inc.' }).click();
    const dialog = app.getByRole('dialog', { name: 'Acme Inc.' });
    await dialog.getByText('acme', { exact: true }).waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Acme Limited');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await app.getByRole('link', { name: 'Acme Limited' }).waitFor();
  });

  it('list what they contain, and link to it', async (test) => {
    const app = await openApp(test, '/workspaces/main', storedWorkspaces(MAIN, TRIAL));
    const contents = app.getByRole('list', { name: 'Contents' });
    await eventually(() =>
      assert.deepEqual(contents.getByRole('listitem').texts(), ['Apps1', 'Datasets0', 'Users1']),
    );
    await contents.getByRole('link', { name: 'Apps' }).click();
    await app.getByRole('link', { name: 'Sales' }).waitFor();
    assert.equal(app.path(), '/apps?workspace=main');
    await app.getByLabel('Workspace').selectOption('trial');
    await app.getByText('No matching apps').waitFor();
  });

  it('in use cannot be deleted', async (test) => {
    const app = await openApp(test, '/workspaces/main', storedWorkspaces(MAIN));
    await app.getByRole('listitem').getByText('1', { exact: true }).first().waitFor();
    await app.getByRole('button', { name: 'Delete…' }).click();
    await app.getByText('It contains 1 app and 1 user.').waitFor();
    assert.equal(app.getByRole('button', { name: 'Delete workspace' }).count(), 0);
  });

  it('that came into use meanwhile say so after the click, and can be deleted later', async (test) => {
    const stored = storedWorkspaces(TRIAL);
    const app = await openApp(test, '/workspaces/trial', {
      ...stored,
      'DELETE /workspaces/{id}': () => refuse(409, { message: "This workspace still has apps: 'meanwhile'" }),
    });
    await app.getByRole('listitem').getByText('0', { exact: true }).first().waitFor();
    await app.getByRole('button', { name: 'Delete…' }).click();
    const confirm = app.getByRole('button', { name: 'Delete workspace' });
    await confirm.click();
    await app.getByRole('alert').getByText("This workspace still has apps: 'meanwhile'").waitFor();
    app.api.respond(stored);
    await confirm.click();
    await app.getByText('Workspace Trial deleted.').waitFor();
    assert.equal(app.api.calls('DELETE /workspaces/{id}').at(-1)?.path.id, 'trial');
  });
});

const SETTINGS: Schemas['TenantSettings'] = {
  language: null,
  timeZone: null,
  weekStart: null,
  fiscalYearStart: null,
  currency: null,
  allowedLinkHosts: [],
  allowedImageHosts: [],
  auditDays: null,
};

const storedSettings = (initial = SETTINGS) => {
  let settings = initial;
  return {
    'GET /tenant-settings': () => settings,
    'PATCH /tenant-settings': ({ body }) => {
      settings = { ...settings, ...body };
      return settings;
    },
  } satisfies Responses;
};

describe('tenant settings in the admin app', () => {
  const setting = (app: OpenApp, label: string) => app.locator('.setting').withText(label).first();
  const choose = async (app: OpenApp, label: string, choice: string) => {
    await setting(app, label).getByRole('combobox').fill(choice);
    await app.getByRole('option', { name: choice, exact: true }).click();
  };

  it('are chosen by name with a preview, and saved', async (test) => {
    const app = await openApp(test, '/settings', storedSettings());
    await choose(app, 'Language', 'German');
    await choose(app, 'Time zone', 'Tokyo');
    await choose(app, 'First day of the week', 'Saturday');
    await choose(app, 'Start of the fiscal year', 'April');
    await choose(app, 'Currency', 'Swiss Franc (CHF)');
    await app
      .getByLabel('Allowed link hosts')
      .fill('https://CRM.example.com/orders\n\nwiki.example.com:8443\n');
    await setting(app, 'Language').getByText('1.234.567').waitFor();
    await setting(app, 'First day').locator('li').first().getByText('Sa').waitFor();
    await setting(app, 'fiscal year').locator('.example-year ol').first().getByText('Apr').first().waitFor();
    await setting(app, 'Currency').getByText('987,65 CHF').first().waitFor();
    const zone = setting(app, 'Time zone');
    assert.equal(zone.locator('.example-value').first().element().getAttribute('lang'), 'de');

    await app.locator('.sidebar').getByRole('link', { name: 'Workspaces' }).click();
    await app.getByRole('button', { name: 'Stay' }).click();
    await app.getByRole('dialog').waitForNone();
    await app.press('Control+s');
    await app.getByText('Settings saved.').waitFor();
    await app.getByLabel('Not saved yet').waitForNone();
    assert.deepEqual(app.api.calls('PATCH /tenant-settings')[0]?.body, {
      language: 'de',
      timeZone: 'Asia/Tokyo',
      weekStart: 6,
      fiscalYearStart: 4,
      currency: 'CHF',
      allowedLinkHosts: ['crm.example.com', 'wiki.example.com:8443'],
    });
  });

  it('are reset to their default', async (test) => {
    const app = await openApp(
      test,
      '/settings',
      storedSettings({ ...SETTINGS, language: 'de', timeZone: 'Asia/Tokyo' }),
    );
    const zone = setting(app, 'Time zone').getByRole('combobox');
    await eventually(() => assert.equal(zone.value(), 'Tokyo'));
    await setting(app, 'Language').getByRole('combobox').click();
    await app.getByRole('option').first().click();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Settings saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /tenant-settings')[0]?.body, { language: null });
  });

  it('show server errors at the setting, and keep the input', async (test) => {
    const details = [{ path: '/timeZone', problem: 'must be a time zone such as Europe/Paris' }];
    const app = await openApp(test, '/settings', {
      ...storedSettings(),
      'PATCH /tenant-settings': () => refuse(400, { details }),
    });
    const zone = setting(app, 'Time zone');
    await zone.getByRole('combobox').fill('Vienna');
    await zone.getByRole('combobox').press('Enter');
    await app.getByRole('button', { name: 'Save' }).click();
    await zone.locator('.ui-field-error').getByText('must be a time zone such as Europe/Paris').waitFor();
    assert.equal(zone.getByRole('combobox').value(), 'Vienna');
    await app.getByRole('button', { name: 'Discard changes' }).click();
    await app.getByLabel('Not saved yet').waitForNone();
  });

  it('open in a browser whose language is not a valid tag', async (test) => {
    const app = await openApp(test, '/settings', storedSettings(), { languages: ['en-US@posix'] });
    await app.getByLabel('Time zone').waitFor();
  });
});

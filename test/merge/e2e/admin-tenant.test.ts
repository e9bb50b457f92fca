import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openAdmin } from '../../support/admin-page.ts';
import { makeAdminWorld } from '../../support/admin-world.ts';
import { contentClient } from '../../support/content-client.ts';
import { setUpEmbedding } from '../../support/embed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { useAdminApp } from '../../support/use-admin-app.ts';

describe('a tenant in the admin app', () => {
  const app = useAdminApp();
  let admin: ReturnType<typeof contentClient>;
  before(async () => {
    const { adminToken } = await setUpEmbedding(app.inlay);
    await makeAdminWorld(app.inlay, adminToken);
    admin = contentClient(app.inlay, adminToken);
  });

  it('creates a workspace, renames it, and lists its content', async () => {
    const { page, complaints, context } = await openAdmin(app.browser, app.inlay.url, '/usage');
    // Two keys in quick succession: on a busy machine they may be too far apart.
    await eventually(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('w');
      assert.match(page.url(), /\/workspaces$/);
    });
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Acme Inc.');
    assert.equal(await page.getByLabel('Identifier').inputValue(), 'acme-inc');
    await page.getByLabel('Identifier').fill('not possible!');
    await page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).click();
    await page.locator('.ui-field-invalid').getByText('must be').waitFor();
    await page.getByLabel('Identifier').fill('acme');
    await page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).click();
    await page.getByText('Workspace Acme Inc. saved.').waitFor();

    await page.getByRole('link', { name: 'Acme Inc.' }).click();
    const dialog = page.getByRole('dialog', { name: 'Acme Inc.' });
    await dialog.getByText('acme', { exact: true }).waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('Acme Limited');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Acme Limited' }).waitFor();

    await page.goto(`${app.inlay.url}/admin/workspaces/main`);
    const contents = page.getByRole('list', { name: 'Contents' });
    await eventually(async () =>
      assert.deepEqual(await contents.getByRole('listitem').allInnerTexts(), [
        'Apps\n1',
        'Datasets\n0',
        'Users\n1',
      ]),
    );
    await contents.getByRole('link', { name: 'Apps' }).click();
    await page.waitForURL(/\/apps\?workspace=main$/);
    await page.getByRole('link', { name: 'Sales' }).waitFor();
    await page.getByLabel('Workspace').selectOption('acme');
    await page.getByText('No matching apps').waitFor();
    const refusedId = /status of 400/;
    assert.deepEqual(
      complaints.filter((complaint) => !refusedId.test(complaint)),
      [],
    );
    await context.close();
  });

  it('refuses to delete a workspace in use and lists its users, before and after the click', async () => {
    await admin('POST', 'workspaces', { body: { id: 'trial', name: 'Trial' } });
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/workspaces/main');
    await page.getByRole('listitem').getByText('1', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByText('It contains 1 app and 1 user.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Delete workspace' }).count(), 0);

    await page.goto(`${app.inlay.url}/admin/workspaces/trial`);
    await page.getByRole('listitem').getByText('0', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await admin('POST', 'apps', { body: { id: 'meanwhile', title: 'Meanwhile', workspaceId: 'trial' } });
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    await page.getByRole('alert').getByText("This workspace still has apps: 'meanwhile'").waitFor();

    await admin('DELETE', 'apps/meanwhile', { ifMatch: '*' });
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    await page.getByText('Workspace Trial deleted.').waitFor();
    assert.equal((await admin('GET', 'workspaces/trial')).status, 404);
    await context.close();
  });

  it('sets language, calendar and currency by name with a preview, and saves them', async () => {
    const { page, complaints, context } = await openAdmin(app.browser, app.inlay.url, '/settings');
    const setting = (label: string) =>
      page.locator('.setting').filter({ has: page.locator('.ui-field-label', { hasText: label }) });
    const choose = async (label: string, choice: string) => {
      await setting(label).getByRole('combobox').fill(choice);
      await page.getByRole('option', { name: choice, exact: true }).click();
    };
    await choose('Language', 'German');
    await choose('Time zone', 'Tokyo');
    await choose('First day of the week', 'Saturday');
    await choose('Start of the fiscal year', 'April');
    await choose('Currency', 'Swiss Franc (CHF)');
    await page
      .getByLabel('Allowed link hosts')
      .fill('https://CRM.example.com/orders\n\nwiki.example.com:8443\n');
    await setting('Language').getByText('1.234.567').waitFor();
    await setting('First day').locator('li').first().getByText('Sa').waitFor();
    await setting('fiscal year').locator('.example-year ol').first().getByText('Apr').waitFor();
    await setting('Currency').getByText('987,65 CHF').waitFor();
    assert.equal(await setting('Time zone').locator('.example-value').getAttribute('lang'), 'de');

    await page.getByRole('link', { name: 'Workspaces' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.keyboard.press('Control+s');
    await page.getByText('Settings saved.').waitFor();
    await page.getByLabel('Not saved yet').waitFor({ state: 'detached' });
    const saved = {
      language: 'de',
      timeZone: 'Asia/Tokyo',
      weekStart: 6,
      fiscalYearStart: 4,
      currency: 'CHF',
      allowedLinkHosts: ['crm.example.com', 'wiki.example.com:8443'],
    };
    assert.deepEqual((await admin('GET', 'tenant-settings')).body, saved);

    await page.reload();
    await eventually(async () =>
      assert.equal(await setting('Time zone').getByRole('combobox').inputValue(), 'Tokyo'),
    );
    await setting('Language').getByRole('combobox').click();
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    assert.deepEqual((await admin('GET', 'tenant-settings')).body, { ...saved, language: null });
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('shows server errors at the setting, and keeps the input', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/settings');
    await page.route('**/tenant-settings', (route) =>
      route.continue({ postData: JSON.stringify({ timeZone: 'Mars/Olympus' }) }),
    );
    const zone = page.locator('.setting').filter({ hasText: 'Time zone' });
    await zone.getByRole('combobox').fill('Vienna');
    await zone.getByRole('combobox').press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await zone.locator('.ui-field-error').getByText('must be a time zone such as Europe/Paris').waitFor();
    assert.equal(await zone.getByRole('combobox').inputValue(), 'Vienna');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByLabel('Not saved yet').waitFor({ state: 'detached' });
    await context.close();
  });

  it('moves a user from one workspace to another', async () => {
    await admin('POST', 'workspaces', { body: { id: 'north', name: 'North' } });
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/users?new=1');
    await page.getByLabel('Username').fill('mover@customer.example');
    await page.getByRole('button', { name: 'Generate password' }).click();
    await eventually(async () =>
      assert.equal(await page.getByRole('dialog').getByLabel('Workspace').inputValue(), 'main'),
    );
    await page.getByRole('dialog').getByLabel('Workspace').selectOption('north');
    await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await page.getByText('User mover@customer.example created.').waitFor();
    await page.goto(`${app.inlay.url}/admin/users?workspace=north`);
    await page.getByText('1 user', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'mover@customer.example' }).click();
    await page.getByRole('dialog').getByLabel('Workspace').selectOption('main');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('User mover@customer.example saved.').waitFor();
    const { body } = await admin('GET', 'users?workspace=north');
    assert.deepEqual(body.data, []);
    await context.close();
  });

  it('opens its settings in a browser whose language is not a valid tag', async () => {
    const { page, complaints, context } = await openAdmin(app.browser, app.inlay.url, '');
    await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['en-US@posix'] }));
    await page.goto(`${app.inlay.url}/admin/settings`);
    await page.getByLabel('Time zone').waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

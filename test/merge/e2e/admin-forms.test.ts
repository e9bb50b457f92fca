import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { openAdmin } from '../../support/admin-page.ts';
import { call, logInAs } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { useAdminApp } from '../../support/use-admin-app.ts';

describe('forms of the admin app', () => {
  const app = useAdminApp();
  before(async () => {
    const token = await logInAs(app.inlay.url);
    await call(`${app.inlay.url}/api/v0/users`, { token, body: { username: 'taken@customer.example' } });
    await call(`${app.inlay.url}/api/v0/groups`, { token, body: { id: 'taken', name: 'Taken' } });
  });

  const open = (path: string) => openAdmin(app.browser, app.inlay.url, path);

  async function fillUser(page: Page, username: string): Promise<void> {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('First name').fill('Zoe');
    await page.getByRole('button', { name: 'Generate password' }).click();
    await page.getByLabel('Administrator').check();
  }

  it('show a server error at its field, focus the field and keep the input', async () => {
    const { page, context } = await open('/users?new=1');
    await fillUser(page, 'taken@customer.example');
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create user' });
    await create.focus();
    await page.keyboard.press('Enter');
    const username = page.getByLabel('Username');
    await assertRefused(username, 'Username is already taken.');
    assert.equal(await username.inputValue(), 'taken@customer.example');
    assert.equal(await page.getByLabel('First name').inputValue(), 'Zoe');
    assert.ok(await page.getByLabel('Administrator').isChecked());
    assert.equal(await page.getByRole('alert').count(), 0);

    await username.fill('free@customer.example');
    await eventually(async () => assert.equal(await page.getByText('Username is already taken.').count(), 0));
    assert.equal(await username.getAttribute('aria-invalid'), null);
    await create.click();
    await page.getByText('User free@customer.example created.').waitFor();
    await context.close();
  });

  it('report what is missing before anything is sent', async () => {
    const { page, context } = await open('/users?new=1');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByRole('dialog').getByLabel('E-mail').fill('nobody');
    await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await assertRefused(page.getByLabel('Username'), 'Username is required.');
    await page.getByText('E-mail must be an e-mail address.').waitFor();
    await page.getByText('Password is required.').waitFor();
    assert.deepEqual(sent, []);
    await context.close();
  });

  it('send a form once, however often it is submitted', async () => {
    const { page, context } = await open('/groups?new=1');
    const sent: string[] = [];
    await page.route('**/api/v0/groups', async (route) => {
      if (route.request().method() === 'POST') sent.push(route.request().url());
      await route.continue();
    });
    await page.getByLabel('Name').fill('Sent once');
    await page.getByLabel('Name').evaluate((input) => {
      const { form } = input as HTMLInputElement;
      for (let count = 0; count < 5; count += 1) form?.requestSubmit();
    });
    await page.getByRole('cell', { name: 'sent-once' }).waitFor();
    assert.equal(sent.length, 1);
    await context.close();
  });

  it('keep the input while the server cannot be reached, and save it afterwards', async () => {
    const { page, context } = await open('/groups?new=1');
    await page.getByLabel('Name').fill('Unlucky');
    await context.setOffline(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('alert').getByText('You are offline').waitFor();
    assert.equal(await page.getByLabel('Name').inputValue(), 'Unlucky');
    await context.setOffline(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('cell', { name: 'unlucky', exact: true }).waitFor();
    await context.close();
  });

  it('suggest an id from the name, and report at the field that it is taken', async () => {
    const { page, context } = await open('/groups?new=1');
    await page.getByLabel('Name').fill('Taken');
    const id = page.getByLabel('Identifier');
    await eventually(async () => assert.equal(await id.inputValue(), 'taken'));
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await assertRefused(id, 'Identifier is taken. Choose another one.');
    await page.keyboard.type('-2');
    await page.getByLabel('Name').fill('Taken again');
    assert.equal(await id.inputValue(), 'taken-2');
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('cell', { name: 'taken-2' }).waitFor();
    await context.close();
  });
});

/** The control has the focus, and screen readers read the error out with it. */
async function assertRefused(control: Locator, error: string): Promise<void> {
  await eventually(async () => {
    const said = await control.evaluate((element) => ({
      isFocused: document.activeElement === element,
      isInvalid: element.getAttribute('aria-invalid') === 'true',
      description: (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent),
    }));
    assert.deepEqual([said.isFocused, said.isInvalid, said.description[0]], [true, true, error]);
  });
}

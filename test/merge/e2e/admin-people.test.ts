import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openAdmin, SIGNED_OUT, signInOn } from '../../support/admin-page.ts';
import { call, logInAs } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { openBrowser } from '../../support/open-browser.ts';
import { ADMIN, sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/start-inlay.ts';

describe('people in the admin app', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    const token = await logInAs(inlay.url);
    const users = Array.from({ length: 30 }, (_, at) => ({ username: `person${at}@customer.example` }));
    await call(`${inlay.url}/api/v0/users/bulk`, { token, body: { users } });
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });

  it('creates a user with a random password who can log in, adds them to a group and disables them', async () => {
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '/groups');
    await page.locator('.ui-empty').getByRole('button', { name: 'Create group' }).click();
    await page.getByLabel('Name').fill('Sales EMEA');
    await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('cell', { name: 'sales-emea' }).waitFor();

    await page.goto(`${inlay.url}/admin/users?new=1`);
    await page.getByLabel('Username').fill('zoe@customer.example');
    await page.getByRole('button', { name: 'Generate password' }).click();
    const password = await eventually(async () => {
      const made = await page.getByLabel('Password', { exact: false }).first().inputValue();
      assert.notEqual(made, '');
      return made;
    });
    await page.getByLabel('Sales EMEA').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    await page.getByText('User zoe@customer.example created.').waitFor();
    const credentials = { username: 'zoe@customer.example', password };
    assert.ok(await logInAs(inlay.url, credentials));

    await page.getByLabel('Search by name or e-mail').fill('zoe');
    await page.waitForURL(/q=zoe/);
    await page.getByRole('link', { name: 'zoe@customer.example' }).click();
    await eventually(async () => assert.ok(await page.getByLabel('Sales EMEA').isChecked()));
    await page.getByRole('button', { name: 'Disable user' }).click();
    await page.getByText('can no longer sign in').waitFor();
    const refused = await call(`${inlay.url}/api/login`, { body: credentials });
    assert.equal(refused.status, 401);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('keeps page and filters in the URL, so that a link shows the same list', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/users');
    await page.getByText(/1 to 25 of 3\d users/).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText(/26 to 3\d of 3\d users/).waitFor();
    await page.waitForURL(/page=2/);
    await page.goto(`${inlay.url}/admin/users?role=ADMIN`);
    await page.getByText('1 user', { exact: true }).waitFor();
    await eventually(async () => assert.equal(await page.getByLabel('Role').inputValue(), 'ADMIN'));
    await context.close();
  });

  it('asks for the password in a dialog when the session has expired, and keeps the input', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/users?new=1');
    await page.getByLabel('Username').fill('half-filled@customer.example');
    await page.getByRole('button', { name: 'Generate password' }).click();
    await context.clearCookies();
    await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(ADMIN.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('User half-filled@customer.example created.').waitFor();
    await context.close();
  });

  it('reports a wrong password, then the block with a countdown', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '', { storageState: SIGNED_OUT });
    await page.getByRole('button', { name: 'Account and theme' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await eventually(async () => assert.deepEqual(await context.cookies(), []));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answered = page.waitForResponse(/admin\/session/);
      await signInOn(page, 'wrong');
      assert.equal((await answered).status(), 401);
      await page.getByText('Login failed. Invalid username or password').waitFor();
    }
    await signInOn(page, 'wrong');
    await page.getByText('Too many attempts').waitFor();
    await eventually(async () =>
      assert.match(String(await page.getByRole('timer').textContent()), /^\d+ s$/),
    );
    await eventually(async () =>
      assert.ok(await page.getByRole('button', { name: /Wait \d+ s/ }).isDisabled()),
    );
    await context.close();
  });
});

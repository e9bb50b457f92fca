import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('people in the admin app', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
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
    await page.getByLabel('First sign-in').selectOption('set');
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

    await page.getByLabel('Search by name or email').fill('zoe');
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
});

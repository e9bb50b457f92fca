import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { assertAccessible } from '../../support/admin/admin-page.ts';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { type WatchedPage, watchPage } from '../../support/browser/watch-page.ts';
import { freePort } from '../../support/server/free-port.ts';
import { sqliteStore } from '../../support/server/start-inlay.ts';
import { useInlay } from '../../support/server/use-inlay.ts';
import { codeAt } from '../../support/sign-in/sign-in-page.ts';
import { newPersonWithTotp } from '../../support/sign-in/use-factors.ts';
import { addVirtualAuthenticator } from '../../support/sign-in/virtual-authenticator.ts';
import { newPerson, type TestPerson } from '../../support/users/people.ts';

const MINUTE = 60_000;
const port = await freePort();
// Passkeys work at a host name, and without TLS at this one only.
const url = `http://localhost:${port}`;

describe('second factors in the admin app', () => {
  const inlay = useInlay(sqliteStore, { env: { INLAY_PORT: String(port), INLAY_PUBLIC_URL: url } });
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser?.close());

  const open = async (path: string): Promise<WatchedPage> => {
    const watched = await watchPage(browser);
    await watched.page.goto(`${url}/admin${path}`);
    return watched;
  };
  const enterPassword = async (page: Page, { username, password }: TestPerson) => {
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const atAccount = (page: Page) => page.getByRole('heading', { name: 'Your account' }).waitFor();
  const signOut = async (page: Page) => {
    await page.getByRole('button', { name: 'Account and theme' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  };
  const storeCodes = async (page: Page): Promise<string> => {
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const first = await codes.first().innerText();
    await page.getByLabel('I have stored them').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    return first;
  };

  it('sign in with a passkey that was added to the account, and nothing else', async () => {
    const person = await newPerson(inlay);
    const { page, context, complaints } = await open('/account');
    await addVirtualAuthenticator(context, page);
    await enterPassword(page, person);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByLabel('Name').fill('Office laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await storeCodes(page);
    await page.getByText('Office laptop').waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.locator('#view h1').waitFor();
    await page.goto(`${url}/admin/account`);
    await page.getByRole('list', { name: 'Your sessions' }).getByText('Passkey').waitFor();
    await signOut(page);
    await page.goto(`${url}/admin/account`);
    await enterPassword(page, person);
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await atAccount(page);
    // The page preloads what a screen requests, also for somebody who is not signed in yet.
    const others = complaints.filter((text) => !text.includes('status of 401'));
    assert.deepEqual(others, []);
    await context.close();
  });

  it('are set up at the sign-in of a role that requires one, and a recovery code replaces them once', async () => {
    const token = await inlay.adminToken();
    const body = { secondFactorRoles: ['auditor'] };
    const changed = await inlay.call('/api/v0/sign-in-settings', { method: 'PATCH', token, body });
    assert.equal(changed.status, 200);
    const person = await newPerson(inlay, { adminRole: 'auditor' });
    const { page, context } = await open('/account');
    await enterPassword(page, person);
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await assertAccessible(page, 'set-up');
    await page.getByRole('button', { name: 'Authenticator app' }).click();
    const secret = (await page.locator('.totp-secret code').innerText()).replaceAll(' ', '');
    await assertAccessible(page, 'authenticator app');
    await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, inlay.now()));
    await page.getByRole('button', { name: 'Confirm code' }).click();
    const recoveryCode = await storeCodes(page);
    await atAccount(page);
    await page.getByText('Your role requires a second factor.').waitFor();
    await signOut(page);

    await page.goto(`${url}/admin/account`);
    await enterPassword(page, person);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
    await page.keyboard.press('Enter');
    await page.getByText('9 left').waitFor();
    await signOut(page);

    inlay.pass(MINUTE);
    await page.goto(`${url}/admin/account`);
    await enterPassword(page, person);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCode);
    await page.keyboard.press('Enter');
    await page.getByText('Recovery code is not correct').waitFor();
    await page.getByRole('button', { name: 'Use your authenticator app' }).click();
    await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, inlay.now()));
    await page.keyboard.press('Enter');
    await atAccount(page);
    await context.close();
  });

  it('confirm who is there before a key is created, without losing what was typed', async () => {
    const person = await newPersonWithTotp(inlay, { adminRole: 'administrator' });
    const { page, context } = await open('/api-keys?new=1');
    await enterPassword(page, person);
    await page.getByLabel('Code', { exact: true }).fill(codeAt(person.secret, inlay.now()));
    await page.keyboard.press('Enter');
    await page.getByLabel('Name').fill('nightly');
    await page.getByLabel('content:read').check();
    inlay.pass(16 * MINUTE);
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create API key' });
    await create.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.getByLabel('Code', { exact: true }).waitFor();
    await assertAccessible(page, 'confirmation');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await create.click();
    await dialog.getByLabel('Code', { exact: true }).fill(codeAt(person.secret, inlay.now()));
    await page.keyboard.press('Enter');
    await page.getByText('Copy the key “nightly” now.').waitFor();
    await context.close();
  });

  it('are removed by an administrator for somebody who lost them, whose sessions end', async () => {
    const lost = await newPersonWithTotp(inlay);
    const administrator = await newPerson(inlay, { adminRole: 'administrator' });
    const { page, context } = await open(`/users/${lost.id}`);
    await enterPassword(page, administrator);
    await page.getByRole('button', { name: 'Remove second factors…' }).click();
    await page.getByRole('button', { name: 'Remove second factors', exact: true }).click();
    await page.getByText(/^Second factors of .* removed\.$/).waitFor();
    const { token } = lost;
    assert.equal((await inlay.call('/api/v0/me', { token })).status, 401);
    await context.close();

    const again = await open('/account');
    await enterPassword(again.page, lost);
    await atAccount(again.page);
    await again.context.close();
  });
});

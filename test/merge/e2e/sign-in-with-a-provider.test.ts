import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openAdmin } from '../../support/admin/admin-page.ts';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { watchPage } from '../../support/browser/watch-page.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import { freePort } from '../../support/server/free-port.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { type CompanyProvider, startCompanyProvider } from '../../support/sign-in/start-company-provider.ts';
import { REACH_LOOPBACK } from '../../support/sign-in/use-provider.ts';

const ANN = { given_name: 'Ann', email: 'ann@company.test', email_verified: true, groups: ['analysts'] };
const STRANGER = { email: 'eve@company.test', email_verified: true, groups: ['analysts'] };

/** What the screen shows beside a name. */
async function shownValue(page: Page, name: string): Promise<string> {
  const value = page.locator('.ui-value').filter({ has: page.getByText(name, { exact: true }) });
  return (await value.locator('.ui-mono').textContent()) ?? '';
}

describe('signing in to the admin app with a real provider', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let store: TestStore;
  let inlay: TestInlay;
  let company: CompanyProvider;
  /** Another site than the provider's, as it is in practice. */
  let url: string;
  before(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    store = await sqliteStore();
    inlay = await startInlay(store, { env: { ...REACH_LOOPBACK, INLAY_PORT: String(port) } });
    company = await startCompanyProvider();
    company.people.set('ann', ANN).set('eve', STRANGER);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    company?.close();
    await inlay?.close();
    await store?.drop();
  });

  it('is set up, tested and switched on by an owner, and then used by everybody else', async () => {
    const body = { username: 'ann', email: ANN.email };
    const created = await call(`${inlay.url}/api/v0/users`, { token: await logInAs(inlay.url), body });
    assert.equal(created.status, 201, JSON.stringify(created.body));

    const { page, complaints } = await openAdmin(browser, url, '/sign-in');
    await setUp(page);
    await testSignIn(page);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await expect(page.getByText('Company is on.')).toBeVisible();

    await page.getByRole('button', { name: 'Account and theme' }).first().click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('link', { name: 'Continue with Company' })).toBeVisible();

    // The page that was opened is the one that the sign-in comes back to.
    await page.goto(`${url}/admin/account`);
    await page.getByRole('link', { name: 'Continue with Company' }).click();
    await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
    assert.equal(page.url(), `${url}/admin/account`);
    await expect(page.getByRole('list', { name: 'Your sessions' })).toContainText('OpenID Connect: company');
    // From the rule about groups.
    const me = await page.evaluate(async () => (await fetch('/api/v0/me')).json());
    assert.deepEqual([me.username, me.adminRole], ['ann', 'content-author']);
    assert.deepEqual(complaints, []);
  });

  it('tells somebody without an account whom to ask', async () => {
    company.person = 'eve';
    const { page, complaints, context } = await watchPage(browser, { viewport: { width: 390, height: 844 } });
    await page.goto(`${url}/admin/apps`);
    await page.getByRole('link', { name: 'Continue with Company' }).click();
    await expect(page.getByRole('alert')).toContainText('You do not have an account here.');
    assert.doesNotMatch(page.url(), /failed/);
    await assertAccessible(page, 'a failed sign-in');
    await page.reload();
    await expect(page.getByRole('link', { name: 'Continue with Company' })).toBeVisible();
    // It is said once.
    await expect(page.getByRole('alert')).toHaveCount(0);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('tells somebody who cancels at the provider that nothing happened', async () => {
    company.person = undefined;
    const { page, context } = await watchPage(browser);
    await page.goto(`${url}/admin`);
    await page.getByRole('link', { name: 'Continue with Company' }).click();
    await expect(page.getByRole('alert')).toContainText('or you canceled');
    await context.close();
  });

  async function setUp(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Add provider' }).click();
    await page.getByRole('link', { name: 'Other provider' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Company');
    await company.register({
      redirectUri: await shownValue(page, 'Redirect URI'),
      postLogoutRedirectUri: await shownValue(page, 'Post-logout redirect URI'),
      backchannelLogoutUri: await shownValue(page, 'Back-channel logout URI'),
    });
    await page.getByLabel('Issuer').fill(company.issuer);
    await page.getByLabel('Client ID').fill(company.client.clientId);
    await page.getByLabel('Client secret').fill(company.client.clientSecret);
    await page.getByLabel('Scopes').fill('profile email company');
    await page.getByLabel('Link accounts by email address').check();
    await page.getByRole('button', { name: 'Add role rule' }).click();
    await page.getByLabel('Values, separated by commas').fill('analysts');
    await assertAccessible(page, 'a new provider');
    await page.getByRole('button', { name: 'Create and continue' }).click();
    await expect(page.getByRole('heading', { name: 'Company', level: 1 })).toBeVisible();
  }

  async function testSignIn(page: Page): Promise<void> {
    const section = page.getByRole('region', { name: 'Test the sign-in' });
    company.person = undefined;
    await page.getByRole('link', { name: 'Test sign-in' }).click();
    await expect(section).toContainText('The sign-in failed');
    await expect(page.getByRole('button', { name: 'Switch on' })).toBeDisabled();
    company.person = 'ann';
    await page.getByRole('link', { name: 'Test sign-in' }).click();
    await expect(section).toContainText('The account ann would be linked to you.');
    await expect(section).toContainText('Content author');
    await assertAccessible(page, 'a tested provider');
  }
});

import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openAdmin } from '../../support/admin-page.ts';
import { call, logInAs } from '../../support/api-client.ts';
import { CONTEXT, type EmbedSetup, exchange, goodClaims, signJwt } from '../../support/embed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { openBrowser } from '../../support/open-browser.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/start-inlay.ts';

interface Settings {
  readonly clientId: string;
  readonly iss: string;
  readonly aud: string;
  readonly hasSecret: boolean;
  readonly replayProtection: boolean;
  readonly allowedOrigins: readonly string[];
}

describe('specification 5.1, 5.2: setting up embedding in the admin app', () => {
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

  const settings = async () =>
    (await call<Settings>(`${inlay.url}/api/v0/embed-settings`, { token: await logInAs(inlay.url) })).body;
  const setupOf = async (secret: string): Promise<EmbedSetup> => {
    const { clientId, iss, aud } = await settings();
    const tokenUrl = `${inlay.url}/api/auth/realms/demo/protocol/openid-connect/token`;
    return { inlay, adminToken: '', realm: 'demo', clientId, secret, issuer: iss, audience: aud, tokenUrl };
  };
  const generateSecret = async (page: Page) => {
    await page.getByRole('button', { name: 'Re-generate secret' }).click();
    await page.getByRole('button', { name: /Generate secret|Replace secret/ }).click();
    return String(await page.getByLabel('Client secret', { exact: true }).textContent());
  };
  const check = async (page: Page, assertion: string) => {
    await page.getByLabel('Assertion (JWT)').fill(assertion);
    await page.getByRole('button', { name: 'Check token' }).click();
  };

  it('goes from a new tenant to a checked and exchanged token, while the private key never leaves the browser', async () => {
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const sent: string[] = [];
    context.on('request', (request) => sent.push(request.postData() ?? ''));
    const checklist = page.getByRole('region', { name: 'Setup checklist' });
    await checklist.getByText('0 of 5 done').waitFor();

    const secret = await generateSecret(page);
    assert.match(secret, /^[A-Za-z0-9_-]{43,}$/);
    await page.getByRole('button', { name: 'Copy: Client secret' }).click();
    await eventually(async () =>
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret),
    );
    await checklist.getByText('1 of 5 done').waitFor();

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Generate key pair' }).click();
    const file = await downloading;
    assert.equal(file.suggestedFilename(), 'inlay-private-key.pem');
    await page.getByText('Valid key: RSA, 3072 bits').waitFor();
    await page.getByRole('button', { name: 'Register key' }).click();
    await page.getByText('RSA, 3072 bits, since').waitFor();
    await checklist.getByText('2 of 5 done').waitFor();

    const pem = readFileSync(await file.path(), 'utf8');
    const key = createPrivateKey(pem);
    assert.ok(sent.some((body) => body.includes('BEGIN PUBLIC KEY')));
    assert.ok(!sent.some((body) => body.includes('PRIVATE') || body.includes(pem.slice(100, 160))));

    const setup = await setupOf(secret);
    const embed_context = { ...CONTEXT, privileges: {}, groups: [] };
    const assertion = signJwt({ ...goodClaims(setup), embed_context }, { key });
    await page.getByRole('link', { name: 'Check token', exact: true }).first().click();
    await check(page, assertion);
    await page.getByText('An exchange would succeed').waitFor();
    await page.getByText('All checks passed, and the context is complete.').waitFor();
    await check(page, signJwt(goodClaims(setup), { key }));
    await page.getByText("App 'sales' does not exist").waitFor();

    assert.equal((await exchange(setup, assertion)).status, 200);
    await page.getByRole('link', { name: 'Setup' }).click();
    await checklist.getByText('3 of 5 done').waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('opens Embed Settings from the Embed Manager and shows the tenant id to copy', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/embeds', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('main').getByRole('link', { name: 'Embed Settings' }).click();
    await page.getByRole('heading', { name: 'Embed Settings', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Copy: Tenant id' }).click();
    await eventually(async () =>
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'demo'),
    );
    await page.getByRole('link', { name: '← Embed Manager' }).click();
    await page.getByRole('heading', { name: 'Embed Manager', level: 1 }).waitFor();
    await context.close();
  });

  it('shows the secret once until a reload, and a new one replaces the previous one', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/embed-settings');
    const secret = await generateSecret(page);
    await page.reload();
    await page.getByText('It cannot be shown again').waitFor();
    assert.ok(!(await page.content()).includes(secret));
    await page.getByRole('button', { name: 'Re-generate secret' }).click();
    await page.getByText('Servers that use the current secret will be refused').waitFor();
    await page.getByLabel('Current secret expires').selectOption('After 1 day');
    await page.getByRole('button', { name: 'Replace secret' }).click();
    await page.getByText('The previous secret still works').waitFor();
    await context.close();
  });

  it('refuses a private key before sending it, and says what to do', async () => {
    const { page, requests, context } = await openAdmin(browser, inlay.url, '/embed-settings');
    await page
      .getByLabel(/public key/i)
      .first()
      .fill('-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----');
    await page.getByText('This is a private key. Never share it').waitFor();
    await eventually(async () =>
      assert.ok(await page.getByRole('button', { name: 'Register key' }).isDisabled()),
    );
    await page
      .getByLabel(/public key/i)
      .first()
      .fill('nonsense');
    await page.getByText('This is not an RSA public key').waitFor();
    assert.ok(!requests.some((address) => address.endsWith('/public-key')));
    await context.close();
  });

  it('shows which checks fail and which entries of a large context are lost', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/embed-settings/check-token');
    const setup = await setupOf('');
    await check(page, signJwt({ ...goodClaims(setup), aud: 'https://elsewhere.example' }));
    await page.getByText('An exchange would be refused').waitFor();
    await page.getByText(/got 'https:\/\/elsewhere\.example'/).waitFor();
    const attributes = Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [`field-${at}`, 'x'.repeat(60)]),
    );
    await check(page, signJwt({ ...goodClaims(setup), embed_context: { ...CONTEXT, attributes } }));
    await page.getByText('Truncated').waitFor();
    await page.getByText(/entries were dropped/).waitFor();
    await page.getByText(/attributes\.field-79/).waitFor();
    await context.close();
  });

  it('reports why a key set cannot be used, and keeps the settings', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/embed-settings');
    await page.getByRole('tab', { name: 'Key set URL (JWKS)' }).click();
    await page.getByLabel('Key set URL').fill('https://127.0.0.1:1/jwks.json');
    await page.getByRole('button', { name: 'Fetch and register' }).click();
    await page.locator('.ui-field-error').getByText('The JWKS could not be read').waitFor();
    await page.getByText('RSA, 3072 bits').waitFor();
    await context.close();
  });

  it('saves the security policy', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/embed-settings/security');
    await page.getByRole('checkbox', { name: /Replay protection/ }).uncheck();
    await page.getByText('Assertions can now be exchanged repeatedly').waitFor();
    await page.getByLabel('Origin').fill('https://app.example.com/some/page');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Remove https://app.example.com' }).waitFor();
    await page.getByText('Allowed origins saved.').waitFor();
    await eventually(async () => {
      const { replayProtection, allowedOrigins } = await settings();
      assert.equal(replayProtection, false);
      assert.deepEqual(allowedOrigins, ['https://app.example.com']);
    });
    await page.getByRole('button', { name: 'Revoke all tokens' }).click();
    await page.getByRole('button', { name: 'Revoke all', exact: true }).click();
    await page.getByText('All tokens revoked.').waitFor();
    await context.close();
  });

  it("fills the snippets of seven languages with the tenant's values", async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/embed-settings/server-code');
    const { clientId, aud } = await settings();
    for (const language of ['Node.js', 'curl', 'Python', 'Java', 'PHP', 'Go', 'C#']) {
      await page.getByRole('tab', { name: language, exact: true }).click();
      await page.getByRole('tab', { name: language, exact: true, selected: true }).waitFor();
      await eventually(async () => {
        const code = String(await page.locator('figure pre').last().textContent());
        assert.ok(code.includes(clientId) && code.includes(aud), language);
      });
    }
    await context.close();
  });
});

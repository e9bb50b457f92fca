import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import {
  CONTEXT,
  type EmbedSetup,
  exchange,
  goodClaims,
  signJwt,
} from '../../support/embeds/embed-client.ts';
import { call, logInAs } from '../../support/http/api-client.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';

interface Settings {
  readonly clientId: string;
  readonly iss: string;
  readonly aud: string;
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
});

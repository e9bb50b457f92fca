import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { logInAs } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { openBrowser } from '../support/open-browser.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../support/start-inlay.ts';
import { type WatchedPage, watchPage } from '../support/watch-page.ts';
import { watchRest } from '../support/watch-rest.ts';

interface Operation {
  readonly summary: string;
}

const LOOKS = [
  { colorScheme: 'light' },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
] as const;

describe('API reference in a browser', () => {
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

  const openReference = async (options = {}): Promise<WatchedPage> => {
    const watched = await watchPage(browser, options);
    await watched.page.goto(`${inlay.url}/api/docs`);
    await watched.page.getByRole('heading', { name: 'Inlay API' }).waitFor();
    return watched;
  };
  const scriptAddress = async () => {
    const html = await (await fetch(`${inlay.url}/api/docs`)).text();
    return `${inlay.url}${/src="([^"]+)"/.exec(html)?.[1]}`;
  };

  it('shows every operation of the description', async () => {
    const description = await fetch(`${inlay.url}/api/openapi.json`);
    const { paths } = (await description.json()) as { paths: Record<string, Record<string, Operation>> };
    const summaries = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ summary }) => summary),
    );
    assert.ok(summaries.length > 10);
    const { page, context } = await openReference();
    // One question for all: each look for a role walks the whole page.
    const missing = () =>
      page.evaluate((wanted) => {
        const links = [...document.querySelectorAll('a')].map(({ textContent }) => textContent);
        return wanted.filter((summary) => !links.some((link) => link?.includes(summary)));
      }, summaries);
    await eventually(async () => assert.deepEqual(await missing(), []));
    await context.close();
  });

  it('contacts no other host, logs no errors, runs no third-party script and fits, light and dark, on desktop and phone', async () => {
    const grounds = new Set<string>();
    for (const options of LOOKS) {
      const { page, requests, complaints, context } = await openReference(options);
      const rest = watchRest(page);
      await page.mouse.wheel(0, 4000);
      await rest();
      assert.ok(requests.length >= 3, 'the page, its script and the description');
      assert.deepEqual(
        requests.filter((address) => new URL(address).origin !== inlay.url),
        [],
      );
      assert.deepEqual(complaints, []);
      const [ground, wanted, given] = await page.evaluate<[string, number, number]>(
        '[getComputedStyle(document.body).backgroundColor, document.documentElement.scrollWidth, window.innerWidth]',
      );
      assert.ok(wanted <= given, `${wanted} px wide on a screen of ${given} px`);
      grounds.add(ground);
      const ran = await page.evaluate<boolean>(`
        const script = document.createElement('script');
        script.textContent = 'window.foreign = true';
        document.body.append(script);
        'foreign' in window;
      `);
      assert.equal(ran, false);
      await context.close();
    }
    assert.equal(grounds.size, 2, 'it follows the look that the system asks for');
  });

  it('sends a test request to this instance with the login token and shows the response', async () => {
    const { page, complaints, context } = await openReference();
    await page
      .getByPlaceholder('Token')
      .first()
      .fill(await logInAs(inlay.url));
    await page.getByRole('link', { name: 'Read the current user' }).first().click();
    await page
      .getByRole('button', { name: /Test Request.*\/api\/v0\/me\b/ })
      .first()
      .click();
    const answered = page.waitForResponse((response) => response.url() === `${inlay.url}/api/v0/me`);
    await page.getByRole('button', { name: /^Send/ }).first().click();
    assert.equal((await answered).status(), 200);
    await page.getByText('200 OK').first().waitFor();
    assert.deepEqual(complaints, []);
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    assert.doesNotMatch(stored, /inl_login/, 'the token is not left in the browser');
    await context.close();
  });

  it('has its own policy without eval, inline scripts and other hosts', async () => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await fetch(`${inlay.url}/api/docs`)).headers.get('content-security-policy')),
    );
    const [first = '', second = ''] = policies.map(String);
    assert.match(first, /^default-src 'none'; script-src 'nonce-[A-Za-z0-9+/]{24}';/);
    assert.match(first, /connect-src 'self'/);
    assert.match(first, /frame-ancestors 'none'/);
    assert.doesNotMatch(first, /unsafe-eval|https?:|\*/);
    assert.notEqual(first, second, 'a nonce is used once');
    const { headers } = await fetch(`${inlay.url}/api/openapi.json`);
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
  });

  it('serves its script compressed and immutable', async () => {
    const address = await scriptAddress();
    const get = (encoding: string) =>
      new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
        request(address, { headers: { 'accept-encoding': encoding } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
        })
          .on('error', reject)
          .end();
      });
    const br = await get('gzip, br');
    const gzip = await get('gzip');
    assert.equal(br.headers['content-encoding'], 'br');
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.equal(br.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.ok(brotliDecompressSync(br.body).equals(gunzipSync(gzip.body)));
  });

  it('is found with a trailing slash too', async () => {
    const { url, status } = await fetch(`${inlay.url}/api/docs/`);
    assert.deepEqual([url, status], [`${inlay.url}/api/docs`, 200]);
  });

  it('responds with 404 to a script of another version', async () => {
    assert.equal((await fetch(`${inlay.url}/api/docs/0123456789abcdef.js`)).status, 404);
  });
});

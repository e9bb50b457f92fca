import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { axeFindings, COLORS } from '../../support/browser/axe-findings.ts';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { type WatchedPage, watchPage } from '../../support/browser/watch-page.ts';
import { logInAs } from '../../support/http/api-client.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';

interface Operation {
  readonly summary: string;
}

const LOOKS = [
  { colorScheme: 'light' },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
] as const;

const PAGES = ['/docs', '/docs/guide/operate', '/docs/api', '/docs/api/users'];

describe('the documentation in a browser', () => {
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

  const openPage = async (path: string, options = {}): Promise<WatchedPage> => {
    const watched = await watchPage(browser, options);
    await watched.page.goto(`${inlay.url}${path}`);
    return watched;
  };
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
      request(`${inlay.url}${path}`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    });
  const assetOf = async (pattern: RegExp) => {
    const { body } = await get('/docs');
    return pattern.exec(body.toString())?.[1] ?? '';
  };

  it('lists every operation of the description, and leads there from the former address', async () => {
    const description = await fetch(`${inlay.url}/api/openapi.json`);
    const { paths } = (await description.json()) as { paths: Record<string, Record<string, Operation>> };
    const summaries = Object.values(paths).flatMap((path) =>
      Object.values(path).map(({ summary }) => summary),
    );
    assert.ok(summaries.length > 10);
    const { page, context } = await openPage('/api/docs');
    assert.equal(page.url(), `${inlay.url}/docs/api`);
    const links = await page.locator('main a').allTextContents();
    assert.deepEqual(
      summaries.filter((summary) => !links.some((link) => link.includes(summary))),
      [],
    );
    await context.close();
  });

  for (const path of PAGES)
    it(`${path}: requests nothing from other hosts, runs no foreign script, fits and is accessible, light and dark`, async () => {
      const grounds = new Set<string>();
      for (const options of LOOKS) {
        const { page, requests, complaints, context } = await openPage(path, options);
        assert.ok(requests.length >= 3, 'the page, its style and its script');
        assert.deepEqual(
          requests.filter((address) => new URL(address).origin !== inlay.url),
          [],
        );
        assert.deepEqual(complaints, []);
        const [ground, wanted, given] = await page.evaluate<[string, number, number]>(
          '[getComputedStyle(document.body).backgroundColor, document.documentElement.scrollWidth, window.innerWidth]',
        );
        assert.ok(wanted <= given, `${wanted} px wide on a screen of ${given} px`);
        const rules = grounds.size === 0 ? undefined : COLORS;
        assert.deepEqual(await axeFindings(page, { rules }), []);
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
      assert.equal(grounds.size, 2, 'it follows the theme of the system');
    });

  it('finds pages and operations with the keyboard alone', async () => {
    const { page, complaints, requests, context } = await openPage('/docs');
    const index = () => requests.filter((address) => address.includes('/search-'));
    assert.deepEqual(index(), [], 'the index is loaded on first use');
    await page.keyboard.press('/');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Control+k');
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.fill('create a user');
    const results = page.getByRole('option');
    await eventually(async () => assert.match((await results.allTextContents()).join(), /Create a user/));
    assert.equal(index().length, 1);
    assert.deepEqual(await axeFindings(page, { within: '.search' }), []);
    const chosen = () => page.locator('[role=option][aria-selected=true]').getAttribute('href');
    const first = await chosen();
    await page.keyboard.press('ArrowDown');
    assert.notEqual(await chosen(), first);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${inlay.url}${first}`);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('no such words anywhere');
    await page.getByText('No results for').waitFor();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('copies samples, which name this instance', async () => {
    const { page, context } = await openPage('/docs/guide/getting-started', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const block = page.locator('figure.code', { hasText: '/api/login' }).first();
    await block.hover();
    await block.getByRole('button', { name: 'Copy' }).click();
    await block.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(copied.startsWith(`curl ${inlay.url}/api/login`), copied);
    await context.close();
  });

  it('keeps the theme that a reader chose from page to page', async () => {
    const { page, context } = await openPage('/docs', { colorScheme: 'light' });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByRole('button', { name: 'Switch theme' }).click();
    const dark = await ground();
    assert.notEqual(dark, light);
    await page.goto(`${inlay.url}/docs/api`);
    assert.equal(await ground(), dark);
    await page.getByRole('button', { name: 'Switch theme' }).click();
    assert.equal(await ground(), light);
    assert.equal(await page.evaluate(() => localStorage.length), 0, 'the system decides again');
    await context.close();
  });

  it('has its pages in a menu on a phone', async () => {
    const { page, context } = await openPage('/docs/guide/operate', LOOKS[1]);
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Scale' });
    await expect(link).toBeHidden();
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await page.waitForURL(`${inlay.url}/docs/guide/scale`);
    await expect(link).toBeHidden();
    await context.close();
  });

  it('names the version that it describes, with its changes', async () => {
    const { page, context } = await openPage('/docs');
    await page.getByRole('button', { name: /^v\d+\.\d+\.\d+/ }).click();
    await page.getByText(/This instance runs \d+\.\d+\.\d+/).waitFor();
    await page
      .getByRole('link', { name: /^Changes in/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Changelog', level: 1 }).waitFor();
    await context.close();
  });

  it('sends a tried request to this instance with the login token and shows the response', async () => {
    const { page, complaints, context } = await openPage('/docs/api/session');
    const operation = page.locator('#getMe, section.operation', { hasText: 'Read the current user' }).first();
    await operation.getByRole('button', { name: 'Try it' }).click();
    assert.deepEqual(await axeFindings(page, { within: '.try' }), []);
    await page.getByLabel('Login token').fill(await logInAs(inlay.url));
    const answered = page.waitForResponse((response) => response.url() === `${inlay.url}/api/v0/me`);
    await page.getByRole('button', { name: 'Send request' }).click();
    assert.equal((await answered).status(), 200);
    await page.getByText('200 OK').last().waitFor();
    assert.deepEqual(complaints, []);
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }])',
    );
    assert.doesNotMatch(stored, /inl_login/, 'the token is not left in the browser');
    await context.close();
  });

  it('has a policy of its own that allows neither eval, nor other inline scripts, nor other hosts', async () => {
    const { headers } = await get('/docs/api');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-[A-Za-z0-9+/]{43}=';/);
    assert.match(policy, /connect-src 'self'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    const description = await get('/api/openapi.json');
    assert.equal(
      description.headers['content-security-policy'],
      "default-src 'none'; frame-ancestors 'none'",
    );
  });

  it('serves files compressed and to be kept for good, and pages to be checked with each visit', async () => {
    const address = await assetOf(/src="(\/docs\/assets\/docs-[^"]+\.js)"/);
    const br = await get(address, { 'accept-encoding': 'gzip, br' });
    const gzip = await get(address, { 'accept-encoding': 'gzip' });
    assert.equal(br.headers['content-encoding'], 'br');
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.equal(br.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.ok(brotliDecompressSync(br.body).equals(gunzipSync(gzip.body)));
    const page = await get('/docs/api', { 'accept-encoding': 'br' });
    assert.equal(page.headers['cache-control'], 'no-cache');
    const again = await get('/docs/api', { 'if-none-match': String(page.headers.etag) });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
    const font = await get(await assetOf(/href="(\/docs\/assets\/[^"]+\.woff2)"/), {
      'accept-encoding': 'br',
    });
    assert.deepEqual([font.status, font.headers['content-encoding']], [200, undefined]);
  });

  it('is found with a slash at the end too', async () => {
    for (const [path, target] of [
      ['/docs/', '/docs'],
      ['/docs/api/', '/docs/api'],
      ['/api/docs/', '/docs/api'],
    ]) {
      const { url, status } = await fetch(`${inlay.url}${path}`);
      assert.deepEqual([url, status], [`${inlay.url}${target}`, 200]);
    }
  });

  it('has a page for addresses that it does not have, and 404 for a file of another version', async () => {
    const missing = await get('/docs/guide/nothing');
    assert.deepEqual([missing.status, missing.headers['content-type']], [404, 'text/html; charset=utf-8']);
    assert.match(missing.body.toString(), /Page not found/);
    assert.equal((await get('/docs/assets/docs-01234567.js')).status, 404);
    assert.equal((await get('/docs/manifest')).status, 404);
    assert.equal((await get('/docs/..%2f..%2fpackage')).status, 404);
    assert.equal((await get('/docs/%0d%0a%E2%82%AC/')).headers.location, '/docs/%0d%0a%E2%82%AC');
  });

  it('is served on every host, also where no tenant is', async () => {
    const { status } = await get('/docs', { host: 'nobody.example' });
    assert.equal(status, 200);
  });
});

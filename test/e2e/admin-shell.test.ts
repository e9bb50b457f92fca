import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openAdmin, SIGNED_OUT } from '../support/admin-page.ts';
import { call } from '../support/api-client.ts';
import { type EditableProxy, startEditableProxy } from '../support/editable-proxy.ts';
import { openBrowser } from '../support/open-browser.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../support/start-inlay.ts';

describe('the admin app’s files, kept by the browser', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let proxy: EditableProxy;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    proxy = await startEditableProxy(inlay.url);
  });
  beforeEach(() => {
    proxy.edit = (_path, text) => text;
  });
  after(async () => {
    await browser?.close();
    await proxy?.close();
    await inlay?.close();
    await store?.drop();
  });

  const openKept = async (options: BrowserContextOptions = {}) => {
    const opened = await openAdmin(browser, proxy.url, '/users', { isWhole: true, ...options });
    await opened.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    return opened;
  };

  it('start a later visit without asking the server for any of them', async () => {
    const { page, context } = await openKept();
    const fetched: string[] = [];
    page.on('response', (response) => {
      if (!response.fromServiceWorker()) fetched.push(new URL(response.url()).pathname);
    });
    await page.goto(`${proxy.url}/admin/groups`);
    await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
    await page.getByText('No groups yet').waitFor();
    assert.ok(fetched.includes('/api/v0/me'), 'the API is asked, always');
    assert.deepEqual(
      fetched.filter((path) => !path.startsWith('/api/v0/')),
      [],
    );
    await context.close();
  });

  it('are the page and what was built with it: nothing of the API, nothing that a session changes', async () => {
    const { page, context } = await openKept({ storageState: SIGNED_OUT });
    await page.goto(`${proxy.url}/admin/groups`);
    await page.getByText('No groups yet').waitFor();
    const check = async () => {
      const kept = await keptPaths(page);
      assert.ok(kept.includes('/admin'));
      assert.deepEqual(
        kept.filter((path) => path !== '/admin' && !path.startsWith('/admin/assets/')),
        [],
      );
      const { text, policy } = await page.evaluate(async () => {
        const response = (await caches.match('/admin')) as Response;
        return { text: await response.text(), policy: response.headers.get('content-security-policy') };
      });
      assert.doesNotMatch(text, /\/api\/v0/);
      assert.match(String(policy), /default-src 'none'; script-src 'self'/);
    };
    await check();
    await page.getByRole('button', { name: 'Account and theme' }).first().click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await check();
    await page.goto(`${proxy.url}/admin/users`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await context.close();
  });

  it('give way to those of an upgrade: the next view is the new app, and two builds are the most that is kept', async () => {
    const { page, context } = await openKept();
    await page.addInitScript(() =>
      navigator.serviceWorker.addEventListener('controllerchange', () =>
        Object.assign(window, { isTakenOver: true }),
      ),
    );
    for (const build of ['two', 'three']) {
      proxy.edit = (path, text) =>
        path === '/admin/worker.js'
          ? text.replace(/"name":"inlay-admin-[^"]*"/, `"name":"inlay-admin-${build}"`)
          : text.replace('</head>', `<meta name="build" content="${build}"></head>`);
      await page.goto(`${proxy.url}/admin/users`);
      await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
      assert.equal(await page.locator(`meta[content=${build}]`).count(), 0, 'the former app starts at once');
      await until(async () => (await page.evaluate(() => caches.keys())).includes(`inlay-admin-${build}`));
      // Until the new worker has taken over, a press shows the view in the app that runs.
      await until(() =>
        page.evaluate(() => (window as Window & { isTakenOver?: boolean }).isTakenOver === true),
      );
      await page.locator('.sidebar').getByRole('link', { name: 'Groups' }).click();
      await page.locator(`meta[content=${build}]`).waitFor({ state: 'attached' });
      await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
      const kept = await page.evaluate(() => caches.keys());
      assert.equal(kept.length, 2, kept.join());
      assert.ok(kept.includes(`inlay-admin-${build}`));
    }
    await context.close();
  });

  it('are forgotten where the server was set back to a version that keeps none', async () => {
    const { page, context } = await openKept();
    const isOld = '<!doctype html><title>An older version</title>';
    proxy.edit = (path, text) =>
      path === '/admin/worker.js'
        ? { text: isOld, type: 'text/html' }
        : text.replace('</head>', '<meta name="build" content="old"></head>');
    await page.goto(`${proxy.url}/admin/users`);
    await until(() =>
      page.evaluate(
        async () =>
          (await navigator.serviceWorker.getRegistrations()).length + (await caches.keys()).length === 0,
      ),
    );
    await page.goto(`${proxy.url}/admin/users`);
    await page.locator('meta[content=old]').waitFor({ state: 'attached' });
    await context.close();
  });

  it('are never a mix of two builds: a page that names other scripts is not kept', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    proxy.edit = (path, text) =>
      path === '/admin/worker.js'
        ? text.replace(/"entry":"[^"]*"/, '"entry":"/admin/assets/other.js"')
        : text;
    await page.goto(`${proxy.url}/admin`);
    await page.getByLabel('Password').waitFor();
    const outcome = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('/admin/worker.js', { scope: '/admin' });
      const worker = registration.installing as ServiceWorker;
      await new Promise((settled) => worker.addEventListener('statechange', settled, { once: true }));
      return { state: worker.state, kept: await caches.keys() };
    });
    assert.deepEqual(outcome, { state: 'redundant', kept: [] });
    await context.close();
  });

  it('come with a worker whose scope is the admin app and whose policy lets it fetch from here alone', async () => {
    const { status, headers } = await call(`${inlay.url}/admin/worker.js`, {});
    assert.equal(status, 200);
    assert.equal(headers['service-worker-allowed'], '/admin');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.match(String(headers['content-type']), /^text\/javascript/);
    assert.equal(headers['content-security-policy'], "default-src 'none'; connect-src 'self'");
  });
});

/** `waitForFunction` takes a promise for an answer. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isSo()) return;
    await setTimeout(100);
  }
  assert.fail('It did not become so within a minute.');
}

async function keptPaths(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
}

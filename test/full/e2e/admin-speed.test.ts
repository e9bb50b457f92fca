import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { AdminScreens } from '@inlay/protocol/admin-screens';
import type { Page, Route } from 'playwright-core';
import { screenAt, screens } from '../../../packages/admin/src/screens/index.ts';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { makeAdminWorld } from '../../support/admin/admin-world.ts';
import { useAdminApp } from '../../support/admin/use-admin-app.ts';
import { expect } from '../../support/browser/expect.ts';
import { setUpEmbedding } from '../../support/embeds/embed-client.ts';
import { watchRest } from '../../support/server/watch-rest.ts';
import { eventually } from '../../support/time/eventually.ts';

const BUILT_SCREENS = new URL('../../../packages/admin/dist/screens.js', import.meta.url).href;

/** By path: the main thing of a view, which is there with its data, and a view that has a link to it. */
const VIEWS: Readonly<Record<string, readonly [main: string, from: string]>> = {
  '/embed-settings': ['.steps li', '/users'],
  '/embeds': ['.ui-table tbody tr', '/users'],
  '/embeds/sales-overview': ['dialog[open] figure.ui-code', '/embeds'],
  '/embeds/sales-overview/preview': ['.preview-page form input', '/embeds/sales-overview'],
  '/users': ['.ui-table tbody tr', '/groups'],
  '/groups': ['.ui-table tbody tr', '/users'],
  '/groups/emea': ['dialog[open] form input', '/groups'],
  '/themes': ['.app-card', '/users'],
  '/themes/acme': ['.theme-preview svg', '/themes'],
  '/workspaces': ['.ui-table tbody tr', '/users'],
  '/workspaces/main': ['dialog[open] .contents li', '/workspaces'],
  '/settings': ['.setting [role=combobox]', '/users'],
  '/usage': ['.view .ui-empty, .figures-row', '/users'],
  '/audit': ['.ui-table tbody tr', '/users'],
  '/connections': ['.ui-table tbody tr', '/users'],
  '/connections/files': ['.chip', '/connections'],
  '/files': ['.ui-table tbody tr', '/users'],
  '/datasets': ['.ui-table tbody tr', '/users'],
  '/datasets/orders': ['.rows-item input', '/datasets'],
  '/datasets/new': ['form select', '/datasets'],
  '/model?connection=files': ['.model-box', '/datasets/orders/relationships'],
  '/apps': ['.app-card', '/users'],
  '/apps/sales': ['.ui-table tbody tr', '/apps'],
  '/apps/sales/tiles/revenue': ['.te-chip', '/apps/sales?tab=tiles'],
  '/apps/sales/stories/review': ['.story-form textarea', '/apps/sales?tab=stories'],
  '/apps/sales/dashboards/overview': ['.dashboard-settings input', '/apps/sales'],
};

describe('the admin app on a slow line', () => {
  const app = useAdminApp();
  before(async () => {
    const { adminToken } = await setUpEmbedding(app.inlay);
    await makeAdminWorld(app.inlay, adminToken);
  });

  it('shows each screen of a deep link after one round trip for data, requested once', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url);
    for (const [path, [main]] of Object.entries(VIEWS)) {
      const responses = await holdAnswers(page);
      await page.goto(`${app.inlay.url}/admin${path}`, { waitUntil: 'commit' });
      await responses.areAsked([...expectedAt(path), 'me']);
      await responses.letFirstThrough();
      await page.locator(main).first().waitFor();
      await responses.end();
    }
    await context.close();
  });

  it('switches screens with one round trip for data, and fetches no script after the click', async () => {
    const { page, context, requests } = await openAdmin(app.browser, app.inlay.url, '', {
      isWhole: true,
    });
    const rest = watchRest(page);
    const views = Object.entries(VIEWS).toSorted(([, [, one]], [, [, other]]) => one.localeCompare(other));
    let at = '';
    for (const [path, [main, from]] of views) {
      const loaded = requests.length;
      if (from === at) await page.goBack();
      else await page.goto(`${app.inlay.url}/admin${from}`);
      const link = page.locator(`a[href="/admin${path}"]`).first();
      await link.waitFor({ state: 'attached' });
      if (from !== at) await allViewsAreHere(page, () => requests.slice(loaded));
      await rest();
      at = from;
      const responses = await holdAnswers(page);
      const before = requests.length;
      await link.dispatchEvent('click');
      await responses.areAsked(expectedAt(path).filter((asked) => !expectedAt(from).includes(asked)));
      await responses.letFirstThrough();
      await page.locator(main).first().waitFor();
      const scripts = requests.slice(before).filter((address) => /\.(?:js|css)$/.test(address));
      assert.deepEqual(scripts, [], path);
      await responses.end();
    }
    await context.close();
  });

  it("requests the first screen's data in parallel with the account at sign-in", async () => {
    const context = await app.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${app.inlay.url}/admin/users`);
    const responses = await holdAnswers(page);
    await page.getByLabel('Username').fill('admin@demo.test');
    await page.getByLabel('Password').fill('a long enough password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await responses.areAsked([...expectedAt('/users'), 'me']);
    await responses.letFirstThrough();
    await page.locator('.ui-table tbody tr').first().waitFor();
    await responses.end();
    await context.close();
  });

  it('shows the sign-in with the files that its page links to, in two round trips', async () => {
    for (const locale of ['en-US', 'de-DE']) {
      const context = await app.browser.newContext({ locale });
      const page = await context.newPage();
      const response = await fetch(`${app.inlay.url}/admin/users`, {
        headers: { 'accept-language': locale },
      });
      const html = await response.text();
      await page.route('**/admin/assets/**', (route) =>
        html.includes(`"${new URL(route.request().url()).pathname}"`) ? route.continue() : route.abort(),
      );
      await page.goto(`${app.inlay.url}/admin/users`);
      await page.locator('input[type=password]').waitFor();
      await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2));
      await context.close();
    }
  });

  it('sends no API requests before sign-in, and fetches the screen behind it but no other', async () => {
    const context = await app.browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${app.inlay.url}/admin/users`);
    await page.getByLabel('Password').waitFor();
    await page.waitForLoadState('networkidle');
    assert.deepEqual(
      asked.filter((address) => address.includes('/api/')),
      [],
    );
    const scripts = asked.filter((address) => address.endsWith('.js'));
    assert.ok(scripts.some((address) => address.includes('/lists-')) && scripts.length <= 8, scripts.join());
    await context.close();
  });
});

function expectedAt(address: string): readonly string[] {
  const { pathname, searchParams } = new URL(address, 'http://inlay.invalid');
  const screen = screenAt(pathname);
  assert.ok(screen, address);
  return screen.queries(pathname, searchParams).map((query) => query.address.slice(1));
}

/** What is fetched while nobody waits has been asked for: the scripts of every view. */
async function allViewsAreHere(page: Page, requests: () => readonly string[]): Promise<void> {
  const built: AdminScreens = await import(BUILT_SCREENS);
  const files = await Promise.all(
    built.screens.map(({ components }, index) => components(screens[index]?.path ?? '')),
  );
  const missing = () =>
    files.flat(2).filter((file) => !requests().some((address) => address.endsWith(`/admin/${file}`)));
  await eventually(async () => assert.deepEqual(missing(), []));
  await page.waitForLoadState('load');
}

/**
 * Holds back whatever the API answers. Once the first round is let through, later questions get no answer until the end:
 * what is on show then needed one round alone.
 */
async function holdAnswers(page: Page) {
  const held: Route[] = [];
  const later: Route[] = [];
  const asked: string[] = [];
  let isFirst = true;
  const hold = (route: Route) => {
    asked.push(`${route.request().method()} ${route.request().url()}`);
    (isFirst ? held : later).push(route);
  };
  await page.route('**/api/v0/**', hold);
  return {
    areAsked: async (paths: readonly string[]) => {
      const missing = () => paths.filter((path) => !asked.some((known) => known.endsWith(`/api/v0/${path}`)));
      await eventually(async () => assert.deepEqual(missing(), [], `asked: ${asked.join(', ')}`));
    },
    letFirstThrough: async () => {
      isFirst = false;
      assert.deepEqual([...new Set(asked)], asked, 'what was asked for ahead is asked for once');
      await Promise.all(held.map((route) => route.continue()));
    },
    end: async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      // The page may have left meanwhile, and no longer ask.
      await Promise.allSettled(later.map((route) => route.continue()));
    },
  };
}

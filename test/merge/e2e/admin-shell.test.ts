import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertAccessible, openAdmin } from '../../support/admin-page.ts';
import { makeAdminWorld } from '../../support/admin-world.ts';
import { setUpEmbedding } from '../../support/embed-client.ts';
import { useAdminApp } from '../../support/use-admin-app.ts';
import { watchRest } from '../../support/watch-rest.ts';

describe('files of the admin app', () => {
  const app = useAdminApp();

  it('are requested once: a later visit requests the page and data', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/users', { isWhole: true });
    // The font comes after the files of all screens.
    await page.locator('html[data-font]').waitFor();
    await watchRest(page)();
    await page.goto(`${app.inlay.url}/admin/groups`);
    await page.getByText('No groups yet').waitFor();
    const transferred = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ transferSize }) => transferSize > 0)
        .map(({ name }) => new URL(name).pathname),
    );
    assert.ok(transferred.includes('/api/v0/groups'));
    assert.deepEqual(
      transferred.filter((path) => path.startsWith('/admin/assets/')),
      [],
    );
    await context.close();
  });

  it("match the server's version: if an upgrade removed one, the app offers to reload", async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/users');
    await page.route('**/admin/assets/groups-screen-*', (route) => route.fulfill({ status: 404 }));
    await page.locator('.sidebar').getByRole('link', { name: 'Groups' }).click();
    await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload page' }).click();
    await page.getByText('No groups yet').waitFor();
    await context.close();
  });
});

describe('the sidebar of the admin app', () => {
  const app = useAdminApp();

  it('names the tenant, and keeps search and account in sight in a low window', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/users', {
      viewport: { width: 1280, height: 480 },
    });
    const sidebar = page.getByRole('complementary');
    await sidebar.getByText('Demo', { exact: true }).waitFor();
    for (const name of [/^Go to/, 'Account and theme']) {
      const box = await sidebar.getByRole('button', { name }).boundingBox();
      assert.ok(box && box.y >= 0 && box.y + box.height <= 480 && box.height >= 28, `${name}`);
    }
    await context.close();
  });
});

describe('the command palette', () => {
  const app = useAdminApp();
  before(async () => {
    const { adminToken } = await setUpEmbedding(app.inlay);
    await makeAdminWorld(app.inlay, adminToken);
  });

  it('finds content by a part of its title or identifier, with its kind and app, by keyboard', async () => {
    const { page, context, complaints } = await openAdmin(app.browser, app.inlay.url, '/users');
    await page.keyboard.press('Control+k');
    const input = page.locator('dialog [role=combobox]:focus');
    await input.waitFor();
    await page.keyboard.type('overv');
    const dashboards = page.getByRole('group', { name: 'Dashboards' });
    const option = dashboards.getByRole('option').first();
    await option.waitFor();
    assert.match((await option.textContent()) ?? '', /Sales.*in /);
    await page
      .getByRole('status')
      .filter({ hasText: /result/ })
      .first()
      .waitFor({ state: 'attached' });
    await assertAccessible(page, 'the palette');
    for (let presses = 0; presses < 30; presses += 1) {
      const active = await input.getAttribute('aria-activedescendant');
      if (active === (await option.getAttribute('id'))) break;
      await page.keyboard.press('ArrowDown');
    }
    assert.equal(await option.getAttribute('aria-selected'), 'true');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/apps\/sales\/dashboards\/overview$/);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('reports that nothing was found, or that the search failed', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/users');
    await page.keyboard.press('Control+k');
    await page.locator('dialog [role=combobox]:focus').waitFor();
    await page.keyboard.type('zzzz');
    await page.getByText('No results for “zzzz”.').waitFor();
    await page.route(/\/api\/v0\/stories\?/, (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, message: 'Not now.' } }),
    );
    await page.keyboard.type('y');
    await page.getByText(/Content search is not available: Not now/).waitFor();
    await context.close();
  });
});

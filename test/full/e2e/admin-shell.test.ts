import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { useAdminApp } from '../../support/admin/use-admin-app.ts';
import { watchRest } from '../../support/server/watch-rest.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('files of the admin app', () => {
  const app = useAdminApp();

  it('are requested once: a later visit requests the page and data', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/users', { isWhole: true });
    // The font comes after the files of all screens.
    await page.locator('html[data-font]').waitFor();
    await watchRest(page)();
    await page.goto(`${app.inlay.url}/admin/groups`);
    await page.getByRole('heading', { name: 'Groups', level: 1 }).waitFor();
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
    await page.route('**/admin/assets/settings-*', (route) => route.fulfill({ status: 404 }));
    await page.locator('.sidebar').getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload page' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
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

  it('shows the current screen, also where it is below the end of a low window', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/email', {
      viewport: { width: 1280, height: 480 },
    });
    const current = page.getByRole('complementary').getByRole('link', { name: 'Email', exact: true });
    await eventually(async () => {
      const box = await current.boundingBox();
      assert.ok(box && box.y + box.height <= 480, 'at the lower end');
    });
    await context.close();
  });
});

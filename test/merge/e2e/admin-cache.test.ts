import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openAdmin } from '../../support/admin-page.ts';
import { call, logInAs } from '../../support/api-client.ts';
import { useAdminApp } from '../../support/use-admin-app.ts';
import { watchRest } from '../../support/watch-rest.ts';

describe('lists in the admin app', () => {
  const app = useAdminApp();
  let token = '';
  before(async () => {
    token = await logInAs(app.inlay.url);
    const create = (id: string) =>
      call(`${app.inlay.url}/api/v0/groups`, { token, body: { id, name: `Group ${id}` } });
    await Promise.all(['emea', 'apac'].map(create));
  });

  it('appear from the cache after going back, and are refreshed', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/groups');
    const rest = watchRest(page);
    await page.getByRole('link', { name: 'Group emea' }).waitFor();
    await page.getByRole('link', { name: 'Workspaces' }).click();
    await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor();
    await rest();
    await call(`${app.inlay.url}/api/v0/groups`, { token, body: { id: 'amer', name: 'Group amer' } });
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v0/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goBack();
    await page.getByRole('link', { name: 'Group emea' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Group amer' }).count(), 0);
    held.resolve();
    await page.getByRole('link', { name: 'Group amer' }).waitFor();
    await context.close();
  });

  it('do not show a deleted item', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/groups');
    await page.getByRole('link', { name: 'Group apac' }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete group' }).click();
    await page.getByText('Group Group apac deleted.').waitFor();
    await page.getByRole('link', { name: 'Group apac' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Workspaces' }).click();
    await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Group emea' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Group apac' }).count(), 0);
    await context.close();
  });

  it('do not appear at an unknown address', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/groups/emea/members');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await context.close();
  });
});

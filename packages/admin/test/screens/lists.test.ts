import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/eventually.ts';
import { list } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT } from '../support/sample-world.ts';

const groupOf = (id: string) => ({ id, name: `Group ${id}`, createdAt: AT, updatedAt: AT });

describe('lists in the admin app', () => {
  it('appear from the cache after going back, and are refreshed', async (test) => {
    const app = await openApp(test, '/groups', { 'GET /groups': () => list(groupOf('emea')) });
    await app.getByRole('link', { name: 'Group emea' }).waitFor();
    await app.locator('.sidebar').getByRole('link', { name: 'Workspaces' }).click();
    await app.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor();
    const held = Promise.withResolvers<void>();
    app.api.respond({
      'GET /groups': async () => {
        await held.promise;
        return list(groupOf('emea'), groupOf('amer'));
      },
    });
    app.page.history.back();
    await app.getByRole('link', { name: 'Group emea' }).waitFor();
    assert.equal(app.getByRole('link', { name: 'Group amer' }).count(), 0);
    held.resolve();
    await app.getByRole('link', { name: 'Group amer' }).waitFor();
  });

  it('do not show a deleted item, from the cache either', async (test) => {
    const groups = new Map(['emea', 'apac'].map((id) => [id, groupOf(id)]));
    const app = await openApp(test, '/groups', {
      'GET /groups': () => list(...groups.values()),
      'GET /groups/{id}': () => groupOf('apac'),
      'DELETE /groups/{id}': ({ path }) => {
        groups.delete(path.id);
        return undefined;
      },
    });
    await app.getByRole('link', { name: 'Group apac' }).click();
    await app.getByRole('button', { name: 'Delete…' }).click();
    await app.getByRole('button', { name: 'Delete group' }).click();
    await app.getByText('Group Group apac deleted.').waitFor();
    await app.getByRole('link', { name: 'Group apac' }).waitForNone();
    await app.locator('.sidebar').getByRole('link', { name: 'Workspaces' }).click();
    await app.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor();
    app.api.respond({
      'GET /groups': () =>
        Promise.withResolvers<ReturnType<typeof list<ReturnType<typeof groupOf>>>>().promise,
    });
    app.page.history.back();
    await app.getByRole('link', { name: 'Group emea' }).waitFor();
    assert.equal(app.getByRole('link', { name: 'Group apac' }).count(), 0);
  });

  it('do not appear at an unknown address', async (test) => {
    const app = await openApp(test, '/groups/emea/members');
    await app.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  it('open an item by its address, and are left by closing it', async (test) => {
    const app = await openApp(test, '/groups/emea', {
      'GET /groups': () => list(groupOf('emea')),
      'GET /groups/{id}': () => groupOf('emea'),
    });
    await app.getByRole('dialog', { name: 'Group emea' }).waitFor();
    await app.press('Escape');
    await eventually(() => assert.equal(app.path(), '/groups'));
  });
});

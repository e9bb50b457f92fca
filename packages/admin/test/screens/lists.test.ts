import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT, OVERVIEW, REVENUE, SALES, sampleWorld } from '../support/sample-world.ts';

const groupOf = (id: string) => ({ id, name: `Group ${id}`, createdAt: AT, updatedAt: AT });

/** The first page of a list with more. */
const firstOf = <T>(...data: readonly T[]) => ({
  data,
  meta: { total: 201, page: 1, limit: 200, lastPage: 2 },
});

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

  it('show the workspace of an embed whose app is not among the first 200', async (test) => {
    const app = await openApp(test, '/embeds', {
      ...sampleWorld,
      'GET /apps': ({ query }) =>
        query?.ids === undefined
          ? firstOf({ ...SALES, id: 'first' })
          : list({ ...SALES, workspaceId: 'emea' }),
      'GET /apps/{id}': () => ({ ...SALES, workspaceId: 'emea' }),
    });
    await app.getByText('emea').waitFor();
    assert.equal(app.api.calls('GET /apps').at(-1)?.query.ids, 'sales');
    await app.getByRole('link', { name: 'Sales overview' }).click();
    await app.getByRole('dialog').getByText('emea').waitFor();
  });

  it('offer to create an embed only for content that has none, in an app with many embeds', async (test) => {
    const other = { ...OVERVIEW, id: 'other', target: { kind: 'tile', id: 'orders' } } as const;
    const held = Promise.withResolvers<void>();
    const app = await openApp(test, '/apps/sales?tab=tiles', {
      ...sampleWorld,
      'GET /tiles': () => list(REVENUE, { ...REVENUE, id: 'costs', title: 'Costs' }),
      'GET /embeds': async ({ query }) => {
        if (query?.targets === undefined) return firstOf(other);
        await held.promise;
        return list(OVERVIEW);
      },
    });
    await app.getByRole('link', { name: 'Costs' }).waitFor();
    await eventually(() =>
      assert.equal(app.api.calls('GET /embeds').at(-1)?.query.targets, 'tile/revenue,tile/costs'),
    );
    assert.equal(app.getByRole('link', { name: 'Create embed' }).count(), 0);
    held.resolve();
    await app.getByRole('link', { name: 'sales-overview' }).waitFor();
    assert.equal(app.getByRole('link', { name: 'Create embed' }).count(), 1);
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

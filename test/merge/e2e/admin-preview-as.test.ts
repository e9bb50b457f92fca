import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { useAdminApp } from '../../support/admin/use-admin-app.ts';
import { expect } from '../../support/browser/expect.ts';
import { type ContentClient, contentClient } from '../../support/content/content-client.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { logInAs } from '../../support/http/api-client.ts';

const TILE = {
  appId: 'shop',
  title: 'Revenue by product',
  kind: 'bar',
  datasetId: 'orders',
  query: { dimensions: [{ column: 'product' }], measures: ['revenue'] },
};

const STORY = {
  id: 'review',
  appId: 'shop',
  title: 'Review',
  steps: [
    { id: 'all', title: 'For all', tiles: ['revenue'] },
    {
      id: 'admins',
      title: 'For administrators',
      narrative: 'Margins fell.',
      visibility: { context: 'roles', operator: 'contains', value: 'ADMIN' },
    },
  ],
};

const USER = {
  username: 'ann',
  workspace_id: 'main',
  roles: ['USER'],
  groups: [],
  attributes: { region: 'north' },
  secrets: {},
  privileges: { shop: ['view'] },
};

describe('preview as a user', () => {
  const app = useAdminApp();
  let admin: ContentClient;
  before(async () => {
    const token = await logInAs(app.inlay.url);
    admin = contentClient(app.inlay, token);
    const data = dataClient(app.inlay.url, token);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    const orders = 'region,product,amount\nnorth,Tea,10\nnorth,Coffee,30\nsouth,Cocoa,700\n';
    assert.equal((await data.upload('orders.csv', orders)).status, 201);
    await data.create('datasets', {
      id: 'orders',
      name: 'Orders',
      connectionId: 'files',
      source: { kind: 'file', file: 'orders' },
      measures: [{ name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount' }],
      rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
    });
    await data.create('apps', { id: 'shop', title: 'Shop', workspaceId: 'main', datasets: ['orders'] });
    await data.create('tiles', { id: 'revenue', ...TILE });
    await data.create('stories', STORY);
    await data.create('embeds', { id: 'e', title: 'Embed', target: { kind: 'tile', id: 'revenue' } });
    for (const path of ['tiles/revenue', 'stories/review'])
      assert.equal((await admin('POST', `${path}/publish`)).status, 200);
  });

  /** In the dialog of an editor, or on the page of an embed. */
  const write = async (page: Page, context: object) => {
    const json = page.getByRole('tab', { name: 'JSON' });
    if ((await json.getAttribute('aria-selected')) !== 'true') await json.click();
    await page.getByRole('textbox', { name: /^Context/ }).fill(JSON.stringify(context));
    await page.getByRole('button', { name: 'Show as this viewer' }).click();
  };
  const seen = (page: Page) => page.getByRole('region', { name: 'What this viewer sees' });

  /** The next answers under an address wait until they are let go. */
  const hold = async (page: Page, address: RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  };

  it('reports which step of a story is hidden from a user, and why', async () => {
    const { page, complaints, context } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/apps/shop/stories/review',
    );
    await page.getByRole('button', { name: 'Preview as viewer' }).click();
    await write(page, USER);
    const hidden = seen(page).getByRole('list', { name: 'Hidden' }).getByRole('listitem');
    await hidden.getByText('Hidden by its visibility rule: roles contains: false.').waitFor();
    await expect(hidden).toHaveText(/For administrators/);
    await expect(hidden).toHaveCount(1);

    const step = page.getByRole('region', { name: 'Preview', exact: true });
    const rendered = page.frameLocator('iframe[title="Preview"]');
    await rendered.getByText('Coffee').first().waitFor();
    await page.getByRole('button', { name: /For administrators/ }).click();
    await step.getByText('Hidden from this viewer').waitFor();
    await expect(rendered.getByText('Margins fell.')).toHaveCount(0);

    // Whoever has the role is shown it.
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await write(page, { ...USER, roles: ['ADMIN'] });
    await rendered.getByText('Margins fell.').waitFor();
    await expect(hidden).toHaveCount(0);

    // Whoever lacks the privilege is shown none of it.
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await write(page, { ...USER, privileges: {} });
    await seen(page).getByText('has no privileges on the app').first().waitFor();
    await step.getByText('Hidden from this viewer').waitFor();
    await expect(rendered.getByText('Margins fell.')).toHaveCount(0);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("never shows the previous user's rows or reasons with another user's name", async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/apps/shop/stories/review');
    await page.getByRole('button', { name: 'Preview as viewer' }).click();
    await write(page, USER);
    const chart = page.frameLocator('iframe[title="Preview"]');
    await chart.getByText('Coffee').first().waitFor();
    await seen(page).waitFor();

    const explain = await hold(page, /\/explain$/);
    const rows = await hold(page, /\/preview$/);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await write(page, { ...USER, username: 'bob', attributes: { region: 'south' } });
    await page.getByText('Viewing as bob').waitFor();
    await expect(seen(page), 'the reasons are those of ann').toHaveCount(0);
    await expect(chart.getByText('Coffee'), 'the rows are those of ann').toHaveCount(0);
    explain();
    await seen(page).waitFor();
    await expect(chart.getByText('Coffee'), 'the rows are still those of ann').toHaveCount(0);
    rows();
    await chart.getByText('Cocoa').first().waitFor();
    await context.close();
  });

  it("clears the previous user's page before another one loads or fails to load", async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/embeds/e/preview');
    await write(page, USER);
    const frame = page.frameLocator('iframe');
    await frame.getByText('Coffee').first().waitFor();
    await seen(page).waitFor();
    const refusal = { statusCode: 503, message: 'Not now.' };
    await page.route(/\/explain$/, (route) => route.fulfill({ status: 503, json: refusal }));
    await write(page, { ...USER, username: 'bob', attributes: { region: 'south' } });
    await page.getByText('Not now.').waitFor();
    await expect(seen(page)).toHaveCount(0);
    await expect(frame.getByText('Coffee')).toHaveCount(0);
    await page.unroute(/\/explain$/);
    await page.getByRole('button', { name: 'Show as this viewer' }).click();
    await frame.getByText('Cocoa').first().waitFor();
    await context.close();
  });
});

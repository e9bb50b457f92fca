import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { useEditors } from '../../support/admin/use-editors.ts';
import { expect } from '../../support/browser/expect.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('dashboards in the admin app', () => {
  const app = useEditors();

  it('a dashboard follows the theme of the admin app, also when the theme changes', async () => {
    const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' }];
    const body = { id: 'themed', appId: 'shop', title: 'Themed', items };
    assert.equal((await app.admin('POST', 'dashboards', { body })).status, 201);
    const { page, context, complaints } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/apps/shop/dashboards/themed',
    );
    const frame = page.frameLocator('iframe[title="Dashboard"]');
    await frame.getByText('Cocoa').first().waitFor();
    await frame.locator('html[data-inlay-theme=light]').waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await frame.locator('html[data-inlay-theme=dark]').waitFor();
    await frame.getByText('Cocoa').first().waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("a dashboard's layout is edited in the same frame, and its settings stay up to date", async () => {
    const items = [{ id: 'i0', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' }];
    const body = { id: 'canvas', appId: 'shop', title: 'Canvas', items };
    assert.equal((await app.admin('POST', 'dashboards', { body })).status, 201);
    const { page, context, complaints } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/apps/shop/dashboards/canvas',
    );
    const frame = page.frameLocator('iframe[title="Dashboard"]');
    await frame.getByText('Cocoa').first().waitFor();
    // Settings that are not saved are saved before the canvas opens.
    await page.getByLabel('Title', { exact: true }).fill('Canvas of all');
    await page.getByRole('button', { name: 'Edit layout' }).click();
    await frame.getByRole('toolbar').first().waitFor();
    assert.equal((await app.admin('GET', 'dashboards/canvas')).body.title, 'Canvas of all');
    await expect(page.getByLabel('Title', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Publish/ })).toHaveCount(0);
    await frame.locator('.bld-item').first().click();
    await frame.locator('body').press('Control+d');
    await eventually(async () => assert.equal(await frame.locator('.bld-item').count(), 2));
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Item visibility').click();
    await eventually(async () => assert.equal(await page.locator('details.item-visibility').count(), 2));
    await eventually(async () => assert.equal(await frame.getByRole('toolbar').count(), 0));
    const { items: saved, title } = (await app.admin('GET', 'dashboards/canvas')).body;
    assert.equal((saved as unknown as object[]).length, 2);
    assert.equal(title, 'Canvas of all');

    // What is saved is what the frame shows.
    await page.getByLabel('Description').fill('For the weekly meeting.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').last().waitFor();
    await frame.getByText('For the weekly meeting.').waitFor();
    await frame.getByText('Cocoa').first().waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { makeAdminWorld } from '../../support/admin/admin-world.ts';
import { useAdminApp } from '../../support/admin/use-admin-app.ts';
import { logInAs } from '../../support/http/api-client.ts';
import { eventually } from '../../support/time/eventually.ts';

/** What the focused element is called. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement === document.body
      ? undefined
      : (activeElement?.ariaLabel ?? activeElement?.textContent?.trim());
  });

describe('the focus in the admin app', () => {
  const app = useAdminApp();
  before(async () => makeAdminWorld(app.inlay, await logInAs(app.inlay.url)));
  const open = async (path: string) => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, path);
    const press = async (name: string, within = '#view') => {
      await page.locator(within).getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    const isOn = (name: string) => eventually(async () => assert.equal(await focused(page), name));
    return { page, context, press, isOn };
  };

  it('returns to the button of a dialog, and moves to the next row when its row is deleted', async () => {
    const { page, context, press, isOn } = await open('/files');
    await press('Delete orders.csv');
    await isOn('Cancel');
    await page.keyboard.press('Escape');
    await isOn('Delete orders.csv');
    await press('Delete regions.csv');
    await press('Delete file', 'dialog');
    await isOn('Delete orders.csv');
    await context.close();
  });

  it('stays on a button that its own action disables, which then does nothing', async () => {
    const { page, context, press, isOn } = await open('/apps/sales/tiles/revenue');
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await press('Remove Month');
    await isOn('Drag a field here, or click it in the list');
    await press('Undo');
    await page.locator('.te-chip-name', { hasText: 'Month' }).waitFor();
    await isOn('Undo');
    assert.equal(await undo.getAttribute('aria-disabled'), 'true');
    await page.keyboard.press('Enter');
    await isOn('Undo');
    await page.locator('.te-chip-name', { hasText: 'Month' }).waitFor();
    await context.close();
  });

  it('moves on when a tile is created or submitted', async () => {
    const { page, context, press } = await open('/apps/sales/tiles/revenue');
    await press('Submit for review');
    await page.getByText('In review').first().waitFor();
    await eventually(async () => assert.equal(await focused(page), 'Request changes…'));
    await context.close();
  });
});

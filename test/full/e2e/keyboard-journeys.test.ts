import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { useAdminApp } from '../../support/admin/use-admin-app.ts';
import { expect } from '../../support/browser/expect.ts';
import { enter, tabTo } from '../../support/browser/tab-to.ts';
import { useBuilder } from '../../support/builder/builder-page.ts';

const SALES = 'region,amount,ordered_on\nnorth,10,2026-01-01\nnorth,5,2026-02-01\nsouth,7,2026-01-15\n';

describe('without a pointer', () => {
  const app = useAdminApp();
  const builders = useBuilder();
  const folder = mkdtempSync(join(tmpdir(), 'inlay-files-'));
  before(() => writeFileSync(join(folder, 'sales.csv'), SALES));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('an analyst uploads a file and makes a dataset, a measure and a row rule', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/datasets');
    const button = (name: string) => page.locator('#view').getByRole('button', { name, exact: true });
    await enter(page, page.locator('#view').getByRole('link', { name: 'Upload a file' }));
    await tabTo(page, page.getByLabel('Choose files'));
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(join(folder, 'sales.csv'));
    await page.getByText('3 rows').waitFor();
    await enter(page, page.getByRole('link', { name: 'Create dataset from sales' }));
    await page.getByRole('cell', { name: '2026-02-01' }).waitFor();
    await enter(page, button('Create dataset'));
    await page.getByText('No viewer can see rows of Sales yet').waitFor();

    await enter(page, button('Add rule'));
    await page.getByText('Viewers see rows where Region is one of').waitFor();
    await enter(page, page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Sales saved.').waitFor();

    await enter(page, page.getByRole('link', { name: 'Measures', exact: true }));
    await enter(page, button('Add measure'));
    await expect(page.locator('.rows-more input').first()).toBeFocused();
    await page.keyboard.type('largest');
    await enter(page, page.getByRole('button', { name: 'Save', exact: true }));
    await page.locator('.ui-save-bar').waitFor({ state: 'detached' });
    await page.getByText('largest').first().waitFor();
    await context.close();
  });

  it('an author builds a dashboard: a chart, its place and size, a filter, and publishes it', async () => {
    const token = await builders.token('kay', ['contribute', 'validate']);
    const { page, frame, context } = await builders.open(token);
    const button = (name: string) => frame.getByRole('button', { name, exact: true });
    await enter(page, button('New dashboard'));
    await expect(frame.locator('input.bld-title')).toBeFocused();
    await page.keyboard.type('By keyboard');
    await enter(page, button('Add'));
    await tabTo(page, frame.getByLabel('Group by'));
    await page.keyboard.type('product');
    await frame.locator('.bld-preview svg.inlay-chart').waitFor();
    await enter(page, button('Add to dashboard'));
    await frame.locator('.bld-item svg.inlay-chart').waitFor();
    await page.keyboard.press('Escape');
    await expect(button('Add')).toBeFocused();

    const item = frame.locator('.bld-item');
    await tabTo(page, item);
    // It is selected already; arrows move it, with Shift they change its size.
    await expect(item).toHaveAccessibleName(/column 1, row 1, /);
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown'])
      await page.keyboard.press(key);
    await expect(item).toHaveAccessibleName(/column 3, row 1, /);

    await tabTo(page, frame.locator('.bld-add-filter'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await enter(page, frame.locator('.bld-new-filter').getByRole('button', { name: 'Add filter' }));
    await expect(frame.locator('.bld-filter-list li')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await frame.locator('.bld-save[data-save=saved]').waitFor();
    await tabTo(page, button('Publish'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await enter(page, frame.locator('dialog').getByRole('button', { name: 'Publish', exact: true }));
    await frame.locator('dialog').waitFor({ state: 'detached' });
    await frame.getByText('Published', { exact: true }).first().waitFor();
    await context.close();
  });
});

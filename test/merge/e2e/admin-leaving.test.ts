import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openAdmin } from '../../support/admin-page.ts';
import { call, logInAs } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { openBrowser } from '../../support/open-browser.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/start-inlay.ts';

/** Where something can be typed: the address, the field, and whether a dialog or the page is left. */
const forms = [
  ['/users?new=1', 'Username', 'dialog'],
  ['/groups?new=1', 'Name', 'dialog'],
  ['/groups/emea', 'Name', 'dialog'],
  ['/apps?new=1', 'Title', 'dialog'],
  ['/apps/sales?edit=1', 'Description', 'dialog'],
  ['/embeds?new=tile', 'Title', 'dialog'],
  ['/connections/new?kind=postgres', 'Name', 'page'],
  ['/apps/sales/tiles/new', 'Title', 'page'],
  ['/apps/sales/stories/new', 'Story title', 'page'],
  ['/embed-settings', 'Public key', 'page'],
  ['/embed-settings/security', 'Origin', 'page'],
] as const;

describe('leaving a form with unsaved changes, in the admin app', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    const token = await logInAs(inlay.url);
    const made = await Promise.all([
      call(`${inlay.url}/api/v0/apps`, {
        token,
        body: { id: 'sales', title: 'Sales', workspaceId: 'main' },
      }),
      call(`${inlay.url}/api/v0/groups`, { token, body: { id: 'emea', name: 'Sales EMEA' } }),
    ]);
    for (const { status } of made) assert.equal(status, 201);
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });

  const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

  it('asks in every form, even right after the last key press', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/users');
    for (const [path, label, place] of forms) {
      await page.goto(`${inlay.url}/admin${path}`);
      const field = page.getByLabel(new RegExp(`^${label}`)).first();
      await field.waitFor();
      // No frame passes between the letter and the way out: nothing that waits for one would hold it back.
      await field.evaluate(async (input: HTMLInputElement, way) => {
        const prototype = Object.getPrototypeOf(input);
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, 'typed');
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await Promise.resolve();
        const dialog = input.closest('dialog');
        if (way === 'dialog') dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
        else document.querySelector<HTMLElement>('.sidebar a[href="/admin/audit"]')?.click();
      }, place);
      await question(page).waitFor();
      await question(page).getByRole('button', { name: 'Stay' }).click();
      await eventually(async () => assert.equal(await field.inputValue(), 'typed', path));
      await page.waitForURL(({ pathname }) => pathname === `/admin${path.split('?')[0]}`);

      if (place === 'dialog') await page.keyboard.press('Escape');
      else await page.getByRole('link', { name: 'Audit' }).click();
      await question(page).getByRole('button', { name: 'Leave' }).click();
      await field.waitFor({ state: 'hidden' });
    }
    await context.close();
  });

  it('does not ask if the changes were reverted or saved', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/groups/emea');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Sales of EMEA');
    await name.fill('Sales EMEA');
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/admin\/groups$/);

    await page.getByRole('link', { name: 'Sales EMEA' }).click();
    await name.fill('Sales of EMEA');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Group Sales of EMEA saved.').waitFor();
    assert.equal(await question(page).count(), 0);
    await context.close();
  });

  it("intercepts the browser's Back button, and continues to its target", async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/groups');
    await page.getByRole('link', { name: 'EMEA' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Something else');
    await page.goBack();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await eventually(async () => assert.match(page.url(), /\/groups\/emea$/));
    await page.goBack();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(/\/admin\/groups$/);
    await page.goForward();
    await page.waitForURL(/\/groups\/emea$/);
    await context.close();
  });

  it('warns about a secret that was not copied', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/embed-settings', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'Re-generate secret' }).click();
    await page.getByRole('button', { name: 'Generate secret', exact: true }).click();
    await page.getByLabel('Client secret', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Server code' }).first().click();
    await question(page).getByText('you have not copied it yet').waitFor();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Copy: Client secret' }).click();
    await page.getByRole('link', { name: 'Server code' }).first().click();
    await page.waitForURL(/server-code$/);
    await context.close();
  });
});

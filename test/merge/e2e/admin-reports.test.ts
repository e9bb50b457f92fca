import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import type { EmbedSetup } from '../../support/embeds/embed-client.ts';
import { enableReports, subscribe } from '../../support/reports/report-world.ts';
import { SQLITE, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';

describe('the message of a subscription in the admin app', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let browser: Browser;
  before(async () => {
    ({ store, inlay, setup } = await startWorld('embeds', SQLITE.SQLite));
    browser = await openBrowser();
    await enableReports(inlay.services);
    await subscribe(inlay.services, setup, [{ title: 'Every day' }]);
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });

  it('is shown with its styles and images, in both widths and colors, and is in the audit log', async () => {
    const { page, context, complaints, requests } = await openAdmin(browser, inlay.url, '/reports');
    await page.getByRole('button', { name: 'Actions for Every day' }).click();
    await page.getByRole('menuitem', { name: 'Preview…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview of Every day' });
    const frame = dialog.locator('iframe');
    const message = frame.contentFrame();
    await expect(message.locator('body')).toContainText('Revenue');
    const image = message.locator('img').first();
    await expect
      .poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth))
      .toBeGreaterThan(100);
    await expect(message.locator('a[href]')).toHaveCount(0);

    const width = () => frame.evaluate(({ clientWidth }) => clientWidth);
    const hiddenBelow = () =>
      message.locator('html').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    const background = () =>
      message.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    assert.equal(await width(), 600);
    await expect.poll(hiddenBelow).toBe(0);
    const light = await background();
    assert.notEqual(light, 'rgba(0, 0, 0, 0)');
    await dialog.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(background).not.toBe(light);
    await dialog.getByRole('button', { name: '390 px' }).click();
    await expect.poll(width).toBe(390);
    await expect.poll(hiddenBelow).toBe(0);
    assert.deepEqual(await axeFindings(page, { within: 'dialog[open]' }), []);
    assert.deepEqual(complaints, []);
    assert.deepEqual(
      requests.filter((url) => !url.startsWith(inlay.url)),
      [],
    );

    await page.goto(`${inlay.url}/admin/audit?action=embed.preview`);
    await expect(page.locator('tbody tr')).toHaveCount(1);
    await expect(page.locator('tbody tr')).toContainText('e-tile');
    await context.close();
  });
});

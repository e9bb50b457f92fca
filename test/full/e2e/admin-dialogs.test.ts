import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { ADMIN_DIALOGS } from '../../support/admin/admin-dialogs.ts';
import { assertAccessible, openAdmin } from '../../support/admin/admin-page.ts';
import { makeAdminWorld } from '../../support/admin/admin-world.ts';
import { COLORS } from '../../support/browser/axe-findings.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { setUpEmbedding } from '../../support/embeds/embed-client.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { watchRest } from '../../support/server/watch-rest.ts';

/** All rules of axe-core in one look; in the other those of colors. */
const LOOKS = {
  'desktop, dark': { viewport: { width: 1280, height: 800 }, colorScheme: 'dark', rules: COLORS },
  'phone, light': { viewport: { width: 390, height: 844 }, colorScheme: 'light', rules: undefined },
} as const;

describe('dialogs of the admin app', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    await makeAdminWorld(inlay, (await setUpEmbedding(inlay)).adminToken);
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });

  for (const [look, { rules, ...options }] of Object.entries(LOOKS)) {
    it(`pass axe-core, fit the window, trap the focus and restore it: ${look}`, async () => {
      const { page, context } = await openAdmin(browser, inlay.url, '', {
        ...options,
        reducedMotion: 'reduce',
      });
      const rest = watchRest(page);
      for (const [path, open, name] of ADMIN_DIALOGS) {
        const where = `${name} on ${path}`;
        if (page.url() !== `${inlay.url}/admin${path}`) await page.goto(`${inlay.url}/admin${path}`);
        await page.locator('main h1').first().waitFor();
        await rest();
        await open(page);
        const dialog = page.getByRole('dialog', { name }).last();
        await dialog.waitFor();
        await rest();
        // What is behind it is a screen, and the screens have a test of their own.
        await assertAccessible(page, where, { rules, within: 'dialog[open]' });
        const { inside, tooWide } = await dialog.evaluate((element) => ({
          inside: element.contains(document.activeElement),
          tooWide:
            element.scrollWidth > element.clientWidth ||
            document.documentElement.scrollWidth > document.documentElement.clientWidth,
        }));
        assert.ok(inside, `the focus is not in ${where}`);
        assert.ok(!tooWide, `${where} is wider than its place`);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
      await context.close();
    });
  }
});

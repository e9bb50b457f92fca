import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openAdmin, SIGNED_OUT } from '../../support/admin-page.ts';
import { useAdminApp } from '../../support/use-admin-app.ts';

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

describe('the language of the admin app', () => {
  const app = useAdminApp();
  const open = (locale: string) =>
    openAdmin(app.browser, app.inlay.url, '/groups', { locale, storageState: SIGNED_OUT });

  it("is the browser's until another is chosen, which is remembered", async () => {
    const { page, context, complaints } = await open('de-AT');
    await page.getByRole('navigation', { name: 'Hauptnavigation' }).waitFor();
    assert.equal(await languageOf(page), 'de');
    await page.getByRole('button', { name: 'Konto und Design' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    assert.equal(await languageOf(page), 'en');
    await page.reload();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it("is English if the browser's is not available", async () => {
    const { page, context } = await open('fi');
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    assert.equal(await languageOf(page), 'en');
    await context.close();
  });
});

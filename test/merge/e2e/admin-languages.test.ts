import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { assertAccessible, openAdmin } from '../../support/admin-page.ts';
import type { ContentClient } from '../../support/content-client.ts';
import { type EmbedSetup, setUpEmbedding } from '../../support/embed-client.ts';
import { makeEmbedWorld, openPage, viewerToken } from '../../support/embed-world.ts';
import { openBrowser } from '../../support/open-browser.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/start-inlay.ts';

describe('app translations in the admin app', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let setup: EmbedSetup;
  let admin: ContentClient;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    setup = await setUpEmbedding(inlay);
    admin = await makeEmbedWorld(inlay, setup);
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });

  const titleIn = async (lang: string) =>
    (await openPage(inlay, 'e-tile', { token: await viewerToken(setup), lang })).state.title;

  it('lists every phrase, and viewers see the saved translations', async () => {
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '/apps/sales');
    await page.getByRole('tab', { name: 'Languages' }).click();
    await page.getByLabel('Add language').selectOption({ label: 'French' });
    await page.getByLabel('French: Revenue by product').fill('Recettes par produit');
    await assertAccessible(page, 'languages');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Translations saved').waitFor();
    assert.equal(await titleIn('fr-CA'), 'Recettes par produit');
    assert.equal(await titleIn('de'), 'Revenue by product');

    // What is saved is there again under its own address, drawn with its value from the first moment.
    await page.reload();
    const written = await page.getByLabel('French: Revenue by product').inputValue();
    assert.equal(written, 'Recettes par produit');
    await page.getByText('Only untranslated').click();
    await page.getByLabel('French: Revenue by product').waitFor({ state: 'hidden' });
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('are independent of the language of the admin app and its tile editor', async () => {
    const { page, context, complaints } = await openAdmin(browser, inlay.url, '/apps/sales/tiles/new', {
      locale: 'de-CH',
    });
    await page.getByText('Diagramm erstellen').waitFor();
    await page.getByRole('radio', { name: 'Balken' }).first().waitFor({ state: 'attached' });
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('keeps translations when the app is edited, and offers to remove those of a changed title', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/apps/sales?edit=1');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Sales and more');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Sales and more', level: 1 }).waitFor();
    assert.equal(await titleIn('fr'), 'Recettes par produit');

    const { status } = await admin('PATCH', 'tiles/revenue', { body: { title: 'Reworded' }, ifMatch: '*' });
    assert.equal(status, 200);
    await page.goto(`${inlay.url}/admin/apps/sales?tab=languages`);
    await page.getByText('One translation is for text the app no longer uses').waitFor();
    await page.getByRole('button', { name: 'Remove unused' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Translations saved').waitFor();
    const { body } = await admin('GET', 'apps/sales');
    assert.deepEqual(body.translations, { fr: {} });
    await context.close();
  });
});

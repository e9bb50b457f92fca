import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { assertAccessible, openAdmin } from '../../support/admin-page.ts';
import { makeAdminWorld } from '../../support/admin-world.ts';
import { type ContentClient, contentClient } from '../../support/content-client.ts';
import { setUpEmbedding } from '../../support/embed-client.ts';
import { useAdminApp } from '../../support/use-admin-app.ts';

describe('concurrent edits in the admin app', () => {
  const app = useAdminApp();
  let admin: ContentClient;
  before(async () => {
    const { adminToken } = await setUpEmbedding(app.inlay);
    admin = contentClient(app.inlay, adminToken);
    await makeAdminWorld(app.inlay, adminToken);
  });

  const otherSaves = async (path: string, body: object) => {
    const { status, body: answer } = await admin('PATCH', path, { body, ifMatch: '*' });
    assert.equal(status, 200, JSON.stringify(answer));
  };
  const stored = async (path: string) => (await admin('GET', path)).body;
  const conflictOn = (page: Page): Locator =>
    page.getByRole('dialog', { name: 'Someone else saved changes' });

  it('a dataset keeps the input and the measures that someone else added', async () => {
    const { page, complaints, context } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/datasets/orders/settings',
    );
    await page.getByLabel('Name', { exact: true }).fill('My orders');
    const lines = { name: 'lines', label: 'Lines', kind: 'count' };
    await otherSaves('datasets/orders', { name: 'Their orders', measures: [revenue, lines] });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = conflictOn(page);
    await dialog.getByRole('row', { name: 'Name My orders Their orders' }).waitFor();
    await dialog.getByText('Measures, lines').waitFor();
    await assertAccessible(page, 'conflict in a dataset');

    // Looking away drops nothing.
    await dialog.getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'My orders');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByRole('heading', { name: 'My orders', level: 1 }).waitFor();
    const { name, measures } = await stored('datasets/orders');
    assert.equal(name, 'My orders');
    assert.deepEqual(measures, [revenue, lines]);
    assert.deepEqual(
      complaints.filter((text) => !text.includes('412')),
      [],
    );
    await context.close();
  });

  it("an embed takes the other person's value and still saves fields that only one changed", async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/embeds/sales-overview');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: /^Title/ }).fill('My embed');
    await page.getByLabel('Height').fill('640');
    await otherSaves('embeds/sales-overview', { title: 'Their embed', alias: 'theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = conflictOn(page);
    await dialog.getByRole('row', { name: 'Title My embed Their embed' }).waitFor();
    await assertAccessible(page, 'conflict in an embed');
    await dialog.getByRole('button', { name: 'Use theirs for conflicts' }).click();
    await page.getByText('Embed saved.').waitFor();
    const { title, alias, options } = await stored('embeds/sales-overview');
    assert.deepEqual(
      { title, alias, options },
      { title: 'Their embed', alias: 'theirs', options: { height: 640 } },
    );
    await context.close();
  });

  it("taking the other person's value is confirmed, and editing can continue", async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/datasets/regions/settings');
    await page.getByLabel('Name', { exact: true }).fill('My regions');
    await otherSaves('datasets/regions', { name: 'Their regions' });
    await page.getByRole('button', { name: 'Save' }).click();
    await conflictOn(page).getByRole('button', { name: 'Discard my changes' }).click();
    await page.getByText('Their version is loaded.').waitFor();
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Their regions');
    await page.getByLabel('Name', { exact: true }).fill('Our regions');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Our regions saved.').waitFor();
    await context.close();
  });

  it('a connection keeps the input, and shows no password among the changes', async () => {
    const connection = {
      id: 'warehouse',
      name: 'Warehouse',
      kind: 'postgres',
      host: 'db.example.com',
      database: 'shop',
      user: 'reader',
      password: 'canary-one',
    };
    assert.equal((await admin('POST', 'connections', { body: connection })).status, 201);
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/connections/warehouse');
    await page.getByLabel('Name', { exact: true }).fill('My warehouse');
    await page.getByLabel('Password').fill('canary-two');
    await otherSaves('connections/warehouse', { name: 'Their warehouse', user: 'other' });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = conflictOn(page);
    await dialog.getByRole('row', { name: 'Name My warehouse Their warehouse' }).waitFor();
    assert.doesNotMatch((await dialog.textContent()) ?? '', /canary/);
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText('My warehouse saved.').waitFor();
    const { name, user } = await stored('connections/warehouse');
    assert.deepEqual({ name, user }, { name: 'My warehouse', user: 'other' });
    await context.close();
  });

  it('an app shows both descriptions, and detects a third change in the meantime', async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/apps/sales?edit=1');
    await page.getByLabel('Description').fill('Mine');
    await otherSaves('apps/sales', { description: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = conflictOn(page);
    await dialog.getByRole('row', { name: 'Description Mine Theirs' }).waitFor();
    await otherSaves('apps/sales', { title: 'Sales of all' });
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    await dialog.getByText('Sales of all').waitFor();
    await dialog.getByRole('button', { name: 'Keep both changes' }).click();
    await page.getByRole('heading', { name: 'Sales of all', level: 1 }).waitFor();
    assert.equal((await stored('apps/sales')).description, 'Mine');
    await context.close();
  });

  it("two translators do not revert each other's phrases", async () => {
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/apps/sales?tab=languages');
    await page.getByLabel('Add language').selectOption({ label: 'French' });
    const phrase = page.getByRole('textbox', { name: /^French: Revenue/ }).first();
    const written = (await phrase.getAttribute('aria-label'))?.replace('French: ', '') ?? '';
    await phrase.fill('Recettes');
    await otherSaves('apps/sales', { translations: { de: { [written]: 'Umsatz' }, fr: { Tea: 'Thé' } } });
    await page.getByRole('button', { name: 'Save' }).click();
    await conflictOn(page).getByRole('button', { name: 'Keep both changes' }).click();
    await page.getByText('Translations saved').waitFor();
    assert.deepEqual((await stored('apps/sales')).translations, {
      de: { [written]: 'Umsatz' },
      fr: { Tea: 'Thé', [written]: 'Recettes' },
    });
    assert.equal(await phrase.inputValue(), 'Recettes');
    await context.close();
  });
});

const revenue = { name: 'revenue', kind: 'sum', column: 'amount' };

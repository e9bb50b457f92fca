import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openApp } from '../support/open-app.ts';
import { SALES, sampleWorld } from '../support/sample-world.ts';
import { storedGroups } from '../support/stored-groups.ts';
import { versionedRecord } from '../support/versioned-record.ts';

describe('the language of the admin app', () => {
  it("is the browser's until another is chosen, which is remembered", async (test) => {
    const languages = ['de-AT'];
    const app = await openApp(test, '/groups', storedGroups(), { languages });
    await app.getByRole('navigation', { name: 'Hauptnavigation' }).waitFor();
    assert.equal(app.page.document.documentElement.lang, 'de');
    await app.locator('.sidebar').getByRole('button', { name: 'Konto und Design' }).click();
    await app.getByRole('menuitem', { name: 'English' }).click();
    await app.getByRole('navigation', { name: 'Main' }).waitFor();
    assert.equal(app.page.document.documentElement.lang, 'en');

    const storage = Object.fromEntries(Object.entries(app.page.localStorage));
    const later = await openApp(test, '/groups', storedGroups(), { languages, storage });
    await later.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  it("is English if the browser's is not available", async (test) => {
    const app = await openApp(test, '/groups', storedGroups(), { languages: ['fi'] });
    await app.getByRole('navigation', { name: 'Main' }).waitFor();
    assert.equal(app.page.document.documentElement.lang, 'en');
  });

  it('is also that of the tile editor', async (test) => {
    const app = await openApp(test, '/apps/sales/tiles/new', sampleWorld, { languages: ['de-CH'] });
    await app.getByText('Diagramm erstellen').waitFor();
    await app.getByRole('radio', { name: 'Balken' }).first().waitFor();
  });
});

describe('app translations in the admin app', () => {
  const stored = (translations: NonNullable<typeof SALES.translations>) => {
    const record = versionedRecord({ ...SALES, translations }, 'revision');
    return {
      record,
      responses: { ...sampleWorld, 'GET /apps/{id}': record.get, 'PATCH /apps/{id}': record.patch },
    };
  };

  it('list every phrase of the app, and are saved by language', async (test) => {
    const { record, responses } = stored({});
    const app = await openApp(test, '/apps/sales', responses);
    await app.getByRole('tab', { name: 'Languages' }).click();
    await app.getByLabel('Add language').selectOption('French');
    await app.getByLabel('French: Tea').waitFor();
    await app.getByLabel('French: Revenue by month').fill('Recettes par mois');
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Translations saved').waitFor();
    assert.deepEqual(record.get().translations, { fr: { 'Revenue by month': 'Recettes par mois' } });
    assert.equal(app.path(), '/apps/sales?tab=languages&language=fr', 'they have an address of their own');
  });

  it('are there when they are opened again, and can be limited to the missing ones', async (test) => {
    const { responses } = stored({ fr: { 'Revenue by month': 'Recettes par mois' } });
    const app = await openApp(test, '/apps/sales?tab=languages', responses);
    const phrase = app.getByLabel('French: Revenue by month');
    await phrase.waitFor();
    assert.equal(phrase.value(), 'Recettes par mois');
    await app.getByText('Only untranslated').click();
    await phrase.waitForNone();
    await app.getByLabel('French: Tea').waitFor();
  });

  it('stay when the app is edited', async (test) => {
    const { record, responses } = stored({ fr: { Tea: 'Thé' } });
    const app = await openApp(test, '/apps/sales?edit=1', responses);
    await app.getByRole('textbox', { name: 'Title', exact: true }).fill('Sales and more');
    await app.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await app.locator('h1').withText('Sales and more').waitFor();
    assert.deepEqual(record.get().translations, { fr: { Tea: 'Thé' } });
  });

  it('of texts that the app no longer uses can be removed', async (test) => {
    const { record, responses } = stored({ fr: { 'Former title': 'Ancien titre' } });
    const app = await openApp(test, '/apps/sales?tab=languages', responses);
    await app.getByText('One translation is for text the app no longer uses').waitFor();
    await app.getByRole('button', { name: 'Remove unused' }).click();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Translations saved').waitFor();
    assert.deepEqual(record.get().translations, { fr: {} });
  });
});

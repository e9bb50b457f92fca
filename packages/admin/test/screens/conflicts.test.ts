import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { ADMIN, type OpenApp, openApp } from '../support/open-app.ts';
import { ORDERS, OVERVIEW, SALES, sampleWorld, WAREHOUSE } from '../support/sample-world.ts';
import { versionedRecord } from '../support/versioned-record.ts';

const conflictIn = (app: OpenApp) => app.getByRole('dialog', { name: 'Someone else saved changes' });
const nameIn = (app: OpenApp) => app.getByLabel('Name', { exact: true });
const save = (app: OpenApp) => app.getByRole('button', { name: 'Save' }).click();

const sharedDataset = () => {
  const dataset = versionedRecord(ORDERS, 'version');
  return {
    dataset,
    responses: { ...sampleWorld, 'GET /datasets/{id}': dataset.get, 'PATCH /datasets/{id}': dataset.patch },
  };
};

const sharedApp = () => {
  const record = versionedRecord(SALES, 'revision');
  return {
    record,
    responses: { ...sampleWorld, 'GET /apps/{id}': record.get, 'PATCH /apps/{id}': record.patch },
  };
};

describe('concurrent edits in the admin app', () => {
  it('a dataset keeps the input and the measures that someone else added', async (test) => {
    const { dataset, responses } = sharedDataset();
    const app = await openApp(test, '/datasets/orders/settings', responses);
    await nameIn(app).fill('My orders');
    const lines: Schemas['Measure'] = { name: 'lines', label: 'Lines', kind: 'count' };
    dataset.change({ name: 'Their orders', measures: [...(ORDERS.measures ?? []), lines] });
    await save(app);
    await conflictIn(app).getByRole('row', { name: 'Name My orders Their orders' }).waitFor();
    await conflictIn(app).getByText('Measures, lines').waitFor();
    await app.assertAccessible();

    // Looking away drops nothing.
    await conflictIn(app).getByRole('button', { name: 'Close' }).click();
    await conflictIn(app).waitForNone();
    assert.equal(nameIn(app).value(), 'My orders');
    await save(app);
    await conflictIn(app).getByRole('button', { name: 'Overwrite' }).click();
    await app.locator('h1').withText('My orders').waitFor();
    assert.equal(dataset.get().name, 'My orders');
    assert.deepEqual(dataset.get().measures, [...(ORDERS.measures ?? []), lines]);
  });

  it("taking the other person's value is confirmed, and editing can continue", async (test) => {
    const { dataset, responses } = sharedDataset();
    const app = await openApp(test, '/datasets/orders/settings', responses);
    await nameIn(app).fill('My orders');
    dataset.change({ name: 'Their orders' });
    await save(app);
    await conflictIn(app).getByRole('button', { name: 'Discard my changes' }).click();
    await app.getByText('Their version is loaded.').waitFor();
    assert.equal(nameIn(app).value(), 'Their orders');
    assert.equal(dataset.get().name, 'Their orders');
    await nameIn(app).fill('Our orders');
    await save(app);
    await app.getByText('Our orders saved.').waitFor();
  });

  it("an embed takes the other person's value and still saves fields that only one changed", async (test) => {
    const embed = versionedRecord(OVERVIEW, 'revision');
    const app = await openApp(test, '/embeds/sales-overview', {
      ...sampleWorld,
      'GET /embeds/{id}': embed.get,
      'PATCH /embeds/{id}': embed.patch,
    });
    await app.getByRole('button', { name: 'Edit', exact: true }).click();
    await app.getByRole('textbox', { name: /^Title/ }).fill('My embed');
    await app.getByLabel('Height').fill('640');
    embed.change({ title: 'Their embed', alias: 'theirs' });
    await save(app);
    await conflictIn(app).getByRole('row', { name: 'Title My embed Their embed' }).waitFor();
    await app.assertAccessible();
    await conflictIn(app).getByRole('button', { name: 'Use theirs for conflicts' }).click();
    await app.getByText('Embed saved.').waitFor();
    const { title, alias, options } = embed.get();
    assert.deepEqual(
      { title, alias, options },
      { title: 'Their embed', alias: 'theirs', options: { height: 640 } },
    );
  });

  it('a connection keeps the input, and shows no password among the changes', async (test) => {
    const connection = versionedRecord(WAREHOUSE, 'version');
    const app = await openApp(test, '/connections/warehouse', {
      ...sampleWorld,
      'GET /connections/{id}': connection.get,
      'PATCH /connections/{id}': connection.patch,
    });
    await nameIn(app).fill('My warehouse');
    await app.getByLabel('Password').fill('canary');
    connection.change({ name: 'Their warehouse', user: 'other' });
    await save(app);
    await conflictIn(app).getByRole('row', { name: 'Name My warehouse Their warehouse' }).waitFor();
    assert.doesNotMatch(conflictIn(app).text(), /canary/);
    await conflictIn(app).getByRole('button', { name: 'Overwrite' }).click();
    await app.getByText('My warehouse saved.').waitFor();
    const { name, user } = connection.get();
    assert.deepEqual({ name, user }, { name: 'My warehouse', user: 'other' });
    assert.equal(app.api.calls('PATCH /connections/{id}').at(-1)?.body.password, 'canary');
  });

  it('an app shows both descriptions, and detects a third change in the meantime', async (test) => {
    const { record, responses } = sharedApp();
    const app = await openApp(test, '/apps/sales?edit=1', responses);
    await app.getByLabel('Description').fill('Mine');
    record.change({ description: 'Theirs' });
    await save(app);
    await conflictIn(app).getByRole('row', { name: 'Description Mine Theirs' }).waitFor();
    record.change({ title: 'Sales of all' });
    await conflictIn(app).getByRole('button', { name: 'Overwrite' }).click();
    await conflictIn(app).getByText('Sales of all').waitFor();
    await conflictIn(app).getByRole('button', { name: 'Keep both changes' }).click();
    await app.locator('h1').withText('Sales of all').waitFor();
    assert.equal(record.get().description, 'Mine');
  });

  it("two translators do not revert each other's phrases", async (test) => {
    const { record, responses } = sharedApp();
    const app = await openApp(test, '/apps/sales?tab=languages', responses);
    await app.getByLabel('Add language').selectOption('French');
    const phrase = app.getByRole('textbox', { name: 'French: Revenue by month' });
    await phrase.fill('Recettes');
    record.change({ translations: { de: { 'Revenue by month': 'Umsatz' }, fr: { Tea: 'Thé' } } });
    await save(app);
    await conflictIn(app).getByRole('button', { name: 'Keep both changes' }).click();
    await app.getByText('Translations saved').waitFor();
    assert.deepEqual(record.get().translations, {
      de: { 'Revenue by month': 'Umsatz' },
      fr: { Tea: 'Thé', 'Revenue by month': 'Recettes' },
    });
    await eventually(() => assert.equal(phrase.value(), 'Recettes'));
  });

  it('a change from another tab of the same person says so, and does not offer to overwrite it first', async (test) => {
    const { record, responses } = sharedApp();
    const app = await openApp(test, '/apps/sales?edit=1', responses);
    await app.getByLabel('Description').fill('Mine');
    record.change({ description: 'From the other tab', updatedBy: ADMIN.username });
    await save(app);
    const dialog = app.getByRole('dialog', { name: 'You saved changes in another tab' });
    await dialog.getByText(/You changed this in another tab/).waitFor();
    const buttonClass = (name: string) => dialog.getByRole('button', { name }).element().className;
    assert.match(buttonClass('Overwrite'), /danger/);
    assert.match(buttonClass('Discard my changes'), /primary/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, openAdmin } from '../../support/admin-page.ts';
import { eventually } from '../../support/eventually.ts';
import { useEditors } from '../../support/use-editors.ts';

describe('editors of the admin app', () => {
  const app = useEditors();

  it('filters of a story have default values and hierarchies', async () => {
    const story = { id: 'story', appId: 'shop', title: 'Story', steps: [{ id: 'one', title: 'One' }] };
    assert.equal((await app.admin('POST', 'stories', { body: story })).status, 201);
    const { page, context, complaints } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/apps/shop/stories/story',
    );
    await page.getByText('Viewer filters').click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    const first = page.getByRole('group', { name: /^Filter / }).first();
    await first.getByLabel('Column').selectOption('region');
    await first.getByLabel('Search or enter a value').fill('north');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add filter' }).click();
    const second = page.getByRole('group', { name: /^Filter / }).nth(1);
    await second.getByLabel('Label').fill('Where');
    await second.getByLabel('Type').selectOption('hierarchy');
    await second.getByLabel('Level 1', { exact: true }).selectOption('region');
    await second.getByLabel('Level 2', { exact: true }).selectOption('product');
    await second.getByText('Limit values by').waitFor();
    await page.getByRole('button', { name: 'Add filter' }).click();
    const third = page.getByRole('group', { name: /^Filter / }).nth(2);
    await third.getByLabel('Column').selectOption('day');
    await third.getByLabel('Default value').selectOption('last-30-days');
    await assertAccessible(page, 'filters');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const { filters } = (await app.admin('GET', 'stories/story')).body as unknown as { filters: object[] };
    const on = { datasetId: 'orders' };
    assert.deepEqual(filters, [
      { ...on, id: 'filter-1', label: 'Region', kind: 'dropdown', column: 'region', default: 'north' },
      { ...on, id: 'filter-2', label: 'Where', kind: 'hierarchy', levels: ['region', 'product'] },
      {
        ...on,
        id: 'filter-3',
        label: filters[2] && 'label' in filters[2] ? filters[2].label : '',
        kind: 'date-range',
        column: 'day',
        default: 'last-30-days',
      },
    ]);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('a story step is previewed while typing, and keeps the last valid preview', async () => {
    const step = { id: 'one', title: 'One', narrative: 'It went well.', tiles: ['revenue'] };
    const story = { id: 'typed', appId: 'shop', title: 'Typed', steps: [step] };
    assert.equal((await app.admin('POST', 'stories', { body: story })).status, 201);
    const { page, context, complaints } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/apps/shop/stories/typed',
    );
    const preview = page.frameLocator('iframe[title="Preview"]');
    await preview.getByText('It went well.').waitFor();
    await preview.getByText('Cocoa').first().waitFor();
    const narrative = page.getByLabel('Narrative');
    await narrative.focus();
    await narrative.press('Control+End');
    await narrative.pressSequentially(' And **better**');
    await preview.locator('strong', { hasText: 'better' }).waitFor();
    assert.ok(await narrative.evaluate((box) => box === document.activeElement), 'the focus stays');
    await narrative.pressSequentially(' {{ nothing');
    await narrative.press('Escape');
    await narrative.pressSequentially(' }}');
    await page.getByText(/The preview shows the last valid version/).waitFor();
    await preview.locator('strong', { hasText: 'better' }).waitFor();
    await narrative.fill('Only this.');
    await preview.getByText('Only this.').waitFor();
    await page.getByRole('combobox', { name: /^Chart/ }).click();
    await page.getByRole('option').first().click();
    await eventually(async () => assert.equal(await preview.locator('svg.inlay-chart').count(), 0));
    await assertAccessible(page, 'the story editor');
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openStory } from '../support/open-story.ts';

describe('filters of a story in the admin app', () => {
  it('have default values and hierarchies', async (test) => {
    const { app, record } = await openStory(test, {
      'POST /tiles/preview/values': () => ({ values: ['north', 'south'], truncated: false }),
    });
    await app.getByText('Viewer filters').click();
    const add = app.getByRole('button', { name: 'Add filter' });
    const added = () => app.getByRole('group', { name: /^Filter / }).last();
    await add.click();
    await added().getByLabel('Column').selectOption('region');
    await added().getByLabel('Search or enter a value').fill('north');
    await app.press('Enter');
    await add.click();
    await added().getByLabel('Label').fill('Where');
    await added().getByLabel('Type').selectOption('hierarchy');
    await added().getByLabel('Level 1', { exact: true }).selectOption('region');
    await added().getByLabel('Level 2', { exact: true }).selectOption('product');
    await added().getByText('Limit values by').waitFor();
    await add.click();
    await added().getByLabel('Column').selectOption('month');
    await added().getByLabel('Default value').selectOption('last-30-days');
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('Saved.').waitFor();
    const on = { datasetId: 'orders' };
    const { filters = [] } = record.get();
    assert.deepEqual(filters, [
      { ...on, id: 'filter-1', label: 'Region', kind: 'dropdown', column: 'region', default: 'north' },
      { ...on, id: 'filter-2', label: 'Where', kind: 'hierarchy', levels: ['region', 'product'] },
      {
        ...on,
        id: 'filter-3',
        label: filters[2]?.label,
        kind: 'date-range',
        column: 'month',
        default: 'last-30-days',
      },
    ]);
  });
});

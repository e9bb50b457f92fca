import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, openAdmin } from '../../support/admin-page.ts';
import { eventually } from '../../support/eventually.ts';
import { useEditors } from '../../support/use-editors.ts';

describe('editors of the admin app', () => {
  const app = useEditors();

  it('a nested visibility rule is edited: one of two groups, and a numeric attribute', async () => {
    const { page, context, complaints } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/apps/shop/tiles/revenue',
    );
    await page.getByText('Visibility', { exact: true }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    const first = page.getByRole('group', { name: 'Condition 1' }).first();
    await first.getByLabel('Compare').selectOption('attributes');
    await first.getByLabel('Attribute name').fill('level');
    await first.getByLabel('Value type').selectOption('number');
    await first.getByLabel('Value', { exact: true }).fill('3');
    await page.getByRole('button', { name: 'Add group' }).click();
    const group = page.getByRole('group', { name: 'Group 2' });
    await page.getByText('Complete the visibility conditions.').waitFor();
    await group
      .getByRole('group', { name: 'Condition 1' })
      .getByLabel('Value', { exact: true })
      .fill('finance');
    await group
      .getByRole('group', { name: 'Condition 2' })
      .getByLabel('Value', { exact: true })
      .fill('sales');
    await assertAccessible(page, 'nested rule');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const rule = {
      and: [
        { context: 'attributes.level', operator: 'equals', value: 3 },
        {
          or: [
            { context: 'groups', operator: 'contains', value: 'finance' },
            { context: 'groups', operator: 'contains', value: 'sales' },
          ],
        },
      ],
    };
    assert.deepEqual((await app.admin('GET', 'tiles/revenue')).body.visibility, rule);

    // Opened again, it is the same rule; of a group of two, one that is left is no group.
    await page.reload();
    await page.getByText('Visibility', { exact: true }).click();
    await group.getByRole('group', { name: 'Condition 1' }).getByRole('button', { name: 'Remove' }).click();
    await group.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    assert.deepEqual((await app.admin('GET', 'tiles/revenue')).body.visibility, {
      and: [rule.and[0], rule.and[1]?.or?.[1]],
    });
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('an unsaved tile is previewed as a user, with the reason why it is hidden from another', async () => {
    const { page, context, complaints } = await openAdmin(
      app.browser,
      app.inlay.url,
      '/apps/shop/tiles/revenue',
    );
    const chart = page.getByRole('region', { name: 'Preview' });
    await chart.getByText('Cocoa').first().waitFor();
    await page.getByRole('button', { name: 'Preview as a user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Preview as a user' });
    await dialog.getByRole('button', { name: '+ Add attribute' }).click();
    await dialog.getByLabel('Name of attribute 1').fill('region');
    await dialog.getByLabel('Value of attribute 1').fill('north');
    await dialog.getByLabel('Name of attribute 2').fill('level');
    await dialog.getByLabel('Type of attribute 2').selectOption('number');
    await dialog.getByLabel('Value of attribute 2').fill('3');
    await dialog.getByLabel('Groups').fill('sales');
    await assertAccessible(page, 'who looks');
    await dialog.getByRole('button', { name: 'Show as this user' }).click();
    await page.getByText('Viewing as viewer@customer.example').waitFor();
    await chart.getByText('Cocoa').first().waitFor({ state: 'detached' });
    await chart.getByText('Coffee').first().waitFor();

    // Whoever does not see the tile is shown none: a preview is what they see, and nothing more.
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByLabel('Value of attribute 2').fill('');
    await dialog.getByLabel('Name of attribute 2').fill('');
    await dialog.getByRole('button', { name: 'Show as this user' }).click();
    await chart.getByText('Hidden from this user').waitFor();
    assert.equal(await chart.getByText('Coffee').count(), 0);
    const hidden = page.getByRole('region', { name: 'What this user sees' });
    await hidden
      .getByText(/attributes\.level is missing/)
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Show all rows' }).click();
    await chart.getByText('Cocoa').first().waitFor();
    const audited = (await app.admin('GET', 'audit-events?action=app.preview')).body;
    assert.equal((audited.data as unknown as { target: string }[])[0]?.target, 'shop');
    assert.deepEqual(complaints, []);
    await context.close();
  });

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

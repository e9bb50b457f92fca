import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { expect } from '../../support/browser/expect.ts';
import { type BuilderPage, useBuilder } from '../../support/builder/builder-page.ts';
import { eventually } from '../../support/time/eventually.ts';

/** Chooses a measure and a split, and puts what is proposed on the canvas. */
async function askForChart(frame: FrameLocator): Promise<void> {
  await frame.getByRole('button', { name: 'Add', exact: true }).click();
  await frame.locator('.bld-quick-chart').waitFor();
  await frame.getByLabel('Group by').selectOption('product');
  await frame.locator('.bld-preview svg.inlay-chart').waitFor();
  await frame.getByRole('button', { name: 'Add to dashboard' }).click();
  await frame.locator('.bld-item svg.inlay-chart').first().waitFor();
}
const saved = (frame: FrameLocator) => frame.locator('.bld-save[data-save=saved]').waitFor();
const badge = (frame: FrameLocator, text: string) =>
  frame.locator('.bld-bar .ui-badge', { hasText: text }).waitFor();

describe('the life of a builder dashboard, over two origins', () => {
  const tests = useBuilder();
  let author: BuilderPage;
  let validator: BuilderPage;

  it('is created by a contributor without the admin app', async () => {
    author = await tests.open(await tests.token('cora', ['contribute'], { groups: ['emea', 'sales'] }));
    const { frame, heard } = author;
    await frame.getByRole('button', { name: 'New dashboard' }).click();
    await frame.getByRole('heading', { name: 'Add your first chart' }).waitFor();
    await askForChart(frame);
    await expect(frame.locator('.bld-item')).toHaveCount(1);
    await frame.getByRole('textbox', { name: 'Title', exact: true }).first().fill('My sales');
    await saved(frame);
    await eventually(async () => {
      const [created] = await heard('dashboard-created');
      assert.ok(created?.dashboardId);
    });
    await eventually(async () => assert.equal((await heard('dashboard-saved')).at(-1)?.title, 'My sales'));
    assert.deepEqual(author.complaints, []);
  });

  it('contains library tiles, texts with values, and filters', async () => {
    const { frame } = author;
    await frame.getByRole('button', { name: 'Library', exact: true }).click();
    await frame.locator('[data-library=revenue]').click();
    await frame
      .locator('.bld-item', { hasText: 'Revenue by product' })
      .locator('svg.inlay-chart')
      .first()
      .waitFor();
    await frame.getByRole('button', { name: 'Text', exact: true }).click();
    await frame.locator('.bld-textarea').fill('## Sum\n\nSold ');
    await frame.getByLabel('Insert a value').first().selectOption({ index: 0 });
    await frame.getByRole('button', { name: 'Insert a value' }).click();
    await frame.locator('.bld-text [data-value]').filter({ hasText: /\d/ }).waitFor();
    await frame.locator('.bld-add-filter').click();
    await frame.getByRole('combobox', { name: 'Column' }).selectOption('product');
    await frame.getByRole('button', { name: 'Add filter' }).last().click();
    await saved(frame);
    await frame.locator('.inlay-filter').click();
    await frame.locator('.ui-popover').getByText('Tea').click();
    await author.page.keyboard.press('Escape');
    await frame.locator('.inlay-filter[data-set]').waitFor();
    await eventually(async () => assert.equal((await author.heard('filter-change')).length, 1));
  });

  it('is shared with a group, then submitted', async () => {
    const { frame, heard } = author;
    await frame.getByRole('button', { name: 'Share' }).click();
    await frame.getByText('My group').click();
    await frame.getByRole('button', { name: 'Can edit' }).click();
    await frame.getByRole('button', { name: 'Save', exact: true }).click();
    await frame.locator('dialog').waitFor({ state: 'detached' });
    await frame.getByRole('button', { name: 'Submit for review' }).click();
    await frame.getByLabel('Comment (optional)').fill('For Monday');
    await frame.locator('dialog').getByRole('button', { name: 'Submit for review' }).click();
    await badge(frame, 'In review');
    await eventually(async () => assert.equal((await heard('dashboard-submitted')).length, 1));
  });

  it('is returned with a comment by a validator, which the author reads', async () => {
    validator = await tests.open(await tests.token('vera', ['validate']));
    const { frame } = validator;
    await frame.getByRole('button', { name: /^In review/ }).click();
    await frame.locator('.bld-card-open', { hasText: 'My sales' }).click();
    await badge(frame, 'In review');
    await frame.getByRole('button', { name: 'More', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Request changes' }).click();
    const send = frame.locator('dialog').getByRole('button', { name: 'Request changes' });
    await expect(send).toBeDisabled();
    await frame.getByRole('textbox', { name: 'Comment' }).fill('Say which year');
    await send.click();
    await frame.locator('dialog').waitFor({ state: 'detached' });

    await author.page.close();
    author = await author.again();
    await author.frame.locator('.bld-card-open', { hasText: 'My sales' }).click();
    await author.frame.locator('[data-banner=returned]', { hasText: 'Say which year' }).waitFor();
    await author.frame.getByRole('button', { name: 'Submit for review' }).click();
    await author.frame.locator('dialog').getByRole('button', { name: 'Submit for review' }).click();
    await badge(author.frame, 'In review');
  });

  it('is published, and a viewer sees it without forbidden actions', async () => {
    await validator.page.close();
    validator = await validator.again();
    await validator.frame.locator('.bld-card-open', { hasText: 'My sales' }).click();
    await validator.frame.getByRole('button', { name: 'Publish', exact: true }).click();
    await validator.frame.locator('dialog').getByRole('button', { name: 'Publish' }).click();
    await badge(validator.frame, 'Published');
    await eventually(async () => assert.equal((await validator.heard('dashboard-published')).length, 1));

    const viewer = await tests.open(await tests.token('viola', ['view']));
    const { frame } = viewer;
    await frame.locator('.bld-card-open', { hasText: 'My sales' }).waitFor();
    await expect(frame.getByRole('button', { name: 'New dashboard' })).toHaveCount(0);
    await frame.locator('.bld-card-open', { hasText: 'My sales' }).click();
    await frame.locator('.bld-view .inlay-tile svg.inlay-chart').first().waitFor();
    await frame.getByRole('button', { name: 'Create a personal copy' }).waitFor();
    for (const name of ['Edit', 'Add', 'Publish', 'Submit for review', 'Share'])
      await expect(frame.getByRole('button', { name, exact: true })).toHaveCount(0);
    await expect(frame.locator('[role=application]')).toHaveCount(0);
    await viewer.context.close();
  });

  it('is changed by a viewer in a personal copy, which reports changes of the original and can be reset', async () => {
    const viewer = await tests.open(await tests.token('viola', ['view']));
    const { frame } = viewer;
    await frame.locator('.bld-card-open', { hasText: 'My sales' }).click();
    await frame.getByRole('button', { name: 'Create a personal copy' }).click();
    await frame.locator('[data-banner=origin]', { hasText: 'Personal copy of “My sales”' }).waitFor();
    const before = 3;
    await expect(frame.locator('.bld-item')).toHaveCount(before);
    await frame.locator('.bld-item').first().focus();
    await viewer.page.keyboard.press('Delete');
    await expect(frame.locator('.bld-item')).toHaveCount(before - 1);
    await saved(frame);

    await author.page.close();
    author = await author.again();
    await author.frame.locator('.bld-card-open', { hasText: 'My sales' }).click();
    await author.frame.getByRole('button', { name: 'Edit', exact: true }).click();
    await author.frame.getByRole('textbox', { name: 'Title', exact: true }).first().fill('My sales, 2026');
    await saved(author.frame);
    await author.frame.getByRole('button', { name: 'Submit for review' }).click();
    await author.frame.locator('dialog').getByRole('button', { name: 'Submit for review' }).click();
    await badge(author.frame, 'In review');
    await validator.page.close();
    validator = await validator.again();
    await validator.frame.locator('.bld-card-open', { hasText: 'My sales, 2026' }).click();
    await validator.frame.getByRole('button', { name: 'Publish', exact: true }).click();
    await validator.frame.locator('dialog').getByRole('button', { name: 'Publish' }).click();
    await badge(validator.frame, 'Published');

    await viewer.page.close();
    const again = await viewer.again();
    await again.frame.locator('.bld-card-open', { hasText: 'My copy' }).click();
    await again.frame.locator('[data-banner=origin]', { hasText: 'The original has changed' }).waitFor();
    await again.frame.getByRole('button', { name: 'Reset to original' }).click();
    await again.frame.locator('dialog').getByRole('button', { name: 'Reset to original' }).click();
    await expect(again.frame.locator('.bld-item')).toHaveCount(before);
    await viewer.context.close();
  });
});

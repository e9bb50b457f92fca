import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BuilderDocument } from '@inlay/content/builder';
import type { FrameLocator } from 'playwright-core';
import { expect } from '../../support/browser/expect.ts';
import { useBuilder } from '../../support/builder/builder-page.ts';
import { builderClient } from '../../support/builder/builder-world.ts';
import { eventually } from '../../support/time/eventually.ts';

const saved = (frame: FrameLocator) => frame.locator('.bld-save[data-save=saved]').waitFor();

describe('the builder by keyboard', () => {
  const tests = useBuilder();

  it('keeps the focus after New dashboard, Escape and Add', async () => {
    const { page, frame, context, complaints } = await tests.open(await tests.token('kay', ['contribute']));
    const isFocused = (selector: string) => frame.locator(selector).and(frame.locator(':focus')).waitFor();
    const add = frame.getByRole('button', { name: 'Add', exact: true });

    await frame.getByRole('button', { name: 'New dashboard' }).focus();
    await page.keyboard.press('Enter');
    await isFocused('input.bld-title');
    await page.keyboard.type('By keyboard');
    await expect(frame.locator('input.bld-title')).toHaveValue('By keyboard');

    await add.focus();
    await page.keyboard.press('Enter');
    await isFocused('.bld-panel *');
    await page.keyboard.press('Escape');
    await frame.locator('.bld-panel').waitFor({ state: 'detached' });
    await eventually(async () =>
      assert.equal(await add.evaluate((each) => each === document.activeElement), true),
    );

    await page.keyboard.press('Enter');
    await frame.locator('.bld-quick-chart').waitFor();
    await frame.getByLabel('Group by').selectOption('product');
    await frame.locator('.bld-preview svg.inlay-chart').waitFor();
    await frame.getByRole('button', { name: 'Add to dashboard' }).focus();
    await page.keyboard.press('Enter');
    await frame.locator('.bld-item svg.inlay-chart').waitFor();
    await isFocused('.bld-panel *');

    await frame.locator('.bld-panel').getByRole('button', { name: 'Text', exact: true }).focus();
    await page.keyboard.press('Enter');
    await isFocused('.bld-panel textarea');
    await page.keyboard.press('Escape');
    await isFocused('.bld-item');
    await page.keyboard.press('Escape');
    await isFocused('.bld-item');

    await frame.getByRole('button', { name: 'Dashboards', exact: true }).focus();
    await page.keyboard.press('Enter');
    await frame.locator('.bld-home').waitFor();
    await isFocused('.bld-home-head :is(button, input)');
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('gives the focus to what is nearest when the focused thing is gone', async () => {
    const token = await tests.token('una', ['contribute', 'validate']);
    const { page, frame, context } = await tests.open(token);
    const isOn = (selector: string) => frame.locator(selector).and(frame.locator(':focus')).waitFor();
    const press = async (selector: string) => {
      await frame.locator(selector).first().focus();
      await page.keyboard.press('Enter');
    };
    const named = (name: string, within = '.bld-page') =>
      `${within} :is([aria-label="${name}"], :text-is("${name}"))`;
    await frame.getByRole('button', { name: 'New dashboard' }).focus();
    await page.keyboard.press('Enter');
    await isOn('input.bld-title');
    await press('.bld-bar button:has-text("Add")');
    await frame.locator('.bld-preview svg.inlay-chart').waitFor();
    for (const count of [1, 2]) {
      await press('.bld-quick-chart .ui-button-primary');
      await expect(frame.locator('.bld-item')).toHaveCount(count);
      await isOn('.bld-quick-chart .ui-button-primary');
    }
    await press('.bld-panel-head button');
    await isOn('.bld-bar button:has-text("Add")');

    // Delete, then Undo until nothing is left to undo, and Redo.
    await frame.locator('.bld-item').first().focus();
    await page.keyboard.press('Delete');
    await expect(frame.locator('.bld-item')).toHaveCount(1);
    await isOn('.bld-item');
    await press(named('Undo', '.bld-bar'));
    await expect(frame.locator('.bld-item')).toHaveCount(2);
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Enter');
    await expect(frame.locator('.bld-item')).toHaveCount(0);
    await isOn('[aria-label="Undo"][aria-disabled]');
    await press(named('Redo', '.bld-bar'));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await isOn('[aria-label="Redo"]');

    // Panels and dialogs take the focus and return it.
    await press('.bld-bar [aria-haspopup=menu]');
    await page.keyboard.press('Enter');
    await isOn('aside.bld-panel');
    await page.keyboard.press('Escape');
    await isOn('.bld-bar [aria-haspopup=menu]');
    await press('.bld-add-filter');
    await press('.bld-new-filter .ui-button-wide');
    await press('.bld-filter-list [aria-label^="Remove"]');
    await expect(frame.locator('.bld-filter-list li')).toHaveCount(0);
    await isOn('.bld-panel *');
    await page.keyboard.press('Escape');
    await isOn('.bld-add-filter');

    // What the mode or the status of the dashboard replaces.
    await frame.locator('.bld-save[data-save=saved]').waitFor();
    await press('.bld-bar button:has-text("Done")');
    await isOn('.bld-bar button:has-text("Edit")');
    await page.keyboard.press('Enter');
    await isOn('.bld-bar button:has-text("Done")');
    await press('.bld-bar button:has-text("Publish")');
    await isOn('dialog *');
    await press('dialog .ui-button-primary');
    await frame.locator('dialog').waitFor({ state: 'detached' });
    await isOn('.bld-bar .bld-tools button');
    await press('.bld-bar [aria-haspopup=menu]');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await press('dialog .ui-button-danger');
    await frame.locator('.bld-home').waitFor();
    await isOn('.bld-home :is(button, input)');
    await context.close();
  });

  it('does not take the focus from its host page when it opens', async () => {
    const { page, context } = await tests.open(await tests.token('kim', ['contribute']));
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BODY');
    await context.close();
  });

  it('gives filters ids that a host page can write, and shows what the host sets', async () => {
    const token = await tests.token('fil', ['contribute']);
    const author = await tests.open(token);
    const { frame } = author;
    await frame.getByRole('button', { name: 'New dashboard' }).click();
    await frame.getByRole('button', { name: 'Add', exact: true }).click();
    await frame.locator('.bld-quick-chart').waitFor();
    await frame.getByLabel('Group by').selectOption('product');
    await frame.getByRole('button', { name: 'Add to dashboard' }).click();
    await frame.locator('.bld-item svg.inlay-chart').waitFor();
    await frame.locator('.bld-add-filter').click();
    for (const count of [1, 2]) {
      await frame.getByRole('combobox', { name: 'Column' }).selectOption('product');
      await frame.getByRole('button', { name: 'Add filter' }).last().click();
      await expect(frame.locator('.bld-filter-list li')).toHaveCount(count);
    }
    await saved(frame);
    const client = builderClient(tests.inlay, token);
    const [created] = await author.heard('dashboard-created');
    const id = String(created?.dashboardId);
    const { body } = await client<BuilderDocument>('GET', `dashboards/${id}`);
    assert.deepEqual(
      body.content.filters?.map((filter) => filter.id),
      ['product', 'product-2'],
    );
    await author.context.close();

    const reader = await tests.open(token, { dashboard: id, filters: { product: 'Tea' } });
    await reader.frame
      .locator('[data-filter=product] .inlay-filter-value', { hasText: 'Tea' })
      .first()
      .waitFor();
    await reader.context.close();
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, openAdmin } from '../../support/admin/admin-page.ts';
import { useEditors } from '../../support/admin/use-editors.ts';
import { expect } from '../../support/browser/expect.ts';
import { eventually } from '../../support/time/eventually.ts';

interface StoredStory {
  readonly steps: readonly { readonly narrative?: string; readonly values?: object }[];
}

describe('texts of a story in the admin app', () => {
  const app = useEditors();
  const values = {
    best: { tile: 'revenue', column: 'product', row: 'highest', by: 'revenue' },
    most: { tile: 'revenue', column: 'revenue', row: 'highest' },
  };
  const openStory = async (id: string, step: object) => {
    const story = { id, appId: 'shop', title: 'Story', steps: [{ id: 'one', title: 'One', ...step }] };
    assert.equal((await app.admin('POST', 'stories', { body: story })).status, 201);
    const opened = await openAdmin(app.browser, app.inlay.url, `/apps/shop/stories/${id}`);
    await opened.page.getByRole('button', { name: 'Insert value' }).first().waitFor();
    const stored = async () => {
      await opened.page.getByRole('button', { name: 'Save', exact: true }).click();
      await opened.page.getByText('Saved.').waitFor();
      const { body } = await app.data.ask<StoredStory>(`stories/${id}`);
      return body.steps[0];
    };
    return { ...opened, stored };
  };
  const chips = (page: Page) => page.locator('.chip').allInnerTexts();

  it('have chips for values, which are changed and removed with the keyboard alone', async () => {
    const narrative = '{{ best }} made {{ most | number }}.';
    const { page, context, complaints, stored } = await openStory('keys', { narrative, values });
    const text = page.getByLabel('Narrative', { exact: true });
    await eventually(async () =>
      assert.deepEqual(await chips(page), ['Product with the highest Revenue Cocoa', 'Revenue, highest 700']),
    );
    await text.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowLeft');
    // The first Backspace selects the chip, and Enter opens its form.
    await page.keyboard.press('Backspace');
    await expect(page.locator('.chip-chosen')).toHaveText(/Revenue, highest/);
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Change what is inserted' });
    await form.waitFor();
    await assertAccessible(page, 'the form of a value');
    await form.getByLabel('Row').selectOption('Lowest');
    await page.frameLocator('iframe[title="Preview"]').getByText('Cocoa made 10.').waitFor();
    await page.keyboard.press('Escape');
    await eventually(async () => assert.equal(await form.count(), 0));
    assert.ok(
      await text.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element),
      'the focus is back in the text',
    );
    await page.keyboard.press('Control+z');
    await eventually(async () => assert.match((await chips(page))[1] ?? '', /highest 700/));
    await page.keyboard.press('Control+Shift+z');
    await eventually(async () => assert.match((await chips(page))[1] ?? '', /lowest 10/));
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Delete');
    await eventually(async () => assert.equal((await chips(page)).length, 1));
    await page.keyboard.type('It');
    assert.deepEqual(await stored(), {
      id: 'one',
      title: 'One',
      narrative: 'It made {{ revenue | number }}.',
      values: { revenue: { tile: 'revenue', column: 'revenue', row: 'lowest' } },
    });
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('get values and conditions from a list', async () => {
    const { page, context, complaints, stored } = await openStory('list', { tiles: ['revenue'] });
    const text = page.getByLabel('Narrative', { exact: true });
    await text.focus();
    await page.keyboard.type('The best made /rev');
    await page.getByRole('option', { name: /^Revenue, highest/ }).waitFor();
    await assertAccessible(page, 'the list of values');
    await page.keyboard.press('Enter');
    await page.keyboard.type('. {{cond');
    await page.getByRole('option', { name: /^Condition/ }).waitFor();
    await page.keyboard.press('Tab');
    const form = page.getByRole('dialog', { name: 'Change what is inserted' });
    await form.getByLabel('Comparison').selectOption('is at least');
    await form.getByRole('spinbutton', { name: 'Number' }).fill('500');
    await form.getByRole('button', { name: 'Done' }).click();
    await page.keyboard.type('Much');
    await page.frameLocator('iframe[title="Preview"]').getByText('The best made 700. Much').waitFor();
    assert.deepEqual(await chips(page), [
      'Revenue, highest 700',
      'If Revenue, highest ≥ 500',
      'otherwise',
      'end',
    ]);
    // For the pointer, the button opens the same list.
    await page.getByRole('button', { name: 'Insert value' }).first().click();
    await page.getByRole('option', { name: /^Product with the highest Revenue/ }).click();
    await eventually(async () => assert.equal((await chips(page)).length, 5));
    const step = await stored();
    assert.equal(
      step?.narrative,
      'The best made {{ revenue | number }}. {{#if revenue >= 500}}Much{{:else}}{{/if}}',
    );
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('stay plain where the editor of chips cannot be loaded', async () => {
    const story = { id: 'plain', appId: 'shop', title: 'Story', steps: [{ id: 'one', title: 'One' }] };
    assert.equal((await app.admin('POST', 'stories', { body: story })).status, 201);
    const { page, context } = await openAdmin(app.browser, app.inlay.url, '/apps/shop');
    await context.route(/text-editor-[^/]*\.js/, (route) => route.abort());
    await page.goto(`${app.inlay.url}/admin/apps/shop/stories/plain`);
    const text = page.getByLabel('Narrative', { exact: true });
    await text.fill('Plain {{ values }}');
    assert.equal(await text.evaluate((element) => element.tagName), 'TEXTAREA');
    await page.getByText('Step 1 uses the value “values”, which is not defined.').first().waitFor();
    await context.close();
  });
});

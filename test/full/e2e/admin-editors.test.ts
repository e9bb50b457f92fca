import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertAccessible, openAdmin } from '../../support/admin/admin-page.ts';
import { useEditors } from '../../support/admin/use-editors.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('editors of the admin app', () => {
  const app = useEditors();

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
    assert.ok(
      await narrative.evaluate((box) => (box.getRootNode() as ShadowRoot).activeElement === box),
      'the focus stays',
    );
    await narrative.pressSequentially(' {{ nothing');
    await narrative.press('Escape');
    await narrative.pressSequentially(' }}');
    await page.getByText(/The preview shows the last valid version/).waitFor();
    await preview.locator('strong', { hasText: 'better' }).waitFor();
    await narrative.fill('Only this.');
    await preview.getByText('Only this.').waitFor();
    await page.getByRole('combobox', { name: /^Chart/ }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await eventually(async () => assert.equal(await preview.locator('svg.inlay-chart').count(), 0));
    await assertAccessible(page, 'the story editor');
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

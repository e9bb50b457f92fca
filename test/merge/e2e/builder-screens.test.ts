import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useBuilder } from '../../support/builder/builder-page.ts';
import { builderClient, CHART, canvasOf, made } from '../../support/builder/builder-world.ts';

describe('the screens of the builder', () => {
  const tests = useBuilder();
  /** An open dashboard whose author may do everything. */
  const edit = async (viewport: { readonly width: number; readonly height: number }) => {
    const privileges = ['contribute', 'validate'];
    const token = await tests.token(`w${viewport.width}`, privileges, { groups: ['emea', 'sales'] });
    const table = { chart: { ...CHART, kind: 'table' }, h: 2 };
    const content = canvasOf('A title that is longer than the bar of a phone', table, table, table, table);
    const { dashboard } = await made(builderClient(tests.inlay, token), content);
    const opened = await tests.open(token, { dashboard: dashboard.id }, { viewport });
    await opened.frame.locator('.bld-item .inlay-table').first().waitFor();
    return opened;
  };

  for (const width of [320, 390])
    it(`have a bar of one row at ${width} px, with the rest of the actions in its menu`, async () => {
      const { page, frame, context } = await edit({ width, height: 700 });
      const bar = frame.locator('.bld-bar');
      const [box, tops] = await bar.evaluate((element) => [
        { overflow: element.scrollWidth - element.clientWidth, height: element.clientHeight },
        [...element.querySelectorAll('button')]
          .filter((button) => button.checkVisibility())
          .map((button) => Math.round(button.getBoundingClientRect().top)),
      ]);
      assert.equal(new Set(tops).size, 1, `${tops}`);
      assert.ok(box.overflow <= 0, JSON.stringify(box));
      await bar.getByRole('button', { name: 'More', exact: true }).click();
      for (const name of ['Redo', 'Share', 'Submit for review'])
        await frame.getByRole('menuitem', { name, exact: true }).waitFor();
      await frame.getByRole('menuitem', { name: 'Publish', exact: true }).click();
      await frame.getByRole('radio', { name: /^Only my groups/ }).check();
      await frame.locator('dialog').getByText('emea', { exact: true }).click();
      await frame.locator('dialog').getByRole('button', { name: 'Publish' }).click();
      await frame.locator('dialog').waitFor({ state: 'detached' });
      await frame.getByRole('button', { name: 'Dashboards', exact: true }).click();
      // The viewer of another width has published one too.
      await frame
        .getByRole('button', { name: /Published You/ })
        .getByText('Visible to: emea')
        .waitFor();
      await page.close();
      await context.close();
    });

  it('have no scrollbar within a scrollbar', async () => {
    const { page, frame, context } = await edit({ width: 1280, height: 420 });
    await frame.getByRole('button', { name: 'Add', exact: true }).click();
    await frame.locator('.bld-quick-chart').waitFor();
    await frame.getByLabel('Group by').selectOption('product');
    await frame
      .locator('.bld-kinds')
      .getByRole('radio', { name: /^Table/ })
      .check();
    await frame.locator('.bld-preview .inlay-table').waitFor();
    const nested = await page.frames()[1]?.evaluate(() => {
      const scrolls = (element: Element) =>
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowY) &&
        element.scrollHeight > element.clientHeight;
      return [...document.querySelectorAll('.bld-page *')]
        .filter(
          (element) => scrolls(element) && element.parentElement?.closest('.bld-scroller, .bld-panel-body'),
        )
        .map(({ className }) => className);
    });
    assert.deepEqual(nested, []);
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BuilderDocument } from '@inlay/content/builder';
import { expect } from '../../support/browser/expect.ts';
import { type BuilderPage, useBuilder } from '../../support/builder/builder-page.ts';
import { builderClient } from '../../support/builder/builder-world.ts';
import { eventually } from '../../support/time/eventually.ts';

const bar = (dimension: object, title: string) => ({
  title,
  kind: 'bar',
  datasetId: 'sales',
  query: { dimensions: [dimension], measures: ['revenue'], totals: true },
});

const CONTENT = {
  title: 'Read me',
  crossFilter: true,
  filters: [{ id: 'p', kind: 'multi-select', label: 'Product', datasetId: 'sales', column: 'product' }],
  drill: [{ id: 'd', label: 'Down', datasetId: 'sales', levels: ['product', 'customer'] }],
  items: [
    {
      id: 'c1',
      x: 0,
      y: 0,
      w: 6,
      h: 6,
      chart: bar({ column: 'customer' }, 'Sold {{ revenue.total | number }}'),
    },
    { id: 'c2', x: 6, y: 0, w: 6, h: 6, chart: bar({ column: 'product' }, 'Products') },
    {
      id: 't1',
      x: 0,
      y: 6,
      w: 12,
      h: 2,
      text: 'In all **{{ all | number }}**',
      values: { all: { tile: 'c1', column: 'revenue', row: 'total' } },
    },
  ],
};

describe('view mode of a builder dashboard', () => {
  const tests = useBuilder();
  let id: string;
  let viewer: BuilderPage;

  const heading = (page: BuilderPage, item: string) => page.frame.locator(`.bld-view #item-${item} h2`);

  it('is rendered without scripts, and taken over without rendering again', async () => {
    const author = await tests.token('cora', ['contribute', 'validate']);
    const ask = builderClient(tests.inlay, author);
    const made = await ask<BuilderDocument>('POST', 'dashboards', { body: { content: CONTENT } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    id = made.body.dashboard.id;
    assert.equal((await ask('POST', `dashboards/${id}/publish`, { body: {} })).status, 200);

    const token = await tests.token('viola', ['view']);
    const asked: string[] = [];
    viewer = await tests.open(token, { dashboard: id }, { watch: (request) => asked.push(request.url()) });
    await heading(viewer, 'c1').filter({ hasText: 'Sold 40' }).waitFor();
    await viewer.frame.locator('#item-c1 .inlay-tools button').first().waitFor();
    assert.deepEqual(
      asked.filter((url) => /\/(view|render|preview)/.test(url)),
      [],
    );
    await expect(viewer.frame.locator('[role=application]')).toHaveCount(0);
  });

  it('is filtered by its filters and by clicks on marks, including titles and texts', async () => {
    const { frame } = viewer;
    await frame.locator('#item-c1 [data-mark*="Alder"]').first().click({ force: true });
    await frame.locator('.inlay-chip', { hasText: 'Alder & Co' }).waitFor();
    await frame.locator('#item-c1 .inlay-chosen').first().waitFor();
    await frame.locator('.inlay-chip').click();
    await frame.locator('.inlay-chip').waitFor({ state: 'detached' });
    await frame.locator('.inlay-filter', { hasText: 'Product' }).click();
    await frame.locator('.ui-popover').getByText('Tea').click();
    await heading(viewer, 'c1').filter({ hasText: 'Sold 10' }).waitFor();
    await frame.locator('#item-t1 strong', { hasText: '10' }).waitFor();
    await viewer.page.keyboard.press('Escape');
    await eventually(async () =>
      assert.deepEqual((await viewer.heard('filter-change')).at(-1)?.by, 'viewer'),
    );
    await frame.locator('.inlay-filter-clear').click();
    await heading(viewer, 'c1').filter({ hasText: 'Sold 40' }).waitFor();
  });

  it('drills down and back up', async () => {
    const { frame } = viewer;
    await frame.locator('#item-c2 [data-mark*="Tea"]').first().click({ force: true });
    await frame.getByRole('menuitem', { name: /Drill/ }).click();
    await frame.locator('#item-c2 .inlay-crumbs').waitFor();
    await frame.locator('#item-c2 svg', { hasText: 'Alder' }).waitFor();
    await frame.locator('#item-c2 .inlay-crumbs button').first().click();
    await frame.locator('#item-c2 .inlay-crumbs').waitFor({ state: 'detached' });
  });

  it('has tooltips, table views and downloads', async () => {
    const { frame, page } = viewer;
    await frame.locator('#item-c1 [data-mark*="Alder"]').first().hover({ force: true });
    await frame.locator('.inlay-tip', { hasText: 'Alder' }).waitFor();
    await frame.locator('#item-c1').getByRole('button', { name: 'Show as table' }).click();
    await frame.locator('#item-c1.inlay-as-table td', { hasText: '30' }).first().waitFor();
    await frame
      .locator('#item-c1')
      .getByRole('button', { name: /^More: Sold 40/ })
      .click();
    const download = page.waitForEvent('download');
    await frame.getByRole('menuitem', { name: /CSV/ }).click();
    assert.match((await download).suggestedFilename(), /^sold-40\.csv$/);
    assert.deepEqual(viewer.complaints, []);
    await viewer.context.close();
  });

  it("starts with the host's filters, and is exported at the host's request", async () => {
    const token = await tests.token('vito', ['view']);
    const page = await tests.open(token, { filters: { p: ['Tea'] } });
    await page.frame.locator('.bld-card-open', { hasText: 'Read me' }).click();
    await heading(page, 'c1').filter({ hasText: 'Sold 10' }).waitFor();
    const name = await page.page.evaluate(async () => {
      const { embed } = window as unknown as {
        embed: { exportAs(format: string, options: object): Promise<{ filename: string }> };
      };
      return (await embed.exportAs('xlsx', { tileId: 'c1' })).filename;
    });
    assert.match(name, /Sold 10/);
    await page.context.close();
  });

  it('is what an editor sees after Done', async () => {
    const author = await tests.open(await tests.token('cora', ['contribute', 'validate']), { dashboard: id });
    const { frame } = author;
    await heading(author, 'c2').waitFor();
    await frame.getByRole('button', { name: 'Edit', exact: true }).click();
    await frame.locator('.bld-item[data-item=c1] h2', { hasText: 'Sold 40' }).waitFor();
    await frame.locator('.bld-item[data-item=c2]').focus();
    await author.page.keyboard.press('Enter');
    const title = frame.locator('.bld-panel').getByRole('textbox', { name: 'Title', exact: true });
    await title.fill('Best: ');
    await title.press('End');
    await frame.getByRole('button', { name: 'Insert a value: Title' }).click();
    await frame.getByRole('menuitem', { name: /Product · First row/i }).click();
    await frame.locator('.bld-item[data-item=c2] h2', { hasText: 'Best: Coffee' }).waitFor();
    await frame.getByRole('button', { name: 'Done', exact: true }).click();
    await heading(author, 'c2').filter({ hasText: 'Best: Coffee' }).waitFor();
    await frame.locator('#item-c2 [data-mark]').first().hover({ force: true });
    await frame.locator('.inlay-tip').waitFor();
    assert.deepEqual(author.complaints, []);
    await author.context.close();
  });
});

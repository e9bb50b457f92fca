import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findingsInFrame, useBuilder } from '../../support/builder/builder-page.ts';
import { builderClient, CHART, canvasOf, made } from '../../support/builder/builder-world.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('builder versions and errors', () => {
  const tests = useBuilder();

  it('lists the versions of a dashboard, shows one as it was and restores it', async () => {
    const token = await tests.token('cora', ['contribute', 'validate']);
    const ask = builderClient(tests.inlay, token);
    const { dashboard } = await made(ask, canvasOf('Then', { chart: { ...CHART, title: 'As it was' } }));
    const path = `dashboards/${dashboard.id}`;
    assert.equal((await ask('POST', `${path}/publish`, { body: {} })).status, 200);
    const next = canvasOf('Now', { chart: { ...CHART, title: 'As it is' } });
    assert.equal((await ask('PUT', path, { body: next, ifMatch: '*' })).status, 200);

    const { frame, page, context, heard } = await tests.open(
      token,
      { dashboard: dashboard.id },
      { bypassCSP: true },
    );
    await frame.locator('.bld-item', { hasText: 'As it is' }).waitFor();
    await frame.getByRole('button', { name: 'More', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Versions' }).click();
    const list = frame.locator('.ui-version');
    await list.first().waitFor();
    await eventually(async () =>
      assert.match((await list.allInnerTexts())[1] ?? '', /cora@customer\.example.*Published 1/s),
    );
    assert.deepEqual(await findingsInFrame(page), [], 'the list');
    await list.nth(1).press('Enter');
    await frame.locator('.bld-view h2', { hasText: 'As it was' }).waitFor();
    await frame
      .locator('[data-banner=version]')
      .getByRole('button', { name: 'Back to current version' })
      .click();
    await frame.locator('.bld-view h2', { hasText: 'As it is' }).waitFor();
    await frame.getByRole('button', { name: 'More', exact: true }).click();
    await frame.getByRole('menuitem', { name: 'Versions' }).click();
    await list.nth(1).click();
    await frame.getByRole('button', { name: 'Restore this version' }).click();
    await frame.locator('.bld-toast', { hasText: 'Restored' }).waitFor();
    await frame.locator('.bld-bar h1', { hasText: 'Then' }).waitFor();
    assert.equal((await ask('GET', path)).body.content.title, 'Then');
    await eventually(async () => assert.equal((await heard('dashboard-saved')).at(-1)?.title, 'Then'));
    assert.deepEqual(await findingsInFrame(page), [], 'what is read');
    await context.close();
  });

  it('filters a chart by unsaved filters of its canvas', async () => {
    const token = await tests.token('nora', ['contribute']);
    const { frame, page, context } = await tests.open(token);
    await frame.getByRole('button', { name: 'New dashboard' }).click();
    await frame.locator('.bld-empty').waitFor();
    // The first save creates it.
    await page.route('**/builder/dashboards', (route) => route.abort());
    await frame.getByRole('button', { name: 'Add', exact: true }).click();
    await frame.getByLabel('Group by').selectOption('product');
    await frame.locator('.bld-preview svg.inlay-chart').waitFor();
    await frame.getByRole('button', { name: 'Add to dashboard' }).click();
    const chart = frame.locator('.bld-item svg.inlay-chart');
    await chart.filter({ hasText: 'Coffee' }).waitFor();
    await frame.locator('.bld-add-filter').click();
    await frame.getByRole('combobox', { name: 'Column' }).selectOption('product');
    await frame.getByRole('button', { name: 'Add filter' }).last().click();
    await frame.locator('.bld-filters .inlay-filter').click();
    await frame.locator('.ui-popover').getByText('Tea').click();
    await chart.filter({ hasNotText: 'Coffee' }).filter({ hasText: 'Tea' }).waitFor();
    await frame.locator('.bld-save[data-save=offline]').waitFor();
    await context.close();
  });

  it("shows errors in the viewer's language, not the server's", async () => {
    const token = await tests.token('dora', ['contribute']);
    const { frame, page, context } = await tests.open(token, { lang: 'de' });
    await page.route('**/builder/dashboards', (route) =>
      route.fulfill({
        status: 409,
        contentType: 'application/json',
        body: JSON.stringify({ statusCode: 409, code: 'QUOTA_REACHED', message: 'Delete one.' }),
      }),
    );
    await frame.getByRole('button', { name: 'Neues Dashboard' }).click();
    await frame.getByRole('textbox', { name: 'Titel' }).fill('Umsatz');
    await frame.locator('.bld-save[data-save=refused]', { hasText: 'Löschen Sie eines' }).waitFor();
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { assertAccessible, openAdmin } from '../../support/admin/admin-page.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { type DataClient, dataClient } from '../../support/data/data-client.ts';
import { logInAs } from '../../support/http/api-client.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';

const SALES = 'region,amount,ordered_on\nnorth,10,2026-01-01\nnorth,5,2026-02-01\nsouth,7,2026-01-15\n';

describe('data in the admin app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-files-'));
  const sales = join(folder, 'sales.csv');
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let data: DataClient;
  before(async () => {
    writeFileSync(sales, SALES);
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    data = dataClient(inlay.url, await logInAs(inlay.url));
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('goes from a file to a dataset with tested row rules', async () => {
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '/datasets');
    await page.getByText('Connect a database or upload a file first.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Upload a file' }).click();
    await page.getByLabel('Choose files').setInputFiles(sales);
    await page.getByText('3 rows').waitFor();
    await page.getByRole('link', { name: 'Create dataset from sales' }).click();

    // The upload leads to the rows of the file and to suggested measures.
    await page.getByRole('cell', { name: '2026-02-01' }).waitFor();
    await eventually(async () => assert.equal(await page.getByLabel('Dataset name').inputValue(), 'Sales'));
    await page.getByLabel('Number of rows').uncheck();
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByText('No viewer can see rows of Sales yet').waitFor();

    await page.getByRole('button', { name: 'Add rule', exact: true }).click();
    await page
      .getByText('Viewers see rows where Region is one of the values in the viewer’s attribute region')
      .waitFor();
    await page.getByRole('button', { name: '+ Add attribute' }).click();
    await page.getByLabel('Name of attribute 1').fill('region');
    await page.getByLabel('Value of attribute 1').fill('north');
    const rows = page.getByRole('region', { name: 'Visible rows' });
    await page.getByRole('button', { name: 'Preview rows' }).click();
    await page.getByText('Some rows visible').waitFor();
    await eventually(async () => assert.equal(await rows.locator('tbody tr').count(), 2));
    await page.getByText('SQL statement').click();
    await page.getByText(':attributes.region = "north"').waitFor();
    await page.getByLabel('Value of attribute 1').fill('');
    await page.getByRole('button', { name: 'Preview rows' }).click();
    await page.getByText('No rows visible').waitFor();
    await assertAccessible(page, 'rules');

    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByLabel('Match').selectOption('Match any condition');
    const second = page.getByRole('group', { name: 'Condition 2' });
    const subject = second.getByRole('combobox', { name: 'Compare', exact: true });
    await subject.fill('groups');
    await subject.press('Enter');
    await second.getByLabel('Values, separated by commas').fill('finance');
    await page
      .getByText(
        'Region is one of the values in the viewer’s attribute region or the viewer’s groups include one of finance',
      )
      .waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Sales saved.').waitFor();
    await page.getByText('Viewers see the rows that 1 rule allows').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Create an app' }).waitFor();
    const { body } = await data.ask<{ data: { rowRules: unknown }[] }>('datasets');
    assert.deepEqual(body.data[0]?.rowRules, [
      {
        or: [
          { column: 'region', operator: 'in', values: { context: 'attributes.region' } },
          { context: 'groups', operator: 'in', values: ['finance'] },
        ],
      },
    ]);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('completes tables, columns and parameters in SQL', async () => {
    const { page, complaints, context } = await openAdmin(
      browser,
      inlay.url,
      '/datasets/new?connection=files',
    );
    await page.getByRole('tab', { name: 'SQL' }).click();
    const editor = page.getByRole('textbox', { name: 'SQL query' });
    await page.locator('.cm-editor').waitFor();
    await editor.click();
    await page.keyboard.type('SELECT * FROM sal');
    await page.getByRole('option', { name: 'sales' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('es WHERE reg');
    await page.getByRole('option', { name: /^region/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.type('ion = {{ attr');
    // The editor ignores a click while it computes the list again.
    await eventually(async () => {
      if (!/attributes/.test((await editor.textContent()) ?? ''))
        await page.getByRole('option', { name: /attributes/ }).click();
      assert.match((await editor.textContent()) ?? '', /attributes/);
    });
    await page.keyboard.type('region');
    await page.getByRole('button', { name: 'Preview rows' }).click();
    await page.getByRole('region', { name: 'First rows', exact: true }).waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { assertAccessible, openAdmin } from '../../support/admin-page.ts';
import { logInAs } from '../../support/api-client.ts';
import { type DataClient, dataClient } from '../../support/data-client.ts';
import { eventually } from '../../support/eventually.ts';
import { openBrowser } from '../../support/open-browser.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/start-inlay.ts';
import { startPostgres } from '../../support/start-postgres.ts';

const SALES = 'region,amount,ordered_on\nnorth,10,2026-01-01\nnorth,5,2026-02-01\nsouth,7,2026-01-15\n';

describe('data in the admin app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-files-'));
  const sales = join(folder, 'sales.csv');
  const large = join(folder, 'large.csv');
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let data: DataClient;
  before(async () => {
    writeFileSync(sales, SALES);
    writeFileSync(large, `id,text\n${'1,a line of a file that takes several parts\n'.repeat(450_000)}`);
    store = await sqliteStore();
    inlay = await startInlay(store, { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } });
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

    // Whoever comes with a file sees its rows, and what could be measured in it.
    await page.getByRole('cell', { name: '2026-02-01' }).waitFor();
    await eventually(async () => assert.equal(await page.getByLabel('Dataset name').inputValue(), 'Sales'));
    await page.getByLabel('Number of rows').uncheck();
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByText('No viewer can see rows yet').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Create an app' }).waitFor();

    await page.getByRole('button', { name: 'Add rule', exact: true }).click();
    await page.getByText("Viewers see rows where Region is in the viewer's attribute region").waitFor();
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
      .getByText("Region is in the viewer's attribute region or the viewer's groups include one of finance")
      .waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Sales saved.').waitFor();
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

  it('shows the error of a measure at the measure, and keeps the input', async () => {
    const { body } = await data.ask<{ data: { id: string }[] }>('datasets');
    const { page, context } = await openAdmin(browser, inlay.url, `/datasets/${body.data[0]?.id}/measures`);
    await page.getByRole('button', { name: 'Add measure' }).click();
    await page.getByLabel('Calculation').selectOption('expression');
    await page.getByRole('textbox', { name: 'Formula' }).fill('[Total amount] / nothing');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('the measure nothing does not exist').first().waitFor();
    await page.getByText('1 error').waitFor();
    await page.getByRole('textbox', { name: 'Formula' }).fill('[Total amount] / 2');
    await page.getByRole('combobox', { name: 'Group by' }).fill('ordered');
    await page.getByRole('combobox', { name: 'Group by' }).press('Enter');
    await page.getByRole('button', { name: 'Preview measures' }).click();
    await page.getByRole('cell', { name: '17', exact: true }).waitFor();

    await page.getByRole('link', { name: 'Connections' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('link', { name: 'Columns', exact: true }).click();
    await page.getByLabel('Label for amount').fill('Order value');
    await page.keyboard.press('Control+s');
    await page.getByText('Sales saved.').waitFor();
    await page.getByRole('link', { name: 'Connections' }).click();
    await page.getByRole('heading', { name: 'Connections', level: 1 }).waitFor();
    await page.goto(`${inlay.url}/admin/datasets/${body.data[0]?.id}/elsewhere`);
    await page.getByLabel('Label for amount').waitFor();
    await page.locator('.ui-tab[aria-current=page]', { hasText: 'Columns' }).waitFor();
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
    await page.getByRole('option', { name: /attributes/ }).waitFor();
    // The editor takes no key for an option that it has shown for less than 75 ms.
    await page.waitForTimeout(100);
    await page.keyboard.press('Enter');
    await page.keyboard.type('region');
    await page.getByRole('button', { name: 'Preview rows' }).click();
    await page.getByRole('region', { name: 'First rows', exact: true }).waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('resumes an upload after a lost connection and after a reload', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/files');
    const ranges: string[] = [];
    let broken = 0;
    await page.route('**/api/v0/files/large.csv', async (route) => {
      ranges.push(route.request().headers()['content-range'] ?? '');
      if (ranges.length === 2) {
        broken += 1;
        return route.abort('connectionfailed');
      }
      return route.continue();
    });
    await page.getByLabel('Choose files').setInputFiles(large);
    await page.getByText('450,000 rows').waitFor();
    assert.equal(broken, 1);
    assert.match(ranges[1] ?? '', /^bytes 8388608-/);
    assert.match(ranges[2] ?? '', /^bytes 8388608-/, 'the part that broke is sent again, and no other');
    assert.equal(ranges.length, 4);

    const again = join(folder, 'again.csv');
    writeFileSync(again, `id,text\n${'1,a line of a file that takes several parts\n'.repeat(450_000)}`);
    const sent: string[] = [];
    await page.route('**/api/v0/files/again.csv', (route) => {
      sent.push(route.request().headers()['content-range'] ?? '');
      return sent.length > 1 ? route.abort('connectionfailed') : route.continue();
    });
    await page.getByLabel('Choose files').setInputFiles(again);
    await page.getByText('Connection lost. The upload resumes automatically.').waitFor();
    await page.reload();
    await page.getByText('Upload incomplete: 8.4 MB of').waitFor();
    await page.unroute('**/api/v0/files/again.csv');
    const resumed = page.waitForRequest((request) => request.url().endsWith('again.csv'));
    await page.getByLabel('Choose the file again to resume').setInputFiles(again);
    assert.match((await resumed).headers()['content-range'] ?? '', /^bytes 8388608-/);
    await page.getByText('450,000 rows').waitFor();

    await page.getByRole('button', { name: 'Delete again.csv' }).click();
    await page.getByRole('button', { name: 'Delete file' }).click();
    await page.getByText('again.csv deleted.').waitFor();
    await page.getByRole('button', { name: 'Delete sales.csv' }).click();
    await page.getByRole('button', { name: 'Delete file' }).click();
    await page.getByText('uses this file. Delete the dataset first.').waitFor();
    await context.close();
  });

  it('reports why a file cannot be used', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/files');
    const broken = join(folder, 'broken.parquet');
    writeFileSync(broken, 'no parquet at all');
    await page.getByLabel('Choose files').setInputFiles(broken);
    await page.getByText('The file cannot be used: it is not a complete Parquet file').waitFor();
    await context.close();
  });

  it('connects a real PostgreSQL, reports why a test fails, and never shows the password again', async () => {
    const url = new URL(process.env.INLAY_TEST_POSTGRES_URL ?? (await startPostgres()).url);
    const client = new pg.Client(url.href);
    await client.connect();
    await client.query('create table if not exists admin_orders (region text, amount int)');
    await client.query("insert into admin_orders values ('north', 3)");
    await client.end();
    const { page, complaints, context } = await openAdmin(
      browser,
      inlay.url,
      '/connections/new?kind=postgres',
    );
    await page.getByLabel('Name').first().fill('Warehouse');
    await page.getByLabel('Host').fill('127.0.0.1');
    await page.getByLabel('Port').fill('1');
    await page.getByLabel('Database').first().fill('{{ attributes.database }}');
    await page.getByLabel('User').first().fill(decodeURIComponent(url.username));
    await page.getByLabel('Password').fill(decodeURIComponent(url.password) || 'canary-password');
    await page.getByLabel('Encryption').selectOption('off');
    await page.getByRole('button', { name: 'Add connection' }).click();
    await page.getByText('is required because database contains').first().waitFor();
    await page.getByLabel('Database', { exact: false }).first().fill(url.pathname.slice(1));
    await page.getByRole('button', { name: 'Add connection' }).click();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('The database cannot be reached.').waitFor();

    await page.getByLabel('Port').fill(url.port);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('is required because port changed').first().waitFor();
    await page.getByLabel('Password').fill(decodeURIComponent(url.password) || 'canary-password');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Warehouse saved.', { exact: true }).waitFor();
    await eventually(async () => assert.equal(await page.getByLabel('Password').inputValue(), ''));
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Connection works').waitFor();
    await page.getByRole('button', { name: 'List tables' }).click();
    await openTable(page, 'admin_orders');
    await page.getByRole('link', { name: 'Create dataset from admin_orders' }).click();
    await page.getByRole('cell', { name: 'north' }).first().waitFor();
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await page.getByRole('heading', { name: 'Admin orders' }).waitFor();

    await page.goto(`${inlay.url}/admin/connections`);
    await page.getByRole('link', { name: 'Warehouse' }).click();
    await page.getByRole('link', { name: 'Admin orders' }).waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete connection' }).click();
    await page.getByText('uses this connection').waitFor();
    assert.doesNotMatch(await page.content(), /canary-password/);
    // The browser tells of each answer above 399; nothing else may be said.
    assert.deepEqual(
      complaints.filter((each) => !/status of 4\d\d/.test(each)),
      [],
    );
    await context.close();
  });
});

async function openTable(page: Page, name: string): Promise<void> {
  const table = page.locator('summary', { hasText: name });
  await table.waitFor({ state: 'attached' });
  if (!(await table.isVisible())) await page.locator('summary', { hasText: 'public' }).click();
  await table.click();
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { assertAccessible, openAdmin } from '../../support/admin-page.ts';
import { call, logInAs } from '../../support/api-client.ts';
import { cuttableConnection } from '../../support/cuttable-connection.ts';
import { openBrowser } from '../../support/open-browser.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/start-inlay.ts';

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

describe('user import in the admin app', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let token: string;
  const users = async (query: string) => {
    const { body } = await call<{ data: { privileges: unknown }[]; meta: { total: number } }>(
      `${inlay.url}/api/v0/users?${query}`,
      { token },
    );
    return body;
  };
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    token = await logInAs(inlay.url);
    const app = { id: 'sales', title: 'Sales', workspaceId: 'main' };
    assert.equal((await call(`${inlay.url}/api/v0/apps`, { token, body: app })).status, 201);
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });

  it('imports nobody from a file with invalid lines, reports them, and imports the corrected file', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/users');
    await page.getByRole('link', { name: 'Import users' }).click();
    const good = Array.from({ length: 1200 }, (_, n) => `person-${n}@customer.example,`);
    const wrong = [...good.slice(0, 10), '=cmd,', ',', 'ann@customer.example,no-such-group'];
    await page
      .getByLabel('Choose a file')
      .setInputFiles(file('people.csv', `username,groups\n${wrong.join('\n')}`));
    await page.getByText('The file has 2 problems. No users were imported.').waitFor();
    await page.getByRole('cell', { name: '13' }).first().waitFor();
    await assertAccessible(page, 'report');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download report' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'people.csv.problems.csv');
    const report = readFileSync(await download.path(), 'utf8').split('\r\n');
    assert.equal(report[0], 'line,field,problem');
    assert.deepEqual(
      report.slice(1).map((line) => line.split(',')[0]),
      ['13', '14'],
    );
    assert.equal((await users('q=person-')).meta.total, 0);

    await page
      .getByLabel('Choose a file')
      .setInputFiles(file('people.csv', `username,groups\n${good.join('\n')}`));
    await page.getByText('1,200 users imported').waitFor();
    assert.equal((await users('q=person-')).meta.total, 1200);
    await page.getByRole('link', { name: 'View users' }).click();
    await page.getByText('of 1,201 users').waitFor();
    await context.close();
  });

  it('shows the progress, and the result after a lost connection', async () => {
    const line = await cuttableConnection({ host: '127.0.0.1', port: Number(new URL(inlay.url).port) });
    const { page, context } = await openAdmin(browser, `http://localhost:${line.port}`, '/users/import');
    // Slow to send, so that the import is still under way when the line breaks.
    const session = await context.newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100 * 1024 };
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow);
    const lines = Array.from({ length: 200_000 }, (_, n) => `late-${n}@customer.example`);
    const late = file('late.csv', `username\n${lines.join('\n')}`);
    await page.getByLabel('Choose a file').setInputFiles(late);
    const card = page.getByRole('region', { name: 'Import in progress' });
    await card.getByText(/[\d,]+ users? read so far/).waitFor();
    await assertAccessible(page, 'import under way');
    line.cut();
    await card.getByText('Checking whether the import finished').waitFor();
    line.mend();
    await page.getByText('The connection was lost and no users were imported.').waitFor();
    assert.equal((await users('q=late-')).meta.total, 0);

    await page.getByLabel('Choose a file').setInputFiles(late);
    await card.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. No users were imported.').waitFor();
    assert.equal((await users('q=late-')).meta.total, 0);
    await context.close();
    await line.close();
  });

  it('grants privileges by app, warns about unsaved changes, and confirms deleting a user', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/users?q=person-7%40');
    await page.getByRole('link', { name: 'person-7@customer.example' }).click();
    await page.getByLabel('Contribute Sales').check();
    await page.keyboard.press('Escape');
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('User person-7@customer.example saved.').waitFor();
    assert.deepEqual((await users('q=person-7%40')).data[0]?.privileges, { sales: ['contribute'] });

    await page.getByRole('link', { name: 'person-7@customer.example' }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete user' }).click();
    await page.getByText('User person-7@customer.example deleted.').waitFor();
    assert.equal((await users('q=person-7%40')).meta.total, 0);
    await context.close();
  });

  it('opens a group by its URL', async () => {
    await call(`${inlay.url}/api/v0/groups`, { token, body: { id: 'emea', name: 'Sales EMEA' } });
    const { page, context } = await openAdmin(browser, inlay.url, '/groups/emea');
    await page.getByRole('dialog', { name: 'Sales EMEA' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/admin\/groups$/);
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { assertAccessible, openAdmin } from '../../support/admin-page.ts';
import { call } from '../../support/api-client.ts';
import { type EmbedSetup, exchange, setUpEmbedding } from '../../support/embed-client.ts';
import { makeEmbedWorld, openPage, viewerToken } from '../../support/embed-world.ts';
import { eventually } from '../../support/eventually.ts';
import { openBrowser } from '../../support/open-browser.ts';
import { runCommand } from '../../support/run-command.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/start-inlay.ts';

describe('usage in the admin app', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let setup: EmbedSetup;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    setup = await setUpEmbedding(inlay);
    await makeEmbedWorld(inlay, setup);
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });

  it('suggests the next step without activity, and completes the checklist with the first embed view', async () => {
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '/usage');
    await page.getByRole('heading', { name: 'No activity yet' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Set up embedding' }).click();
    const steps = page.getByRole('region', { name: 'Setup checklist' });
    await steps.getByText('Show an embed on your page: to do').waitFor();
    await steps.getByText('Exchange a token: to do').waitFor();
    const token = await viewerToken(setup);
    assert.equal((await openPage(inlay, 'e-tile', { token, origin: 'https://app.example.com' })).status, 200);
    await steps.getByText('Show an embed on your page: done').waitFor();
    await steps.getByText('Exchange a token: done').waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('charts views, exchanges and refusals, with links to each', async () => {
    assert.equal((await exchange(setup, 'no assertion at all')).status, 400);
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '/usage');
    const views = page.getByRole('region', { name: 'Views by embed' });
    await views.getByRole('row', { name: 'Tile 1' }).waitFor();
    await eventually(async () => assert.equal(await page.locator('.inlay-chart').count(), 3));
    await page.getByRole('region', { name: 'Slow queries' }).getByRole('link', { name: 'Sales' }).waitFor();
    await assertAccessible(page, 'usage');

    // Tooltips as in embeds, by pointer and by keyboard.
    const chart = page.locator('.inlay-chart').first();
    await chart.locator('[data-mark]').last().hover({ force: true });
    const tip = page.locator('.inlay-tip');
    await tip.getByText('Views').waitFor();
    await page.getByRole('heading', { name: 'Usage', level: 1 }).hover();
    await tip.waitFor({ state: 'hidden' });
    await chart.focus();
    await page.keyboard.press('End');
    await tip.getByText('Views').waitFor();
    await eventually(async () =>
      assert.match((await page.locator('.inlay-unseen').textContent()) ?? '', /: Views 1$/),
    );
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
    await page.goto(`${inlay.url}/admin/embeds`);
    await page.getByRole('row', { name: /^Tile .* 1 Published/ }).waitFor();
    await page.getByRole('row', { name: /^Tile Any origin/ }).waitFor();
    const settings = { token: setup.adminToken, method: 'PATCH' };
    const allow = (allowedOrigins: readonly string[]) =>
      call(`${inlay.url}/api/v0/embed-settings`, { ...settings, body: { allowedOrigins } });
    assert.equal((await allow(['https://shop.example.com'])).status, 200);
    await page.reload();
    await page.getByRole('row', { name: /^Tile Allowed on https:\/\/shop\.example\.com/ }).waitFor();
    await page.getByText('No origin: Embed Settings allow none of its origins').waitFor();
    assert.equal((await allow([])).status, 200);
    await page.goto(`${inlay.url}/admin/usage`);
    await page.getByLabel('Time range').selectOption('7');
    await page.waitForURL(/days=7/);
    await page.reload();
    await eventually(async () => assert.equal(await page.getByLabel('Time range').inputValue(), '7'));
    await page.getByRole('link', { name: 'View in audit log' }).click();
    await page.waitForURL(/audit\?action=token.issue&outcome=refused/);
    await page
      .getByRole('cell', { name: /Token exchange/ })
      .first()
      .waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('shows quotas that are nearly used up, and downloads reports', async () => {
    const set = await runCommand(
      ['tenant', 'quota', 'demo', '--views', '1', '--storage-mb', '100'],
      inlay.env,
    );
    assert.equal(set.code, 0, set.stderr);
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '/usage');
    const quotas = page.getByRole('region', { name: 'Quotas' });
    await quotas.getByText('Used up: Embed views').waitFor();
    await quotas.getByRole('row', { name: /^Embed views .*\d 1$/ }).waitFor();
    await quotas.getByRole('row', { name: /^Storage of uploads .* 100 MB$/ }).waitFor();
    await assertAccessible(page, 'quotas');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV by viewer' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'usage-by-viewer.csv');
    const text = await readFile(await file.path(), 'utf8');
    assert.match(
      text,
      /workspace,username,views,exchanges,exported_rows\r\nmain,ann@customer\.example,\d+,1,0\r\n$/,
    );
    assert.equal((await runCommand(['tenant', 'quota', 'demo', '--views', 'none'], inlay.env)).code, 0);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('is reachable by a shortcut, which the shortcut list shows', async () => {
    const { page, context } = await openAdmin(browser, inlay.url, '/users');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Embed Manager').waitFor();
    await assertAccessible(page, 'keyboard sheet');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    await page.locator('[type=search]:focus').waitFor();
    await page.keyboard.type('g o?');
    await eventually(async () =>
      assert.equal(await page.getByLabel('Search by name or e-mail').inputValue(), 'g o?'),
    );
    await page.getByRole('heading', { name: 'Users', level: 1 }).click();
    // Two keys in quick succession: on a busy machine they may be too far apart.
    await eventually(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('o');
      assert.match(page.url(), /\/usage$/);
    });
    await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { assertAccessible, openAdmin } from '../../support/admin/admin-page.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { type DataClient, dataClient } from '../../support/data/data-client.ts';
import { logInAs } from '../../support/http/api-client.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';

const SALES =
  'order_id,customer,region,amount,ordered_on\n1,Ann,north,10,2026-01-01\n2,Ben,north,5,2026-02-01\n3,Ann,south,7,2026-03-15\n';
const COUNTRIES = 'code,area\nDE,357\nFR,551\n';

/** Counts what a mouse clicks: the Enter key makes clicks too, but with a count of none. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = globalThis as typeof globalThis & { clicks: number };
    counted.clicks = 0;
    addEventListener('click', ({ isTrusted, detail }) => isTrusted && detail > 0 && counted.clicks++, true);
  });
  return () => page.evaluate(() => (globalThis as typeof globalThis & { clicks: number }).clicks);
}

/** As from the desktop. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const files = await page.evaluateHandle(
    ([file = '', content = '']) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([content], file, { type: 'text/csv' }));
      return dropped;
    },
    [name, text],
  );
  await page.locator('.ui-file-drop').first().dispatchEvent('drop', { dataTransfer: files });
}

async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const wanted = page
    .getByRole('main')
    .getByLabel(name)
    .or(page.getByRole('main').getByText(name, { exact: true }));
  await wanted.first().waitFor();
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(key);
    if (await wanted.evaluateAll((found) => found.some((each) => each === document.activeElement))) return;
  }
  assert.fail(`${key} does not reach ${name}`);
}

describe('from a file to a dashboard in the admin app', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-start-'));
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let data: DataClient;
  before(async () => {
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

  it('takes at most four clicks from the start screen, and viewers see only their rows', async () => {
    const { page, complaints, context } = await openAdmin(browser, inlay.url);
    await page.getByText('Drop a file. You see what Inlay proposes').waitFor();
    const clicks = await countClicks(page);
    await dropFile(page, 'sales.csv', SALES);
    await page.getByRole('region', { name: 'Who sees which rows' }).waitFor();
    // The preview has the numbers of the file.
    await page.locator('.start-tile', { hasText: 'Total amount' }).getByText('22').first().waitFor();
    await assertAccessible(page, 'proposal');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByText('22').first().waitFor();
    await frame.getByText('Total amount by Region').first().waitFor();
    assert.ok((await clicks()) <= 4, `${await clicks()} clicks`);
    const { body } = await data.ask<{ rowRules: unknown; segmented?: boolean }>('datasets/sales');
    assert.deepEqual(body.rowRules, [
      { column: 'customer', operator: 'in', values: { context: 'attributes.customer' } },
    ]);
    assert.equal(body.segmented, undefined);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('works with the keyboard alone, and asks who sees rows that have no owner', async () => {
    const { page, complaints, context } = await openAdmin(browser, inlay.url);
    const clicks = await countClicks(page);
    const file = join(folder, 'countries.csv');
    writeFileSync(file, COUNTRIES);
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, 'Choose files');
    await page.keyboard.press('Enter');
    await (await chooser).setFiles(file);
    await tabTo(page, 'Create dashboard from countries');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Create');
    await page.keyboard.press('Enter');
    // Nothing is created before somebody has decided; the focus is on what is missing.
    await page.getByText('Choose who sees the rows of Countries.').first().waitFor();
    assert.equal((await data.ask('datasets/countries')).status, 404);
    await page.keyboard.type('Every');
    await tabTo(page, 'Create', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.frameLocator('iframe').getByText('908').first().waitFor();
    assert.equal((await data.ask<{ segmented: boolean }>('datasets/countries')).body.segmented, false);
    assert.equal(await clicks(), 0);
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { watchPage } from '../../support/browser/watch-page.ts';
import { freePort } from '../../support/server/free-port.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { watchRest } from '../../support/server/watch-rest.ts';

const run = promisify(execFile);
const SALES = 'day,region,product,amount\n2026-01-05,north,Tea,10\n2026-02-03,south,Coffee,30\n';

describe('a new user in an empty tenant, using only the screens', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let host: Server;
  let folder: string;
  let pageOfHost = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inlay-newcomer-'));
    store = await sqliteStore();
    // The programs that are shown name the instance as it is reached.
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    inlay = await startInlay(store, { env: { INLAY_PORT: String(port), INLAY_PUBLIC_URL: url } });
    browser = await openBrowser();
    host = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>My shop</title><body>${pageOfHost}`);
    });
    await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve));
  });
  after(async () => {
    await browser?.close();
    host?.close();
    await inlay?.close();
    await store?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('gets from a file to an embed with rows on a page of another origin, and each step names the next', async () => {
    const { page, context, complaints } = await openAdmin(browser, inlay.url);
    const rest = watchRest(page);
    // An empty list takes the place of the button above it: which of the two to press is certain once the list is there.
    const next = async (name: string) => {
      await rest();
      await page.getByRole('main').getByRole('link', { name }).first().click();
    };

    await next('upload a file');
    const sales = join(folder, 'sales.csv');
    await writeFile(sales, SALES);
    await page.getByLabel('Choose files').setInputFiles(sales);
    await next('Create dataset from sales');
    await page.getByLabel('Total amount').waitFor();
    await press(page, 'Create dataset');
    await press(page, 'Add rule');
    await press(page, 'Save');
    await next('Create an app');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Create app' }).click();
    await next('Create tile');
    // One dataset needs no choosing, and it has measures.
    await press(page, 'Total amount');
    await press(page, 'Product');
    await page.getByLabel('Title', { exact: true }).fill('Sales by product');
    await press(page, 'Create tile');
    await press(page, 'Publish…');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await next('Create embed');
    // The title of the tile is proposed once it has loaded.
    await rest();
    await press(page, 'Create');
    const code = page.getByRole('dialog').locator('pre', { hasText: '<script' });
    await code.waitFor();
    const tag = (await code.textContent()) ?? '';

    await page.goto(`${inlay.url}/admin/embed-settings`);
    await press(page, 'Re-generate secret');
    await press(page, 'Generate secret');
    const secret = await page.getByLabel('Client secret', { exact: true }).textContent();
    const download = page.waitForEvent('download');
    await press(page, 'Generate key pair');
    const key = join(folder, 'inlay-private-key.pem');
    await (await download).saveAs(key);
    await press(page, 'Register key');
    await page.getByText('3 of 5 done').waitFor();
    await page.goto(`${inlay.url}/admin/embed-settings/server-code`);
    await page.getByRole('tab', { name: 'curl' }).click();
    // What the row rule reads is in the program, with a value of the data.
    await page.locator('pre', { hasText: '"region": "north"' }).waitFor();
    const program = join(folder, 'embed-token.sh');
    await writeFile(program, (await page.locator('pre').last().textContent()) ?? '');

    const env = { ...process.env, INLAY_CLIENT_SECRET: secret ?? '', INLAY_PRIVATE_KEY_FILE: key };
    const { stdout } = await run('bash', [program], { env });
    assert.match(tag, /token=/);
    pageOfHost = tag.replace(/token=[^"&]*/, `token=${stdout.trim()}`);
    const shown = await watchPage(browser);
    await shown.page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`);
    const frame = shown.page.frameLocator('iframe');
    await frame.getByText('Tea').first().waitFor();
    await expect(frame.getByText('Coffee')).toHaveCount(0);
    await shown.context.close();

    await page.goto(`${inlay.url}/admin/embed-settings`);
    await page.getByText('5 of 5 done').waitFor();
    assert.deepEqual(complaints, []);
    await context.close();
  });
});

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).last().click();
}

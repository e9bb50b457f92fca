import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import type { Browser, Locator } from 'playwright-core';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import {
  type EmbedSetup,
  exchange,
  goodClaims,
  setUpEmbedding,
  signJwt,
} from '../../support/embeds/embed-client.ts';
import {
  postgresStore,
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../support/server/start-inlay.ts';

/** Invoices of two accounts; those of the first add up to 37,650. */
const SCHEMA = `create schema shop;
create table shop.accounts (account_id int primary key, name text, region text);
create table shop.invoices
  (invoice_id int primary key, account_id int references shop.accounts, amount numeric(10, 2), issued_on date);
insert into shop.accounts values (1, 'Acme', 'north'), (2, 'Globex', 'south');
insert into shop.invoices select n, 1 + n % 2, 100 + n, date '2026-01-01' + n from generate_series(1, 300) n`;

describe('from an own PostgreSQL to a dashboard in a page', () => {
  let store: TestStore;
  let warehouse: TestStore;
  let address: URL;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let browser: Browser;
  before(async () => {
    warehouse = await postgresStore();
    address = new URL(warehouse.env.INLAY_DATABASE_URL ?? '');
    const client = new pg.Client(address.href);
    await client.connect();
    await client.query(SCHEMA);
    await client.end();
    store = await sqliteStore();
    inlay = await startInlay(store, { env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8,::1/128' } });
    setup = await setUpEmbedding(inlay);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
    await warehouse?.drop();
  });

  it('takes twelve clicks, and a viewer sees only their rows', async () => {
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '/connections');
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    await click(page.getByRole('link', { name: 'Connect a database' }));
    await click(page.getByRole('link', { name: 'PostgreSQL' }));
    for (const [label, value] of [
      ['Name', 'Shop'],
      ['Host', address.hostname],
      ['Database', address.pathname.slice(1)],
      ['User', decodeURIComponent(address.username)],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel('Port').fill(address.port);
    await page.getByLabel('Password').fill(decodeURIComponent(address.password));
    await page.getByLabel('Encryption (TLS)').selectOption('off');
    await click(page.getByRole('button', { name: 'Add connection' }));
    await click(page.getByRole('button', { name: 'List tables' }));
    for (const table of ['accounts', 'invoices'])
      await click(page.getByLabel(new RegExp(`^Choose .*${table}$`)));
    await click(page.getByText('Propose a dashboard'));
    await click(page.getByRole('button', { name: 'Create', exact: true }));
    await page.frameLocator('iframe').getByText('75,150').first().waitFor();
    await click(page.getByRole('button', { name: 'Publish' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
    await click(page.getByRole('link', { name: 'Create embed' }));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }));
    await page.getByRole('dialog').getByText('embedLauncher.js').first().waitFor();
    assert.ok(clicks <= 12, `${clicks} clicks`);
    assert.deepEqual(complaints, []);
    await context.close();
    assert.equal(await totalInPage({ account_id: 1 }), '37,650');
  });

  /** What a viewer with these attributes sees in a page of another origin. */
  async function totalInPage(attributes: object): Promise<string | null> {
    const embed_context = {
      username: 'ann',
      workspace_id: 'main',
      roles: ['USER'],
      privileges: { invoices: ['view'] },
      attributes,
    };
    const { body } = await exchange(setup, signJwt({ ...goodClaims(setup), embed_context }));
    const source = `${inlay.url}/scripts/embedLauncher.js?id=invoices&token=${body.access_token}`;
    const host = createServer((_request, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><body><script src="${source}"></script>`);
    }).listen(0);
    await once(host, 'listening');
    try {
      const page = await browser.newPage();
      await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`);
      const total = page
        .frameLocator('iframe')
        .getByText(/^\d+,\d{3}$/)
        .first();
      await total.waitFor();
      return await total.textContent();
    } finally {
      host.close();
    }
  }
});

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openAdmin } from '../../support/admin/admin-page.ts';
import { expect } from '../../support/browser/expect.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { watchPage } from '../../support/browser/watch-page.ts';
import { type ContentClient, contentClient } from '../../support/content/content-client.ts';
import { dataClient } from '../../support/data/data-client.ts';
import {
  CONTEXT,
  type EmbedSetup,
  exchange,
  goodClaims,
  setUpEmbedding,
  signJwt,
} from '../../support/embeds/embed-client.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';

const ORDERS = [
  'day,region,product,amount',
  '2026-01-05,north,Tea,10',
  '2026-02-03,north,Coffee,30',
  '2026-03-07,south,Tea,700',
  '2026-03-09,south,Cocoa,55',
].join('\n');

describe('content in the admin app, from an empty tenant to a page of another origin', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  let setup: EmbedSetup;
  let admin: ContentClient;
  let host: Server;
  let token = '';
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
    browser = await openBrowser();
    setup = await setUpEmbedding(inlay);
    admin = contentClient(inlay, setup.adminToken);
    const data = dataClient(inlay.url, setup.adminToken);
    await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
    assert.equal((await data.upload('orders.csv', ORDERS)).status, 201);
    await data.create('datasets', {
      id: 'orders',
      name: 'Orders',
      connectionId: 'files',
      source: { kind: 'file', file: 'orders' },
      measures: [
        { name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount', format: { kind: 'number' } },
        { name: 'lines', label: 'Order lines', kind: 'count' },
      ],
      rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
    });
    host = createServer((request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://host.test');
      response.setHeader('content-type', 'text/html');
      const src = `${inlay.url}/scripts/embedLauncher.js?id=${searchParams.get('id')}&token=${token}`;
      response.end(`<!doctype html><title>Host</title><body><script async src="${src}"></script>`);
    });
    await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve));
  });
  after(async () => {
    await browser?.close();
    host?.close();
    await inlay?.close();
    await store?.drop();
  });

  const publish = async (page: Page) => {
    await page.getByRole('button', { name: 'Publish…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.locator('main .ui-badge', { hasText: 'Published' }).waitFor();
  };
  /** Made late: the first journey begins where there is no app at all. */
  const makeDesk = async () => {
    const body = { id: 'desk', title: 'Desk', workspaceId: 'main' };
    const { status } = await admin('POST', 'apps', { body });
    assert.ok(status === 201 || status === 409, `${status}`);
  };
  const makeTile = async (id: string, more: object = {}) => {
    await makeDesk();
    const body = {
      id,
      appId: 'desk',
      title: `Tile ${id}`,
      kind: 'bar',
      datasetId: 'orders',
      query: { dimensions: [{ column: 'product' }], measures: ['revenue'] },
      ...more,
    };
    const { status, body: answer } = await admin('POST', 'tiles', { body });
    assert.equal(status, 201, JSON.stringify(answer));
  };

  it('an app, a tile, a story and an embed are created, and shown with a real token exchange', async () => {
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '/apps');
    await page.getByText('No apps yet').waitFor();
    await page.locator('.ui-empty').getByRole('button', { name: 'Create app' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Create app' }).click();
    await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor();

    // A tile: the dataset, two fields, and the chart is there.
    await page.locator('.ui-empty').getByRole('link', { name: 'Create tile' }).click();
    await page.getByLabel('Dataset').selectOption({ label: 'Orders' });
    await page.getByRole('button', { name: 'Revenue', exact: true }).click();
    await page.getByRole('button', { name: 'Product', exact: true }).click();
    await page.locator('.te-chart svg.inlay-chart').waitFor();
    await eventually(async () =>
      assert.ok(await page.getByRole('radio', { name: 'Bar Recommended' }).isChecked()),
    );
    await eventually(async () =>
      assert.ok(await page.getByRole('button', { name: 'Create tile' }).isDisabled()),
    );
    await page.getByLabel('Title', { exact: true }).fill('Revenue by product');
    await page.getByRole('button', { name: 'Create tile' }).click();
    await page.waitForURL(/\/apps\/shop\/tiles\/revenue-by-product$/);
    await publish(page);

    // A story whose sentence states a value of that tile.
    await page.getByRole('link', { name: 'All tiles' }).click();
    await page.getByRole('tab', { name: 'Stories' }).click();
    await page.locator('.ui-empty').getByRole('link', { name: 'Create story' }).click();
    await page.getByLabel('Story title').fill('How it went');
    await page.getByLabel('Title', { exact: true }).fill('Tea leads');
    await page.getByRole('combobox', { name: /^Chart/ }).fill('Revenue by product');
    await page.getByRole('option', { name: 'Revenue by product' }).click();
    const narrative = page.getByLabel('Narrative');
    await narrative.fill('The best product made **');
    await narrative.pressSequentially('{{ rev');
    await page.getByRole('option', { name: /Revenue, first/ }).waitFor();
    await narrative.press('Enter');
    await page.locator('.chip', { hasText: 'Revenue, highest 710' }).waitFor();
    await narrative.press('End');
    await narrative.pressSequentially('**.');
    const preview = page.frameLocator('iframe[title="Preview"]');
    await preview.getByText('The best product made 710.').waitFor();
    await preview.locator('svg.inlay-chart').waitFor();
    await page.getByRole('button', { name: 'Create story' }).click();
    await page.waitForURL(/\/apps\/shop\/stories\/how-it-went$/);
    await publish(page);

    // An embed of it, and a page of another origin that shows it.
    await page.getByRole('link', { name: 'Create embed' }).click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('input')].some(({ value }) => value === 'How it went'),
    );
    await page.getByText('Alias, allowed origins').click();
    await page.getByLabel('Alias').fill('review');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.waitForURL(/\/admin\/embeds\/how-it-went$/);
    await page.getByText('embedLauncher.js?id=review&token=').first().waitFor();
    // Specification 2.1: the embed manager shows the value of `workspace_id`, here and in the list behind.
    await page.getByRole('button', { name: 'Copy: Workspace (workspace_id)' }).waitFor();
    await page.getByRole('dialog').press('Escape');
    await page.getByRole('button', { name: 'Copy: workspace_id of How it went' }).waitFor();
    assert.deepEqual(complaints, []);
    await context.close();

    const embed_context = { ...CONTEXT, privileges: { shop: ['view'] }, attributes: { region: 'south' } };
    const exchanged = await exchange(setup, signJwt({ ...goodClaims(setup), embed_context }));
    assert.equal(exchanged.status, 200);
    token = String(exchanged.body.access_token);
    const shown = await watchPage(browser);
    await shown.page.goto(`http://localhost:${(host.address() as AddressInfo).port}/?id=review`);
    const frame = shown.page.frameLocator('iframe');
    // The rows of the south alone: the author saw all of them.
    await frame.getByText('The best product made 700.').waitFor();
    await frame.locator('svg.inlay-chart').waitFor();
    await shown.context.close();
  });

  it('a tile is edited with the keyboard alone, undone and redone', async () => {
    await makeTile('keys');
    const { page, context } = await openAdmin(browser, inlay.url, '/apps/desk/tiles/keys');
    await page.locator('.te-chart svg.inlay-chart').waitFor();
    await page.getByLabel('Search fields').focus();
    await page.keyboard.type('lines');
    await page.keyboard.press('Enter');
    const values = page.getByRole('list', { name: 'Values' });
    await values.getByRole('button', { name: 'Order lines', exact: true }).focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await eventually(async () =>
      assert.deepEqual(await values.getByRole('listitem').allInnerTexts(), ['Order lines', 'Revenue']),
    );
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => document.querySelectorAll('.te-well .te-chip').length === 2);
    await page.keyboard.press('Control+Shift+z');
    await page.waitForFunction(() => document.querySelectorAll('.te-well .te-chip').length === 3);
    await page.keyboard.press('Control+z');
    await page.getByRole('radio', { name: /^Bar/ }).first().focus();
    await page.keyboard.press('ArrowRight');
    await eventually(async () => assert.ok(await page.getByRole('radio', { name: 'Ranking' }).isChecked()));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    assert.equal((await admin('GET', 'tiles/keys')).body.kind, 'leaderboard');
    await context.close();
  });

  it('a field that is dragged to a field well is queried', async () => {
    await makeDesk();
    const { page, context } = await openAdmin(browser, inlay.url, '/apps/desk/tiles/new');
    await page.getByLabel('Dataset').selectOption({ label: 'Orders' });
    await page
      .getByRole('button', { name: 'Revenue', exact: true })
      .dragTo(page.getByRole('list', { name: 'Values' }));
    await page.locator('.te-chart svg.inlay-chart').waitFor();
    await eventually(async () => assert.ok(await page.getByRole('radio', { name: /^KPI/ }).isChecked()));
    await context.close();
  });

  it('an embed is previewed as a viewer, with what is hidden and why', async () => {
    const insiders = { context: 'groups', operator: 'contains', value: 'insiders' };
    await makeTile('open');
    await makeTile('inside', { visibility: insiders });
    const items = ['open', 'inside'].map((tile, index) => ({
      id: tile,
      x: 0,
      y: index * 4,
      w: 12,
      h: 4,
      tile,
    }));
    const made = [
      ['tiles/open/publish', {}],
      ['tiles/inside/publish', {}],
      ['dashboards', { id: 'both', appId: 'desk', title: 'Both', items }],
      ['dashboards/both/publish', {}],
      ['embeds', { id: 'both', title: 'Both', target: { kind: 'dashboard', id: 'both' } }],
    ] as const;
    for (const [path, body] of made) {
      const { status } = await admin('POST', path, { body });
      assert.ok(status < 300, `${path} ${status}`);
    }
    const { page, complaints, context } = await openAdmin(browser, inlay.url, '/embeds/both/preview');
    const frame = page.frameLocator('iframe');
    // It opens with what a sample viewer sees.
    await frame.getByRole('heading', { name: 'Tile open' }).waitFor();
    await page.getByRole('list', { name: 'Hidden' }).getByText('Tile inside').first().waitFor();
    await page.getByRole('button', { name: '+ Add attribute' }).click();
    await page.getByLabel('Name of attribute 1').fill('region');
    await page.getByLabel('Value of attribute 1').fill('north');
    await page.getByRole('button', { name: 'Show as this viewer' }).click();
    await page.getByRole('list', { name: 'Hidden' }).getByText('Tile inside').first().waitFor();
    await frame.getByRole('heading', { name: 'Tile open' }).waitFor();
    await frame.locator('.inlay-tools button').first().waitFor({ state: 'attached' });
    await expect(frame.getByText('Tile inside')).toHaveCount(0);

    await page.getByRole('tab', { name: 'JSON' }).click();
    const json = JSON.parse(await page.getByLabel('Context', { exact: false }).last().inputValue());
    assert.deepEqual(json.attributes, { region: 'north' });
    await page
      .getByLabel('Context', { exact: false })
      .last()
      .fill(JSON.stringify({ ...json, groups: ['insiders'] }));
    await page.getByRole('button', { name: 'Show as this viewer' }).click();
    await frame.getByRole('heading', { name: 'Tile inside' }).waitFor();
    await page.getByRole('list', { name: 'Hidden' }).waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
    await context.close();
    const audited = await admin('GET', 'audit-events?action=embed.preview');
    assert.equal((audited.body as never as { meta: { total: number } }).meta.total, 3);
  });
});

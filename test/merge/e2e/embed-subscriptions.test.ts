import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Frame } from 'playwright-core';
import { expect } from '../../support/browser/expect.ts';
import { dataClient } from '../../support/data/data-client.ts';
import { type EmbedHost, embedFrame, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { type SmtpServer, startSmtpServer } from '../../support/mail/start-smtp-server.ts';
import { setReports } from '../../support/reports/report-client.ts';
import { eventually } from '../../support/time/eventually.ts';

const ANN = 'ann@customer.example';
const place = (id: string, y: number) => ({ id, x: 0, y, w: 12, h: 6 });

describe('subscriptions in an embed of a real instance', () => {
  let smtp: SmtpServer;
  let host: EmbedHost;
  before(async () => {
    smtp = await startSmtpServer();
    const env = {
      INLAY_SMTP_URL: smtp.url,
      INLAY_MAIL_FROM: 'reports@vendor.example',
      INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    };
    host = await startEmbedHost({ env });
    await setReports(host.inlay, {});
    const { admin, inlay, setup } = host;
    await dataClient(inlay.url, setup.adminToken).create('datasets', {
      id: 'orders',
      name: 'Orders',
      connectionId: 'files',
      source: { kind: 'file', file: 'sales' },
      measures: [{ name: 'revenue', label: 'Revenue', kind: 'sum', column: 'amount' }],
      segmented: false,
    });
    const make = async (kind: string, id: string, body: object, isPublished = true) => {
      const made = await admin('POST', kind, { body: { id, appId: 'sales', ...body } });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      if (isPublished)
        assert.equal((await admin('POST', `${kind}/${id}/publish`, { ifMatch: '*' })).status, 200);
    };
    await make('tiles', 'months', {
      title: 'Sales by month',
      kind: 'line',
      datasetId: 'orders',
      query: { dimensions: [{ column: 'day', grain: 'month' }], measures: ['revenue'] },
    });
    const board = {
      title: 'Board',
      items: [
        { ...place('a', 0), tile: 'revenue' },
        { ...place('b', 6), tile: 'months' },
      ],
      filters: [{ id: 'product', kind: 'dropdown', label: 'Product', datasetId: 'sales', column: 'product' }],
    };
    await make('dashboards', 'board', board);
    await make('dashboards', 'unpublished', { ...board, title: 'Unpublished' }, false);
    for (const [id, target] of [
      ['e-board', { kind: 'dashboard', id: 'board' }],
      ['e-builder', { kind: 'builder', id: 'sales' }],
    ] as const)
      assert.equal((await admin('POST', 'embeds', { body: { id, title: id, target } })).status, 201);
  });
  // Each test has its own.
  afterEach(() =>
    host.inlay.services.store.write((transaction) =>
      transaction
        .tenant('demo' as TenantId)
        .deleteFrom('subscriptions')
        .execute(),
    ),
  );
  after(async () => {
    await host?.close();
    await smtp?.close();
  });

  const insert = async (id: string, options: object = {}, viewer: object = {}) => {
    const opened = await host.open();
    const token = await host.token(300, viewer);
    await opened.page.evaluate(
      async ([embed, given]) => {
        await window.inlay.insertEmbedById(embed, document.querySelector('#here'), given);
      },
      [id, { token, features: { subscriptions: true }, ...options }] as const,
    );
    return { ...opened, frame: await embedFrame(opened.page) };
  };
  const openFor = async (frame: Frame, tile: string) => {
    // While a page arrives, the place of a tile and the tile itself may both be there.
    const ready = frame.locator(`[data-tile=${tile}]:has([aria-haspopup=menu])`);
    await ready.hover();
    await ready.locator('[aria-haspopup=menu]').click();
    await frame.getByRole('menuitem', { name: 'Send me this…' }).click();
  };
  const press = (frame: Frame, name: string) => frame.getByRole('button', { name, exact: true }).click();
  const items = (frame: Frame) => frame.locator('.inlay-subscriptions-list > li');

  it('preview a tile as it is filtered, send a test, and are paused, resumed and deleted', async () => {
    const { page, frame, context, complaints } = await insert('e-board', { filters: { product: 'Tea' } });
    await openFor(frame, 'revenue');
    await expect(frame.getByRole('region', { name: 'Summary' })).toContainText('Product: Tea');
    await press(frame, 'Preview');
    const message = frame.frameLocator('iframe');
    await expect(message.locator('body')).toContainText('Revenue by product');
    await expect(message.locator('body')).toContainText('Tea');
    await expect(message.locator('body')).not.toContainText('Coffee');
    const image = message.locator('img[src^="data:image/png"]').first();
    await expect
      .poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth))
      .toBeGreaterThan(100);
    await press(frame, 'Back');
    await frame.getByLabel('Name', { exact: true }).fill('Tea every week');
    await press(frame, 'Save');
    await expect(items(frame)).toContainText('Tea every week');
    await expect(items(frame)).toContainText(`Revenue by product · In the message · ${ANN}`);
    await hears(page, 'subscription-created');
    await press(frame, 'Send test: Tea every week');
    await expect(frame.getByRole('status').filter({ hasText: 'The test is on its way.' })).toBeVisible();
    const [mail] = await smtp.mailTo(ANN);
    assert.match(mail?.email.subject ?? '', /^Test: Revenue by product/);
    assert.match(mail?.email.text ?? '', /Tea/);
    assert.doesNotMatch(mail?.email.text ?? '', /Coffee/);
    await press(frame, 'Pause: Tea every week');
    await expect(items(frame).locator('.ui-badge')).toHaveText('Paused');
    await press(frame, 'Resume: Tea every week');
    await expect(items(frame)).toContainText('Next: ');
    await press(frame, 'Edit: Tea every week');
    await expect(frame.getByRole('region', { name: 'Summary' })).toContainText('Product: Tea');
    await frame.getByLabel('How often', { exact: true }).selectOption('workday');
    await press(frame, 'Save');
    await expect(items(frame)).toContainText('Monday to Friday at 8:00 AM');
    await press(frame, 'Delete: Tea every week');
    await press(frame, 'Delete');
    await expect(items(frame)).toHaveCount(0);
    assert.deepEqual(complaints, []);
    await context.close();
  });

  it('alert on a measure, after a dry run on past months', async () => {
    const { frame, context } = await insert('e-board');
    await openFor(frame, 'months');
    await press(frame, 'Alert');
    await frame.getByLabel('Limit', { exact: true }).fill('100');
    await press(frame, 'Try on past data');
    await expect(frame.locator('.inlay-subscriptions-try')).toContainText('It would have fired once');
    await expect(frame.locator('.inlay-subscriptions-try li')).toHaveText(['710 (January 2026)']);
    await press(frame, 'Save');
    await expect(items(frame)).toContainText('Alert when Revenue is above 100');
    await expect(items(frame)).toContainText('Next check: ');
    await press(frame, 'Delete: Sales by month');
    await press(frame, 'Delete');
    await expect(items(frame)).toHaveCount(0);
    await context.close();
  });

  it('can be managed by the host page, and are listed in the embed', async () => {
    const { page, frame, context } = await insert('e-board');
    const created = await page.evaluate(() =>
      window.inlay.getAll()[0]?.createSubscription({
        schedule: { every: 'month', day: 31, at: '17:30', timeZone: 'Europe/Berlin' },
      }),
    );
    assert.equal(created?.title, 'Board');
    assert.deepEqual(created?.to, { kind: 'email', recipients: [ANN] });
    const id = created?.id ?? '';
    await page.evaluate((each) => window.inlay.getAll()[0]?.pauseSubscription(each), id);
    await page.evaluate(() => window.inlay.getAll()[0]?.openSubscriptions());
    await expect(items(frame)).toContainText('On the last day of each month at 5:30 PM (Berlin)');
    await expect(items(frame).locator('.ui-badge')).toHaveText('Paused');
    await page.evaluate((each) => window.inlay.getAll()[0]?.deleteSubscription(each), id);
    const left = await page.evaluate(() => window.inlay.getAll()[0]?.listSubscriptions());
    assert.deepEqual(left, []);
    await context.close();
  });

  it('say why they are not available where the tenant has not enabled reports', async () => {
    await setReports(host.inlay, { rights: 'off' });
    const { frame, context } = await insert('e-board');
    await frame.locator('.inlay-subscribe button').click();
    await expect(frame.getByRole('status').filter({ hasText: 'Reports are not available' })).toBeVisible();
    await context.close();
    await setReports(host.inlay, {});
  });

  it('of a builder are for published dashboards', async () => {
    const author = { privileges: { sales: ['view', 'contribute', 'validate'] } };
    const { frame, context } = await insert('e-builder', { dashboard: 'board' }, author);
    await frame.locator('.inlay-subscribe button').click();
    await expect(frame.getByLabel('What', { exact: true })).toHaveValue('');
    await press(frame, 'Save');
    await expect(items(frame)).toContainText('The whole dashboard');
    await frame.getByRole('tab', { name: 'Everyone’s' }).click();
    await expect(items(frame)).toContainText(ANN);
    await context.close();
    const draft = await insert('e-builder', { dashboard: 'unpublished' }, author);
    await draft.frame.locator('[data-tile=revenue] svg.inlay-chart').waitFor();
    await eventually(async () => {
      await expect(draft.frame.locator('[data-tile=revenue] .ui-icon-button').first()).toBeAttached();
    });
    await expect(draft.frame.locator('.inlay-subscribe')).toHaveCount(0);
    await draft.context.close();
  });
});

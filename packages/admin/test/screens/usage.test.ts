import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { list } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT, EMBED_SETTINGS, OVERVIEW, sampleWorld } from '../support/sample-world.ts';

const DAY = { exchanges: 1, refusals: 1, views: 1, exportedRows: 0, queries: 4, slowQueries: 1, reports: 1 };
const USAGE: Schemas['Usage'] = {
  days: ['2026-05-03', '2026-05-04'].map((day) => ({ day, ...DAY })),
  refusals: [{ reason: 'signature', count: 1 }],
  embeds: [{ id: 'sales-overview', title: 'Sales overview', views: 2, viewsByDay: [1, 1] }],
  datasets: [{ id: 'orders', name: 'Orders', queries: 8, slowQueries: 2, averageMs: 900, longestMs: 4000 }],
  firstExchangeAt: AT,
  firstViewAt: AT,
};
const active = { ...sampleWorld, 'GET /usage': () => USAGE };

describe('usage in the admin app', () => {
  it('suggests the next step without activity', async (test) => {
    const app = await openApp(test, '/usage', sampleWorld);
    await app.getByRole('heading', { name: 'No activity yet' }).waitFor();
    await app.locator('#view').getByRole('link', { name: 'Set up embedding' }).click();
    const steps = app.getByRole('region', { name: 'Setup checklist' });
    await steps.getByText('Show an embed on your page: to do').waitFor();
    await steps.getByText('Exchange a token: to do').waitFor();

    // The steps complete by themselves.
    app.api.respond({ 'GET /usage': () => USAGE });
    await eventually(() => {
      app.advance(10_000);
      steps.getByText('Show an embed on your page: done').element();
      steps.getByText('Exchange a token: done').element();
    });
  });

  it('charts views, exchanges and refusals, with links to each', async (test) => {
    const app = await openApp(test, '/usage', active);
    await app
      .getByRole('region', { name: 'Views by embed' })
      .getByRole('row', { name: /^Sales overview .*2$/ })
      .waitFor();
    await eventually(() => assert.equal(app.locator('.inlay-chart').count(), 4));
    await app.assertAccessible();
    const slow = app.getByRole('region', { name: 'Slow queries' }).getByRole('link', { name: 'Orders' });
    assert.equal(slow.element().getAttribute('href'), '/admin/datasets/orders/settings');
    await app.getByRole('link', { name: 'View in audit log' }).click();
    await eventually(() => assert.equal(app.path(), '/audit?action=token.issue&outcome=refused'));
    const query = app.api.calls('GET /audit-events').at(-1)?.query;
    assert.deepEqual([query?.action, query?.outcome], ['token.issue', 'refused']);
  });

  it('counts reports and alerts, with a chart if any were sent', async (test) => {
    const app = await openApp(test, '/usage', active);
    await app.getByRole('region', { name: 'Reports and alerts per day' }).waitFor();
    const figures = app.locator('.figures-row');
    assert.match(figures.text(), /Reports and alerts sent2/);

    const days = USAGE.days.map((day) => ({ ...day, reports: 0 }));
    const without = await openApp(test, '/usage', { ...active, 'GET /usage': () => ({ ...USAGE, days }) });
    await without.getByRole('region', { name: 'Embed views per day' }).waitFor();
    assert.match(without.locator('.figures-row').text(), /Reports and alerts sent0/);
    assert.equal(without.getByRole('region', { name: 'Reports and alerts per day' }).count(), 0);
  });

  it('shows the values of its charts by keyboard', async (test) => {
    const app = await openApp(test, '/usage', active);
    const chart = app.locator('.inlay-chart').first();
    await chart.press('End');
    const tip = app.locator('.inlay-tip');
    await tip.getByText('Views').waitFor();
    await eventually(() => assert.match(app.locator('.inlay-unseen').text(), /: Views 1$/));
    await app.press('Escape');
    await eventually(() => assert.ok(tip.count() === 0 || tip.element().hidden));
  });

  it('keeps the time range in the address', async (test) => {
    const app = await openApp(test, '/usage', active);
    await app.getByLabel('Time range').selectOption('7');
    await eventually(() => assert.equal(app.path(), '/usage?days=7'));
    await eventually(() => assert.equal(String(app.api.calls('GET /usage').at(-1)?.query.days), '7'));
    const link = await openApp(test, '/usage?days=7', active);
    assert.equal(link.getByLabel('Time range').value(), '7');
  });

  it('shows quotas that are nearly used up', async (test) => {
    const app = await openApp(test, '/usage', {
      ...active,
      'GET /quotas': () => ({
        resetsAt: AT,
        quotas: [
          { name: 'views', limit: 1, used: 1 },
          { name: 'storageBytes', limit: 100_000_000, used: 3_000_000 },
        ],
      }),
    });
    const quotas = app.getByRole('region', { name: 'Quotas' });
    await quotas.getByText('Used up: Embed views').waitFor();
    await quotas.getByRole('row', { name: /^Embed views .*\d 1$/ }).waitFor();
    await quotas.getByRole('row', { name: /^Storage of uploads .* 100 MB$/ }).waitFor();
    await app.assertAccessible();
  });

  it('links reports to download', async (test) => {
    const app = await openApp(test, '/usage', active);
    const link = app.getByRole('link', { name: 'CSV by viewer' });
    await link.waitFor();
    assert.ok(link.element().hasAttribute('download'));
    const address = new URL(link.element().getAttribute('href') ?? '', 'http://inlay.test');
    assert.equal(address.pathname, '/api/v0/usage/report.csv');
    assert.equal(address.searchParams.get('by'), 'viewer');
  });

  it('of embeds is in the Embed Manager, with the origins that each allows', async (test) => {
    const embeds = [
      OVERVIEW,
      { ...OVERVIEW, id: 'other', title: 'Other', allowedOrigins: ['https://other.example'] },
    ];
    const responses = { ...active, 'GET /embeds': () => list(...embeds) };
    const app = await openApp(test, '/embeds', responses);
    await app.getByRole('row', { name: /Sales overview .* 2 Draft/ }).waitFor();
    await app.getByRole('row', { name: /Sales overview Tile Any origin/ }).waitFor();
    const allowedOrigins = ['https://shop.example.com'];
    const limited = await openApp(test, '/embeds', {
      ...responses,
      'GET /embed-settings': () => ({ ...EMBED_SETTINGS, allowedOrigins }),
    });
    await limited
      .getByRole('row', { name: /Sales overview Tile Allowed on https:\/\/shop\.example\.com/ })
      .waitFor();
    await limited.getByText('No origin: Embed Settings allow none of its origins').first().waitFor();
  });
});

describe('shortcuts of the admin app', () => {
  it('of a single key can be switched off, and stay so', async (test) => {
    const app = await openApp(test, '/users', sampleWorld);
    await app.press('?');
    const sheet = app.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByLabel('Use shortcuts of a single key').click();
    await app.press('Escape');
    await sheet.waitForNone();
    app.type('go/?');
    assert.equal(app.path(), '/users');
    assert.equal(sheet.count(), 0);
    assert.equal(app.getByLabel('Search by name or email').isFocused(), false);

    const later = await openApp(test, '/users', sampleWorld, { storage: { 'inlay-single-keys': 'off' } });
    await later.getByLabel('Search by name or email').waitFor();
    await later.press('?');
    assert.equal(later.getByRole('dialog').count(), 0);
  });

  it('open screens by two letters and the search by a slash, unless they are typed into a field', async (test) => {
    const app = await openApp(test, '/users', sampleWorld);
    await app.press('?');
    const sheet = app.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Embed Manager').waitFor();
    await app.assertAccessible();
    await app.press('Escape');
    await sheet.waitForNone();
    await app.press('/');
    const search = app.getByLabel('Search by name or email');
    await eventually(() => assert.ok(search.isFocused()));
    app.type('g o?');
    assert.equal(search.value(), 'g o?');
    assert.equal(sheet.count(), 0);
    search.element().blur();
    app.type('go');
    await app.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
    app.type('gw');
    await app.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expect } from '../../support/browser/expect.ts';
import { type EmbedHost, embedFrame, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('changing the language of an open embed', () => {
  let host: EmbedHost;
  before(async () => {
    host = await startEmbedHost();
    const de = {
      Overview: 'Überblick',
      Product: 'Produkt',
      'Revenue by product': 'Umsatz nach Produkt',
      'Sold **{{ sum | number }}** <script>alert(1)</script>':
        'Verkauft: **{{ sum | number }}** <b>Stück</b>',
      'How it grew': 'Wie es wuchs',
      'The sum': 'Die Summe',
      'We sold {{ sum | number }}. [Site](javascript:alert(1))': 'Wir verkauften {{ sum | number }}.',
      'By customer': 'Nach Kunden',
      'The till': 'Die Kasse',
    };
    const { status } = await host.admin('PATCH', 'apps/sales', {
      body: { translations: { de } },
      ifMatch: '*',
    });
    assert.equal(status, 200);
  });
  after(() => host?.close());

  const insert = async (id: string) => {
    const opened = await host.open();
    const given = { token: await host.token(), lang: 'en' };
    await opened.page.evaluate(
      async ([embed, options]) => {
        await window.inlay.insertEmbedById(embed, document.querySelector('#here'), options);
      },
      [id, given] as const,
    );
    return { ...opened, frame: await embedFrame(opened.page) };
  };

  it('updates headings, texts and labels of a dashboard with its tiles, and back', async () => {
    const { page, frame, context, requests } = await insert('e-dashboard');
    const text = frame.locator('.inlay-text');
    await text.getByText('Sold 40').waitFor();
    await page.evaluate(() => window.inlay.setLanguage('de'));
    await frame.getByRole('heading', { name: 'Überblick', level: 1 }).waitFor();
    await frame.getByRole('heading', { name: 'Umsatz nach Produkt' }).waitFor();
    // What an author writes is text, in any language.
    await expect(text).toHaveText('Verkauft: 40 <b>Stück</b>');
    const filter = frame.locator('[data-filter=product]');
    await expect(filter.locator('.inlay-filter-label')).toHaveText('Produkt');
    await filter.click();
    await frame.getByRole('dialog', { name: 'Produkt' }).getByText('Tea').click();
    await text.getByText('Verkauft: 10').waitFor();
    await eventually(async () => assert.equal(await frame.title(), 'Überblick'));
    await page.evaluate(() => window.inlay.setLanguage('en'));
    await frame.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await text.getByText('Sold 10').waitFor();
    assert.equal(
      requests.filter((url) => url.endsWith('/embed/e-dashboard')).length,
      1,
      'never loaded again',
    );
    await context.close();
  });

  it('updates the steps of a story, and keeps the current one', async () => {
    const { page, frame, context } = await insert('e-story');
    await frame.getByText('We sold 40.').waitFor();
    await frame.getByRole('button', { name: 'Next' }).click();
    await frame.getByRole('heading', { name: 'By customer' }).waitFor();
    await page.evaluate(() => window.inlay.setLanguage('de'));
    await frame.getByRole('heading', { name: 'Nach Kunden' }).waitFor();
    await frame.getByRole('heading', { name: 'Wie es wuchs', level: 1 }).waitFor();
    await expect(frame.locator('.inlay-source:visible')).toHaveText('Quelle: Die Kasse');
    await frame.getByRole('button', { name: /: Die Summe$/ }).click();
    await frame.getByText('Wir verkauften 40.').waitFor();
    await expect(frame.locator('[data-step=one]')).toHaveAttribute('aria-label', 'Die Summe');
    await context.close();
  });

  it('reports to the host that the messages failed to load, and keeps the current ones', async () => {
    const { page, frame, context } = await insert('e-story');
    await frame.getByText('We sold 40.').waitFor();
    await page.route(/\/e-story\/messages$/, (route) => route.abort());
    await page.evaluate(() => window.inlay.setLanguage('de'));
    await hears(page, 'error {"code":"UNREACHABLE"');
    await frame.getByText('We sold 40.').waitFor();
    await context.close();
  });
});

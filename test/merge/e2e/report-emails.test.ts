import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readMailLook } from '@inlay/server/features/mail/mail-look';
import { reportMail } from '@inlay/server/features/reports/message/report-mail';
import type { Browser, Page } from 'playwright-core';
import { axeFindings } from '../../support/browser/axe-findings.ts';
import { openBrowser } from '../../support/browser/open-browser.ts';
import { reportFor, TENANT } from '../../support/reports/new-subscription.ts';
import { SQLITE, type TestInlay, type TestStore } from '../../support/server/start-inlay.ts';
import { startWorld } from '../../support/server/worlds.ts';

/** Mail clients on a computer and on a phone. */
const WIDTHS = [600, 390] as const;
const MODES = ['light', 'dark'] as const;

describe('emails of reports in a browser', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let browser: Browser;
  const pages = new Map<string, string>();
  before(async () => {
    ({ store, inlay } = await startWorld('embeds', SQLITE.SQLite));
    browser = await openBrowser();
    for (const language of ['en', 'ar']) pages.set(language, await pageOf(language));
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
    await store?.drop();
  });

  /** The HTML as a client shows it that has the images of the message. */
  const pageOf = async (language: string): Promise<string> => {
    const { services } = inlay;
    const look = await readMailLook(services, TENANT);
    assert.ok(look);
    const report = await reportFor(services, { settings: { language } });
    const mail = reportMail(report, {
      to: 'ann@customer.example',
      look,
      unsubscribeUrl: 'https://a.example/unsubscribe',
    });
    return (mail.attachments ?? []).reduce(
      (html, { cid = '', content }) =>
        html.replaceAll(`cid:${cid}`, `data:image/png;base64,${content.toString('base64')}`),
      mail.html,
    );
  };

  const open = async (
    language: string,
    width: number,
    colorScheme: (typeof MODES)[number],
  ): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    await page.setContent(pages.get(language) ?? '');
    return page;
  };

  for (const language of ['en', 'ar'])
    for (const width of WIDTHS)
      for (const mode of MODES)
        it(`fit and are readable in ${language}, ${width} px wide, ${mode}`, async () => {
          const page = await open(language, width, mode);
          const size = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(size <= width, `${size} px wide`);
          assert.deepEqual(await axeFindings(page, { within: '.frame' }), []);
        });

  for (const mode of MODES)
    it(`show the charts of the ${mode} mode alone`, async () => {
      const page = await open('en', 600, mode);
      const shown = await page.evaluate(() =>
        Array.from(document.images, (image) => image.offsetParent !== null && image.naturalWidth > 0),
      );
      assert.deepEqual(shown, mode === 'light' ? [true, false] : [false, true]);
    });

  it('are mirrored in Arabic', async () => {
    const page = await open('ar', 600, 'light');
    const [number, name] = await page.evaluate(() =>
      Array.from(
        document.querySelectorAll('tbody tr:first-child td'),
        (cell) => cell.getBoundingClientRect().x,
      ).toReversed(),
    );
    assert.ok(number !== undefined && name !== undefined && number < name);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { expect } from '../../support/browser/expect.ts';
import { type EmbedHost, embedFrame, heard, hears, startEmbedHost } from '../../support/embeds/embed-host.ts';
import { eventually } from '../../support/time/eventually.ts';
import { timeAt } from '../../support/time/fake-time.ts';

describe('tokens that expire during a session, with a real instance', () => {
  let host: EmbedHost;
  let now = Date.now();
  before(async () => {
    host = await startEmbedHost({ time: timeAt(() => now) });
  });
  after(() => host?.close());

  /** Embeds with a filter that the viewer set, and tokens from the product's own server. */
  const insert = async (page: Page, count = 1) => {
    host.tokens.asked = 0;
    await page.evaluate(async (times) => {
      const tokenProvider = async () => {
        window.heardEvents.push('asked');
        const response = await fetch('/embed-token', { method: 'POST' });
        if (!response.ok) throw new Error(`The product answered ${response.status}.`);
        return response.json();
      };
      const here = document.querySelector('#here');
      const all = Array.from({ length: times }, () =>
        window.inlay.insertEmbedById('e-dashboard', here, { tokenProvider }),
      );
      for (const embed of await Promise.all(all)) await embed.setFilter('product', 'Tea');
    }, count);
    return embedFrame(page);
  };
  const filters = (page: Page) =>
    page.evaluate(() => Promise.all(window.inlay.getAll().map((embed) => embed.getFilters())));
  const told = (page: Page, what: string) =>
    page.evaluate((name) => window.heardEvents.filter((each) => each.startsWith(name)).length, what);
  const loads = (requests: readonly string[]) => requests.filter((url) => url.endsWith('/embed/e-dashboard'));

  it("renews before expiry by the server's clock, regardless of the viewer's", async () => {
    const { page, context, requests } = await host.open();
    // Three hours fast: to this page every token has ended long ago.
    await page.clock.install({ time: Date.now() + 3 * 3_600_000 });
    host.tokens.seconds = 300;
    await insert(page, 3);
    assert.equal(host.tokens.asked, 1, 'one call for all embeds of the page');
    await page.clock.fastForward(180_000);
    assert.equal(await told(page, 'asked'), 1, 'not before its time');
    await page.clock.fastForward(60_000);
    await eventually(async () => assert.equal(host.tokens.asked, 2));
    assert.equal(await told(page, 'asked'), 2, 'again one call for all');
    assert.deepEqual(await filters(page), [{ product: 'Tea' }, { product: 'Tea' }, { product: 'Tea' }]);
    assert.equal(loads(requests).length, 3, 'nothing was loaded again');
    const names = await heard(page);
    assert.ok(names.includes('token-expiring') && !names.includes('token-expired'), names.join());
    await context.close();
  });

  it("retries with back-off when the product's backend fails, and the page continues", async () => {
    const { page, context, requests } = await host.open();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    host.tokens.seconds = 300;
    await insert(page);
    host.tokens.fails = 2;
    const refused = 'error {"code":"TOKEN_PROVIDER_FAILED"';
    /** The page's clock stands still, and what waits inside the page with it. */
    const until = (what: string, count: number) =>
      eventually(async () => assert.equal(await told(page, what), count));
    await page.clock.fastForward(241_000);
    await until(refused, 1);
    await until('asked', 2);
    await page.clock.fastForward(1_000);
    await until(refused, 2);
    await until('asked', 3);
    // The second pause is twice the first: at least a second.
    await page.clock.fastForward(900);
    assert.equal(await told(page, 'asked'), 3);
    await page.clock.fastForward(1_100);
    await until('asked', 4);
    await page.evaluate(() => window.inlay.refresh());
    assert.deepEqual(await filters(page), [{ product: 'Tea' }]);
    assert.equal(loads(requests).length, 1);
    await context.close();
  });

  for (const way of ['offline', 'hidden'] as const) {
    it(`waits while the page is ${way}, then continues where the viewer was`, async () => {
      const { page, context, requests } = await host.open();
      await page.clock.install();
      await insert(page);
      const hide = (hidden: boolean) =>
        page.evaluate((value) => {
          Object.defineProperty(document, 'hidden', { value, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }, hidden);
      const leave = (gone: boolean) => (way === 'offline' ? context.setOffline(gone) : hide(gone));
      await leave(true);
      await page.clock.fastForward(400_000);
      await hears(page, 'token-expired');
      assert.equal(host.tokens.asked, 1, 'nobody asks from a page that sleeps');
      // The server's clock too has passed the end of the token.
      now += 400_000;
      await leave(false);
      await page.waitForFunction(() => window.heardEvents.filter((each) => each === 'asked').length === 2);
      await page.evaluate(() => window.inlay.getAll()[0]?.refresh());
      assert.deepEqual(await filters(page), [{ product: 'Tea' }]);
      assert.equal(loads(requests).length, 1);
      await context.close();
    });
  }

  it('gets another token for a viewer who returns before any timer has run', async () => {
    const { page, context, requests } = await host.open();
    const frame = await insert(page);
    // As after a night with the lid closed: the token has ended, and no timer of the page knows.
    now += 400_000;
    await page.evaluate(() => window.inlay.getAll()[0]?.setFilter('product', 'Coffee'));
    await frame.locator('[data-tile=revenue] svg.inlay-chart', { hasText: 'Coffee' }).waitFor();
    assert.equal(host.tokens.asked, 2);
    await eventually(async () => assert.ok((await heard(page)).includes('token-expired')));
    assert.equal(loads(requests).length, 1);
    await context.close();
  });

  it('keeps the content for a page without a provider, reports expiry, and continues with the token it sets', async () => {
    const { page, context } = await host.open();
    await page.evaluate(
      async (token) => {
        const here = document.querySelector('#here');
        const embed = await window.inlay.insertEmbedById('e-dashboard', here, { token, lang: 'de' });
        await embed.setFilter('product', 'Tea');
      },
      await host.token(300),
    );
    const frame = await embedFrame(page);
    now += 400_000;
    const refreshing = page.evaluate(() => window.inlay.getAll()[0]?.refresh());
    await frame.locator('.inlay-toast').waitFor();
    await expect(frame.locator('.inlay-toast')).toHaveText(/Sitzung|abgelaufen/);
    await expect(frame.locator('[data-tile=revenue] svg.inlay-chart')).toHaveCount(1);
    await hears(page, 'token-expired');
    await page.evaluate((token) => window.inlay.getAll()[0]?.setToken(token), await host.token(300));
    await refreshing;
    await expect(frame.locator('.inlay-toast')).toHaveCount(0);
    assert.deepEqual(await filters(page), [{ product: 'Tea' }]);
    await context.close();
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../test/support/open-browser.ts';
import { watchPage } from '../../../test/support/watch-page.ts';
import { type StandIn, startStandIn } from './frame-stand-in.ts';
import { embedFrames, stateOf } from './read-frames.ts';

interface WrapperWindow {
  readonly heard: readonly string[];
  readonly wrapper: { set(filters: object, token: string): void; unmount(): void };
}

describe('the wrappers', () => {
  let browser: Browser;
  let inlay: StandIn;
  let script: string;
  before(async () => {
    [browser, inlay] = await Promise.all([openBrowser(), startStandIn()]);
    script = await inlay.module('wrapper-page.ts');
  });
  after(async () => {
    await browser?.close();
    await inlay?.close();
  });

  for (const kind of ['react', 'vue', 'element']) {
    it(`shows an embed, follows changes in place and leaves nothing behind (${kind})`, async () => {
      const { page, context, complaints } = await watchPage(browser);
      inlay.seen.length = 0;
      const address = inlay.page(`<!doctype html><div id="here"></div><script src="${script}"></script>`);
      await page.goto(`${address}?kind=${kind}&instance=${inlay.url}`);
      const set = (filters: object, token: string) =>
        page.evaluate(([f, t]) => (window as unknown as WrapperWindow).wrapper.set(f, t), [
          filters,
          token,
        ] as const);

      await set({ region: 'EU', year: 2026 }, 'good-1');
      const [frame] = await embedFrames(page, 1);
      assert.deepEqual((await stateOf(frame)).filters, { region: 'EU', year: 2026 });

      await set({ region: 'US' }, 'good-2');
      await frame.locator('#state', { hasText: 'good-2' }).waitFor();
      await frame.locator('#state', { hasText: '"US"' }).waitFor();
      assert.deepEqual((await stateOf(frame)).filters, { region: 'US', year: null });
      assert.equal(inlay.seen.filter(({ method }) => method === 'POST').length, 1);

      const heard = await page.evaluate(() => (window as unknown as WrapperWindow).heard);
      assert.deepEqual(heard.slice(0, 2), ['ready', 'rendered']);
      await page.evaluate(() => (window as unknown as WrapperWindow).wrapper.unmount());
      assert.equal(await page.locator('iframe').count(), 0);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
});

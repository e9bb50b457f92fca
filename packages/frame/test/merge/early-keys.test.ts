import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { expect } from '../../../../test/support/browser/expect.ts';
import { awake, useFrame } from '../support/use-frame.ts';

/** Holds back the code of a kind of page until `release`. */
function holdCode(kind: string) {
  const released = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  return {
    release: released.resolve,
    requested: requested.promise,
    prepare: (page: Page) =>
      page.route(new RegExp(`/assets/${kind}-[^/]+\\.js$`), async (route) => {
        requested.resolve();
        await released.promise;
        await route.continue();
      }),
  };
}

describe('what a viewer does before the code of a page is loaded', () => {
  const tests = useFrame();

  it('repeats keys on a chart in their order, and the page does not scroll', async () => {
    const code = holdCode('tile');
    const embed = await tests.open('months', {}, { prepare: code.prepare });
    await embed.frame.locator('svg.inlay-chart').focus();
    for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowRight']) await embed.page.keyboard.press(key);
    await code.requested;
    assert.equal(await embed.frame.locator('.inlay-tip').count(), 0);
    code.release();
    await expect(embed.frame.locator('.inlay-tip-title')).toHaveText('November 2025');
    // Later keys come once.
    await embed.page.keyboard.press('ArrowLeft');
    await expect(embed.frame.locator('.inlay-tip-title')).toHaveText('October 2025');
    assert.deepEqual(embed.complaints, []);
    await embed.close();
  });

  it('repeats the keys that change the step of a story', async () => {
    const code = holdCode('story');
    const embed = await tests.open('story', {}, { prepare: code.prepare });
    await embed.frame.locator('[data-filter=region]').focus();
    await embed.page.keyboard.press('PageDown');
    await code.requested;
    code.release();
    await expect(embed.frame.locator('[data-step]').nth(1)).toBeVisible();
    await embed.close();
  });

  it('repeats no more than the last twenty keys, and of clicks only the last', async () => {
    const code = holdCode('dashboard');
    const embed = await tests.open('dashboard', {}, { prepare: code.prepare });
    const chart = embed.frame.locator('[data-tile=months] svg.inlay-chart');
    const filter = embed.frame.locator('[data-filter=region]');
    await chart.focus();
    await chart.evaluate((svg) => {
      Object.assign(window, { keys: 0 });
      svg.addEventListener('keydown', () => Object.assign(window, { keys: Reflect.get(window, 'keys') + 1 }));
    });
    for (let count = 0; count < 30; count += 1) await embed.page.keyboard.press('ArrowRight');
    // A second click would close what the first has opened.
    await filter.click();
    await filter.click();
    await code.requested;
    code.release();
    await embed.frame.locator('.ui-popover').waitFor();
    assert.equal(await embed.frame.evaluate(() => Reflect.get(window, 'keys')), 30 + 19);
    await embed.close();
  });

  it('leaves keys in fields and on links to the browser', async () => {
    const code = holdCode('tile');
    const embed = await tests.open('months', {}, { prepare: code.prepare });
    await embed.frame.evaluate(() => {
      const field = document.createElement('input');
      document.querySelector('main')?.append(field);
      Object.assign(window, { repeated: 0 });
      field.addEventListener('keydown', ({ isTrusted }) => {
        if (!isTrusted) Object.assign(window, { repeated: 1 });
      });
      field.focus();
    });
    await embed.page.keyboard.type('Tea ');
    await embed.page.keyboard.press('Home');
    await code.requested;
    code.release();
    await awake(embed.frame);
    assert.equal(await embed.frame.locator('input').inputValue(), 'Tea ');
    assert.equal(await embed.frame.evaluate(() => Reflect.get(window, 'repeated')), 0);
    await embed.close();
  });
});

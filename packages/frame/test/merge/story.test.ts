import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { expect } from '../../../../test/support/browser/expect.ts';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { awake, type OpenEmbed, useFrame } from '../support/use-frame.ts';

describe('a story embed', () => {
  const tests = useFrame();
  const shown = ({ frame }: OpenEmbed) =>
    frame
      .locator('.inlay-step:not([hidden])')
      .evaluateAll((all) => all.map((step) => (step as HTMLElement).dataset.step));

  it('shows one step at a time and switches by keyboard', async () => {
    const embed = await tests.open('story');
    await awake(embed.frame);
    await eventually(async () => assert.deepEqual(await shown(embed), ['growth']));
    await embed.frame.locator('.inlay-dot').first().focus();
    await embed.page.keyboard.press('ArrowRight');
    await eventually(async () => assert.deepEqual(await shown(embed), ['north']));
    await embed.page.keyboard.press('PageDown');
    await eventually(async () => assert.deepEqual(await shown(embed), ['mix']));
    await embed.page.keyboard.press('PageDown');
    await eventually(async () => assert.deepEqual(await shown(embed), ['mix']));
    await embed.page.keyboard.press('PageUp');
    await eventually(async () =>
      assert.deepEqual(await embed.heard('navigate'), [
        { to: 'north', index: 1, count: 3 },
        { to: 'mix', index: 2, count: 3 },
        { to: 'north', index: 1, count: 3 },
      ]),
    );
    await eventually(async () => assert.match(embed.frame.url(), /#north$/));
    await expect(embed.frame.locator('.inlay-unseen')).toHaveText(/^Step 2 of 3: The north/);
    assert.deepEqual(embed.complaints, []);
    await embed.close();
  });

  it('leaves arrow keys to a focused chart', async () => {
    const embed = await tests.open('story');
    await awake(embed.frame);
    await embed.frame.locator('.inlay-step:not([hidden]) svg.inlay-chart').focus();
    await embed.page.keyboard.press('ArrowRight');
    await eventually(async () => assert.deepEqual(await shown(embed), ['growth']));
    await expect(embed.frame.locator('.inlay-tip')).toBeVisible();
    await embed.close();
  });

  it('opens at the step that the host selects', async () => {
    const embed = await tests.open('story', { step: 'mix' });
    await awake(embed.frame);
    await embed.frame.waitForSelector('[data-step=mix]:not([hidden])');
    await eventually(async () => assert.deepEqual(await shown(embed), ['mix']));
    await embed.close();
  });

  it('opens the step in its URL and ignores unknown ones', async () => {
    const embed = await tests.open('story');
    await awake(embed.frame);
    const go = (hash: string) =>
      embed.frame.evaluate((to) => {
        location.hash = to;
      }, hash);
    await go('mix');
    await eventually(async () => assert.deepEqual(await shown(embed), ['mix']));
    for (const unknown of ['nobody', '%', '%E0%A4%A']) await go(unknown);
    await go('north');
    await eventually(async () => assert.deepEqual(await shown(embed), ['north']));
    assert.deepEqual(embed.complaints, []);
    await embed.close();
  });

  it('switches by horizontal swipes, not by scrolling', async () => {
    const embed = await tests.open(
      'story',
      {},
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    );
    await awake(embed.frame);
    const swipe = (fromX: number, fromY: number, toX: number, toY: number) =>
      embed.frame.locator('.inlay-steps').evaluate(
        (list, [fromX, fromY, toX, toY]) => {
          const at = (clientX: number, clientY: number) =>
            new Touch({ identifier: 1, target: list, clientX, clientY });
          list.dispatchEvent(new TouchEvent('touchstart', { touches: [at(fromX, fromY)], bubbles: true }));
          list.dispatchEvent(new TouchEvent('touchend', { changedTouches: [at(toX, toY)], bubbles: true }));
        },
        [fromX, fromY, toX, toY] as const,
      );
    await swipe(300, 200, 280, 20);
    await eventually(async () => assert.deepEqual(await shown(embed), ['growth']));
    await swipe(300, 200, 100, 220);
    await eventually(async () => assert.deepEqual(await shown(embed), ['north']));
    await swipe(100, 200, 300, 210);
    await eventually(async () => assert.deepEqual(await shown(embed), ['growth']));
    await embed.close();
  });

  it('updates the values in its texts when a filter changes', async () => {
    const embed = await tests.open('story');
    await embed.hears('ready');
    const number = () => embed.frame.locator('[data-value="growth:revenue"]').textContent();
    const before = Number(await number());
    await embed.ask('set-filters', { filters: { region: 'West' } });
    const after = Number(await number());
    assert.ok(after > 0 && after < before, `${after} of ${before}`);
    await embed.close();
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { axeFindings, COLORS } from '../../../../test/support/browser/axe-findings.ts';
import { expect } from '../../../../test/support/browser/expect.ts';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { awake, useFrame } from '../support/use-frame.ts';

describe('accessibility of embeds', () => {
  const tests = useFrame();
  for (const id of ['months', 'rows', 'story', 'dashboard']) {
    it(`axe reports nothing for ${id}, light and dark`, async () => {
      for (const [theme, rules] of [['light'], ['dark', COLORS]] as const) {
        const embed = await tests.open(id, { theme }, { bypassCSP: true });
        await awake(embed.frame);
        assert.deepEqual(await axeFindings(embed.frame, { rules }), [], theme);
        await embed.close();
      }
    });
  }

  it('axe reports nothing for any open filter, and closing it restores the focus', async () => {
    const embed = await tests.open('dashboard', {}, { bypassCSP: true, reducedMotion: 'reduce' });
    await awake(embed.frame);
    for (const filter of ['period', 'region', 'country', 'place', 'units', 'product']) {
      await embed.frame.click(`[data-filter=${filter}]`);
      await embed.frame.locator('.ui-popover .inlay-panel').waitFor();
      await embed.frame.locator('.inlay-panel-skeleton').waitFor({ state: 'detached' });
      assert.deepEqual(await axeFindings(embed.frame, { within: '.ui-popover' }), [], filter);
      await embed.page.keyboard.press('Escape');
      await eventually(async () =>
        assert.equal(
          await embed.frame.evaluate(() => (document.activeElement as HTMLElement).dataset.filter),
          filter,
        ),
      );
      await embed.frame.locator('.ui-popover').waitFor({ state: 'detached' });
    }
    await embed.close();
  });

  it('nothing is animated with prefers-reduced-motion', async () => {
    const embed = await tests.open('story', {}, { reducedMotion: 'reduce' });
    await awake(embed.frame);
    await embed.frame.locator('.inlay-dot').nth(1).click();
    await expect(embed.frame.locator('[data-step=north]')).toHaveCSS('animation-name', 'none');
    await embed.close();
  });
});

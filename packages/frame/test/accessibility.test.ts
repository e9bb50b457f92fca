import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import type { AxeResults } from 'axe-core';
import { eventually } from '../../../test/support/eventually.ts';
import { awake, type OpenEmbed, useFrame } from './support/use-frame.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('for everybody', () => {
  const tests = useFrame();
  const findings = async ({ frame }: OpenEmbed) => {
    // The page's policy lets no such script in; a debugger may evaluate it.
    await frame.evaluate(axe);
    const { violations } = await frame.evaluate(() =>
      (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
    );
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
    );
  };

  for (const theme of ['light', 'dark']) {
    for (const id of ['months', 'rows', 'story', 'dashboard']) {
      it(`finds nothing wrong with ${id}, ${theme}`, async () => {
        const embed = await tests.open(id, { theme }, { bypassCSP: true });
        await awake(embed.frame);
        assert.deepEqual(await findings(embed), []);
        await embed.close();
      });
    }
  }

  for (const filter of ['period', 'region', 'country', 'place', 'units', 'product']) {
    it(`finds nothing wrong with the open filter ${filter}`, async () => {
      const embed = await tests.open('dashboard', {}, { bypassCSP: true, reducedMotion: 'reduce' });
      await awake(embed.frame);
      await embed.frame.click(`[data-filter=${filter}]`);
      await embed.frame.locator('.ui-popover .inlay-panel').waitFor();
      await embed.frame.locator('.inlay-panel-skeleton').waitFor({ state: 'detached' });
      assert.deepEqual(await findings(embed), []);
      await embed.page.keyboard.press('Escape');
      await eventually(async () =>
        assert.equal(
          await embed.frame.evaluate(() => (document.activeElement as HTMLElement).dataset.filter),
          filter,
        ),
      );
      await embed.close();
    });
  }

  it('moves nothing for those who asked for that', async () => {
    const embed = await tests.open('story', {}, { reducedMotion: 'reduce' });
    await awake(embed.frame);
    await embed.frame.locator('.inlay-dot').nth(1).click();
    assert.equal(
      await embed.frame.locator('[data-step=north]').evaluate((step) => getComputedStyle(step).animationName),
      'none',
    );
    await embed.close();
  });
});

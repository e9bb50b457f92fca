import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterFrames } from '../../../../test/support/browser/after-frames.ts';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { awake, type OpenEmbed, useFrame } from '../support/use-frame.ts';

describe('the height of an embed', () => {
  const tests = useFrame();
  const heights = async (embed: OpenEmbed) =>
    (await embed.heard('resize')).map(({ height }) => Number(height));
  const heightOf = ({ frame }: OpenEmbed) =>
    frame.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height));
  const drawnFor = (embed: OpenEmbed, width: number) =>
    eventually(async () => {
      assert.equal(await embed.frame.evaluate(() => innerWidth), width);
      const misfits = await embed.frame.evaluate(() =>
        [...document.querySelectorAll<SVGSVGElement>('svg.inlay-chart')]
          .map((chart) => [chart.clientWidth, chart.viewBox.baseVal.width] as const)
          .filter(([box, drawn]) => box > 120 && Math.abs(box / drawn - 1) > 0.05),
      );
      assert.deepEqual(misfits, []);
      assert.equal((await heights(embed)).at(-1), await heightOf(embed));
    });

  for (const id of ['dashboard', 'story', 'regions']) {
    it(`is reported once when a ${id} opens, and when the frame is resized never exceeds the final one`, async () => {
      const embed = await tests.open(id, {}, { viewport: { width: 1200, height: 900 } });
      await awake(embed.frame);
      await drawnFor(embed, 1200);
      assert.equal((await heights(embed)).length, 1);
      for (const width of [600, 1200]) {
        const from = (await heights(embed)).length;
        await embed.page.setViewportSize({ width, height: 900 });
        await drawnFor(embed, width);
        const reported = (await heights(embed)).slice(from);
        const final = await heightOf(embed);
        assert.ok(
          reported.every((height) => height <= final),
          `${reported.join(', ')} at ${width} px`,
        );
      }
      await embed.close();
    });

    it(`is not reported while a ${id} is hidden or has no width`, async () => {
      const embed = await tests.open(id, {}, { viewport: { width: 1200, height: 900 } });
      await awake(embed.frame);
      await drawnFor(embed, 1200);
      const before = await heights(embed);
      const style = (css: string) =>
        embed.page.evaluate((css) => {
          const frame = document.querySelector('iframe') as HTMLElement;
          frame.style.cssText = `display:block;width:100%;border:0;height:${frame.style.height};${css}`;
        }, css);
      for (const css of ['display:none', '', 'width:0', '']) {
        await style(css);
        await afterFrames(embed.page);
      }
      await drawnFor(embed, 1200);
      assert.deepEqual(await heights(embed), before);
      await embed.close();
    });
  }

  it('does not change when the pointer shows the tools of a tile, which cover the end of its title', async () => {
    const embed = await tests.open('dashboard', {}, { viewport: { width: 600, height: 900 } });
    await awake(embed.frame);
    const title = embed.frame.locator('[data-item] h2').first();
    const box = async () => ({ title: await title.boundingBox(), height: await heightOf(embed) });
    const before = await box();
    await title.hover();
    assert.deepEqual(await box(), before);
    const head = await embed.frame.locator('.inlay-tile-head').first().boundingBox();
    assert.equal(before.title?.width, head?.width);
    assert.equal(await title.evaluate((element) => getComputedStyle(element).paddingRight), '0px');
    await embed.close();
  });
});

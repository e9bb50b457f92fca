import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import { expect } from '../../../../test/support/browser/expect.ts';
import { useFrame } from '../support/use-frame.ts';

describe('an embed in forced colors', () => {
  const tests = useFrame();

  it('tells slices apart by patterns, and its legend has the same', async () => {
    const embed = await tests.open('products', {}, { forcedColors: 'active' });
    const byColor = await paintsByColor(embed.frame, 'fill', 'data-pattern');
    assert.ok(byColor.size > 1);
    for (const [color, fills] of byColor) {
      assert.ok(fills.length > 1, `${color} has a slice and an entry in the legend`);
      assert.equal(new Set(fills).size, 1, color);
    }
    const patterns = [...byColor.values()].map(([fill]) => fill);
    assert.equal(new Set(patterns).size, byColor.size);
    assert.match(patterns[0] ?? '', /url\("#inlay-pattern-0"\)/);
    const text = embed.frame.locator('.inlay-chart text').first();
    await expect(text).toHaveCSS('fill', await embed.frame.evaluate(systemText));
    assert.deepEqual(embed.complaints, []);
    await embed.close();
  });

  it('tells lines apart by dashes', async () => {
    const embed = await tests.open('months', {}, { forcedColors: 'active' });
    const byColor = await paintsByColor(embed.frame, 'stroke', 'data-dash');
    assert.equal(byColor.size, 3);
    const dashes = await embed.frame
      .locator('.inlay-chart path[data-dash]')
      .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).strokeDasharray));
    assert.equal(new Set(dashes).size, byColor.size);
    await embed.close();
  });

  it('has none of this otherwise', async () => {
    const embed = await tests.open('months');
    await embed.frame.locator('.ui-icon-button').first().waitFor({ state: 'attached' });
    await expect(embed.frame.locator('[data-pattern]')).toHaveCount(0);
    await embed.close();
  });
});

/** How the shapes of each color of the drawing are painted, once the page has loaded what forced colors need. */
async function paintsByColor(
  frame: Frame,
  property: 'fill' | 'stroke',
  attribute: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const shapes = frame.locator(`.inlay-chart [${attribute}]`);
  await expect(shapes.first()).toBeAttached();
  const paints = await shapes.evaluateAll(
    (found, name) =>
      found.map((shape) => [shape.getAttribute(name) ?? '', getComputedStyle(shape)[name]] as const),
    property,
  );
  const byColor = Map.groupBy(paints, ([color]) => color);
  return new Map([...byColor].map(([color, own]) => [color, own.map(([, paint]) => paint)]));
}

/** The color of text that the system forces, as computed styles write it. */
function systemText(): string {
  const probe = document.createElement('i');
  probe.style.color = 'CanvasText';
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

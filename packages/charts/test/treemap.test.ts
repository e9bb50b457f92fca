import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { squarify } from '../src/kinds/treemap/squarify.ts';
import type { WrittenMark } from '../src/parts/marks.ts';
import { fromRanges } from '../src/parts/row-ranges.ts';
import { TileChart } from '../src/tile-chart.ts';
import { fixture } from './fixtures/fixtures.ts';
import { hard } from './fixtures/hard.ts';
import { type DrawnProps, dimension, measure, propsOf, resultOf } from './fixtures/make-fixture.ts';

const draw = (props: DrawnProps) => renderToString(h(TileChart, props));
const marksOf = (svg: string) =>
  [...svg.matchAll(/data-mark="([^"]*)"/g)].map(
    (match) => JSON.parse((match[1] ?? '').replaceAll('&quot;', '"').replaceAll('&lt;', '<')) as WrittenMark,
  );
const hardFixture = (wanted: string) => hard.find(({ name }) => name === wanted)?.props as DrawnProps;
const rowsOf = ([, , items]: WrittenMark) => items.flatMap(([, , , rows]) => fromRanges(rows));

describe('squarify', () => {
  const box = { x: 0, y: 0, width: 6, height: 4 };

  it('divides the example of the paper as published', () => {
    const [first, second, third] = squarify([6, 6, 4, 3, 2, 2, 1], box);
    assert.deepEqual(first, { x: 0, y: 0, width: 3, height: 2 });
    assert.deepEqual(second, { x: 0, y: 2, width: 3, height: 2 });
    assert.equal(third?.x, 3);
  });

  it('fills the box with areas proportional to the values', () => {
    const values = [50, 30, 9, 5, 3, 2, 1];
    const boxes = squarify(values, box);
    for (const [index, { width, height }] of boxes.entries())
      assert.ok(Math.abs(width * height - ((values[index] ?? 0) / 100) * 24) < 1e-9);
    for (const { x, y, width, height } of boxes)
      assert.ok(x >= 0 && y >= 0 && x + width <= 6 + 1e-9 && y + height <= 4 + 1e-9);
  });
});

describe('a treemap', () => {
  it('has a mark for every drawn row and one for all small ones', () => {
    const marks = marksOf(draw(fixture('treemap-many')));
    assert.deepEqual(
      marks.flatMap(rowsOf).sort((a, b) => a - b),
      Array.from({ length: 400 }, (_, row) => row),
    );
    const other = marks.at(-1) as WrittenMark;
    assert.equal(other[0], 'Other');
    assert.ok(rowsOf(other).length > 300);
  });

  it('ends with a quiet Other, whatever its size', () => {
    const svg = draw(hardFixture('hard-treemap-others'));
    assert.equal(marksOf(svg).at(-1)?.[0], 'Other');
    const boxes = [...svg.matchAll(/<rect x="([\d.]+)"[^>]* rx="2" fill="([^"]*)" data-mark/g)];
    const fills = boxes.map(([, , fill = '']) => fill.includes('--inlay-grid'));
    assert.deepEqual(fills, [false, false, false, false, false, false, true]);
    const starts = boxes.map(([, x]) => Number(x));
    assert.equal(Math.max(...starts), starts.at(-1), 'at the end');
  });

  it('names every box in a small tile, and says how many are in Other', () => {
    for (const width of [320, 480, 900]) {
      const svg = draw({ ...hardFixture('hard-treemap-others'), size: { width, height: 240 } });
      for (const [name] of marksOf(svg)) assert.ok(svg.includes(`>${name.slice(0, 6)}`), name);
    }
    const svg = draw({ ...hardFixture('hard-treemap-sixty'), size: { width: 320, height: 240 } });
    const boxes = marksOf(svg).length;
    assert.ok(boxes < 15);
    assert.ok(svg.includes(`Other combines ${60 - (boxes - 1)} items`));
  });

  it('names the second largest box in a narrow column as well', () => {
    const svg = draw({ ...hardFixture('hard-treemap-magnitudes'), size: { width: 480, height: 300 } });
    assert.match(svg, /rotate\(90\)"[^>]*>Barcelona</);
  });

  it('keeps equal parts that are too small for names, because Other would hide them', () => {
    const names = Array.from({ length: 60 }, (_, index) => `Part ${index}`);
    const result = resultOf([
      dimension('a', 'A', names),
      measure(
        'n',
        'N',
        names.map(() => 7),
      ),
    ]);
    const svg = draw({ ...propsOf('treemap', 'T', result), size: { width: 320, height: 240 } });
    assert.equal(marksOf(svg).length, 60);
  });

  it('draws a group as one box if its parts are too small to distinguish', () => {
    const svg = draw({ ...hardFixture('hard-treemap-observations'), size: { width: 480, height: 300 } });
    assert.ok(marksOf(svg).every(([, , items]) => items.length === 1));
    assert.ok(svg.includes('>Istanbul 29'));
  });

  it('is navigated by keyboard from largest to smallest, group by group', () => {
    const names = marksOf(draw(fixture('treemap-groups'))).map(([name]) => name);
    assert.deepEqual(names.slice(0, 3), ['Germany', 'France', 'United Kingdom']);
    assert.ok(names.indexOf('Poland') < names.indexOf('United States'));
  });

  it('states the size of each group', () => {
    assert.match(
      draw(fixture('treemap-groups')),
      /aria-label="Treemap: Revenue by country\. Europe: 50%, €[\d.]+m\./,
    );
  });

  it('omits negative values and says so', () => {
    const svg = draw(fixture('treemap-negative'));
    assert.deepEqual(marksOf(svg).flatMap(rowsOf), [0, 3, 5]);
    assert.match(svg, /Negative values are not shown/);
    assert.match(draw(fixture('treemap-negative-only')), /Percentages require values above zero/);
  });

  it('merges rows of the same name', () => {
    const result = resultOf([dimension('a', 'A', ['x', 'y', 'x']), measure('n', 'N', [1, 5, 2])]);
    assert.deepEqual(marksOf(draw(propsOf('treemap', 'T', result))).map(rowsOf), [[1], [0, 2]]);
  });

  it('starts on the right in right-to-left languages', () => {
    const starts = [
      ...draw(fixture('treemap-groups-arabic')).matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g),
    ];
    const [first] = starts.map(([, x, width]) => Number(x) + Number(width));
    assert.equal(first, 640);
  });
});

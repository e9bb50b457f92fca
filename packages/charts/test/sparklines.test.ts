import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { chooseInTile } from '../src/choose-in-tile.ts';
import { TileChart } from '../src/tile-chart.ts';
import { loadHistories, tileHistory } from '../src/tile-history.ts';
import {
  type DrawnProps,
  dimension,
  type FixtureMore,
  measure,
  propsOf,
  resultOf,
} from './fixtures/make-fixture.ts';

await loadHistories();

const sparklines = { measures: ['n'], column: 'day', grain: 'month' } as const;
const result = resultOf([dimension('a', 'A', ['x', 'y', null]), measure('n', 'N', [3, 2, 1])]);
const query = { dimensions: [{ column: 'a' }], measures: ['n'] };
const table = (more: FixtureMore = {}) =>
  propsOf('table', 'T', result, { query, options: { sparklines }, ...more });
const draw = (props: DrawnProps) => renderToString(h(TileChart, props));
const titles = (props: DrawnProps) =>
  [...draw(props).matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) => text);
const historyOf = (rows: readonly (readonly [string | null, string, number])[], more = {}) =>
  resultOf(
    [
      dimension(
        'a',
        'A',
        rows.map(([name]) => name),
      ),
      dimension(
        'day',
        'Day',
        rows.map(([, day]) => day),
        'date',
        'month',
      ),
      measure(
        'n',
        'N',
        rows.map(([, , value]) => value),
      ),
    ],
    more,
  );

describe('the history query of a table', () => {
  it('has the dimensions of the rows on the page and the time, newest first', () => {
    const props = table({ options: { sparklines, pageSize: 2 } });
    const sorted = { page: 1, sort: { by: 'n', direction: 'asc' } } as const;
    assert.deepEqual(tileHistory({ ...props, view: sorted }), {
      query: {
        dimensions: [{ column: 'a' }, { column: 'day', grain: 'month' }],
        measures: ['n'],
        sort: [{ by: 'day', direction: 'desc' }],
        limit: 10_000,
      },
      rows: [{ column: 'a', values: [null, 'y'] }],
    });
    assert.deepEqual(tileHistory({ ...props, view: { page: 2 } })?.rows, [{ column: 'a', values: [null] }]);
  });

  it('is not made without sparklines, without rows, in a pivot or in another kind', () => {
    const pivot = { ...query, pivot: { dimension: 'a' } };
    const others = resultOf([{ ...dimension('a', 'A', [null]), others: [0] }, measure('n', 'N', [1])]);
    for (const props of [
      table({ options: {} }),
      table({ query: pivot }),
      table({ options: { sparklines: { ...sparklines, measures: ['m'] } } }),
      propsOf('table', 'T', others, { query, options: { sparklines } }),
      propsOf('bar', 'T', result, { query, options: { sparklines } }),
    ])
      assert.equal(tileHistory(props), undefined);
  });

  it('follows a measure that the viewer switched', () => {
    const { tile } = table();
    const switched = chooseInTile({ ...tile, choices: { measures: ['n', 'm'] } }, { measure: 'm' });
    assert.deepEqual(switched.options?.sparklines?.measures, ['m']);
  });
});

describe('sparklines in a table', () => {
  it('find their rows by all dimensions, with a missing value as one', () => {
    const history = historyOf([
      [null, '2026-02-01', 5],
      ['x', '2026-02-01', 4],
      ['x', '2026-01-01', 2],
      ['z', '2026-01-01', 9],
    ]);
    assert.deepEqual(titles(table({ history })), [
      'N went from 2 in January 2026 to 4 in February 2026 (+100%).',
      'N, February 2026: 5.',
    ]);
    assert.match(draw(table({ history })), /aria-label="N, Jan – Feb 2026"/);
  });

  it('are not drawn for Other, whose key is that of the row of missing values', () => {
    const others = resultOf([
      { ...dimension('a', 'A', ['x', null, null]), others: [2] },
      measure('n', 'N', [3, 2, 1]),
    ]);
    const history = historyOf([
      [null, '2026-02-01', 5],
      [null, '2026-01-01', 4],
      ['x', '2026-01-01', 2],
    ]);
    assert.deepEqual(titles({ ...table({ history }), result: others }), [
      'N, January 2026: 2.',
      'N went from 4 in January 2026 to 5 in February 2026 (+25%).',
    ]);
  });

  it('leave out the oldest period if rows were cut off', () => {
    const history = historyOf(
      [
        ['x', '2026-03-01', 4],
        ['x', '2026-02-01', 3],
        ['y', '2026-01-01', 1],
      ],
      { truncated: true },
    );
    assert.deepEqual(titles(table({ history })), [
      'N went from 3 in February 2026 to 4 in March 2026 (+33.3%).',
    ]);
  });

  it('fill their own scale, or share one', () => {
    const history = historyOf([
      ['x', '2026-01-01', 0],
      ['x', '2026-02-01', 1000],
      ['y', '2026-01-01', 0],
      ['y', '2026-02-01', 10],
    ]);
    const heights = (props: DrawnProps) =>
      [...draw(props).matchAll(/<path d="M1 [\d.]+l[\d.]+ (-?[\d.]+)"/g)].map(([, rise]) => Number(rise));
    const [first, second] = heights(table({ history }));
    assert.equal(first, second);
    const shared = table({ history, options: { sparklines: { ...sparklines, sharedScale: true } } });
    const [large = 0, small = 0] = heights(shared);
    assert.equal(large, first);
    assert.ok(small > -1 && small < 0, String(small));
  });

  it('keep the cells of a clickable table in step with its columns', () => {
    const history = historyOf([['x', '2026-01-01', 1]]);
    const html = draw({ ...table({ history }), action: 'Filter' });
    assert.match(
      html,
      /data-cells="\[\{\},\{&quot;measure&quot;:&quot;n&quot;\},\{&quot;measure&quot;:&quot;n&quot;\}\]"/,
    );
  });

  it('have no column without a history', () => {
    assert.equal(draw(table()), draw(table({ options: {} })));
  });
});

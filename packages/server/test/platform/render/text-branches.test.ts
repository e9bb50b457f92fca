import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocale } from '@inlay/charts/format/create-locale';
import type { NamedValues } from '@inlay/protocol/narrative';
import type { Cell, QueryResult } from '@inlay/protocol/result';
import {
  markdownBlocks,
  renderMarkdown,
  renderTitle,
  titleRuns,
} from '../../../src/platform/render/render-markdown.ts';
import { valueWriter } from '../../../src/platform/render/write-value.ts';

const values: NamedValues = {
  growth: { tile: 'total', column: 'growth' },
  orders: { tile: 'total', column: 'orders' },
  best: { tile: 'regions', column: 'region', row: 'highest', by: 'revenue' },
};

const column = (name: string, role: 'dimension' | 'measure', cells: readonly Cell[]) => ({
  ...{ name, label: name, role, values: [...cells] },
  type: role === 'measure' ? ('number' as const) : ('string' as const),
});
const result = (columns: QueryResult['columns']): QueryResult => ({
  columns,
  rowCount: columns[0]?.values.length ?? 0,
  truncated: false,
});
const results = (growth: Cell, orders: Cell = 1) =>
  new Map([
    ['total', result([column('growth', 'measure', [growth]), column('orders', 'measure', [orders])])],
    [
      'regions',
      result([column('region', 'dimension', ['<b>*North*', 'South']), column('revenue', 'measure', [9, 5])]),
    ],
  ]);
const writer = (growth: Cell, orders?: Cell, language = 'en') =>
  valueWriter(values, results(growth, orders), { plan: 'pro' }, createLocale({ language }));

const TREND =
  'Revenue {{#if growth > 0}}grew by {{ growth | percent }}{{:else if growth < 0}}fell{{:else if growth = 0}}was **flat**{{:else}}is unknown{{/if}}.';
const render = (text: string, ...given: Parameters<typeof writer>) =>
  `${renderMarkdown(text, 'one', writer(...given))}`.trim();

describe('a text that follows the data', () => {
  it('has the sentence that is true', () => {
    assert.equal(
      render(TREND, 0.16),
      '<p>Revenue grew by <bdi data-value="one:growth|percent">16%</bdi>.</p>',
    );
    assert.equal(render(TREND, -0.2), '<p>Revenue fell.</p>');
    assert.equal(render(TREND, 0), '<p>Revenue was <strong>flat</strong>.</p>');
    assert.equal(render(TREND, null), '<p>Revenue is unknown.</p>');
  });

  it('does not say that something grew by 0%', () => {
    const change = '{{#if growth > 0}}It grew, {{ growth | change }}.{{:else}}It did not grow.{{/if}}';
    assert.equal(render(change, 0.0004), '<p>It did not grow.</p>');
    assert.match(render(change, 0.004), /It grew, .*up 0.4%/);
  });

  it('follows the plural rules of its reader', () => {
    const text = '{{ orders }} {{#plural orders}}{{:one}}order{{:few}}few{{:other}}orders{{/plural}}';
    const plain = (...given: Parameters<typeof writer>) => render(text, ...given).replaceAll(/<[^>]+>/g, '');
    assert.equal(plain(0, 1), '1 order');
    assert.equal(plain(0, 1200), '1,200 orders');
    assert.equal(plain(0, 3, 'pl'), '3 few');
    assert.equal(plain(0, null), '– orders');
  });

  it('depends on variables of the host page', () => {
    const text = '{{#if variables.plan = "pro"}}Thank you{{:else}}Upgrade{{/if}}';
    assert.equal(render(text, 0), '<p>Thank you</p>');
  });

  it('never makes markup of a value, in whatever branch it is', () => {
    const text = '{{#if best}}{{ best }}{{/if}}';
    assert.equal(
      render(text, 0),
      '<p><bdi data-value="one:best">&lt;b&gt;*North*</bdi></p>',
      'neither tags nor Markdown',
    );
  });

  it('chooses items of a list', () => {
    const text = '- one\n{{#if growth > 0}}\n- two\n{{/if}}\n- three';
    const items = (growth: Cell) => render(text, growth).match(/<li>.*?<\/li>/g);
    assert.deepEqual(items(1), ['<li>one</li>', '<li>two</li>', '<li>three</li>']);
    assert.deepEqual(items(-1), ['<li>one</li>', '<li>three</li>']);
  });

  it('waits while a value that decides is not known', () => {
    const waiting = valueWriter(values, new Map(), {}, createLocale({ language: 'en' }), () => true);
    assert.equal(`${renderMarkdown(TREND, 'one', waiting)}`.trim(), '<p>…</p>');
    assert.equal(`${renderTitle(TREND, 'one', waiting)}`, '…');
  });

  it('is the same sentence in titles, names and documents', () => {
    const said = (runs: readonly { readonly text: string }[]) => runs.map(({ text }) => text).join('');
    assert.equal(said(titleRuns(TREND, writer(0.16))), 'Revenue grew by 16%.');
    assert.match(`${renderTitle(TREND, 'one', writer(0.16))}`, /^Revenue grew by <bdi[^>]*>16%<\/bdi>\.$/);
    const [block] = markdownBlocks(TREND, writer(0.16));
    assert.equal(said(block?.runs ?? []), 'Revenue grew by 16%.');
  });
});

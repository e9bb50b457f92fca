import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages as english } from '@inlay/messages/charts/en';
import type { QueryResult } from '@inlay/protocol/result';
import { titleTile } from '../src/format/title-tile.ts';

const locale = { language: 'en', messages: english, timeZone: 'UTC' };

const result: QueryResult = {
  columns: [
    {
      name: 'month',
      label: 'Month',
      type: 'date',
      role: 'dimension',
      grain: 'month',
      values: ['2026-01-01', '2026-02-01'],
    },
    { name: 'net.revenue', label: 'Net', type: 'number', role: 'measure', values: [1200, 2500] },
    { name: 'share', label: 'Share', type: 'number', role: 'measure', values: [0.25, 0.5] },
  ],
  rowCount: 2,
  truncated: false,
  totals: { 'net.revenue': 3700 },
};

const written = (
  title: string,
  options: Parameters<typeof titleTile>[0]['options'] = {},
  answer: QueryResult | undefined = result,
) => titleTile({ title, options }, answer, { customer: 'Acme' }, locale).title;

describe('the title of a tile', () => {
  it('contains values of its result: of the first row, the last row and the total', () => {
    assert.equal(written('{{ share.first | percent }} to {{ share.last | percent }}'), '25% to 50%');
    assert.equal(written('Sold {{ net.revenue.total | number }}'), 'Sold 3,700');
    assert.equal(written('Until {{ month.last }}'), 'Until February 2026');
  });

  it('uses the total if the result has one, otherwise the first row', () => {
    assert.equal(written('{{ net.revenue | number }}'), '3,700');
    assert.equal(written('{{ share | percent }}'), '25%');
  });

  it('formats a value like the column of the tile', () => {
    assert.equal(
      written('{{ net.revenue }}', { formats: { 'net.revenue': { kind: 'currency', currency: 'EUR' } } }),
      '€3,700',
    );
  });

  it('shows a dash if there is no such value, no row or no result', () => {
    assert.equal(written('{{ profit }} and {{ share.total }}'), '– and –');
    assert.equal(
      written(
        'Sold {{ share }}',
        {},
        { ...result, rowCount: 0, columns: result.columns.map((column) => ({ ...column, values: [] })) },
      ),
      'Sold –',
    );
    assert.equal(titleTile({ title: 'Sold {{ share }}' }, undefined, {}, locale).title, 'Sold –');
  });

  it('contains variables of the host page and leaves other braces unchanged', () => {
    assert.equal(written('{{ variables.customer }}, {{ variables.nobody }}'), 'Acme, –');
    assert.equal(written('{{ }} {{ share | loud }} {share}'), '{{ }} {{ share | loud }} {share}');
  });

  it('supports the same in the description', () => {
    const tile = titleTile({ title: 'A', description: 'of {{ share | percent }}' }, result, {}, locale);
    assert.equal(tile.description, 'of 25%');
  });
});

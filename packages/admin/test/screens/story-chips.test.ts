import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocale } from '@inlay/charts/format/create-locale';
import { messages } from '@inlay/messages/content/en';
import type { QueryResult } from '@inlay/protocol/result';
import { currentTitle } from '../../src/screens/stories/text/current-title.ts';
import { chipsOf } from '../../src/screens/stories/text/text-chips.ts';
import type { TextContext } from '../../src/screens/stories/text/text-context.ts';
import {
  blockAround,
  conditionBlock,
  elseText,
  ifText,
  pluralBlock,
  removePart,
} from '../../src/screens/stories/text/write-marker.ts';
import { searchOffers, valueOffers } from '../../src/screens/stories/value-offers.ts';
import { REVENUE } from '../support/sample-world.ts';
import { BUILDER_ORDERS } from '../support/stored-tile.ts';

const t = messages.stories;
const TILE = {
  ...REVENUE,
  query: { dimensions: [{ column: 'region' }], measures: ['revenue'], totals: true },
};
const RESULT: QueryResult = {
  columns: [
    { name: 'region', label: 'Region', type: 'string', role: 'dimension', values: ['north', 'south'] },
    { name: 'revenue', label: 'Revenue', type: 'number', role: 'measure', values: [30, 70] },
  ],
  rowCount: 2,
  truncated: false,
  totals: { revenue: 100 },
};
const of = (column: string, more: object = {}) => ({ tile: 'revenue', column, ...more });
const context: TextContext = {
  values: {
    best: of('region', { row: 'highest', by: 'revenue' }),
    sum: of('revenue', { row: 'total' }),
    share: of('revenue', { where: { column: 'region', value: 'north' }, show: 'share' }),
  },
  tiles: [TILE],
  datasets: [BUILDER_ORDERS],
  results: new Map([['revenue', RESULT]]),
  offers: [],
  locale: createLocale({ language: 'en' }),
};
const written = (text: string, given = context) =>
  chipsOf(text, given, t).map(({ label, sample, tone }) => [
    tone,
    label,
    ...(sample === undefined ? [] : [sample]),
  ]);

describe('chips of a text', () => {
  it('name values in the words of their tile, with the current value', () => {
    assert.deepEqual(written('{{ best }} made {{ sum | number }}, {{ share }} of it {{ variables.who }}'), [
      ['value', 'Region with the highest Revenue', 'south'],
      ['value', 'Revenue, total', '100'],
      ['value', 'Revenue of north, share of the total', '30%'],
      ['value', 'who of the host page'],
    ]);
    assert.deepEqual(written('{{ sum }}', { ...context, results: new Map() }), [['value', 'Revenue, total']]);
  });

  it('read conditions and plurals as words', () => {
    assert.deepEqual(
      written(
        '{{#if sum >= 1000}}a{{:else if share > 0.25}}b{{:else}}c{{/if}}{{#plural sum}}{{:one}}a{{:other}}b{{/plural}}',
      ),
      [
        ['block', 'If Revenue, total ≥ 1,000'],
        ['block', 'otherwise, if Revenue of north, share of the total > 25%'],
        ['block', 'otherwise'],
        ['block', 'end'],
        ['block', 'By number: Revenue, total'],
        ['block', 'one'],
        ['block', 'other'],
        ['block', 'end'],
      ],
    );
    assert.deepEqual(written('{{#if best}}a{{/if}}').at(0), [
      'block',
      'If Region with the highest Revenue has a value',
    ]);
  });

  it('mark values that the step does not define, and markers in the wrong place', () => {
    assert.deepEqual(written('{{ gone }} {{#if gone > 1}}a{{/if}}'), [
      ['bad', 'gone?'],
      ['bad', 'If gone? > 1'],
      ['block', 'end'],
    ]);
    assert.deepEqual(written('{{:else}} {{ a b }} {{#if sum}}'), [
      ['bad', 'otherwise'],
      ['bad', undefined],
      ['bad', 'If Revenue, total has a value'],
    ]);
  });
});

describe('titles in the list of steps', () => {
  it('are written with current values, as far as they are known', () => {
    const title = '{{#if sum > 50}}{{ best }} leads with {{ share }}{{:else}}Little{{/if}} {{ gone }}';
    assert.equal(currentTitle(title, context), 'south leads with 30% …');
    const waiting = { ...context, results: new Map() };
    assert.equal(currentTitle(title, waiting), '… leads with … …');
    assert.equal(currentTitle('{{ sum }} in all', waiting), '… in all');
  });
});

describe('blocks of a text', () => {
  it('are written as the parser reads them', () => {
    const condition = { operand: 'sum', compare: { by: '>', to: { number: -0.05 } } } as const;
    assert.equal(ifText(condition), '{{#if sum > -0.05}}');
    assert.equal(
      ifText({ operand: 'sum', compare: { by: '<', to: { number: 1e-7 } } }),
      '{{#if sum < 0.0000001}}',
    );
    assert.equal(ifText({ operand: 'sum', compare: { by: '=', to: { number: 100 } } }), '{{#if sum = 100}}');
    assert.equal(elseText(), '{{:else}}');
    const quoted = { operand: 'best', compare: { by: '=', to: { quoted: 'the "best" }}' } } } as const;
    assert.equal(elseText(quoted), '{{:else if best = "the best "}}');
    const { block, inside } = conditionBlock(condition, 'text');
    assert.equal(block, '{{#if sum > -0.05}}text{{:else}}{{/if}}');
    assert.equal(block.slice(0, inside), '{{#if sum > -0.05}}text');
    assert.equal(
      pluralBlock('sum', ['one', 'other'], 'row').block,
      '{{#plural sum}}{{:one}}row{{:other}}row{{/plural}}',
    );
  });

  it('lose all their markers with their beginning or their end, and keep their texts', () => {
    const text = 'a {{#if x}}b{{#plural y}}{{:one}}c{{:other}}d{{/plural}}{{:else}}e{{/if}} {{ z }}';
    assert.equal(removePart(text, 2), 'a b{{#plural y}}{{:one}}c{{:other}}d{{/plural}}e {{ z }}');
    assert.equal(removePart(text, text.indexOf('{{/if')), removePart(text, 2));
    assert.equal(removePart(text, text.indexOf('{{/plural')), 'a {{#if x}}bcd{{:else}}e{{/if}} {{ z }}');
    assert.equal(removePart(text, text.indexOf('{{:else')), text.replace('{{:else}}', ''));
    assert.equal(removePart(text, text.indexOf('{{ z')), text.replace('{{ z }}', ''));
  });

  it('know the branches that they have', () => {
    const text = '{{#if x}}b{{#plural y}}{{:one}}c{{:other}}d{{/plural}}{{:else}}e{{/if}} z';
    assert.deepEqual(blockAround(text, text.indexOf('c')), {
      begins: 'plural',
      hasElse: false,
      categories: ['one', 'other'],
    });
    assert.equal(blockAround(text, text.indexOf('e{{/if'))?.hasElse, true);
    assert.equal(blockAround(text, text.length), undefined);
  });
});

describe('values that a list offers', () => {
  it('begin with what sentences state most often, and are found by what they begin with', () => {
    const offers = valueOffers([TILE], [], [BUILDER_ORDERS], t.values);
    assert.deepEqual(
      offers.map(({ label, format }) => `${label} | ${format}`),
      [
        'Revenue, total | number',
        'Region with the highest Revenue | text',
        'Revenue, highest | number',
        'Revenue, highest, share of the total | percent',
        'Region with the lowest Revenue | text',
        'Revenue, lowest | number',
        'Revenue, first row | number',
        'Revenue, last row | number',
        'Region, first row | text',
        'Number of rows (Region) | number',
      ],
    );
    const found = searchOffers(offers, 'reg').map(({ label }) => label);
    assert.deepEqual(found, [
      'Region with the highest Revenue',
      'Region with the lowest Revenue',
      'Region, first row',
      'Number of rows (Region)',
    ]);
  });

  it('rank the last period among all', () => {
    const time = {
      ...TILE,
      query: { dimensions: [{ column: 'month', grain: 'month' as const }], measures: ['revenue'] },
    };
    const labels = valueOffers([time], [], [BUILDER_ORDERS], t.values).map(({ label }) => label);
    assert.equal(labels[0], 'Revenue, last row');
    assert.ok(labels.includes('Revenue, last row, rank'));
    assert.ok(labels.includes('Month with the highest Revenue'));
  });
});

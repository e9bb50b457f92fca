import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { typedNumbers } from '../src/typed-numbers.ts';

describe('numbers that an author typed', () => {
  const typed = {
    'Sales rose 16 %, by 3.5%.': ['16 %', '3.5%'],
    'Der Umsatz fiel um 22 Prozent': ['22 Prozent'],
    'Down −4% since March': ['−4%'],
    'We made $1.2M and €300, or 40 EUR.': ['$1.2M', '€300', '40 EUR'],
    '1,2 Mio. € Umsatz': ['1,2 Mio. €'],
    '12,500 orders and 48000 visits': ['12,500', '48000'],
    '3 million people, 20k clicks': ['3 million', '20k'],
    '**16%** of [one](https://example.com/16%25)': ['16%'],
  };
  for (const [text, numbers] of Object.entries(typed))
    it(`are found: ${text}`, () => assert.deepEqual(typedNumbers(text), numbers));

  for (const text of [
    'The year 2026, from November 1, 2025 to October 31, 2026',
    'Three steps: 1. Plan, 2. Order; the top 10 of 34 products',
    'On 2026-10-31, 31.10.2026 or 10/31/2026 at 10:30',
    '{{ revenue | currency }} is {{ growth | change }} over {{ orders | number }}',
    'Ridge 2, Q3, FY2026, 4K screens, B2B, `SELECT 10000`',
    'See [report](https://example.com/report-12345)',
    'Kelly moved 3 km, 5 meters and 12 m away',
    '',
  ])
    it(`are not found: ${text}`, () => assert.deepEqual(typedNumbers(text), []));

  it('are reported once each, and at most three', () => {
    assert.deepEqual(typedNumbers('1% 1% 2% 3% 4%'), ['1%', '2%', '3%']);
  });

  it('are found in time that grows with the text', () => {
    for (const piece of ['1,', '1 ', '$', '1'])
      assert.equal(typedNumbers(`${piece.repeat(20_000)}x`).length <= 3, true);
  });
});

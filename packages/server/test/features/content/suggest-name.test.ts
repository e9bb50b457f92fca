import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { suggestName } from '../../../src/features/content/visibility/suggest-name.ts';

const known = [
  { name: 'total_amount', label: 'Total amount' },
  { name: 'average_unit_price', label: 'Ø Stückpreis' },
  { name: 'orders' },
];
const suggested = (given: string) => /“(.+)”/.exec(suggestName(given, known))?.[1];

describe('the suggestion for an unknown name', () => {
  it('corrects typos, other spellings and labels', () => {
    for (const given of ['totl_amount', 'Total amount', 'total-amount', 'TOTAL_AMOUNT'])
      assert.equal(suggested(given), 'total_amount', given);
    assert.equal(suggested('Ø stückpreis'), 'average_unit_price');
  });

  it('completes a part of a name', () => {
    assert.equal(suggested('amount'), 'total_amount');
    assert.equal(suggested('unit price'), 'average_unit_price');
  });

  it('is empty if nothing is close', () => {
    for (const given of ['profit', '', '“', '{}']) assert.equal(suggestName(given, known), '', given);
  });
});

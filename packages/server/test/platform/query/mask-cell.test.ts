import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cell } from '@inlay/protocol/result';
import { maskCell } from '../../../src/platform/query/result/mask-cell.ts';

const masking = {
  fingerprint: (value: string) => Buffer.from(`key of ${value}`.padEnd(32)).toString('base64url'),
  language: 'en',
};
type View = Parameters<typeof maskCell>[1];
const shown = (cell: Cell, view: View) => maskCell(cell, view, masking);

describe('a masked value', () => {
  it('is left as it is for viewers who may see it', () => {
    assert.equal(shown('4111111111111111', { show: 'value' }), '4111111111111111');
  });

  it('is missing where nothing is shown', () => {
    assert.equal(shown('secret', { show: 'null' }), null);
  });

  it('is replaced by a hash that is equal for equal values only', () => {
    const hash = shown('ann@customer.example', { show: 'hash' });
    assert.match(String(hash), /^[0-9a-f]{16}$/);
    assert.equal(shown('ann@customer.example', { show: 'hash' }), hash);
    const keyed = { ...masking, fingerprint: (value: string) => Buffer.from(value).toString('base64url') };
    assert.notEqual(
      maskCell('ann@customer.example', { show: 'hash' }, keyed),
      maskCell('bob@customer.example', { show: 'hash' }, keyed),
    );
  });

  it('shows its last four characters, and none of them if there are no more', () => {
    assert.equal(shown('4111111111111234', { show: 'last-four' }), '••••1234');
    assert.equal(shown(4111111111111234, { show: 'last-four' }), '••••1234');
    assert.equal(shown('1234', { show: 'last-four' }), '••••');
    assert.equal(shown('ab😀cd', { show: 'last-four' }), '••••b😀cd');
  });

  it('shows the range it is in, and nothing if it is not a number', () => {
    assert.equal(shown(1234, { show: 'range', size: 1000 }), '1,000–2,000');
    assert.equal(shown(2000, { show: 'range', size: 1000 }), '2,000–3,000');
    assert.equal(shown('not a number', { show: 'range', size: 1000 }), null);
  });

  it('stays missing if it is missing', () => {
    for (const view of [{ show: 'hash' }, { show: 'last-four' }, { show: 'range', size: 10 }] as const)
      assert.equal(shown(null, view), null);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changePlace, valueText } from '../../src/screens/content/change-text.ts';
import { conflictParts } from '../../src/screens/content/conflict-parts.ts';

describe('the work of two people on one thing', () => {
  const base = {
    title: 'A',
    kind: 'bar',
    query: { measures: ['m'], limit: 5 },
    steps: [{ id: 's', title: 'One' }],
  };

  it('clashes in the fields that both changed, told by the places that differ now', () => {
    const yours = { ...base, title: 'Yours', query: { measures: ['n'], limit: 5 } };
    const theirs = { ...base, title: 'Theirs', query: { measures: ['m'], limit: 9 }, kind: 'line' };
    assert.deepEqual(conflictParts(base, yours, theirs), {
      clashes: [
        { path: '/title', yours: 'Yours', theirs: 'Theirs' },
        { path: '/query/measures', yours: ['n'], theirs: ['m'] },
        { path: '/query/limit', yours: 5, theirs: 9 },
      ],
      onlyTheirs: [{ path: '/kind', kind: 'changed', before: 'bar', after: 'line' }],
      onlyYours: [],
    });
  });

  it('does not clash where both came to the same', () => {
    const both = { ...base, title: 'Alike' };
    const { clashes, onlyYours } = conflictParts(base, { ...both, kind: 'pie' }, both);
    assert.deepEqual(clashes, []);
    assert.deepEqual(
      onlyYours.map(({ path }) => path),
      ['/kind'],
    );
  });
});

describe('a value beside another', () => {
  it('is read by people, not by programs', () => {
    assert.equal(
      valueText([{ column: 'region' }, { column: 'day', grain: 'month' }]),
      'region, column day, grain month',
    );
    assert.equal(valueText({ showValues: true, colors: {} }), 'show values yes, colors none');
    assert.equal(valueText(''), 'empty');
    assert.equal(valueText([]), 'none');
    assert.equal(changePlace('/query/dimensions/0/column'), 'Query, dimensions, 1, column');
  });
});

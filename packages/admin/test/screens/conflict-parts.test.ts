import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages } from '@inlay/messages/admin/en';
import { conflictParts } from '@inlay/ui/form/conflict-parts';
import { mergeVersions } from '@inlay/ui/form/merge-versions';
import { changePlace, valueText } from '../../src/parts/conflict/change-text.ts';

const texts = messages.parts.changes;

describe('concurrent changes', () => {
  const base = {
    title: 'A',
    kind: 'bar',
    query: { measures: ['m'], limit: 5 },
    steps: [{ id: 's', title: 'One' }],
  };

  it('conflict in fields that both changed, listed by the paths that differ', () => {
    const yours = { ...base, title: 'Yours', query: { measures: ['n'], limit: 5 } };
    const theirs = { ...base, title: 'Theirs', query: { measures: ['m'], limit: 9 }, kind: 'line' };
    assert.deepEqual(conflictParts({ base, yours, theirs }), {
      clashes: [
        { path: '/title', yours: 'Yours', theirs: 'Theirs' },
        { path: '/query/measures', yours: ['n'], theirs: ['m'] },
        { path: '/query/limit', yours: 5, theirs: 9 },
      ],
      onlyTheirs: [{ path: '/kind', kind: 'changed', before: 'bar', after: 'line' }],
      onlyYours: [],
    });
  });

  it('do not conflict if both made the same change', () => {
    const both = { ...base, title: 'Alike' };
    const { clashes, onlyYours } = conflictParts({ base, yours: { ...both, kind: 'pie' }, theirs: both });
    assert.deepEqual(clashes, []);
    assert.deepEqual(
      onlyYours.map(({ path }) => path),
      ['/kind'],
    );
  });
});

describe('merging concurrent changes', () => {
  const revenue = { name: 'revenue', kind: 'sum', column: 'amount' };
  const lines = { name: 'lines', kind: 'count' };
  const labelled = { ...revenue, label: 'Revenue' };
  const base = { title: 'A', source: { kind: 'table', table: 'a' }, measures: [revenue, lines] };
  const merged = (
    yours: object,
    theirs: object,
    favoured: 'yours' | 'theirs' = 'yours',
    start: object = base,
  ) => mergeVersions({ base: start, yours, theirs }, favoured, ['measures', 'translations']);

  it('keeps changes that only one side made, entry by entry', () => {
    const added = { name: 'people', kind: 'count' };
    const yours = { ...base, title: 'B', measures: [labelled, lines] };
    const theirs = { ...base, measures: [revenue, lines, added] };
    assert.deepEqual(merged(yours, theirs), { ...base, title: 'B', measures: [labelled, lines, added] });
    assert.deepEqual(conflictParts({ base, yours, theirs }, ['measures']).clashes, []);
  });

  it('merges other fields as a whole', () => {
    const yours = { ...base, source: { kind: 'sql', sql: 'SELECT 1' } };
    const theirs = { ...base, source: { kind: 'table', table: 'b' } };
    assert.deepEqual(merged(yours, theirs), yours);
    assert.deepEqual(merged(yours, theirs, 'theirs'), theirs);
  });

  it('removes entries that one side removed and the other did not change', () => {
    assert.deepEqual(merged({ ...base, measures: [revenue] }, { ...base, measures: [lines, revenue] }), {
      ...base,
      measures: [revenue],
    });
    const { measures: _, ...none } = base;
    assert.deepEqual(merged(none, base), none);
  });

  it('conflicts if one side removed what the other changed', () => {
    const yours = { ...base, measures: [lines] };
    const theirs = { ...base, measures: [labelled, lines] };
    assert.deepEqual(conflictParts({ base, yours, theirs }, ['measures']).clashes, [
      { path: '/measures[revenue]', yours: undefined, theirs: labelled },
    ]);
    assert.deepEqual(merged(yours, theirs), yours);
    assert.deepEqual(merged(yours, theirs, 'theirs'), theirs);
  });

  it('keeps the order of the side that reordered entries', () => {
    const turned = { ...base, measures: [lines, revenue] };
    assert.deepEqual(merged({ ...base, title: 'B' }, turned), { ...turned, title: 'B' });
    assert.deepEqual(merged(turned, { ...base, title: 'B' }), { ...turned, title: 'B' });
  });

  it('merges phrases of two translators, even in a language that both added', () => {
    const yours = { translations: { de: { 'In/out': 'Ein/aus' } } };
    const theirs = { translations: { de: { Tea: 'Tee' }, fr: { Tea: 'Thé' } } };
    assert.deepEqual(merged(yours, theirs, 'yours', {}), {
      translations: { de: { Tea: 'Tee', 'In/out': 'Ein/aus' }, fr: { Tea: 'Thé' } },
    });
    const [clash] = conflictParts({ base: {}, yours, theirs: { translations: { de: { 'In/out': 'X' } } } }, [
      'translations',
    ]).clashes;
    assert.equal(changePlace(clash?.path ?? '', texts), 'Translations, de, In/out');
  });
});

describe('a value in the conflict dialog', () => {
  it('is formatted for people', () => {
    assert.equal(
      valueText([{ column: 'region' }, { column: 'day', grain: 'month' }], texts),
      'region, column day, grain month',
    );
    assert.equal(valueText({ showValues: true, colors: {} }, texts), 'show values yes, colors none');
    assert.equal(valueText('', texts), 'empty');
    assert.equal(valueText([], texts), 'none');
    assert.equal(changePlace('/query/dimensions/0/column', texts), 'Query, dimensions, 1, column');
  });

  it('keeps an empty list or record that all versions have and drops one that some lack', () => {
    const drafts = {
      base: { list: [], map: {} },
      yours: { list: [], map: {} },
      theirs: { list: [], map: {} },
    };
    assert.deepEqual(mergeVersions(drafts, 'yours', ['list', 'map']), { list: [], map: {} });
    const written = { base: { list: [{ name: 'a' }] }, yours: {}, theirs: { list: [{ name: 'a' }] } };
    assert.deepEqual(mergeVersions(written, 'yours', ['list']), {});
  });
});

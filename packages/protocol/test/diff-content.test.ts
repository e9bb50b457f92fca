import assert from 'node:assert/strict';
import test from 'node:test';
import { diffContent } from '../src/diff-content.ts';

test('equal content has no differences, regardless of key order', () => {
  assert.deepEqual(diffContent({ a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }), []);
});

test('reports what was added, removed and changed by path', () => {
  assert.deepEqual(
    diffContent(
      { title: 'A', query: { limit: 5, measures: ['x'] }, gone: true },
      { title: 'B', query: { measures: ['x', 'y'] }, new: null },
    ),
    [
      { path: '/title', kind: 'changed', before: 'A', after: 'B' },
      { path: '/query/limit', kind: 'removed', before: 5 },
      { path: '/query/measures', kind: 'changed', before: ['x'], after: ['x', 'y'] },
      { path: '/gone', kind: 'removed', before: true },
      { path: '/new', kind: 'added', after: null },
    ],
  );
});

test('matches parts by id, regardless of their position', () => {
  const intro = { id: 'intro', title: 'Intro' };
  const end = { id: 'end', title: 'End' };
  assert.deepEqual(diffContent({ steps: [intro, end] }, { steps: [{ ...end, title: 'Fin' }, intro] }), [
    { path: '/steps[end]/title', kind: 'changed', before: 'End', after: 'Fin' },
    { path: '/steps', kind: 'reordered', before: ['intro', 'end'], after: ['end', 'intro'] },
  ]);
  assert.deepEqual(diffContent({ steps: [intro, end] }, { steps: [end] }), [
    { path: '/steps[intro]', kind: 'removed', before: intro },
  ]);
});

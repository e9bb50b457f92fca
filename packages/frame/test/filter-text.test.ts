import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { FilterControl } from '@inlay/protocol/filter-control';
import { filterText, isUnset } from '../src/filters/filter-text.ts';
import { type FrameTexts, loadFrameTexts } from '../src/frame-texts.ts';

describe('the text of a filter', () => {
  let messages: FrameTexts;
  before(async () => {
    messages = await loadFrameTexts('en');
  });
  const control = (kind: FilterControl['kind']) => ({ kind, id: 'f', label: 'F' }) as FilterControl;
  const text = (kind: FilterControl['kind'], value: Parameters<typeof filterText>[1]) =>
    filterText(control(kind), value, messages, 'en');

  it('names the missing value and the empty text, which are choices', () => {
    assert.equal(text('dropdown', [null]), '(none)');
    assert.equal(text('dropdown', ''), '(empty text)');
    assert.equal(text('hierarchy', ['', null, 'Ale']), '(empty text) › (none) › Ale');
    assert.equal(text('multi-select', [null, '']), '2 selected');
    assert.deepEqual(
      [[null], '', ['']].map((value) => isUnset(value, 'dropdown')),
      [false, false, false],
    );
  });

  it('is that of no choice for null, an empty list, no text to search for, and all time', () => {
    assert.equal(text('dropdown', null), 'All');
    assert.equal(text('multi-select', []), 'All');
    assert.equal(text('search', ''), 'All');
    assert.equal(text('date-range', 'all'), messages.presets.all);
    // A value of the column that reads like the preset.
    assert.equal(text('dropdown', 'all'), 'all');
  });
});

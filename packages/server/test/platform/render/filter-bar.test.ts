import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLocale } from '@inlay/charts/format/create-locale';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FilterValue } from '@inlay/protocol/frame-messages';
import { filterBar } from '../../../src/platform/render/filter-bar.ts';
import { pageMessages } from '../../../src/platform/render/page-messages.ts';

const control: FilterControl = {
  id: 'region',
  label: 'Region',
  kind: 'dropdown',
  datasetId: 'orders',
  column: 'region',
};

const barOf = (values: readonly FilterValue[], hasViews: boolean, language = 'en') =>
  String(
    filterBar(
      { choices: values.map((value) => ({ control, value })), hasViews },
      pageMessages(language),
      createLocale({ language }),
    ) ?? '',
  );
const buttonsOf = (markup: string) =>
  [...markup.matchAll(/<button[^>]*class="([^"]+)"/g)].map(([, name]) => name);

describe('the filter bar of a rendered page', () => {
  it('has all buttons, so that none comes later and begins another line', () => {
    assert.deepEqual(buttonsOf(barOf(['north'], true)), [
      'inlay-filter',
      'inlay-filter-clear',
      'inlay-filter inlay-views',
    ]);
    assert.deepEqual(buttonsOf(barOf(['north'], false)), ['inlay-filter', 'inlay-filter-clear']);
    assert.deepEqual(buttonsOf(barOf([], true)), ['inlay-filter inlay-views']);
    assert.equal(barOf([], false), '');
  });

  it('offers to reset filters only where one is set', () => {
    assert.match(barOf(['north'], false), /clear">Reset filters</);
    assert.match(barOf([null], false), /clear" hidden>Reset filters</);
  });

  it('is in the language of the page', () => {
    assert.match(barOf(['north'], true, 'de'), /Filter zurücksetzen.*Gespeicherte Ansichten/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BuilderColumn } from '@inlay/content/builder';
import { kindsFor, levelsBelow } from '../../src/builder/panel/filter-kinds.ts';

const column = (name: string, type: BuilderColumn['type']): BuilderColumn => ({ name, label: name, type });
const ordered = column('ordered', 'date');
const region = column('region', 'string');
const country = column('country', 'string');
const units = column('units', 'integer');
const all = [ordered, region, country, units];

describe('a new filter', () => {
  it('is of a kind that suits its column', () => {
    assert.deepEqual(
      all.map((each) => kindsFor(each, all)[0]),
      ['date-range', 'multi-select', 'multi-select', 'slider'],
    );
  });

  it('can be a hierarchy only if there are other text columns', () => {
    assert.deepEqual(levelsBelow(region, all), [country]);
    assert.ok(kindsFor(region, all).includes('hierarchy'));
    assert.ok(!kindsFor(region, [ordered, region, units]).includes('hierarchy'));
  });
});

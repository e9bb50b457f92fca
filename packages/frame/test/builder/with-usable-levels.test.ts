import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import type { FilterControl } from '@inlay/protocol/filter-control';
import { withUsableLevels } from '../../src/builder/bar/with-usable-levels.ts';

const column = (name: string) => ({ name, label: name, type: 'string' as const });
const datasets: readonly EditorDataset[] = [
  {
    id: 'sales',
    name: 'Sales',
    columns: [column('region'), column('city'), column('shop.street')],
    measures: [],
  },
];
const control = { id: 'f', label: 'F', datasetId: 'sales' };
const levelsOf = (levels: readonly string[]) => {
  const usable = withUsableLevels({ ...control, kind: 'hierarchy', levels } as FilterControl, datasets);
  return usable.kind === 'hierarchy' ? usable.levels : undefined;
};

describe('hierarchy filters on the canvas', () => {
  it('end above the first level that the viewer cannot build with', () => {
    assert.deepEqual(levelsOf(['region', 'city', 'shop.street']), ['region', 'city', 'shop.street']);
    assert.deepEqual(levelsOf(['region', 'person', 'city']), ['region']);
    assert.deepEqual(levelsOf(['region', 'city', 'person']), ['region', 'city']);
  });

  it('keep their first level', () => {
    assert.deepEqual(levelsOf(['person', 'city']), ['person', 'city']);
  });

  it('leave other filters as they are', () => {
    const dropdown: FilterControl = { ...control, kind: 'dropdown', column: 'person' };
    assert.equal(withUsableLevels(dropdown, datasets), dropdown);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages as content } from '@inlay/messages/content/en';
import { USUAL_PRESETS } from '@inlay/protocol/usual-presets';
import { filterProblem, kindsFor, withPresets, withTargets } from '../../src/screens/content/filter-draft.ts';
import { drillProblem } from '../../src/screens/dashboards/drill-draft.ts';
import { finishStory, storyProblem } from '../../src/screens/stories/story-work.ts';

const { filters } = content.shared;
const on = { id: 'f', label: 'When', datasetId: 'orders' };
const period = { ...on, kind: 'date-range', column: 'day' } as const;
const slider = { ...on, kind: 'slider', column: 'amount' } as const;

describe('a filter draft', () => {
  it('is a date range for date and datetime columns', () => {
    for (const type of ['date', 'datetime'] as const)
      assert.equal(kindsFor({ name: 'x', label: 'X', type })[0], 'date-range');
  });

  it('lists its charts only if it excludes some', () => {
    const some = withTargets(period, ['a'], ['a', 'b']);
    assert.deepEqual(some, { ...period, tiles: ['a'] });
    assert.deepEqual(withTargets(some, ['a', 'b'], ['a', 'b']), period);
  });

  it('lists its periods only if they differ from the defaults, and drops a default value that is not among them', () => {
    const fewer = USUAL_PRESETS.filter((preset) => preset !== 'this-year');
    const begun = { ...period, default: 'this-year' } as const;
    assert.deepEqual(withPresets(begun, fewer), { ...period, presets: fewer });
    assert.deepEqual(withPresets({ ...begun, presets: fewer }, USUAL_PRESETS), begun);
    const dates = { ...period, default: { from: '2026-01-01', to: '2026-02-01' } };
    assert.deepEqual(withPresets(dates, ['today']), { ...dates, presets: ['today'] });
  });

  it('cannot be saved without a label or with reversed bounds', () => {
    assert.equal(filterProblem({ ...slider, min: 1, max: 2 }, filters), undefined);
    assert.match(filterProblem({ ...slider, min: 2, max: 2 }, filters) ?? '', /greater than its minimum/);
    assert.match(filterProblem({ ...period, label: ' ' }, filters) ?? '', /label/);
    assert.match(
      storyProblem({ title: 'S', steps: [], filters: [{ ...slider, min: 3, max: 1 }] }, content) ?? '',
      /minimum/,
    );
    assert.match(drillProblem({ ...on, levels: ['a', 'a'] }, content.dashboards.problems) ?? '', /twice/);
  });

  it('does not apply to a chart that was removed from the story', () => {
    const steps = [{ id: 's', title: 'S', tiles: ['a'] }];
    const saved = (tiles: readonly string[]) =>
      finishStory({ title: 'S', steps, filters: [{ ...period, tiles }] }).filters;
    assert.deepEqual(saved(['a', 'gone']), [{ ...period, tiles: ['a'] }]);
    assert.deepEqual(saved(['gone']), [period]);
  });
});

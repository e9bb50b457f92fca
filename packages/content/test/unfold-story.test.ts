import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Tile } from '@inlay/charts/tile';
import type { Story } from '../src/story.ts';
import { authoredTile, scenesOf, unfoldStory } from '../src/unfold-story.ts';

const tile = (id: string): Tile => ({
  id,
  title: id,
  kind: 'bar',
  datasetId: 'orders',
  query: {
    dimensions: [{ column: 'region' }],
    measures: ['revenue'],
    filters: [{ column: 'year', operator: 'equals', value: 2026 }],
  },
  options: { annotations: [{ at: 'North', label: 'New store' }] },
  visibility: { context: 'groups', operator: 'contains', value: 'sales' },
});

const story: Story = {
  id: 'growth',
  title: 'Growth',
  filters: [
    {
      id: 'channel',
      label: 'Channel',
      kind: 'dropdown',
      datasetId: 'orders',
      column: 'channel',
      tiles: ['trend'],
    },
  ],
  steps: [
    { id: 'all', title: 'All', tiles: ['trend'] },
    {
      id: 'north',
      title: 'North',
      tiles: ['trend', 'mix'],
      chart: {
        highlight: [{ column: 'region', values: ['North'] }],
        annotations: [{ at: 'South', label: 'Closed' }],
        filters: [{ column: 'channel', operator: 'equals', value: 'Online' }],
      },
    },
    {
      id: 'gone',
      title: 'Gone',
      tiles: ['hidden'],
      chart: { zoom: { column: 'region', values: ['North'] } },
    },
  ],
};

describe('unfoldStory', () => {
  const unfolded = unfoldStory(story, [tile('trend'), tile('mix')]);
  const find = (id: string) => unfolded.tiles.find((each) => each.id === id);

  it('makes a tile of what a step changes in its first chart', () => {
    assert.deepEqual(
      unfolded.story.steps.map(({ tiles }) => tiles),
      [['trend'], ['north:trend', 'mix'], ['hidden']],
    );
    const changed = find('north:trend');
    assert.deepEqual(changed?.focus, { highlight: [{ column: 'region', values: ['North'] }] });
    assert.deepEqual(
      changed?.options?.annotations?.map(({ label }) => label),
      ['New store', 'Closed'],
    );
    assert.deepEqual(
      changed?.query.filters?.map(({ column }) => column),
      ['year', 'channel'],
    );
    assert.ok(unfolded.story.steps.every((step) => !('chart' in step)));
  });

  it('keeps the visibility rule of the tile', () => {
    assert.deepEqual(find('north:trend')?.visibility, tile('trend').visibility);
  });

  it('lets every drawing of a chart that stays name its marks, and no other', () => {
    assert.deepEqual(find('trend')?.focus, {});
    assert.equal(find('mix')?.focus, undefined);
  });

  it('wires filters of the tile to the changed one', () => {
    assert.deepEqual(unfolded.story.filters?.[0]?.tiles, ['trend', 'north:trend']);
  });

  it('names the authored tile of both', () => {
    assert.deepEqual(['trend', 'north:trend'].map(authoredTile), ['trend', 'trend']);
  });
});

describe('scenesOf', () => {
  it('begins a scene where neighbors show other tiles', () => {
    const steps = [['a'], ['2:a'], [], [], ['a'], ['5:a', 'b'], ['6:a', 'b']];
    const scenes = scenesOf(steps.map((tiles, index) => ({ id: `${index}`, title: '', tiles })));
    assert.deepEqual(scenes, [0, 0, 2, 3, 4, 5, 5]);
  });
});

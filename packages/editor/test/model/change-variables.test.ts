import assert from 'node:assert/strict';
import { it } from 'node:test';
import { messages } from '@inlay/messages/editorMore/en';
import { changeVariables } from '../../src/more/change-variables.ts';

it('title variables: a percentage can be inserted as a change', () => {
  const dataset = {
    id: 'orders',
    name: 'Orders',
    columns: [],
    measures: [
      { name: 'revenue', label: 'Revenue' },
      { name: 'growth', label: 'Growth', format: { kind: 'percent' } as const },
    ],
  };
  const tile = {
    title: 'Growth',
    kind: 'kpi' as const,
    datasetId: 'orders',
    query: { dimensions: [], measures: ['revenue', 'growth'] },
  };
  assert.deepEqual(changeVariables({ tile, dataset }, messages), [
    { label: 'Growth, as “up” or “down”', placeholder: '{{ growth | change }}', needsTotals: false },
  ]);
});

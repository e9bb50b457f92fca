import { defineChart } from '../../define-chart.ts';
import { options } from './options.ts';

export const table = defineChart({
  kind: 'table',
  place: 120,
  icon: 'M3 4h14v12H3zM3 8h14M8 8v8',
  fit: () => 2,
  options,
  isTable: true,
  canPivot: true,
  size: { w: 12, h: 7 },
  style: async () => [(await import('../../parts/table-style.ts')).tableStyle],
  history: async () => (await import('./history-query.ts')).historyQuery,
  draw: async () => (await import('./draw.ts')).tableChart,
});

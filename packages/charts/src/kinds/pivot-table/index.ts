import { defineChart } from '../../define-chart.ts';
import { options } from './options.ts';
import { pivotQuery } from './pivot-query.ts';

export const pivotTable = defineChart({
  kind: 'pivot-table',
  place: 125,
  icon: 'M3 4h14v12H3zM3 8h14M8 4v12M8 12h9',
  fit: ({ times, names, measures }) => Number(measures > 0 && times + names > 1),
  options,
  isTable: true,
  size: { w: 12, h: 8 },
  query: pivotQuery,
  style: async () => (await import('./style.ts')).styles,
  flatten: async () => (await import('./flatten.ts')).flattenPivot,
  draw: async () => (await import('./draw.ts')).pivotTableChart,
});

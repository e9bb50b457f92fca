import { defineChart } from '../../define-chart.ts';
import { options } from './options.ts';

export const treemap = defineChart({
  kind: 'treemap',
  place: 75,
  icon: 'M3 4h14v12H3zM10 4v12M10 10h7M13.5 10v6',
  fit: ({ times, names, measures }) => Number(measures === 1 && times === 0 && (names === 1 || names === 2)),
  options,
  isRanking: true,
  hasOthers: true,
  isWhole: true,
  colors: 'parts',
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).treemapChart,
});

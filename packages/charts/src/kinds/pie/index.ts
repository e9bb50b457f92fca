import { defineChart } from '../../define-chart.ts';
import { adviseBars } from './advise-bars.ts';
import { options } from './options.ts';
import { pieQuery } from './pie-query.ts';

export const pie = defineChart({
  kind: 'pie',
  place: 70,
  icon: 'M10 3v7l5 5M10 3a7 7 0 1 0 7 7 7 7 0 0 0-7-7z',
  fit: ({ times, names, measures }) => Number(measures === 1 && times + names === 1),
  options,
  advise: adviseBars,
  query: pieQuery,
  isRanking: true,
  hasOthers: true,
  isWhole: true,
  colors: 'parts',
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).pieChart,
});

import { defineChart } from '../../define-chart.ts';
import { adviseSeparateScales } from '../bar-line/advise-separate-scales.ts';
import { options } from './options.ts';

export const bar = defineChart({
  kind: 'bar',
  place: 40,
  icon: 'M5 16V9M10 16V4M15 16v-5',
  fit: ({ times, names, measures, alike }) => {
    if (measures === 0 || times + names < 1 || times + names > 2) return 0;
    return times === 0 && names === 1 && (measures === 1 || (alike && measures <= 4)) ? 3 : 1;
  },
  options,
  advise: adviseSeparateScales,
  isGrid: true,
  isRanking: true,
  hasOthers: true,
  colors: 'series',
  hasAnnotations: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).barChart,
});

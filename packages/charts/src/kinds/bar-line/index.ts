import { defineChart } from '../../define-chart.ts';
import { options } from './options.ts';

export const barLine = defineChart({
  kind: 'bar-line',
  place: 50,
  icon: 'M5 16v-4M10 16v-6M15 16v-3M4 8l5-3 6 2',
  fit: ({ times, names, measures, alike }) => {
    if (measures < 2 || times + names !== 1) return 0;
    return times === 1 && measures === 2 && !alike ? 3 : 1;
  },
  options,
  // Where lines on two axes of different units cross is chance.
  newOptions: ({ alike }) => (alike ? {} : { splitMeasures: true }),
  isGrid: true,
  colors: 'series',
  hasAnnotations: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).barLineChart,
});

import { defineChart } from '../../define-chart.ts';
import { options } from './options.ts';

export const scatter = defineChart({
  kind: 'scatter',
  place: 80,
  icon: 'M5 14h.01M8 9h.01M12 12h.01M14 6h.01M16 10h.01M6 6h.01',
  iconStroke: 2.5,
  fit: ({ times, names, measures, alike }) => {
    if (measures < 2 || times + names < 1 || times + names > 2) return 0;
    const isUsual = times === 0 && measures <= 3 && (names === 2 || !alike);
    return isUsual ? 3 : 1;
  },
  options,
  colors: 'groups',
  hasAnnotations: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).scatterChart,
});

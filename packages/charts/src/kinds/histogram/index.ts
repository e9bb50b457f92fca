import { defineChart } from '../../define-chart.ts';
import { options } from './options.ts';

export const histogram = defineChart({
  kind: 'histogram',
  place: 84,
  icon: 'M3 16v-3h3.5V9H10V4h3.5v6H17v6zM6.5 13v3M10 9v7M13.5 10v6',
  fit: ({ times, names, measures }) => Number(measures >= 1 && times + names >= 1),
  options,
  colors: 'chosen',
  hasAnnotations: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).histogramChart,
});

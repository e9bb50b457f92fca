import { defineChart } from '../../define-chart.ts';
import { options } from './options.ts';

export const boxPlot = defineChart({
  kind: 'box-plot',
  place: 86,
  icon: 'M6 3v3M6 13v4M4 6h4v7H4zM4 9h4M14 4v4M14 14v2M12 8h4v6h-4zM12 11h4',
  fit: ({ times, names, measures }) => Number(measures >= 1 && times + names >= 1 && times + names <= 2),
  options,
  colors: 'chosen',
  hasAnnotations: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).boxPlotChart,
});

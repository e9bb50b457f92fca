import { defineChart } from '../../define-chart.ts';
import { options } from './options.ts';

export const kpi = defineChart({
  kind: 'kpi',
  place: 10,
  icon: 'M5 6.5 7 5v10M11 6.5A2.2 2.2 0 0 1 15 7c0 3-4 4-4 8h4.5',
  fit: ({ times, names, measures }) => {
    if (measures === 0 || names > 0 || times > 1) return 0;
    return times === 0 && measures === 1 ? 3 : 1;
  },
  options,
  isGrid: true,
  isCompact: true,
  // Its number is compared with an earlier one (ADR 310).
  query: (query) => ({ ...query, equalSpans: true }),
  size: { w: 3, h: 3 },
  figure: async () => (await import('./write-figure.ts')).writeFigure,
  draw: async () => (await import('./draw.ts')).kpiChart,
});

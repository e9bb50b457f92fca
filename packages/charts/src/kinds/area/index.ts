import { defineChart } from '../../define-chart.ts';
import { cartesianOptions } from '../../options/cartesian-options.ts';
import { layout } from '../../options/layout.ts';
import { legend } from '../../options/legend.ts';
import { series } from '../../options/series.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';
import { adviseSeparateScales } from '../bar-line/advise-separate-scales.ts';
import { refuseNegatives } from './refuse-negatives.ts';

export const area = defineChart({
  kind: 'area',
  place: 30,
  icon: 'M3 16V12l4-4 4 3 6-6v11zM3 12l4-4 4 3 6-6',
  fit: ({ times, names, measures }) => Number(measures >= 1 && times + names >= 1 && times + names <= 2),
  options: {
    x,
    y,
    series,
    layout: { ...layout, only: ['stacked', 'percent'], default: 'stacked' },
    legend,
    ...cartesianOptions,
  },
  refuse: refuseNegatives,
  advise: adviseSeparateScales,
  isGrid: true,
  isInOrder: true,
  colors: 'series',
  hasAnnotations: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).areaChart,
});

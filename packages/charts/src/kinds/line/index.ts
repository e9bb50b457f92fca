import { defineChart } from '../../define-chart.ts';
import { cartesianOptions } from '../../options/cartesian-options.ts';
import { legend } from '../../options/legend.ts';
import { series } from '../../options/series.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';
import { adviseSeparateScales } from '../bar-line/advise-separate-scales.ts';

export const line = defineChart({
  kind: 'line',
  place: 20,
  icon: 'M3 14l4-5 4 3 6-7',
  fit: ({ times, names, measures, alike }) => {
    if (measures === 0 || times + names < 1 || times + names > 2) return 0;
    const isCourse = names === 0 ? alike && measures <= 4 : measures === 1;
    return times === 1 && isCourse ? 3 : 1;
  },
  options: { x, y, series, legend, ...cartesianOptions },
  advise: adviseSeparateScales,
  isGrid: true,
  isInOrder: true,
  colors: 'series',
  hasAnnotations: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).lineChart,
});

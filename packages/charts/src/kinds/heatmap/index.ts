import { defineChart } from '../../define-chart.ts';
import { panelOptions } from '../../options/panels.ts';
import { series } from '../../options/series.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

export const heatmap = defineChart({
  kind: 'heatmap',
  place: 90,
  icon: 'M4 4h5v5H4zM11 4h5v5h-5zM4 11h5v5H4zM11 11h5v5h-5z',
  fit: ({ times, names, measures }) => {
    if (measures !== 1 || times + names !== 2) return 0;
    return times === 1 ? 1 : 3;
  },
  options: { x, y, series, ...panelOptions },
  hasAnnotations: true,
  size: { w: 6, h: 6 },
  draw: async () => (await import('./draw.ts')).heatmapChart,
});

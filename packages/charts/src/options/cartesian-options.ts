import { yMax, yMin } from './bounds.ts';
import type { ChartOptions } from './chart-option.ts';
import { labels } from './labels.ts';
import { panelOptions } from './panels.ts';
import { scale } from './scale.ts';
import { xTitle, yTitle } from './titles.ts';
import { trend } from './trend.ts';

/** The options of charts with a value axis. */
export const cartesianOptions = {
  ...panelOptions,
  xTitle,
  yTitle,
  yMin,
  yMax,
  scale,
  labels,
  trend,
} satisfies ChartOptions;

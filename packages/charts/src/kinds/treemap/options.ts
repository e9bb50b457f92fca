import type { ChartOptions, ColumnOption } from '../../options/chart-option.ts';
import { series } from '../../options/series.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

const groups = {
  ...x,
  description: 'The groups, or the parts if there is one dimension.',
} satisfies ColumnOption;

const parts = {
  ...series,
  description: 'The parts of each group.',
} satisfies ColumnOption;

export const options = { x: groups, y, series: parts } satisfies ChartOptions;

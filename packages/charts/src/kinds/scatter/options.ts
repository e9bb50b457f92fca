import type { ChartProps } from '../../chart-props.ts';
import { xMax, xMin } from '../../options/bounds.ts';
import { cartesianOptions } from '../../options/cartesian-options.ts';
import type { ChartOptions, ColumnOption, OptionValues } from '../../options/chart-option.ts';
import { series } from '../../options/series.ts';
import { trend } from '../../options/trend.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

const pointSize = {
  type: 'column',
  of: 'measure',
  absent: 'automatic',
  description: 'Measure for the size of the points.',
} satisfies ColumnOption;

export const options = {
  x: {
    ...x,
    of: 'measure',
    description: 'The measure on the X axis.',
  },
  y: {
    ...y,
    control: 'one',
    description: 'The measure on the Y axis. Only the first is used.',
  },
  series: { ...series, absent: 'none' },
  size: pointSize,
  ...cartesianOptions,
  xMin,
  xMax,
  trend: { ...trend, only: ['none', 'linear'] },
} satisfies ChartOptions;

export type ScatterProps = ChartProps<OptionValues<typeof options>>;

import type { ChartProps } from '../../chart-props.ts';
import { xMax, xMin } from '../../options/bounds.ts';
import type { AmountOption, ChartOptions, OptionValues } from '../../options/chart-option.ts';
import { labels } from '../../options/labels.ts';
import { panelOptions } from '../../options/panels.ts';
import { xTitle, yTitle } from '../../options/titles.ts';
import { y } from '../../options/y.ts';

const bins = {
  type: 'amount',
  whole: true,
  min: 5,
  max: 100,
  description: 'Approximate number of bins.',
} satisfies AmountOption;

export const options = {
  y: { ...y, control: 'one' },
  bins,
  ...panelOptions,
  xTitle,
  yTitle,
  xMin,
  xMax,
  labels: { ...labels, only: ['auto', 'all'] },
} satisfies ChartOptions;

export type HistogramProps = ChartProps<OptionValues<typeof options>>;

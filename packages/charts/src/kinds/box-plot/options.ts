import type { ChartProps } from '../../chart-props.ts';
import { yMax, yMin } from '../../options/bounds.ts';
import type { ChartOptions, OptionValues } from '../../options/chart-option.ts';
import { labels } from '../../options/labels.ts';
import { panelOptions } from '../../options/panels.ts';
import { scale } from '../../options/scale.ts';
import { xTitle, yTitle } from '../../options/titles.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

export const options = {
  x,
  y: { ...y, control: 'one' },
  ...panelOptions,
  xTitle,
  yTitle,
  yMin,
  yMax,
  scale,
  labels: { ...labels, only: ['auto', 'all'] },
} satisfies ChartOptions;

export type BoxPlotProps = ChartProps<OptionValues<typeof options>>;

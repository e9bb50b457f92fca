import type { ChartProps } from '../../chart-props.ts';
import { cartesianOptions } from '../../options/cartesian-options.ts';
import type { ChartOptions, ColumnsOption, OptionValues, ToggleOption } from '../../options/chart-option.ts';
import { labels } from '../../options/labels.ts';
import { layout } from '../../options/layout.ts';
import { series } from '../../options/series.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

const lineColumns = {
  type: 'columns',
  of: 'measure',
  control: 'checkboxes',
  among: 'y',
  usual: (measures) => measures.slice(-1),
  description: 'Measures drawn as lines on the second axis of a bar-line chart. Defaults to the last one.',
} satisfies ColumnsOption;

const splitMeasures = {
  type: 'toggle',
  default: false,
  description:
    'Draws bars and lines in two panels, each with its own axis, instead of on two axes: above each other over time, next to names side by side.',
} satisfies ToggleOption;

export const options = {
  x,
  y,
  series,
  line: lineColumns,
  splitMeasures,
  layout: { ...layout, only: ['grouped', 'stacked'], default: 'grouped' },
  ...cartesianOptions,
  labels: { ...labels, only: ['auto', 'all'] },
} satisfies ChartOptions;

export type BarLineProps = ChartProps<OptionValues<typeof options>>;

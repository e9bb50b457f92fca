import type { ChartProps } from '../../chart-props.ts';
import { cartesianOptions } from '../../options/cartesian-options.ts';
import type { ChartOptions, ChoiceOption, OptionValues } from '../../options/chart-option.ts';
import { layout } from '../../options/layout.ts';
import { legend } from '../../options/legend.ts';
import { series } from '../../options/series.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

const orientation = {
  type: 'choice',
  description: 'By default, bars are horizontal where long names need the room.',
  choices: ['vertical', 'horizontal'],
} satisfies ChoiceOption<'vertical' | 'horizontal'>;

export const options = {
  x,
  y,
  series,
  layout: { ...layout, default: 'grouped' },
  orientation,
  legend,
  ...cartesianOptions,
} satisfies ChartOptions;

export type BarProps = ChartProps<OptionValues<typeof options>>;

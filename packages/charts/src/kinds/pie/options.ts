import type { ChartProps } from '../../chart-props.ts';
import type { ChartOptions, OptionValues, ToggleOption } from '../../options/chart-option.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

const donut = {
  type: 'toggle',
  default: true,
  description: 'Pies are donuts unless this is false.',
} satisfies ToggleOption;

export const options = { x, y, donut } satisfies ChartOptions;

export type PieProps = ChartProps<OptionValues<typeof options>>;

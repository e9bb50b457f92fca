import type { ChartProps } from '../../chart-props.ts';
import type { ChartOptions, NamesOption, OptionValues } from '../../options/chart-option.ts';
import { panelOptions } from '../../options/panels.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

const levels = {
  type: 'names',
  description:
    'Categories of a waterfall that are subtotals, not changes. Without any, a total is added at the end.',
} satisfies NamesOption;

export const options = { x, y, levels, ...panelOptions } satisfies ChartOptions;

export type WaterfallProps = ChartProps<OptionValues<typeof options>>;

import type { ChartProps } from '../../chart-props.ts';
import type { ChartOptions, OptionValues } from '../../options/chart-option.ts';
import { target } from '../../options/target.ts';
import { y } from '../../options/y.ts';

export const options = { y, target } satisfies ChartOptions;

export type KpiProps = ChartProps<OptionValues<typeof options>>;

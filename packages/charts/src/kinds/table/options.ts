import type { ChartProps } from '../../chart-props.ts';
import type { ChartOptions, OptionValues } from '../../options/chart-option.ts';
import { pageSize } from '../../options/page-size.ts';

export const options = { pageSize } satisfies ChartOptions;

export type TableProps = ChartProps<OptionValues<typeof options>>;

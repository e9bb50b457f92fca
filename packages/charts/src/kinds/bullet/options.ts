import type { ChartProps } from '../../chart-props.ts';
import type { ChartOptions, OptionValues } from '../../options/chart-option.ts';
import { panelOptions } from '../../options/panels.ts';
import { target } from '../../options/target.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

export const options = { x, y, target, ...panelOptions } satisfies ChartOptions;

export type BulletProps = ChartProps<OptionValues<typeof options>>;

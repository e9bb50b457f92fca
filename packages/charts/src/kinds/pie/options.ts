import type { ChartProps } from '../../chart-props.ts';
import type { ChartOptions, OptionValues, ToggleOption } from '../../options/chart-option.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

const donut = {
  type: 'toggle',
  default: true,
  description: 'Pies are donuts unless this is false.',
  label: {
    ar: 'بفتحة',
    de: 'Mit Loch',
    en: 'Donut',
    es: 'Con hueco',
    fr: 'Avec un trou',
    it: 'Con un foro',
    ja: '中央に穴',
    nl: 'Met een gat',
    pt: 'Com um furo',
  },
} satisfies ToggleOption;

export const options = { x, y, donut } satisfies ChartOptions;

export type PieProps = ChartProps<OptionValues<typeof options>>;

import type { ChartProps } from '../../chart-props.ts';
import { cartesianOptions } from '../../options/cartesian-options.ts';
import type { ChartOptions, OptionValues, SwitchOption } from '../../options/chart-option.ts';
import { layout } from '../../options/layout.ts';
import { legend } from '../../options/legend.ts';
import { series } from '../../options/series.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

/** Without it, long names lay the bars down. */
const orientation = {
  type: 'switch',
  choices: ['vertical', 'horizontal'],
  on: 'horizontal',
  label: {
    ar: 'أعمدة أفقية',
    de: 'Liegende Balken',
    en: 'Lying bars',
    es: 'Barras horizontales',
    fr: 'Barres horizontales',
    it: 'Barre orizzontali',
    ja: '横棒',
    nl: 'Liggende staven',
    pt: 'Barras deitadas',
  },
} satisfies SwitchOption<'vertical' | 'horizontal'>;

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

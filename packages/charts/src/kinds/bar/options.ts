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
  label: {
    ar: 'الاتجاه',
    de: 'Ausrichtung',
    en: 'Orientation',
    es: 'Orientación',
    fr: 'Orientation',
    it: 'Orientamento',
    ja: '向き',
    nl: 'Richting',
    pt: 'Orientação',
  },
  choices: {
    vertical: {
      ar: 'رأسي',
      de: 'Senkrecht',
      en: 'Vertical',
      es: 'Vertical',
      fr: 'Verticale',
      it: 'Verticale',
      ja: '縦',
      nl: 'Verticaal',
      pt: 'Vertical',
    },
    horizontal: {
      ar: 'أفقي',
      de: 'Waagerecht',
      en: 'Horizontal',
      es: 'Horizontal',
      fr: 'Horizontale',
      it: 'Orizzontale',
      ja: '横',
      nl: 'Horizontaal',
      pt: 'Horizontal',
    },
  },
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

import type { ChartProps } from '../../chart-props.ts';
import type { ChartOptions, NamesOption, OptionValues } from '../../options/chart-option.ts';
import { x } from '../../options/x.ts';
import { y } from '../../options/y.ts';

const levels = {
  type: 'names',
  description:
    'Categories of a waterfall that state a level, not a change; without any, the sum is added at the end.',
  label: {
    ar: 'خطوات تحدد مستوى',
    de: 'Stufen, die einen Stand angeben',
    en: 'Steps that state a level',
    es: 'Pasos que indican un nivel',
    fr: 'Étapes qui indiquent un niveau',
    it: 'Passi che indicano un livello',
    ja: '水準を示す段階',
    nl: 'Stappen die een stand aangeven',
    pt: 'Passos que indicam um nível',
  },
  hint: {
    ar: 'أسماء مفصولة بفواصل؛ وما سواها تغييرات.',
    de: 'Namen durch Kommas getrennt; alle anderen sind Änderungen.',
    en: 'Names separated by commas; all others are changes.',
    es: 'Nombres separados por comas; todos los demás son cambios.',
    fr: 'Noms séparés par des virgules ; tous les autres sont des variations.',
    it: 'Nomi separati da virgole; tutti gli altri sono variazioni.',
    ja: '名前をカンマで区切ります。その他は変化量です。',
    nl: 'Namen gescheiden door komma’s; alle andere zijn wijzigingen.',
    pt: 'Nomes separados por vírgulas; todos os outros são variações.',
  },
} satisfies NamesOption;

export const options = { x, y, levels } satisfies ChartOptions;

export type WaterfallProps = ChartProps<OptionValues<typeof options>>;

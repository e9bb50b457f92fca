import type { ChartProps } from '../../chart-props.ts';
import type {
  ChartOptions,
  ColumnsOption,
  LinksOption,
  NumberOption,
  OptionValues,
} from '../../options/chart-option.ts';
import { pageSize } from '../../options/page-size.ts';

/** More would leave nothing to scroll on a phone. */
export const maxPinned = 2;

const pinned = {
  type: 'number',
  min: 0,
  max: maxPinned,
  default: 0,
  description: 'How many columns, from the first, stay in view while the others scroll.',
  label: {
    ar: 'الأعمدة المثبتة',
    de: 'Fixierte Spalten',
    en: 'Pinned columns',
    es: 'Columnas fijas',
    fr: 'Colonnes figées',
    it: 'Colonne bloccate',
    ja: '固定する列数',
    nl: 'Vastgezette kolommen',
    pt: 'Colunas fixas',
  },
} satisfies NumberOption;

const bars = {
  type: 'columns',
  of: 'measure',
  control: 'checkboxes',
  usual: () => [],
  description: 'Columns whose cells have a bar under the value.',
  label: {
    ar: 'أشرطة في الخلايا',
    de: 'Balken in Zellen',
    en: 'Bars in cells',
    es: 'Barras en las celdas',
    fr: 'Barres dans les cellules',
    it: 'Barre nelle celle',
    ja: 'セル内の棒',
    nl: 'Balken in cellen',
    pt: 'Barras nas células',
  },
} satisfies ColumnsOption;

const links = {
  type: 'links',
  description:
    'By column: where its cells link to. An address with columns in braces, or one column in braces whose values are addresses. Only https, and only hosts that the tenant allows.',
  label: {
    ar: 'الروابط',
    de: 'Links',
    en: 'Links',
    es: 'Enlaces',
    fr: 'Liens',
    it: 'Link',
    ja: 'リンク',
    nl: 'Links',
    pt: 'Links',
  },
} satisfies LinksOption;

export const options = { pageSize, pinned, bars, links } satisfies ChartOptions;

export type TableProps = ChartProps<OptionValues<typeof options>>;

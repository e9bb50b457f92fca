import type { ChartProps } from '../../chart-props.ts';
import type {
  ChartOptions,
  ColumnsOption,
  NumberOption,
  OptionValues,
  ToggleOption,
} from '../../options/chart-option.ts';
import { pageSize } from '../../options/page-size.ts';
import { pivotAxes } from './pivot-query.ts';

const rows = {
  type: 'columns',
  of: 'dimension',
  control: 'none',
  label: {
    ar: 'الصفوف',
    de: 'Zeilen',
    en: 'Rows',
    es: 'Filas',
    fr: 'Lignes',
    it: 'Righe',
    ja: '行',
    nl: 'Rijen',
    pt: 'Linhas',
  },
  description:
    'Dimensions of a pivot table that go down, from the outermost; all that are not in `columns` without it.',
} satisfies ColumnsOption;

const columns = {
  type: 'columns',
  of: 'dimension',
  control: 'checkboxes',
  usual: (names) => pivotAxes(names, {}).columns,
  label: {
    ar: 'الأعمدة',
    de: 'Spalten',
    en: 'Columns',
    es: 'Columnas',
    fr: 'Colonnes',
    it: 'Colonne',
    ja: '列',
    nl: 'Kolommen',
    pt: 'Colunas',
  },
  description: 'Dimensions of a pivot table that go across, from the outermost; the last one without it.',
} satisfies ColumnsOption;

const subtotals = {
  type: 'toggle',
  default: true,
  label: {
    ar: 'إظهار المجاميع الفرعية',
    de: 'Zwischensummen zeigen',
    en: 'Show subtotals',
    es: 'Mostrar subtotales',
    fr: 'Afficher les sous-totaux',
    it: 'Mostra i subtotali',
    ja: '小計を表示',
    nl: 'Subtotalen tonen',
    pt: 'Mostrar subtotais',
  },
  description: 'Of each group of rows and columns of a pivot table.',
} satisfies ToggleOption;

const totals = {
  type: 'toggle',
  default: true,
  label: {
    ar: 'إظهار المجاميع',
    de: 'Gesamtsummen zeigen',
    en: 'Show grand totals',
    es: 'Mostrar totales generales',
    fr: 'Afficher les totaux généraux',
    it: 'Mostra i totali complessivi',
    ja: '総計を表示',
    nl: 'Eindtotalen tonen',
    pt: 'Mostrar totais gerais',
  },
  description: 'The last row and column of a pivot table.',
} satisfies ToggleOption;

const openLevels = {
  type: 'number',
  min: 1,
  max: 20,
  default: 20,
  label: {
    ar: 'المستويات المفتوحة',
    de: 'Geöffnete Ebenen',
    en: 'Open levels',
    es: 'Niveles abiertos',
    fr: 'Niveaux ouverts',
    it: 'Livelli aperti',
    ja: '開いておく階層',
    nl: 'Open niveaus',
    pt: 'Níveis abertos',
  },
  description:
    'How many levels of rows a pivot table shows at first, on screen and in documents; groups deeper than that are collapsed.',
} satisfies NumberOption;

export const options = { rows, columns, subtotals, totals, openLevels, pageSize } satisfies ChartOptions;

export type PivotProps = ChartProps<OptionValues<typeof options>>;
export type PivotTile = PivotProps['tile'];

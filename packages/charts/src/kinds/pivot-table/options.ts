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
  description:
    'Dimensions of a pivot table that go down, from the outermost; all that are not in `columns` without it.',
} satisfies ColumnsOption;

const columns = {
  type: 'columns',
  of: 'dimension',
  control: 'checkboxes',
  usual: (names) => pivotAxes(names, {}).columns,
  description: 'Dimensions of a pivot table that go across, from the outermost; the last one without it.',
} satisfies ColumnsOption;

const subtotals = {
  type: 'toggle',
  default: true,
  description: 'Of each group of rows and columns of a pivot table.',
} satisfies ToggleOption;

const totals = {
  type: 'toggle',
  default: true,
  description: 'The last row and column of a pivot table.',
} satisfies ToggleOption;

const openLevels = {
  type: 'number',
  min: 1,
  max: 20,
  default: 20,
  description:
    'How many levels of rows a pivot table shows at first, on screen and in documents; groups deeper than that are collapsed.',
} satisfies NumberOption;

export const options = { rows, columns, subtotals, totals, openLevels, pageSize } satisfies ChartOptions;

export type PivotProps = ChartProps<OptionValues<typeof options>>;
export type PivotTile = PivotProps['tile'];

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
  description: 'Row dimensions of a pivot table, outermost first. Defaults to all that are not in `columns`.',
} satisfies ColumnsOption;

const columns = {
  type: 'columns',
  of: 'dimension',
  control: 'checkboxes',
  usual: (names) => pivotAxes(names, {}).columns,
  description: 'Column dimensions of a pivot table, outermost first. Defaults to the last dimension.',
} satisfies ColumnsOption;

const subtotals = {
  type: 'toggle',
  default: true,
  description: 'Shows subtotals for each group of rows and columns of a pivot table.',
} satisfies ToggleOption;

const totals = {
  type: 'toggle',
  default: true,
  description: 'Shows grand totals as the last row and column of a pivot table.',
} satisfies ToggleOption;

const openLevels = {
  type: 'number',
  min: 1,
  max: 20,
  default: 20,
  description:
    'Number of row levels that a pivot table shows initially, on screen and in documents. Deeper groups are collapsed.',
} satisfies NumberOption;

export const options = { rows, columns, subtotals, totals, openLevels, pageSize } satisfies ChartOptions;

export type PivotProps = ChartProps<OptionValues<typeof options>>;
export type PivotTile = PivotProps['tile'];

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
} satisfies NumberOption;

const bars = {
  type: 'columns',
  of: 'measure',
  control: 'checkboxes',
  usual: () => [],
  description: 'Columns whose cells have a bar under the value.',
} satisfies ColumnsOption;

const links = {
  type: 'links',
  description:
    'By column: where its cells link to. An address with columns in braces, or one column in braces whose values are addresses. Only https, and only hosts that the tenant allows.',
} satisfies LinksOption;

export const options = { pageSize, pinned, bars, links } satisfies ChartOptions;

export type TableProps = ChartProps<OptionValues<typeof options>>;

import type { ChartProps } from '../../chart-props.ts';
import type {
  ChartOptions,
  ChoiceOption,
  ColumnsOption,
  LinksOption,
  NumberOption,
  OptionValues,
  SparklinesOption,
} from '../../options/chart-option.ts';
import { pageSize } from '../../options/page-size.ts';

/** More would leave no room to scroll on a phone. */
export const maxPinned = 2;

const pinned = {
  type: 'number',
  min: 0,
  max: maxPinned,
  default: 0,
  description: 'Number of leading columns that stay visible while the others scroll.',
} satisfies NumberOption;

const bars = {
  type: 'columns',
  of: 'measure',
  control: 'checkboxes',
  usual: () => [],
  description: 'Columns with data bars.',
} satisfies ColumnsOption;

const links = {
  type: 'links',
  description:
    'Links by column: a URL with columns in braces, or one column in braces whose values are URLs. Only https, and only hosts that the tenant allows.',
} satisfies LinksOption;

const images = {
  type: 'links',
  description:
    'Images by column: a URL with columns in braces, or one column in braces whose values are URLs. Only https, and only hosts that the tenant allows for images.',
} satisfies LinksOption;

const imageSize = {
  type: 'choice',
  choices: ['small', 'medium', 'large'],
  default: 'small',
  description: 'Images are 24, 40 or 72 pixels high.',
} satisfies ChoiceOption<'small' | 'medium' | 'large'>;

const sparklines = {
  type: 'sparklines',
  description: 'Lines that show measures over time in each row.',
} satisfies SparklinesOption;

export const options = {
  pageSize,
  pinned,
  bars,
  links,
  images,
  imageSize,
  sparklines,
} satisfies ChartOptions;

export type TableProps = ChartProps<OptionValues<typeof options>>;

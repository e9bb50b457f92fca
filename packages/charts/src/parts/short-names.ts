import type { ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';
import { dimensionsOf } from '../data/adds-up.ts';
import { panelColumn } from '../data/panel-column.ts';
import { readColumns } from '../data/read-columns.ts';
import { isRightToLeft } from '../format/locale.ts';
import { truncate } from '../layout/fit-text.ts';
import { sharedPrefix } from '../layout/shared-prefix.ts';
import { type Markup, svgText } from './svg.ts';

const headingHeight = 22;
/** A lower chart needs its height for marks. */
const lowest = 150;

/**
 * Takes the words that the names of a dimension share out of its labels: they are drawn once, above the chart, which
 * gets the rest of the height. Tooltips, data table and summary keep the full names (ADR 335).
 */
export function withShortNames<Props extends ChartProps>(props: Props): Props {
  if (props.size.height < lowest) return props;
  const prefixes = namedBy(props)
    .map(({ values }) => sharedPrefix(values.filter((cell) => typeof cell === 'string')))
    .filter((prefix) => prefix !== '');
  if (prefixes.length === 0) return props;
  const { width, height } = props.size;
  return { ...props, prefixes, size: { width, height: height - headingHeight } };
}

/** The dimensions whose values a chart writes: a histogram writes none, a box plot none of its observations. */
function namedBy({ chart, result, tile }: ChartProps): readonly ResultColumn[] {
  const { x } = readColumns(result, tile.options);
  const named = 'series' in chart.options ? dimensionsOf(result) : 'x' in chart.options && x ? [x] : [];
  const by = panelColumn(chart, tile.options, result);
  const all = new Set(by ? [...named, by] : named);
  return [...all].filter(({ type, role }) => type === 'string' && role === 'dimension');
}

/** A name as it is drawn. */
export function shortName({ prefixes = [] }: Pick<ChartProps, 'prefixes'>, name: string): string {
  const prefix = prefixes.find((each) => name.startsWith(each)) ?? '';
  return name.slice(prefix.length);
}

/** The chart without a heading, in its whole size. */
export function withLongNames<Props extends ChartProps>(props: Props): Props {
  const { width, height } = props.size;
  return { ...props, prefixes: [], size: { width, height: height + headingRoom(props) } };
}

/** Panels have one heading above all of them. */
export const headingRoom = ({ prefixes = [], panel }: ChartProps): number =>
  prefixes.length > 0 && !panel ? headingHeight : 0;

/** The shared beginnings, above the chart. */
export function sharedHeading({ prefixes = [], size, theme, locale }: ChartProps): Markup | null {
  if (prefixes.length === 0) return null;
  const text = prefixes.map((prefix) => `${prefix}…`).join(' · ');
  const x = isRightToLeft(locale) ? size.width : 0;
  const shown = truncate(text, size.width, 12);
  return svgText(x, 12 - headingHeight, shown, { fill: theme.colors['text-muted'] }, text);
}

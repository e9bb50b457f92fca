import type { ChartProps } from '../chart-props.ts';
import { columnFormat, toNumber } from '../data/read-columns.ts';
import type { SeriesData } from '../data/read-series.ts';
import { withColumnDecimals } from '../format/column-decimals.ts';
import { formatRow } from '../format/format-cell.ts';
import { formatFull } from '../format/format-number.ts';
import { pointsPath } from './path-data.ts';
import { escaped, g, type Markup, px, tenths } from './svg.ts';

/** A hit target for tooltips and keyboard: label, position, and the value of each series. */
export type Mark = readonly [label: string, x: number, items: readonly MarkItem[]];
export type MarkItem = readonly [series: number, y: number, text: string];

/**
 * The marks of a chart of columns in one attribute: from `top` on `height` tall, between the outer edges, a path of
 * points for each series. Its words follow mark by mark, the label and what each series says; or, as numbers, which
 * columns of the table beside the chart have them.
 */
export type FoldedMarks = readonly [
  top: number,
  height: number,
  from: number,
  to: number,
  paths: readonly string[],
  words: readonly string[] | readonly number[],
];

/** Among thousands nobody hits a single one with a pointer, so there are fewer hit targets and a quarter less markup. */
const mostMarks = (count: number) => (count > 1000 ? 140 : 200);

/** The attribute a client reads: no scale has to be computed again to place a tooltip. */
export function markAttribute(label: string, x: number, items: readonly MarkItem[]): Markup {
  let list = '';
  for (const [series, y, text] of items)
    list += `${list === '' ? '' : ','}[${series},${px(y)},${quoted(text)}]`;
  return ` data-mark="[${quoted(label)},${px(x)},[${list}]]"` as Markup;
}

const special = /[^ !#-%'-;=?-[\]-~\u00a0-\ud7ff]/;

/** A string of JSON inside an attribute; most need no escaping, and there are hundreds. */
function quoted(text: string): string {
  return special.test(text) ? escaped(JSON.stringify(text)) : `&quot;${text}&quot;`;
}

/** One invisible column per category, which the page's script creates from this attribute. */
export function columnMarks(
  props: ChartProps,
  data: SeriesData,
  x: (index: number) => number,
  y: (series: number, index: number) => number | null,
  area: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number },
): Markup | undefined {
  const all = data.positions.length;
  if (all === 0 || data.series.length === 0) return undefined;
  const stride = Math.ceil(all / mostMarks(all));
  const count = Math.ceil(all / stride);
  const [from, to] = x(0) <= x(all - 1) ? [area.left, area.right] : [area.right, area.left];
  const at = (mark: number) => x(mark * stride);
  const paths = data.series.map(({ values }, series) =>
    pointsPath(count, at, (mark) =>
      (values[mark * stride] ?? null) === null ? null : y(series, mark * stride),
    ),
  );
  const folded: FoldedMarks = [
    tenths(area.top) / 10,
    tenths(area.bottom - area.top) / 10,
    tenths(from) / 10,
    tenths(to) / 10,
    paths,
    (stride === 1 ? columnsBeside(props, data) : undefined) ?? wordsOf(props, data, stride),
  ];
  return g({ fill: 'none', 'pointer-events': 'all', 'data-marks': JSON.stringify(folded) });
}

function wordsOf({ locale }: ChartProps, data: SeriesData, stride: number): readonly string[] {
  const words: string[] = [];
  for (let index = 0; index < data.positions.length; index += stride) {
    words.push(data.label(index));
    for (const { values, format } of data.series) {
      const value = values[index] ?? null;
      words.push(value === null ? '' : formatFull(value, format, locale));
    }
  }
  return words;
}

/** If every hit target is a row of the table next to the chart and every series a column, the texts are in the table. */
function columnsBeside(props: ChartProps, data: SeriesData): readonly number[] | undefined {
  const { result, locale, tile, rowsBeside = 0 } = props;
  const { x, series, positions, label } = data;
  if (x === undefined || positions.length !== result.rowCount || result.rowCount > rowsBeside)
    return undefined;
  const format = withColumnDecimals(x, columnFormat(x, tile.options), result.rowCount);
  const same = positions.every(
    (_, row) =>
      series.every(({ column, values }) => toNumber(column.values[row]) === values[row]) &&
      formatRow(row, x, format, locale) === label(row),
  );
  return same
    ? [x, ...series.map(({ column }) => column)].map((column) => result.columns.indexOf(column))
    : undefined;
}

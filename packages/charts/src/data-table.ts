import { h, type VNode } from 'preact';
import type { ChartProps } from './chart-props.ts';
import { columnFormat } from './data/read-columns.ts';
import { withColumnDecimals } from './format/column-decimals.ts';
import { formatCell } from './format/format-cell.ts';
import { formatFull } from './format/format-number.ts';

const defaultMost = 500;

export type DataTableProps = Pick<ChartProps, 'tile' | 'result' | 'locale'> & {
  /** Rows beyond these are counted, not written. */
  readonly most?: number;
};

/** The numbers of a chart as a table, for those who do not see the chart or want to check it. */
export function DataTable(props: DataTableProps): VNode {
  const { tile, result, locale, most: mostRows = defaultMost } = props;
  const formats = result.columns.map((column) =>
    withColumnDecimals(column, columnFormat(column, tile.options)),
  );
  const number = (value: number) => formatFull(value, undefined, locale);
  const note =
    result.rowCount > mostRows
      ? `${tile.title}. ${locale.words.shownOf(number(mostRows), number(result.rowCount))}`
      : tile.title;
  const rows = Array.from({ length: Math.min(mostRows, result.rowCount) }, (_, row) => row);
  return h(
    'table',
    { class: 'inlay-data' },
    h('caption', null, note),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        result.columns.map((column) => h('th', { scope: 'col' }, column.label)),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map((row) =>
        h(
          'tr',
          null,
          result.columns.map((column, index) => {
            const text = formatCell(column.values[row] ?? null, column, formats[index], locale);
            return index === 0 && column.role === 'dimension'
              ? h('th', { scope: 'row' }, text)
              : h('td', null, text);
          }),
        ),
      ),
    ),
  ) as VNode;
}

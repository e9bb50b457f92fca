import type { VNode } from 'preact';
import type { ChartProps } from './chart-props.ts';
import { columnFormat } from './data/read-columns.ts';
import { withColumnDecimals } from './format/column-decimals.ts';
import { formatCell } from './format/format-cell.ts';
import { formatFull } from './format/format-number.ts';
import { component, element, type Markup, plain } from './parts/svg.ts';

const defaultMost = 500;

type DataTableProps = Pick<ChartProps, 'tile' | 'result' | 'locale'> & {
  /** Rows beyond these are counted, not written. */
  readonly most?: number;
};

/** The numbers of a chart as a table, for those who do not see the chart or want to check it. */
export function DataTable(props: DataTableProps): VNode {
  const { tile, result, locale, most: mostRows = defaultMost } = props;
  const shown = Math.min(mostRows, result.rowCount);
  const formats = result.columns.map((column) =>
    withColumnDecimals(column, columnFormat(column, tile.options), shown),
  );
  const number = (value: number) => formatFull(value, undefined, locale);
  const note =
    result.rowCount > mostRows
      ? `${tile.title}. ${locale.words.shownOf(number(mostRows), number(result.rowCount))}`
      : tile.title;
  const head = result.columns.map((column) => element('th', { scope: 'col' }, plain(column.label)));
  const rows: Markup[] = [];
  for (let row = 0; row < shown; row += 1) {
    const cells = result.columns.map((column, index) => {
      const text = plain(formatCell(column.values[row] ?? null, column, formats[index], locale));
      return index === 0 && column.role === 'dimension'
        ? element('th', { scope: 'row' }, text)
        : element('td', {}, text);
    });
    rows.push(element('tr', {}, cells));
  }
  return component(
    'table',
    { class: 'inlay-data' },
    element('caption', {}, plain(note)),
    element('thead', {}, element('tr', {}, head)),
    element('tbody', {}, rows),
  );
}

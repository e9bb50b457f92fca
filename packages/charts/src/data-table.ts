import type { VNode } from 'preact';
import type { ChartProps } from './chart-props.ts';
import { describeZoom } from './data/describe-focus.ts';
import { incompleteText, withUntil } from './data/incomplete-period.ts';
import { columnFormat } from './data/read-columns.ts';
import { zoomResult } from './data/zoom-result.ts';
import { formatRow } from './format/format-cell.ts';
import { formatFull } from './format/format-number.ts';
import { maxColumns, rowsWithin } from './layout/table-limits.ts';
import { component, element, type Markup, plain } from './parts/svg.ts';

const defaultMost = 500;

type DataTableProps = Pick<ChartProps, 'tile' | 'result' | 'locale'> & {
  /** Further rows are counted but not written. */
  readonly most?: number;
};

/** The data of a chart as a table, for screen readers and for checking. */
export function DataTable(props: DataTableProps): VNode {
  const { tile, locale } = props;
  const zoomed = zoomResult(props.result, tile.focus?.zoom, locale);
  const { result } = zoomed ?? props;
  const columns = result.columns.slice(0, maxColumns);
  const mostRows = rowsWithin(props.most ?? defaultMost, columns.length);
  const shown = Math.min(mostRows, result.rowCount);
  const formats = columns.map((column) => columnFormat(column, tile.options));
  const number = (value: number) => formatFull(value, undefined, locale);
  const notes = [
    tile.title,
    ...(zoomed ? [describeZoom(props)?.replace(/\.$/, '') ?? ''] : []),
    ...(result.rowCount > mostRows
      ? [locale.messages.shownOf({ shown: number(mostRows), all: number(result.rowCount) })]
      : []),
    ...(result.columns.length > maxColumns
      ? [
          locale.messages.columnsShown({
            shown: number(maxColumns),
            all: number(result.columns.length),
            count: result.columns.length,
          }),
        ]
      : []),
  ];
  const head = columns.map((column) => element('th', { scope: 'col' }, plain(column.label)));
  const rows: Markup[] = [];
  for (let row = 0; row < shown; row += 1) {
    const cells = columns.map((column, index) => {
      const until =
        column.incomplete && column.values[row] === column.incomplete.value
          ? incompleteText(column, locale)
          : undefined;
      const text = plain(withUntil(formatRow(row, column, formats[index], locale), until));
      return index === 0 && column.role === 'dimension'
        ? element('th', { scope: 'row' }, text)
        : element('td', {}, text);
    });
    rows.push(element('tr', {}, cells));
  }
  return component(
    'table',
    { class: 'inlay-data' },
    element('caption', {}, plain(notes.join('. '))),
    element('thead', {}, element('tr', {}, head)),
    element('tbody', {}, rows),
  );
}

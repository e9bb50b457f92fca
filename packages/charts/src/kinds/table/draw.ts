import type { Sort } from '@inlay/protocol/query';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { toNumber } from '../../data/read-columns.ts';
import { formatCell, formatRow, isNumeric } from '../../format/format-cell.ts';
import { formatFull } from '../../format/format-number.ts';
import { maxColumns } from '../../layout/table-limits.ts';
import { type CellsOf, clickAttributes, hasCells, type MarkOf, markValue } from '../../parts/cell-marks.ts';
import { captionOf, highlightedClass, isHighlighted, rowShape } from '../../parts/focus.ts';
import { isCut } from '../../parts/notes.ts';
import { type Children, element, type Markup, plain } from '../../parts/svg.ts';
import { tableFrame } from '../../parts/table-frame.ts';
import { toneOf } from '../../parts/thresholds.ts';
import { cellImage, imageText, isAddress } from './cell-image.ts';
import type { TableProps } from './options.ts';
import { readTableColumns, type TableColumn } from './table-columns.ts';
import { tablePage } from './table-page.ts';

/** A table: sorted and paged as the viewer chose, with totals at the end and tones by threshold. */
export function tableChart(props: TableProps): VNode {
  const { result, tile, view } = props;
  const sort = view?.sort ?? tile.query.sort?.[0];
  const { page, pages, before, rows: shown } = tablePage(props);
  const columns = readTableColumns(props, shown);
  const hasNotes = pages > 1 || isCut(props) || columns.length < result.columns.length;
  return tableFrame(
    props,
    {
      class: columns[0]?.pin === undefined ? undefined : 'inlay-pinning',
      page,
      pages,
      notes: hasNotes ? pageNotes(props, before, shown.length) : [],
    },
    element(
      'table',
      {
        'data-cells': hasCells(props)
          ? JSON.stringify(columns.flatMap((column) => cellsOf(column, result)))
          : undefined,
        ...clickAttributes(props),
      },
      element('caption', {}, plain(captionOf(props))),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          columns.map((column) => headCell(column, sort)),
        ),
      ),
      element(
        'tbody',
        {},
        shown.map((row) =>
          element(
            'tr',
            {
              'data-mark-of': hasCells(props) ? JSON.stringify(markOf(result, row)) : undefined,
              ...rowShape(props, [row]),
            },
            columns.map((column, index) => [
              bodyCell(props, column, row, index === 0),
              column.sparkline && sparklineCell(column.sparkline, row),
            ]),
          ),
        ),
      ),
      result.totals ? totalsRow(props, columns, result.totals) : null,
    ),
  );
}

const markOf = ({ columns }: QueryResult, row: number): MarkOf =>
  Object.fromEntries(
    columns.filter(({ role }) => role === 'dimension').map((column) => [column.name, markValue(column, row)]),
  );

/** A click on a sparkline is one on the value before it. */
function cellsOf({ column, sparkline }: TableColumn, result: QueryResult): readonly CellsOf[] {
  const cells = cellsOfColumn(column, result);
  return sparkline ? [cells, cells] : [cells];
}

function cellsOfColumn({ name, role, pivot }: ResultColumn, { columns }: QueryResult): CellsOf {
  if (role === 'dimension') return {};
  if (!pivot) return { measure: name };
  const top = columns.flatMap((each) => (each.pivot && !each.pivot.others ? [each.pivot.value] : []));
  const value = pivot.others ? { notIn: [...new Set(top)] } : pivot.value;
  return { measure: pivot.measure, mark: { [pivot.dimension]: value } };
}

function headCell({ column, isNumber, pin, sparkline }: TableColumn, sort: Sort | undefined): Children {
  const sorted = sort?.by === column.name ? sort.direction : undefined;
  const head = element(
    'th',
    {
      scope: 'col',
      class: classes(isNumber && 'inlay-number', pin),
      'data-column': column.name,
      'aria-sort': sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined,
    },
    plain(column.label),
    sorted
      ? element('span', { 'aria-hidden': 'true', class: 'inlay-sort' }, plain(sorted === 'asc' ? ' ↑' : ' ↓'))
      : null,
  );
  if (!sparkline) return head;
  const { span } = sparkline;
  return [head, element('th', { scope: 'col', 'aria-label': `${column.label}, ${span}` }, plain(span))];
}

const sparklineCell = ({ line }: NonNullable<TableColumn['sparkline']>, row: number): Markup =>
  element('td', {}, line(row) ?? plain('–'));

function bodyCell(props: TableProps, { column, isNumber, ...own }: TableColumn, row: number, first: boolean) {
  const { tile, locale } = props;
  const { images } = tile.options ?? {};
  const src = own.image?.(row);
  const isAlone = src !== undefined && isAddress(column, images);
  const text = isAlone
    ? cellImage(src, imageText(column, row, { columns: props.result.columns, images, locale }), props)
    : plain(formatRow(row, column, own.format, locale));
  const tone = isNumber
    ? toneOf(toNumber(column.values[row]), tile.options?.thresholds, column.name)
    : undefined;
  const toned = tone ? element('span', { class: `inlay-tone inlay-${tone}` }, text) : text;
  const href = own.link?.(row);
  // A new tab without opener and referrer.
  const linked = href ? element('a', { href, target: '_blank', rel: 'noopener noreferrer' }, toned) : toned;
  const named =
    src === undefined || isAlone
      ? linked
      : element('div', { class: 'inlay-pictured' }, cellImage(src, '', props), linked);
  const content = [named, own.bar?.(row, tone)];
  if (first && column.role === 'dimension') return element('th', { scope: 'row', class: own.pin }, content);
  const isLit = column.pivot && isHighlighted(props, [row], column) && !isHighlighted(props, [row]);
  const names = classes(isNumber && 'inlay-number', isLit && highlightedClass, own.pin);
  return element('td', { class: names, 'data-tone': tone }, content);
}

const classes = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;

function totalsRow(
  props: TableProps,
  columns: readonly TableColumn[],
  totals: Readonly<Record<string, Cell>>,
): Markup {
  const { locale } = props;
  const cells = columns.map(({ column, format, pin, sparkline }, index) => {
    const total = totals[column.name];
    if (index === 0 && total === undefined)
      return element('th', { scope: 'row', class: pin }, plain(locale.messages.total));
    const text = total === undefined ? '' : formatCell(total, column, format, locale);
    return [
      element('td', { class: classes(isNumeric(column) && 'inlay-number', pin) }, plain(text)),
      sparkline && element('td', {}),
    ];
  });
  const all = hasCells(props) ? '{}' : undefined;
  return element('tfoot', {}, element('tr', { 'data-mark-of': all }, cells));
}

function pageNotes(props: ChartProps, before: number, shown: number): readonly string[] {
  const { result, locale } = props;
  const number = (value: number) => formatFull(value, undefined, locale);
  const note = locale.messages.rows({
    from: number(before + 1),
    to: number(before + shown),
    all: number(result.rowCount),
  });
  return [
    note,
    ...(result.columns.length > maxColumns
      ? [
          locale.messages.columnsShown({
            shown: number(maxColumns),
            all: number(result.columns.length),
            count: result.columns.length,
          }),
        ]
      : []),
    ...(isCut(props)
      ? [locale.messages.truncated({ count: result.rowCount, rows: number(result.rowCount) })]
      : []),
  ];
}

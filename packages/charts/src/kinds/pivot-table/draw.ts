import type { ResultColumn } from '@inlay/protocol/result';
import type { VNode } from 'preact';
import { columnFormat, toNumber } from '../../data/read-columns.ts';
import { formatCell, isNumeric } from '../../format/format-cell.ts';
import { formatFull } from '../../format/format-number.ts';
import { rowsWithin } from '../../layout/table-limits.ts';
import { textWidth } from '../../layout/text-width.ts';
import { type CellsOf, clickAttributes, hasCells, type MarkOf } from '../../parts/cell-marks.ts';
import { captionOf, highlightedClass } from '../../parts/focus.ts';
import { tooMuchState, unfitState } from '../../parts/state.ts';
import { element, type Markup, plain } from '../../parts/svg.ts';
import { tableFrame } from '../../parts/table-frame.ts';
import { toneOf } from '../../parts/thresholds.ts';
import { columnsWithin } from './columns-within.ts';
import { highlightedMembers, keyOfMember } from './highlighted-members.ts';
import { memberLabel, rowLabel } from './labels.ts';
import type { PivotProps } from './options.ts';
import { pivotFormats } from './pivot-formats.ts';
import { type PivotHeadCell, pivotHead } from './pivot-head.ts';
import { type Member, type PivotTable, pathOf, readPivot } from './read-pivot.ts';

/** Arranging more cells would block the event loop. */
const maxCombinations = 50_000;

/** Groups of rows by groups of columns: group rows contain subtotals, and a group of columns ends with them. */
export function pivotTableChart(props: PivotProps): VNode {
  const { result, tile, locale, view } = props;
  if (result.rowCount > maxCombinations) return tooMuchState(props, result.rowCount);
  const whole = readPivot(tile, result, locale);
  if (whole.measures.length === 0) return unfitState(props);
  const table = { ...whole, columns: columnsWithin(whole) };
  const width = table.columns.length * table.measures.length;
  const pageSize = rowsWithin(Math.max(1, tile.options?.pageSize ?? 100), width);
  const pages = Math.max(1, Math.ceil(table.rows.length / pageSize));
  const page = Math.min(pages, Math.max(1, view?.page ?? 1));
  const first = (page - 1) * pageSize;
  const shown = table.rows.slice(first, first + pageSize);
  const number = (value: number) => formatFull(value, undefined, locale);
  const allColumns = whole.columns.length * table.measures.length;
  const notes = [
    ...(pages > 1
      ? [
          locale.messages.rows({
            from: number(first + 1),
            to: number(first + shown.length),
            all: number(table.rows.length),
          }),
        ]
      : []),
    ...(table.columns.length < whole.columns.length
      ? [locale.messages.columnsShown({ shown: number(width), all: number(allColumns), count: allColumns })]
      : []),
    ...(result.truncated ? [locale.messages.kinds['pivot-table'].missingCells] : []),
  ];
  const row = createRows(props, table);
  return tableFrame(
    props,
    // Without groups, nothing inside is focusable.
    {
      class: 'inlay-pivot',
      page,
      pages,
      notes,
      isRegion: table.rowDimensions.length <= 1,
    },
    element(
      'table',
      {
        'data-cells': hasCells(props) ? JSON.stringify(cellsOf(table)) : undefined,
        ...clickAttributes(props),
      },
      element('caption', {}, plain(captionOf(props))),
      element('thead', {}, headOf(props, table)),
      bodiesOf(shown).map((members) => element('tbody', {}, members.map(row))),
      table.total ? element('tfoot', {}, row(table.total)) : null,
    ),
  );
}

/** The first cell of a row is its name. */
const cellsOf = ({ columns, measures, columnDimensions }: PivotTable): readonly CellsOf[] => [
  {},
  ...columns.flatMap((column) =>
    measures.map(({ name }) => ({ measure: name, mark: markOf(column, columnDimensions) })),
  ),
];

/** The values of the dimensions down to this member. */
function markOf(member: Member, dimensions: readonly ResultColumn[]): MarkOf {
  return Object.fromEntries(
    pathOf(member).map(({ value, isOthers, depth, parent }) => {
      const top = (parent?.children ?? []).filter((each) => !each.isOthers).map((each) => each.value);
      return [dimensions[depth - 1]?.name ?? '', isOthers ? { notIn: top } : value];
    }),
  );
}

/** One body per outermost group on the page. A page that starts inside groups repeats their names. */
function bodiesOf(rows: readonly Member[]): readonly (readonly Member[])[] {
  const [first] = rows;
  if (first === undefined) return [];
  const bodies: Member[][] = [[...pathOf(first).slice(0, -1)]];
  for (const row of rows) {
    if (row.depth <= 1 && bodies.at(-1)?.length !== 0) bodies.push([]);
    bodies.at(-1)?.push(row);
  }
  return bodies;
}

function headOf({ tile, locale }: PivotProps, table: PivotTable): readonly Markup[] {
  const labelOf = (member: Member) => {
    const dimension = table.columnDimensions[member.depth - 1];
    return memberLabel(member, dimension, dimension && columnFormat(dimension, tile.options), locale);
  };
  return pivotHead(table, labelOf, locale).map((cells) =>
    element(
      'tr',
      {},
      cells.map((cell) =>
        element(
          cell.label === '' ? 'td' : 'th',
          {
            scope: cell.label === '' ? undefined : cell.columns > 1 ? 'colgroup' : 'col',
            colspan: cell.columns > 1 ? cell.columns : undefined,
            rowspan: cell.rows > 1 ? cell.rows : undefined,
            class: headClass(cell),
          },
          plain(cell.label),
        ),
      ),
    ),
  );
}

/** In ems: a longer name would push the next columns out of sight, so it wraps. */
const widestHead = 12;

function headClass({ kind, label, columns, isTotal, isFirst }: PivotHeadCell): string {
  if (kind === 'corner') return 'inlay-name';
  if (kind === 'span') return 'inlay-span';
  const classes = [columns > 1 ? 'inlay-over' : 'inlay-number', isTotal ? sumClass(isFirst) : ''];
  if (columns === 1 && textWidth(label, 1) > widestHead) classes.push('inlay-wraps');
  return classes.filter(Boolean).join(' ');
}

/** A line separates totals from the columns before them. */
const sumClass = (isFirst: boolean) => (isFirst ? 'inlay-sum inlay-edge' : 'inlay-sum');

/** Rows below the initially open depth are hidden; the buttons of their groups show them. */
function createRows(props: PivotProps, table: PivotTable) {
  const { tile, locale } = props;
  const { rowDimensions, columnDimensions } = table;
  const { thresholds, openLevels = rowDimensions.length } = tile.options ?? {};
  const formats = pivotFormats(table.measures, props.result, tile.options);
  const rowFormats = rowDimensions.map((dimension) => columnFormat(dimension, tile.options));

  const isLit = highlightedMembers(props, table);

  const cell = (row: Member, column: Member, measure: ResultColumn, index: number): Markup => {
    const value = table.cell(row, column, index);
    const isSum = column.depth < columnDimensions.length;
    const isTotal = isSum || row.depth < rowDimensions.length;
    const format = formats[index]?.[isTotal ? 'totals' : 'cells'];
    const text = plain(value === undefined ? '' : formatCell(value, measure, format, locale));
    // Most cells are numbers and not sums: they need no class.
    const classes = [isNumeric(measure) ? '' : 'inlay-words', isSum ? sumClass(index === 0) : ''];
    if (isLit(row) || isLit(column)) classes.push(highlightedClass);
    const attributes = { class: classes.filter(Boolean).join(' ') || undefined };
    if (isTotal) return element('td', attributes, text);
    const tone = toneOf(toNumber(value), thresholds, measure.name);
    if (tone === undefined) return element('td', attributes, text);
    const toned = element('span', { class: `inlay-tone inlay-${tone}` }, text);
    return element('td', { ...attributes, 'data-tone': tone }, toned);
  };

  const row = (member: Member): Markup => {
    const level = member.depth;
    const name = rowLabel(table, member, rowFormats[level - 1], locale);
    const label = plain(name);
    const isGroup = level > 0 && member.children.length > 0;
    const scope = isGroup && level === 1 ? 'rowgroup' : 'row';
    return element(
      'tr',
      {
        'data-mark-of': hasCells(props) ? JSON.stringify(markOf(member, rowDimensions)) : undefined,
        class: isGroup ? 'inlay-group' : undefined,
        'data-level': rowDimensions.length > 1 && level > 0 ? level : undefined,
        hidden: level > Math.max(1, openLevels) ? '' : undefined,
        'data-key': props.emphasis && keyOfMember(member),
      },
      element(
        name === '' ? 'td' : 'th',
        {
          scope: name === '' ? undefined : scope,
          class: isLit(member) ? `inlay-name ${highlightedClass}` : 'inlay-name',
        },
        isGroup
          ? element(
              'button',
              { type: 'button', 'aria-expanded': level < openLevels ? 'true' : 'false' },
              label,
            )
          : label,
      ),
      table.columns.map((column) =>
        table.measures.map((measure, index) => cell(member, column, measure, index)),
      ),
    );
  };
  return row;
}

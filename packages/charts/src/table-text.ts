import { memberKey } from '@inlay/protocol/member-key';
import type { Sort } from '@inlay/protocol/query';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import { chartOf } from './chart-kinds.ts';
import { incompleteText, withUntil } from './data/incomplete-period.ts';
import { columnFormat, readColumns } from './data/read-columns.ts';
import { rowOrder } from './data/row-order.ts';
import { zoomResult } from './data/zoom-result.ts';
import { flattenTable } from './flatten-table.ts';
import { formatCell, formatRow, isNumeric, isTemporal } from './format/format-cell.ts';
import type { Locale } from './format/locale.ts';
import { isAddress } from './kinds/table/cell-image.ts';
import type { Tile } from './tile.ts';

/** The data of a tile as texts, for messages. */
export interface TableText {
  readonly columns: readonly { readonly label: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** The totals of all rows. */
  readonly total?: readonly string[];
  /** Those that there are, with those that are left out. */
  readonly rowCount: number;
  readonly columnCount: number;
}

interface TableTextProps {
  readonly tile: Tile;
  readonly result: QueryResult;
  readonly locale: Locale;
  /** How the viewer sorted a table. */
  readonly sort?: Sort | undefined;
}

interface Limits {
  readonly maxRows: number;
  readonly maxColumns: number;
}

/** Columns and rows that can be written. */
interface Grid {
  readonly columns: readonly GridColumn[];
  /** All of them, in the order in which they are shown. */
  readonly rows: readonly number[];
}

interface GridColumn {
  readonly label: string;
  readonly isNumber: boolean;
  readonly text: (row: number) => string;
  readonly total?: string | undefined;
}

/**
 * The first rows and columns of a tile, or of a chart over time the latest ones. Values are written in full, as in the
 * data table of a page.
 */
export function tableText(props: TableTextProps, { maxRows, maxColumns }: Limits): TableText {
  const { tile, locale } = props;
  const { result } = zoomResult(props.result, tile.focus?.zoom, locale) ?? props;
  const own = { ...props, result };
  const { columns, rows } = flatGrid(own) ?? crossGrid(own) ?? plainGrid(own);
  const left = columns.slice(0, maxColumns);
  const shown = endsLast(own) ? rows.slice(-maxRows) : rows.slice(0, maxRows);
  return {
    columns: left.map(({ label, isNumber }) => ({ label, isNumber })),
    rows: shown.map((row) => left.map(({ text }) => text(row))),
    ...(left.some(({ total }) => total) && {
      total: left.map(({ total }, index) => total ?? (index === 0 ? locale.messages.total : '')),
    }),
    rowCount: rows.length,
    columnCount: columns.length,
  };
}

/** A table with groups, without the rows that are hidden at first. */
function flatGrid({ tile, result, locale }: TableTextProps): Grid | undefined {
  const flat = flattenTable(tile, result, locale);
  if (!flat) return undefined;
  return {
    columns: flat.result.columns.map((column) => {
      const text = writer(column, { tile, locale });
      // Groups without subtotals, and combinations without data, are empty.
      return { ...headOf(column), text: (row) => ((column.values[row] ?? null) === null ? '' : text(row)) };
    }),
    rows: flat.rows.flatMap(({ isHidden }, row) => (isHidden ? [] : [row])),
  };
}

function plainGrid({ tile, result, locale, sort }: TableTextProps): Grid {
  const { images } = tile.options ?? {};
  const sorted = result.columns.find(({ name }) => name === sort?.by);
  const columns = result.columns.filter((column) => !isAddress(column, images));
  return {
    columns: columns.map((column) => {
      const total = chartOf(tile.kind).isTable ? result.totals?.[column.name] : undefined;
      const format = columnFormat(column, tile.options);
      return {
        ...headOf(column),
        text: writer(column, { tile, locale }),
        total: total === undefined ? undefined : formatCell(total, column, format, locale),
      };
    }),
    rows:
      sort && sorted
        ? [...rowOrder(sorted, sort.direction, locale.language)]
        : Array.from({ length: result.rowCount }, (_, row) => row),
  };
}

/** With more columns than anybody compares, a list is easier to read. */
const MAX_SERIES = 12;

/** A chart with a few series: they are columns, which can be compared. */
function crossGrid({ tile, result, locale }: TableTextProps): Grid | undefined {
  if (chartOf(tile.kind).isTable) return undefined;
  const { x, series, measures } = readColumns(result, tile.options);
  const [measure] = measures;
  if (!x || !series || !measure || measures.length > 1 || result.columns.length > 3) return undefined;
  const keyAt = (column: ResultColumn, row: number) => memberKey(column.values[row] ?? null);
  const names = new Map<string, number>();
  const places = new Map<string, Map<string, number>>();
  for (let row = 0; row < result.rowCount; row += 1) {
    const name = keyAt(series, row);
    names.set(name, names.get(name) ?? row);
    const line = keyAt(x, row);
    const place = places.get(line) ?? new Map<string, number>();
    if (place.has(name)) return undefined;
    places.set(line, place.set(name, row));
  }
  if (names.size > MAX_SERIES) return undefined;
  const lines = [...places.values()];
  const first = lines.map((place) => place.values().next().value ?? 0);
  const write = (column: ResultColumn) => writer(column, { tile, locale });
  const [nameLine, nameColumn, writeValue] = [write(x), write(series), write(measure)];
  return {
    columns: [
      { ...headOf(x), text: (line) => nameLine(first[line] ?? 0) },
      ...Array.from(names, ([name, row]) => ({
        label: nameColumn(row),
        isNumber: true,
        text: (line: number) => {
          const found = lines[line]?.get(name);
          return found === undefined ? '–' : writeValue(found);
        },
      })),
    ],
    rows: [...lines.keys()],
  };
}

const headOf = (column: ResultColumn) => ({
  label: column.label,
  isNumber: column.role === 'measure' && isNumeric(column),
});

function writer(
  column: ResultColumn,
  { tile, locale }: Pick<TableTextProps, 'tile' | 'locale'>,
): (row: number) => string {
  const format = columnFormat(column, tile.options);
  return (row) => {
    const { incomplete } = column;
    const until =
      incomplete && column.values[row] === incomplete.value ? incompleteText(column, locale) : undefined;
    return withUntil(formatRow(row, column, format, locale), until);
  };
}

/** Whether the last rows say the most: those of a chart over time. */
function endsLast({ tile, result }: TableTextProps): boolean {
  if (chartOf(tile.kind).isTable) return false;
  const { x } = readColumns(result, tile.options);
  if (!x || !isTemporal(x)) return false;
  const [first, last] = [x.values[0] ?? null, x.values[result.rowCount - 1] ?? null];
  return first !== null && last !== null && first < last;
}

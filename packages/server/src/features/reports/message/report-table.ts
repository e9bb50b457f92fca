import { chartOf } from '@inlay/charts/chart-kinds';
import type { Locale } from '@inlay/charts/format/locale';
import { tableText } from '@inlay/charts/table-text';
import type { Tile } from '@inlay/charts/tile';
import { cutText } from '@inlay/protocol/cut-text';
import type { Sort } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import { rowsNote } from '../../../platform/render/rows-note.ts';
import type { ReportTable } from './report.ts';

/** What fits beside one another in a message. */
const MAX_COLUMNS = 5;
/** A table is the tile itself, not a help for those who see no images. */
const MAX_TABLE_ROWS = 20;
const MAX_CELL = 80;

interface TableProps {
  readonly tile: Tile;
  readonly result: QueryResult;
  readonly locale: Locale;
  readonly sort: Sort | undefined;
  /** Of the table next to a chart. */
  readonly maxRows: number;
}

/** The data of a tile as a message shows it: the first rows, written as in the embed. */
export function reportTable({ maxRows, ...props }: TableProps): ReportTable {
  const { result, locale } = props;
  const { isTable } = chartOf(props.tile.kind);
  const { columns, rows, total, rowCount, columnCount } = tableText(props, {
    maxRows: isTable ? MAX_TABLE_ROWS : maxRows,
    maxColumns: MAX_COLUMNS,
  });
  const { truncated } = result;
  const number = (value: number) => value.toLocaleString(locale.language);
  const notes = [
    rowsNote(rows.length, { rowCount, truncated }, locale),
    columns.length < columnCount &&
      locale.messages.columnsShown({
        shown: number(columns.length),
        all: number(columnCount),
        count: columnCount,
      }),
  ].filter((note) => typeof note === 'string');
  return {
    columns: columns.map(({ label, isNumber }) => ({ label: cut(label), isNumber })),
    rows: rows.map((row) => row.map(cut)),
    ...(total && { total: total.map(cut) }),
    more: rowCount - rows.length,
    ...(notes.length > 0 && { note: notes.join(' · ') }),
  };
}

const cut = (text: string): string => (text.length > MAX_CELL ? `${cutText(text, MAX_CELL)}…` : text);

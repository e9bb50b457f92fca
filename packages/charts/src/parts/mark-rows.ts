import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { isOthers } from '../format/format-cell.ts';
import { rowsWithin } from '../layout/table-limits.ts';
import { type Marks, maxRowsOfMark } from './marks.ts';
import { type RowRanges, toRanges } from './row-ranges.ts';

/** The rows behind the marks of a chart, as the JSON in `data-rows`: a click needs no request. */
export interface MarkRows {
  readonly dimension: Pick<ResultColumn, 'name' | 'label' | 'grain' | 'others'>;
  /** With labels of measures and combined rows of dimensions, where viewers can see the rows behind a mark. */
  readonly columns: readonly (Pick<ResultColumn, 'name' | 'role' | 'values' | 'others'> & {
    readonly label?: string;
  })[];
  /** The row indexes of `values`; all by default. */
  readonly rows?: RowRanges;
  /** Rows without a mark are missing, so exclusion filters are not possible. */
  readonly partial?: true;
}

const maxRows = 200;
/** Longer texts are cut. */
const maxLength = 10_000;

/**
 * All rows of a short result. For a longer one, the rows of the marks, and if one of them merges rows ("Other"), also
 * the other rows.
 */
export function markRows(
  { columns, rowCount }: QueryResult,
  { marks, dimension }: Marks,
  hasRows: boolean,
): MarkRows | undefined {
  if (!dimension || marks.length === 0) return undefined;
  const { name, label, grain, others } = dimension;
  const about = {
    name,
    label,
    ...(grain === undefined ? {} : { grain }),
    ...(others === undefined ? {} : { others }),
  };
  const written = (pick: (values: readonly Cell[]) => readonly Cell[]) =>
    columns.map((column) => ({
      name: column.name,
      role: column.role,
      values: pick(column.values).map(cut),
      ...(hasRows && column.role === 'measure' ? { label: column.label } : {}),
      ...(hasRows && column.others ? { others: column.others } : {}),
    }));
  if (rowCount <= rowsWithin(maxRows, columns.length))
    return { dimension: about, columns: written((values) => values) };

  const kept = new Set<number>();
  const gathered = new Set<number>();
  for (const { items, rows: own = [] } of marks)
    for (const rows of [own, ...items.map((item) => item.rows)]) {
      for (const row of rows.slice(0, maxRowsOfMark)) kept.add(row);
      const gathers = rows.length > 1 || (rows[0] !== undefined && isOthers(dimension, rows[0]));
      if (gathers) for (const row of rows) gathered.add(row);
    }
  const rest: number[] = [];
  for (let row = 0; gathered.size > 0 && row < rowCount; row += 1) if (!gathered.has(row)) rest.push(row);
  const partial = rest.length >= maxRowsOfMark;
  if (!partial) for (const row of rest) kept.add(row);
  if (kept.size === rowCount) return { dimension: about, columns: written((values) => values) };
  const rows = [...kept].sort((a, b) => a - b);
  return {
    dimension: about,
    columns: written((values) => rows.map((row) => values[row] ?? null)),
    rows: toRanges(rows),
    ...(partial || gathered.size === 0 ? { partial: true } : {}),
  };
}

const cut = (cell: Cell): Cell =>
  typeof cell === 'string' && cell.length > maxLength ? `${cell.slice(0, maxLength).toWellFormed()}…` : cell;

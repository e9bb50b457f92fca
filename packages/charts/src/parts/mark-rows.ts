import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { isOthers } from '../format/format-cell.ts';
import { rowsWithin } from '../layout/table-limits.ts';
import { type Marks, maxRowsOfMark } from './marks.ts';
import { type RowRanges, toRanges } from './row-ranges.ts';

/** The rows behind the marks of a chart, as the JSON in `data-rows`: a click needs no request. */
export interface MarkRows {
  readonly dimension: Pick<ResultColumn, 'name' | 'label' | 'grain' | 'others'>;
  /** With labels of measures where viewers can see the rows behind a mark. Other dimensions are described like the first. */
  readonly columns: readonly (Pick<ResultColumn, 'name' | 'role' | 'values' | 'grain' | 'others'> & {
    readonly label?: string;
  })[];
  /** The dimension whose values the items of a mark represent, if it is another one. */
  readonly split?: string;
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
  { marks, dimension, split }: Marks,
  hasRows: boolean,
): MarkRows | undefined {
  if (!dimension || marks.length === 0) return undefined;
  const about = {
    dimension: { name: dimension.name, ...described(dimension) },
    ...(split ? { split: split.name } : {}),
  };
  const written = (pick: (values: readonly Cell[]) => readonly Cell[]) =>
    columns.map((column) => ({
      name: column.name,
      role: column.role,
      values: pick(column.values).map(cut),
      ...(hasRows && column.role === 'measure' ? { label: column.label } : {}),
      ...(column.role === 'dimension' && column.name !== dimension.name ? described(column) : {}),
    }));
  if (rowCount <= rowsWithin(maxRows, columns.length))
    return { ...about, columns: written((values) => values) };

  const kept = new Set<number>();
  const gathered = new Set<number>();
  // The values of a box have the same rows.
  for (const { items, rows: own = [] } of marks)
    for (const rows of new Set([own, ...items.map((item) => item.rows)])) {
      for (const row of rows.slice(0, maxRowsOfMark)) kept.add(row);
      const gathers = rows.length > 1 || (rows[0] !== undefined && isOthers(dimension, rows[0]));
      if (gathers) for (const row of rows) gathered.add(row);
    }
  const rest: number[] = [];
  for (let row = 0; gathered.size > 0 && row < rowCount; row += 1) if (!gathered.has(row)) rest.push(row);
  const partial = rest.length >= maxRowsOfMark;
  if (!partial) for (const row of rest) kept.add(row);
  if (kept.size === rowCount) return { ...about, columns: written((values) => values) };
  const rows = [...kept].sort((a, b) => a - b);
  return {
    ...about,
    columns: written((values) => rows.map((row) => values[row] ?? null)),
    rows: toRanges(rows),
    ...(partial || gathered.size === 0 ? { partial: true } : {}),
  };
}

const described = ({ label, grain, others }: ResultColumn) => ({
  label,
  ...(grain === undefined ? {} : { grain }),
  ...(others === undefined ? {} : { others }),
});

const cut = (cell: Cell): Cell =>
  typeof cell === 'string' && cell.length > maxLength ? `${cell.slice(0, maxLength).toWellFormed()}…` : cell;

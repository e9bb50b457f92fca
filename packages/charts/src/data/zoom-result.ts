import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { Focus } from '../focus.ts';
import { isOthers } from '../format/format-cell.ts';
import type { Locale } from '../format/locale.ts';
import { selectMembers } from './select-members.ts';

export interface ZoomedResult {
  readonly result: QueryResult;
  /** The row of the whole result behind each row. */
  readonly rows: readonly number[];
}

/**
 * The members of a result that a step of a story shows; undefined if that is all of them, as where a viewer cannot
 * access any that match. Values and totals stay as queried.
 */
export function zoomResult(
  result: QueryResult,
  zoom: Focus['zoom'],
  locale: Locale,
): ZoomedResult | undefined {
  const selected = zoom && selectMembers(zoom, result, locale);
  if (!selected) return undefined;
  const all = Array.from({ length: result.rowCount }, (_, row) => row);
  if ('pivoted' in selected) {
    const { pivoted, hasColumn } = selected;
    const hidden = new Set<ResultColumn>(pivoted.filter((column) => !hasColumn(column)));
    if (hidden.size === 0 || hidden.size === pivoted.length) return undefined;
    return {
      result: { ...result, columns: result.columns.filter((column) => !hidden.has(column)) },
      rows: all,
    };
  }
  const rows = all.filter(selected.hasRow);
  if (rows.length === 0 || rows.length === all.length) return undefined;
  const { subtotals } = result;
  return {
    rows,
    result: {
      ...pickRows(result, rows),
      ...(subtotals && { subtotals: subtotals.map((subtotal) => zoomSubtotal(subtotal, zoom, locale)) }),
    },
  };
}

type Subtotal = NonNullable<QueryResult['subtotals']>[number];

/** Subtotals over all members stay. */
function zoomSubtotal(subtotal: Subtotal, zoom: NonNullable<Focus['zoom']>, locale: Locale): Subtotal {
  const selected = selectMembers(zoom, subtotal, locale);
  if (!selected || 'pivoted' in selected) return subtotal;
  const rows = Array.from({ length: subtotal.rowCount }, (_, row) => row).filter(selected.hasRow);
  return pickRows(subtotal, rows);
}

function pickRows<Result extends Pick<QueryResult, 'columns' | 'rowCount'>>(
  result: Result,
  rows: readonly number[],
): Result {
  return {
    ...result,
    rowCount: rows.length,
    columns: result.columns.map((column) => pickColumn(column, rows)),
  };
}

function pickColumn(column: ResultColumn, rows: readonly number[]): ResultColumn {
  const { others: _, ...rest } = column;
  const others = rows.flatMap((row, index) => (isOthers(column, row) ? [index] : []));
  return {
    ...rest,
    values: rows.map((row): Cell => column.values[row] ?? null),
    ...(others.length > 0 && { others }),
  };
}

import type { Cell } from '@inlay/protocol/result';
import type { HistoryOf } from '../../define-chart.ts';
import { isOthers } from '../../format/format-cell.ts';
import type { OptionValues } from '../../options/chart-option.ts';
import type { options } from './options.ts';
import { tablePage } from './table-page.ts';

/** A hundred rows with a hundred periods. */
export const maxHistoryRows = 10_000;

/**
 * The measures of the rows on this page by period, newest first: if there are too many, the oldest periods are missing.
 * Each dimension is restricted to its values on the page, which also matches rows that are not on it; they are ignored.
 */
export const historyQuery: HistoryOf<OptionValues<typeof options>> = (props) => {
  const { tile, result } = props;
  const { sparklines } = tile.options ?? {};
  const { dimensions, pivot } = tile.query;
  const measures = sparklines?.measures.filter((name) => tile.query.measures.includes(name)) ?? [];
  if (!sparklines || measures.length === 0 || pivot) return undefined;
  const { column, grain } = sparklines;
  const isRepeated = dimensions.some((dimension) => dimension.column === column);
  const keys = result.columns.filter(({ role }) => role === 'dimension');
  const { rows } = tablePage(props);
  const named = rows.filter((row) => !keys.some((key) => isOthers(key, row)));
  if (named.length === 0) return undefined;
  return {
    query: {
      dimensions: [...dimensions.map(({ fillGaps: _, ...dimension }) => dimension), { column, grain }],
      measures,
      sort: [{ by: isRepeated ? `${column}:${grain}` : column, direction: 'desc' }],
      limit: maxHistoryRows,
    },
    rows: dimensions.map((dimension, index) => ({
      column: dimension.column,
      values: [...new Set<Cell>(named.map((row) => keys[index]?.values[row] ?? null))],
      ...(dimension.grain && { grain: dimension.grain }),
    })),
  };
};

import type { Cell, ResultColumn } from '@inlay/protocol/result';
import type { ColumnFormat } from './column-format.ts';
import { isNumeric } from './format-cell.ts';
import { isSmallAmount, neededDecimals } from './needed-decimals.ts';

interface Known {
  readonly from: string;
  readonly format: ColumnFormat | undefined;
}

const known = new WeakMap<ResultColumn, Known>();

/**
 * Decides the decimals of a column once, from all of its values, so that a number has the same text in labels,
 * tooltips and tables (ADR 311). Decimals in the format take precedence.
 */
export function withColumnDecimals(
  column: ResultColumn,
  format: ColumnFormat | undefined,
): ColumnFormat | undefined {
  // A numeric dimension without a format (a year, a customer number) is not an amount.
  if (!isNumeric(column) || (column.role === 'dimension' && !format)) return format;
  const from = JSON.stringify(format ?? null);
  const found = known.get(column);
  if (found?.from === from) return found.format;
  const decided = withDecimals(format, [column.values]);
  known.set(column, { from, format: decided });
  return decided;
}

/** Decides the decimals that several lists of values have in common. */
export function withDecimals(
  format: ColumnFormat | undefined,
  lists: readonly (readonly Cell[])[],
): ColumnFormat | undefined {
  if (format?.kind === 'date' || format?.kind === 'text') return format;
  if (format?.decimals !== undefined || format?.digits) return format;
  let biggest = 0;
  let needed = 0;
  for (const values of lists)
    for (const cell of values) {
      if (cell === null || cell === '' || typeof cell === 'boolean') continue;
      const size = Math.abs(Number(cell));
      if (size > biggest && size < Number.POSITIVE_INFINITY) biggest = size;
      needed = Math.max(needed, neededDecimals(cell, format));
    }
  if (isSmallAmount(biggest, format)) needed = 2;
  // Six digits of the largest value are enough for all.
  const scale = format?.kind === 'percent' ? 100 : 1;
  const most = biggest > 0 ? Math.min(12, Math.max(2, 5 - Math.floor(Math.log10(biggest * scale)))) : 12;
  return { ...(format ?? { kind: 'number' }), digits: { least: Math.min(needed, most), most } };
}

import type { Format } from '@inlay/protocol/format';
import type { ResultColumn } from '@inlay/protocol/result';
import { isNumeric } from './format-cell.ts';

/**
 * One number of decimals for the shown rows of a column, so that its digits line up. Decimals in the format take
 * precedence.
 */
export function withColumnDecimals(
  column: ResultColumn,
  format: Format | undefined,
  rows = column.values.length,
): Format | undefined {
  if (!isNumeric(column) || column.role === 'dimension') return format;
  if (format?.kind === 'date' || format?.kind === 'text' || format?.decimals !== undefined) return format;
  const scale = format?.kind === 'percent' ? 100 : 1;
  let biggest = 0;
  let whole = true;
  for (let row = 0; row < rows; row += 1) {
    const cell = column.values[row] ?? '';
    if (cell === '') continue;
    const value = Math.abs(Number(cell)) * scale;
    if (value > biggest) biggest = value;
    if (whole && Math.abs(value - Math.round(value)) >= 1e-9) whole = false;
  }
  const decimals = whole || biggest >= 1000 ? 0 : format?.kind === 'currency' ? 2 : biggest >= 10 ? 1 : 2;
  // Columns of small fractions keep the digits that tell their values apart.
  if (biggest > 0 && biggest < 0.1) return format;
  return { ...(format ?? { kind: 'number' }), decimals } as Format;
}

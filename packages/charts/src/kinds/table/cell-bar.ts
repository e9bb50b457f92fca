import type { ResultColumn } from '@inlay/protocol/result';
import { toNumber } from '../../data/read-columns.ts';
import { extentOf } from '../../layout/value-axis.ts';

export interface CellBars {
  /** The position of zero; 0 unless there are negative values. */
  readonly zero: number;
  /** Undefined for a missing value. */
  readonly bar: (row: number) => { x: number; width: number; isNegative: boolean } | undefined;
}

/** Whether a column has bars, including columns that a measure was pivoted into. */
export const hasBars = ({ name, pivot }: ResultColumn, options: { readonly bars?: readonly string[] } = {}) =>
  options.bars?.includes(pivot?.measure ?? name) ?? false;

/** The bars of a column as shares of the cell's width, from zero, on one scale for all rows. */
export function cellBars({ values }: ResultColumn): CellBars {
  const { min, max } = extentOf([[0], values.map(toNumber)]) ?? { min: 0, max: 0 };
  const span = max - min || 1;
  const zero = -min / span;
  return {
    zero,
    bar: (row) => {
      const value = toNumber(values[row]);
      if (value === null) return undefined;
      const width = Math.abs(value) / span;
      return { x: value < 0 ? zero - width : zero, width, isNegative: value < 0 };
    },
  };
}

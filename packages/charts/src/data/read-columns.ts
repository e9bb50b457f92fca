import type { Format } from '@inlay/protocol/format';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { withColumnDecimals } from '../format/column-decimals.ts';
import type { ColumnFormat } from '../format/column-format.ts';
import { isNumeric } from '../format/format-cell.ts';
import type { SharedOptions } from '../options/shared-options.ts';

/** The column of each role. Roles that the tile leaves open follow from the columns' roles and order. */
export interface ColumnRoles {
  readonly x: ResultColumn | undefined;
  readonly series: ResultColumn | undefined;
  readonly measures: readonly ResultColumn[];
  /** The measures of the previous period, by the measure that they repeat. */
  readonly comparisons: readonly ResultColumn[];
}

export function readColumns(result: QueryResult, options: SharedOptions = {}): ColumnRoles {
  const named = (name: string | undefined) => result.columns.find((column) => column.name === name);
  const dimensions = result.columns.filter((column) => column.role === 'dimension');
  const numbers = result.columns.filter((column) => column.role === 'measure' && isNumeric(column));
  const chosen = (options.y ?? []).map(named).filter((column) => column !== undefined);
  const measures = chosen.length > 0 ? chosen : numbers.filter((column) => !column.comparisonOf);
  const series = named(options.series);
  const x = named(options.x) ?? dimensions.find((column) => column !== series);
  const own = new Set(measures.map(({ name }) => name));
  return {
    x,
    series: series ?? dimensions.find((column) => column !== x),
    measures,
    comparisons: numbers.filter(({ comparisonOf }) => comparisonOf !== undefined && own.has(comparisonOf)),
  };
}

/** The format that the tile or the dataset sets for a column. */
export function authoredFormat(column: ResultColumn, options: SharedOptions | undefined): Format | undefined {
  return options?.formats?.[column.name] ?? column.format;
}

/** The format of a column with the decimals that its values have in common. */
export function columnFormat(
  column: ResultColumn,
  options: SharedOptions | undefined,
): ColumnFormat | undefined {
  return withColumnDecimals(column, authoredFormat(column, options));
}

/** A cell as a number; text that is not a number counts as missing. */
export function toNumber(cell: Cell | undefined): number | null {
  if (cell === null || cell === undefined || cell === '') return null;
  const value = typeof cell === 'number' ? cell : Number(cell);
  if (!Number.isFinite(value)) return null;
  // Smaller numbers cannot be divided by each other or drawn.
  return Math.abs(value) < 1e-300 ? 0 : value;
}

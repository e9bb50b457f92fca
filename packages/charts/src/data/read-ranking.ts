import type { Format } from '@inlay/protocol/format';
import type { ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../chart-props.ts';
import { formatRow, isOthers } from '../format/format-cell.ts';
import { addsUp, dimensionsOf } from './adds-up.ts';
import { columnFormat, readColumns, toNumber } from './read-columns.ts';

export interface RankedRow {
  readonly row: number;
  readonly name: string;
  readonly value: number;
  /** The same measure for the previous period. */
  readonly before: number | null;
  /** The row of everything beyond the top values. */
  readonly isOther: boolean;
}

export interface Ranking {
  /** The column with the names of the rows. */
  readonly dimension: ResultColumn | undefined;
  readonly measure: ResultColumn;
  readonly format: Format | undefined;
  readonly rows: readonly RankedRow[];
}

/** Rows with a name and one value, in the order of the result. */
export function readRanking(props: ChartProps): Ranking | undefined {
  const { result, tile, locale } = props;
  const { x, measures, comparisons } = readColumns(result, tile.options);
  const measure = measures[0];
  if (!measure) return undefined;
  const before = comparisons.find((column) => column.comparisonOf === measure.name);
  const format = columnFormat(measure, tile.options);
  if (!x) {
    // Without a dimension, the measures themselves are the rows: parts, steps, competitors.
    const rows = measures.flatMap((column) => {
      const value = toNumber(column.values[0]);
      return value === null ? [] : [{ row: 0, name: column.label, value, before: null, isOther: false }];
    });
    return { dimension: x, measure, format, rows };
  }
  const nameFormat = columnFormat(x, tile.options);
  const rows = Array.from({ length: result.rowCount }, (_, row) => row).flatMap((row) => {
    const value = toNumber(measure.values[row]);
    if (value === null) return [];
    const name = formatRow(row, x, nameFormat, locale);
    return [{ row, name, value, before: toNumber(before?.values[row]), isOther: isOthers(x, row) }];
  });
  return { dimension: x, measure, format, rows };
}

interface Ranked {
  readonly value: number;
  readonly isOther: boolean;
}

/** Largest first. `Other` is last, whatever its size: it is not one of those that are compared. */
export const byRank = (a: Ranked, b: Ranked): number =>
  Number(a.isOther) - Number(b.isOther) || b.value - a.value;

/** Whether the rows are parts of a whole. */
export function rankingAddsUp({ result, tile }: ChartProps, { dimension, measure }: Ranking): boolean {
  if (dimension) return addsUp(measure, dimensionsOf(result));
  return readColumns(result, tile.options).measures.every((column) => addsUp(column, []));
}

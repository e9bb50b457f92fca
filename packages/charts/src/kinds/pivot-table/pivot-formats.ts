import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import { authoredFormat, columnFormat } from '../../data/read-columns.ts';
import { withDecimals } from '../../format/column-decimals.ts';
import type { ColumnFormat } from '../../format/column-format.ts';
import { isNumeric } from '../../format/format-cell.ts';
import type { SharedOptions } from '../../options/shared-options.ts';

/** The formats of a measure in a pivot table. */
interface PivotFormats {
  readonly cells: ColumnFormat | undefined;
  /** Subtotals and totals may need more decimals than cells: the average of integers does. */
  readonly totals: ColumnFormat | undefined;
}

export function pivotFormats(
  measures: readonly ResultColumn[],
  { subtotals = [] }: QueryResult,
  options: SharedOptions | undefined,
): readonly PivotFormats[] {
  return measures.map((measure) => {
    const sums = subtotals.flatMap(({ columns }) => columns.find(({ name }) => name === measure.name) ?? []);
    const lists = [measure, ...sums].map(({ values }) => values);
    return {
      cells: columnFormat(measure, options),
      totals: isNumeric(measure)
        ? withDecimals(authoredFormat(measure, options), lists)
        : authoredFormat(measure, options),
    };
  });
}

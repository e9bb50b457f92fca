import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import { formatCell } from './format-cell.ts';
import type { Locale } from './locale.ts';

/** The formatted heading of a pivot column; the label of any other column. */
export function pivotLabel(
  column: ResultColumn,
  locale: Locale,
  translate: (label: string) => string = (label) => label,
): string {
  const { pivot, comparisonOf } = column;
  if (!pivot) return translate(column.label);
  const { dimension, value, type, format, grain, measureLabel } = pivot;
  const source: ResultColumn = {
    ...{ name: dimension, label: dimension, type, role: 'dimension', values: [] },
    ...(grain === undefined ? {} : { grain }),
  };
  const heading = pivot.others ? locale.messages.other : formatCell(value, source, format, locale);
  const parts = measureLabel === undefined ? [heading] : [heading, translate(measureLabel)];
  return `${parts.join(' · ')}${comparisonOf === undefined ? '' : `, ${locale.messages.previous}`}`;
}

export function labelPivots(result: QueryResult, locale: Locale): QueryResult {
  if (!result.columns.some(({ pivot }) => pivot)) return result;
  return {
    ...result,
    columns: result.columns.map((column) =>
      column.pivot ? { ...column, label: pivotLabel(column, locale) } : column,
    ),
  };
}

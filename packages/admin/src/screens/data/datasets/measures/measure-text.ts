import type { DataMessages } from '@inlay/messages/data';
import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import { isAggregate } from './measure-kinds.ts';

/** A readable description of a measure: `Sum of Revenue, filtered`. */
export function measureText(
  measure: Measure,
  columns: readonly DatasetColumn[],
  others: readonly Measure[],
  { described: t }: DataMessages['measures'],
): string {
  const text = describeCalculation(measure, columns, others, t);
  const isFiltered =
    isAggregate(measure) && (measure.filters ?? []).length + (measure.anyOf ?? []).length > 0;
  return isFiltered ? t.filtered({ measure: text }) : text;
}

/** The calculation without its filters. */
export function describeCalculation(
  measure: Measure,
  columns: readonly DatasetColumn[],
  others: readonly Measure[],
  t: DataMessages['measures']['described'],
): string {
  const labelOf = (name: string) => others.find((other) => other.name === name)?.label ?? name;
  const column = (name: string) => columns.find((each) => each.name === name)?.label ?? name;
  switch (measure.kind) {
    case 'expression':
      return measure.expression;
    case 'ratio':
      return t.ratio({ numerator: labelOf(measure.numerator), denominator: labelOf(measure.denominator) });
    case 'count':
      return measure.column === undefined ? t.rows : t.count({ column: column(measure.column) });
    case 'percentile':
      return t.percentile({ percentile: measure.percentile, column: column(measure.column) });
    case 'first':
    case 'last':
      return t[measure.kind]({ column: column(measure.column), by: column(measure.by) });
    case 'weighted-average':
      return t['weighted-average']({ column: column(measure.column), weight: column(measure.weight) });
    case 'share-of-total':
    case 'rank':
    case 'running-total':
    case 'moving-average':
    case 'period-to-date':
    case 'difference':
    case 'growth':
      return t[measure.kind]({ measure: labelOf(measure.measure) });
    default:
      return t[measure.kind]({ column: column(measure.column) });
  }
}

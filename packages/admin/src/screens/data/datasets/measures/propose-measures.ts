import type { DataMessages } from '@inlay/messages/data';
import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import { isNumeric } from '../is-numeric.ts';
import { freeName, labelOfMeasure, nameOfMeasure } from './name-measure.ts';
import { summaryOf } from './summary-of.ts';

interface Column extends Pick<DatasetColumn, 'name' | 'type'> {
  readonly values?: readonly unknown[];
}

/** The sum or average of each column that has one, and the row count. */
export function proposeMeasures(columns: readonly Column[], t: DataMessages['measures']): readonly Measure[] {
  const summaries = columns.filter(isNumeric).flatMap((column) => {
    const kind = summaryOf(column);
    return kind ? [{ kind, column: column.name }] : [];
  });
  const proposed: Measure[] = [];
  for (const summary of [...summaries, { kind: 'count' } as const])
    proposed.push(newMeasure(summary, columns, proposed, t));
  return proposed;
}

type Summary = { readonly kind: 'sum' | 'average'; readonly column: string } | { readonly kind: 'count' };

/** A measure with its default name and label. */
function newMeasure(
  summary: Summary,
  columns: readonly Column[],
  others: readonly Measure[],
  t: DataMessages['measures'],
): Measure {
  const measure = { name: '', ...summary };
  const name = freeName(nameOfMeasure(measure), columns, others);
  return { ...measure, name, label: labelOfMeasure(measure, columns, others, t) };
}

/** The measure that is added next: of the first column that no other one uses. */
export function nextMeasure(
  columns: readonly Column[],
  measures: readonly Measure[],
  t: DataMessages['measures'],
): Measure {
  const used = new Set(measures.map((each) => ('column' in each ? each.column : undefined)));
  const numbers = columns.filter((column) => isNumeric(column) && summaryOf(column) !== undefined);
  const column = numbers.find(({ name }) => !used.has(name)) ?? numbers[0];
  const kind = column && summaryOf(column);
  return newMeasure(kind ? { kind, column: column.name } : { kind: 'count' }, columns, measures, t);
}

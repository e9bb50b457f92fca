import type { DataMessages } from '@inlay/messages/data';
import type { DatasetColumn, Measure } from '@inlay/protocol/dataset';
import { describeCalculation } from './measure-text.ts';
import { wordsOfName } from './words-of-name.ts';

/** The schema allows 256 characters, and a number may be added. */
const MAX_LENGTH = 240;

/**
 * The default name of a measure, `total_amount`. It is the same in every language of the admin app, because code of the
 * host page reads it.
 */
export function nameOfMeasure(measure: Measure): string {
  const words = nameParts(measure).flatMap((part) => [...wordsOfName(part)]);
  return words.join('_').slice(0, MAX_LENGTH);
}

function nameParts(measure: Measure): readonly string[] {
  switch (measure.kind) {
    case 'sum':
      return [isTotal(measure.column) ? 'sum' : 'total', measure.column];
    case 'count':
      return measure.column === undefined ? ['number of rows'] : ['count', measure.column];
    case 'percentile':
      return ['percentile', String(measure.percentile), measure.column];
    case 'ratio':
      return [measure.numerator, 'per', measure.denominator];
    case 'expression':
      return ['formula'];
    default:
      return [measure.kind, 'measure' in measure ? measure.measure : measure.column];
  }
}

/** Not "Total total price". */
const isTotal = (column: string): boolean => wordsOfName(column)[0] === 'total';

/** The default label of a measure: `Total amount`. */
export function labelOfMeasure(
  measure: Measure,
  columns: readonly DatasetColumn[],
  others: readonly Measure[],
  t: DataMessages['measures'],
): string {
  if (measure.kind === 'expression') return t.kinds.expression;
  if (measure.kind === 'sum' && !isTotal(measure.column)) return t.total({ column: spelled(measure.column) });
  if (measure.kind === 'average') return t.average({ column: spelled(measure.column) });
  return describeCalculation(measure, columns, others, t.described);
}

/** A name within a label: `unit_price` and `unitPrice` become `unit price`, and `Stückpreis` stays. */
function spelled(column: string): string {
  const isCamelCase = /^\p{L}*\p{Ll}\p{Lu}[\p{L}\p{N}]*$/u.test(column);
  return isCamelCase ? wordsOfName(column).join(' ') : column.replaceAll(/[_\s]+/g, ' ').trim();
}

type Named = Pick<Measure, 'name'>;

/** The name, or the name with the first number that no column and no other measure has. */
export function freeName(base: string, columns: readonly Named[], measures: readonly Named[]): string {
  const taken = new Set([...columns, ...measures].map(({ name }) => name));
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
  return name;
}

/** Whether a name was generated for this measure, with or without a number. */
export function hasGeneratedName(measure: Measure): boolean {
  const base = nameOfMeasure(measure);
  return measure.name.startsWith(base) && /^(?:_\d+)?$/.test(measure.name.slice(base.length));
}

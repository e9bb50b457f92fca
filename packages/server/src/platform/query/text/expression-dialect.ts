import type { Sql } from './sql.ts';
import type { DatePart, NumberType, ParsedType, ValueType } from './value-types.ts';

/**
 * The SQL of one engine for the operations of expressions. Numbers are computed with the engine's own operators, types and
 * precision (ADR 317); everything else has the same value on every engine (ADR 289). No operand is written twice
 * unless the operation counts for more (`copies` in typed-tree.ts), since nested operations would grow exponentially.
 */
export interface ExpressionDialect {
  /** A column as this language knows its type: text that compares by bytes, signed integers, days of the calendar. */
  read(column: Sql, type: ValueType): Sql;
  /** To a type that holds the value for sure; `value` can also be NULL or text that this code wrote. */
  cast(value: Sql, type: ValueType): Sql;
  /** Text that is bound. */
  text(bound: Sql): Sql;

  /** An integer that the engine computes with 64 bits: on some, two short ones have a short sum. */
  wide(integer: Sql): Sql;
  /** Beside a floating-point number, where the engine does not convert the other operand by itself. */
  beside(value: Sql): Sql;
  /** One of several values of a type to choose from, where the engine does not find their common type by itself. */
  choice(value: Sql, type: ValueType): Sql;
  /** With a fraction, of operands that both become this type; null if the divisor is zero. */
  divide(left: Sql, right: Sql, type: NumberType): Sql;
  /** Of integers, with the sign of the dividend; null if the divisor is zero. */
  remainder(left: Sql, right: Sql): Sql;
  abs(value: Sql, type: ValueType): Sql;
  /** To a decimal, half away from zero. */
  round(value: Sql, places: number, type: NumberType): Sql;
  /** To an integer. */
  whole(mode: 'round' | 'floor' | 'ceil' | 'truncate', value: Sql, type: NumberType): Sql;
  /** Null if one is null. */
  extreme(which: 'least' | 'greatest', values: readonly Sql[]): Sql;

  /** Text that matches the pattern, read as the type; all other text is null. */
  parse(text: Sql, type: ParsedType): Sql;
  toText(value: Sql, type: ValueType): Sql;

  concat(texts: readonly Sql[]): Sql;
  lower(text: Sql): Sql;
  upper(text: Sql): Sql;
  trim(text: Sql): Sql;
  length(text: Sql): Sql;
  substring(text: Sql, start: number, length: number): Sql;
  contains(text: Sql, part: Sql): Sql;
  startsWith(text: Sql, part: Sql): Sql;
  replace(text: Sql, from: Sql, to: Sql): Sql;

  part(part: DatePart, date: Sql): Sql;
  /** Of a column with moments. */
  hour(column: Sql, storedZone: string | undefined, viewerZone: string): Sql;
  /** Where the dialect has `offsetDates`. */
  readonly offsetHour: ((column: Sql, minutes: Sql) => Sql) | undefined;
  daysBetween(from: Sql, to: Sql): Sql;
  /** Null if the result is not a day from 1900 to 2299. */
  addDays(date: Sql, days: Sql): Sql;
  addMonths(date: Sql, months: Sql): Sql;
}

import type { Sql } from './sql.ts';
import type { DatePart, ParsedType, ValueType } from './value-types.ts';

/**
 * The SQL of one engine for the operations of expressions (ADR 289). No operation fails: a value without a result is null. No
 * operand is written twice unless the operation counts for more (`copies` in typed-tree.ts), since nested operations
 * would grow exponentially.
 */
export interface ExpressionDialect {
  /** A column as this language knows its type: text that compares by bytes, 64-bit integers, decimals with 9 places. */
  read(column: Sql, type: ValueType): Sql;
  /** To a type that holds the value for sure; `value` can also be NULL or text that this code wrote. */
  cast(value: Sql, type: ValueType): Sql;
  /** Text that is bound. */
  text(bound: Sql): Sql;

  /** Of up to 38 digits; the remainder has the sign of the dividend, and there is none by zero. */
  integers(operator: '+' | '-' | '*' | '%', left: Sql, right: Sql): Sql;
  /** Of up to 38 digits with 9 places, to which a product is rounded, half away from zero. A larger product may be null. */
  decimals(operator: '+' | '-' | '*', left: Sql, right: Sql): Sql;
  /** The value in its type: null outside of 64 bits, or with more than 20 digits before the point. */
  checked(value: Sql, type: 'integer' | 'decimal'): Sql;
  /** `(x + 1e-134) - 1e-134`, which makes the smallest numbers zero, and null beyond 1e150. */
  bounded(value: Sql): Sql;
  /** Of an integer, decimal or number. */
  abs(value: Sql, type: ValueType): Sql;
  /** A decimal, half away from zero. */
  round(value: Sql, places: number): Sql;
  /** A decimal as an integer of up to 38 digits. */
  whole(mode: 'round' | 'floor' | 'ceil' | 'truncate', value: Sql): Sql;
  /** Null if one is null. */
  extreme(which: 'least' | 'greatest', values: readonly Sql[]): Sql;

  /** Text that matches the pattern, read as the type before it is checked; all other text is null. */
  parse(text: Sql, type: ParsedType): Sql;
  /** A number by its shortest decimal digits, before it is checked. */
  toDecimal(number: Sql): Sql;
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

  readonly short: ShortForm | undefined;
  /** A decimal with so many places; only in a short form. */
  readonly align: ((value: Sql, places: number) => Sql) | undefined;
}

/**
 * A second form of an expression, for an engine that is much faster with 64 bits than with 38 digits. It fails where a
 * value on the way has more than 18 digits. Each of its decimals has the places of `placesOf`.
 */
export interface ShortForm {
  readonly expressions: ExpressionDialect;
  /** The short form of a value, or the exact one where it fails or a decimal column has more digits. */
  orElse(short: ShortValue, exact: Sql): Sql;
}

export interface ShortValue {
  readonly value: Sql;
  readonly type: ValueType;
  /** All decimal columns in it. */
  readonly columns: readonly Sql[];
}

import type { ColumnType } from '@inlay/protocol/result';
import type { StatementParam } from '../../engines/engine.ts';
import type { Literal, LiteralType } from '../../rules/typed-literal.ts';
import type { ExpressionDialect } from './expression-dialect.ts';
import type { Sql } from './sql.ts';

/** The SQL of one engine for each part of a compiled query. Every dialect file has this shape and nothing else. */
export interface Dialect {
  readonly name: string;
  readonly lexicon: Lexicon;
  readonly expressions: ExpressionDialect;

  quote(identifier: string): string;
  /** `index` counts from 1. */
  placeholder(index: number, type: LiteralType): string;
  /** The placeholder with its type, so that no driver and no engine guesses one. */
  bound(type: LiteralType, placeholder: string): string;
  /** The value in the text form that `bound` reads. */
  param(literal: Literal): StatementParam;

  /** True where the column is exactly one of the values: byte by byte for text, without conversion for the rest. */
  isOneOf(column: Sql, literals: readonly Literal[]): Sql;
  /** Text in a form that compares, groups and sorts by its bytes. */
  textKey(column: Sql): Sql;
  /** Two texts of different tables have the same bytes if all of these are equal, if possible so that an index finds them. */
  textJoinKeys(column: Sql, isEnforced: boolean): readonly Sql[];
  /** A key of another type, for `IN`. Undefined where `IN` compares values of different precision exactly. */
  readonly lookupKey?: (column: Sql, type: ColumnType) => Sql;
  /** Whether a join with unique keys is faster than `IN` with a subquery. */
  readonly joinsLookups?: true;
  /** Whether a filter on days without an index reads every row, so that one read of two periods is faster than two. */
  readonly storesRows?: true;
  textParam(literal: Literal): Sql;
  /** A text key back as text, for the result. */
  fromTextKey(key: Sql): Sql;
  /** Plain search, without a pattern language whose wildcards would need escaping. */
  contains(column: Sql, literal: Literal): Sql;
  startsWith(column: Sql, literal: Literal): Sql;
  /** Equality under which two missing values are the same group. */
  sameKey(left: Sql, right: Sql): Sql;

  /** `storedZone` is the zone of a wall clock without one; undefined for instants. */
  instant(column: Sql, storedZone: string | undefined): Sql;
  /** The day a moment falls on in the viewer's zone. */
  localDate(column: Sql, storedZone: string | undefined, viewerZone: string): Sql;
  /** Set where offsets written into the statement serve better than the engine's own named zones. */
  readonly offsetDates: OffsetDates | undefined;
  /** The start of the hour of an instant, where hours begin `minute` minutes past the UTC hour. */
  hourStart(instant: Sql, minute: number): Sql;
  addHours(instant: Sql, hours: number): Sql;
  dateTrunc(unit: 'month' | 'quarter' | 'year', date: Sql): Sql;
  /** `weekStart` 1 is Monday. */
  weekStart(date: Sql, weekStart: number): Sql;
  addDays(date: Sql, days: number): Sql;
  addMonths(date: Sql, months: number): Sql;
  /** A date some days or months later, or an instant some hours later; `count` is a column. */
  addBuckets(unit: 'hours' | 'days' | 'months', start: Sql, count: Sql): Sql;
  /** An integer that counts the days or months up to a date, or the hours up to an instant. */
  bucketNumber(unit: 'hours' | 'days' | 'months', start: Sql): Sql;

  /** A missing value that takes the type of the same column in the other parts of a UNION. */
  nullOf(type: ColumnType): Sql;
  sum(value: Sql, type: ColumnType): Sql;
  average(value: Sql): Sql;
  min(value: Sql): Sql;
  max(value: Sql): Sql;
  /** Interpolated. Undefined where the engine has no aggregate for it, and rows are numbered first. */
  readonly percentile: ((value: Sql, fraction: string) => Sql) | undefined;
  double(value: Sql): Sql;
  /** A constant with a fraction, such as `0.5`. Undefined where the digits alone are a decimal. */
  readonly decimal?: (digits: string) => Sql;
  /** A product of doubles. */
  multiply(left: Sql, right: Sql): Sql;
  /** A division of doubles; nothing where the divisor is zero. */
  divide(left: Sql, right: Sql): Sql;

  /** Sorted with missing values last in both directions. */
  orderBy(expression: Sql, direction: 'asc' | 'desc'): Sql;
}

/** Days by an offset from UTC in minutes, of a column with instants or a clock in UTC. */
export interface OffsetDates {
  /** `time` in milliseconds since 1970. */
  isBefore(column: Sql, time: number): Sql;
  date(column: Sql, minutes: Sql): Sql;
}

/** The lexical rules of hand-written SQL on this engine, as far as needed to find `{{ … }}`. */
export interface Lexicon {
  /** Whether a backslash escapes the next character in a quoted piece. */
  readonly backslashEscapes: 'nowhere' | 'strings' | 'strings and names';
  readonly hashComments: boolean;
  readonly nestedComments: boolean;
  /** `$tag$…$tag$`, and `E'…'`, in which a backslash escapes. */
  readonly dollarQuotes: boolean;
  readonly identifierQuotes: readonly ('"' | '`')[];
  /** The engine's own parameter syntax, which a dataset cannot use: the statement numbers its parameters. */
  readonly ownPlaceholder: RegExp;
  /** Rare quotes and comments of the engine, which a dataset cannot use. */
  readonly unclear?: RegExp;
}

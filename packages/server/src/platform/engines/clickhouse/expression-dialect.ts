import type { ExpressionDialect } from '../../query/text/expression-dialect.ts';
import { join, sql, trusted } from '../../query/text/fragment.ts';
import type { Sql } from '../../query/text/sql.ts';
import { DECIMAL_PLACES, MAX_ADDED, PARSED, type ValueType } from '../../query/text/value-types.ts';

const types: Readonly<Record<ValueType, string>> = {
  string: 'String',
  integer: 'Int64',
  decimal: 'Decimal(38, 9)',
  number: 'Float64',
  boolean: 'Bool',
  date: 'Date32',
  datetime: "DateTime64(6, 'UTC')",
};

const cast = (value: Sql, type: ValueType) => sql`CAST(${value} AS Nullable(${trusted(types[type])}))`;
/** Fails where the value does not fit. */
const integer = (value: Sql) => sql`accurateCast(${value}, 'Nullable(Int64)')`;
/** By its digits: a cast would cut them off, and `round` rounds halves of floating-point numbers to even numbers. */
const exactDigits = (number: Sql) => sql`toDecimal256OrNull(toString(${number}), 30)`;
const rounded = (value: Sql, places: number) =>
  sql`CAST(round(${value}, ${trusted(String(places))}) AS Nullable(Decimal(38, ${trusted(String(places))})))`;
const zone = (name: string) => trusted(`'${name}'`);

export const clickhouseExpressions: ExpressionDialect = {
  read: (column, type) => {
    switch (type) {
      case 'string':
        return sql`toString(${column})`;
      // Signed and unsigned ones have no common type.
      case 'integer':
        return integer(column);
      case 'boolean':
      case 'date':
        return cast(column, type);
      default:
        return column;
    }
  },
  cast,
  text: (bound) => bound,

  wide: (integer) => integer,
  beside: (value) => sql`toFloat64(${value})`,
  // Signed and unsigned integers have none, nor have decimals with different places.
  choice: (value, type) => {
    if (type === 'integer') return sql`toInt64(${value})`;
    return type === 'decimal' ? rounded(value, DECIMAL_PLACES) : value;
  },
  // Decimals would be divided with the places that they have.
  divide: (left, right) => sql`(toFloat64(${left}) / nullIf(toFloat64(${right}), 0))`,
  remainder: (left, right) => sql`(${left} % nullIf(${right}, 0))`,
  abs: (value, type) => (type === 'integer' ? sql`toInt64(abs(${value}))` : sql`abs(${value})`),
  round: (value, places, type) =>
    type === 'number'
      ? rounded(exactDigits(value), places)
      : sql`round(${value}, ${trusted(String(places))})`,
  whole: (mode, value, type) => {
    const operand = mode === 'round' && type === 'number' ? exactDigits(value) : value;
    return integer(sql`${trusted(mode === 'truncate' ? 'trunc' : mode)}(${operand})`);
  },
  extreme: (which, values) => {
    const present = values.map((value) => sql`${value} IS NOT NULL`);
    return sql`(CASE WHEN ${join(present, ' AND ')} THEN ${trusted(which)}(${join(values, ', ')}) END)`;
  },

  parse: (text, type) => {
    const pattern = trusted(`'^(${PARSED[type]})$'`);
    const matched = sql`extract(${text}, ${pattern})`;
    if (type === 'integer') return sql`toInt64OrNull(${matched})`;
    if (type === 'decimal') return rounded(sql`toDecimal256OrNull(${matched}, 30)`, DECIMAL_PLACES);
    return type === 'date' ? sql`toDate32OrNull(${matched})` : sql`toFloat64OrNull(${matched})`;
  },
  toText: (value, type) => {
    if (type === 'boolean') return sql`toString(${cast(value, type)})`;
    if (type !== 'decimal') return sql`toString(${value})`;
    const pattern = {
      type: 'string',
      text: '^(-?[0-9]+([.][0-9]*[1-9])?)[.]?0*$',
      origin: 'constant',
    } as const;
    return sql`replaceRegexpOne(toString(${rounded(value, DECIMAL_PLACES)}), ${pattern}, '\\\\1')`;
  },

  concat: (texts) => sql`concat(${join(texts, ', ')})`,
  lower: (text) => sql`lower(${text})`,
  upper: (text) => sql`upper(${text})`,
  trim: (text) => sql`trim(BOTH ' ' FROM ${text})`,
  length: (text) => sql`toInt64(lengthUTF8(${text}))`,
  substring: (text, start, length) => sql`substringUTF8(${text}, ${trusted(`${start}, ${length}`)})`,
  contains: (text, part) => sql`position(${text}, ${part}) > 0`,
  startsWith: (text, part) => sql`startsWith(${text}, ${part})`,
  replace: (text, from, to) => sql`replaceAll(${text}, ${from}, ${to})`,

  part: (part, date) => {
    const functions = {
      year: 'toYear',
      quarter: 'toQuarter',
      month: 'toMonth',
      day: 'toDayOfMonth',
      weekday: 'toDayOfWeek',
    };
    return sql`toInt64(${trusted(functions[part])}(${date}))`;
  },
  hour: (column, storedZone, viewerZone) => {
    if (storedZone === viewerZone) return sql`toInt64(toHour(toTimeZone(${column}, 'UTC')))`;
    const instant =
      storedZone === undefined
        ? column
        : sql`toDateTime64(toString(toTimeZone(${column}, 'UTC')), 6, ${zone(storedZone)})`;
    return sql`toInt64(toHour(toTimeZone(${instant}, ${zone(viewerZone)})))`;
  },
  offsetHour: undefined,
  daysBetween: (from, to) => sql`toInt64(dateDiff('day', ${from}, ${to}))`,
  // Dates end at the bounds of the calendar instead of leaving it, so the bounds are tested first.
  addDays: (date, days) => {
    const isNear = sql`${days} BETWEEN ${trusted(`${-MAX_ADDED.days} AND ${MAX_ADDED.days}`)}`;
    const isInside = sql`toInt64(toInt32(${date})) + ${days} BETWEEN -25567 AND 120529`;
    return sql`(CASE WHEN ${isNear} AND ${isInside} THEN addDays(${date}, ${days}) END)`;
  },
  addMonths: (date, months) => {
    const isNear = sql`${months} BETWEEN ${trusted(`${-MAX_ADDED.months} AND ${MAX_ADDED.months}`)}`;
    const isInside = sql`toYear(${date}) * 12 + toMonth(${date}) - 1 + ${months} BETWEEN 22800 AND 27599`;
    return sql`(CASE WHEN ${isNear} AND ${isInside} THEN addMonths(${date}, ${months}) END)`;
  },
};

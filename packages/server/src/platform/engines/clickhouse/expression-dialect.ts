import type { ExpressionDialect } from '../../query/text/expression-dialect.ts';
import { join, sql, trusted } from '../../query/text/fragment.ts';
import type { Sql } from '../../query/text/sql.ts';
import type { ValueType } from '../../query/text/value-types.ts';
import { MAX_ADDED, PARSED } from '../../query/text/value-types.ts';
import { DECIMAL, within } from '../../query/text/within.ts';

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
const integer = (value: Sql) => sql`accurateCastOrNull(${value}, 'Int64')`;
const rounded = (value: Sql) => sql`round(${value}, 9)`;
/** Decimals of 76 digits, so that none overflows before it is checked. */
const wide = (value: Sql, places = 9) =>
  sql`CAST(${value} AS Nullable(Decimal(76, ${trusted(String(places))})))`;
const decimal = (value: Sql) =>
  within(value, `toDecimal256('${DECIMAL[0]}', 9)`, `toDecimal256('${DECIMAL[1]}', 9)`, (kept) =>
    cast(kept, 'decimal'),
  );
const zone = (name: string) => trusted(`'${name}'`);

export const clickhouseExpressions: ExpressionDialect = {
  read: (column, type) => {
    switch (type) {
      case 'string':
        return sql`toString(${column})`;
      case 'integer':
        return integer(column);
      case 'decimal':
        return decimal(rounded(wide(column, 30)));
      case 'datetime':
        return column;
      default:
        return cast(column, type);
    }
  },
  cast,
  text: (bound) => bound,

  integers: (operator, left, right) => {
    const divisor = operator === '%' ? sql`nullIf(${right}, 0)` : right;
    const result = sql`(toInt128(${left}) ${trusted(operator)} toInt128(${divisor}))`;
    return operator === '%' ? cast(result, 'integer') : result;
  },
  decimals: (operator, left, right) => {
    const result = sql`(${wide(left)} ${trusted(operator)} ${wide(right)})`;
    return operator === '*' ? rounded(result) : result;
  },
  checked: (value, type) => (type === 'integer' ? integer(value) : decimal(value)),
  bounded: (value) => within(sql`((${value} + 1e-134) - 1e-134)`, '-1e150', '1e150'),
  abs: (value, type) => (type === 'integer' ? sql`abs(toInt128(${value}))` : sql`abs(${value})`),
  round: (value, places) => sql`round(${value}, ${trusted(String(places))})`,
  whole: (mode, value) => sql`toInt128(${trusted(mode === 'truncate' ? 'trunc' : mode)}(${value}))`,
  extreme: (which, values) => {
    const present = values.map((value) => sql`${value} IS NOT NULL`);
    return sql`(CASE WHEN ${join(present, ' AND ')} THEN ${trusted(which)}(${join(values, ', ')}) END)`;
  },

  parse: (text, type) => {
    const pattern = trusted(`'^(${PARSED[type]})$'`);
    const matched = sql`extract(${text}, ${pattern})`;
    if (type === 'integer') return sql`toInt128OrNull(${matched})`;
    if (type === 'decimal') return rounded(sql`toDecimal256OrNull(${matched}, 30)`);
    return type === 'date' ? sql`toDate32OrNull(${matched})` : sql`toFloat64OrNull(${matched})`;
  },
  toDecimal: (number) => rounded(sql`toDecimal256OrNull(toString(${number}), 30)`),
  toText: (value, type) => {
    if (type === 'boolean') return sql`(CASE WHEN ${value} THEN 'true' WHEN NOT ${value} THEN 'false' END)`;
    if (type !== 'decimal') return sql`toString(${value})`;
    const pattern = {
      type: 'string',
      text: '^(-?[0-9]+([.][0-9]*[1-9])?)[.]?0*$',
      origin: 'constant',
    } as const;
    return sql`replaceRegexpOne(toString(${value}), ${pattern}, '\\\\1')`;
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

  short: undefined,
  align: undefined,
};

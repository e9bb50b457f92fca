import type { ExpressionDialect } from '../../query/text/expression-dialect.ts';
import { join, sql, trusted } from '../../query/text/fragment.ts';
import type { Sql } from '../../query/text/sql.ts';
import type { ValueType } from '../../query/text/value-types.ts';
import { MAX_ADDED, PARSED } from '../../query/text/value-types.ts';
import { DECIMAL, INT64, within } from '../../query/text/within.ts';

const types: Readonly<Record<Exclude<ValueType, 'string'>, string>> = {
  integer: 'SIGNED',
  decimal: 'DECIMAL(38, 9)',
  number: 'DOUBLE',
  boolean: 'SIGNED',
  date: 'DATE',
  datetime: 'DATETIME(6)',
};

/** One collation for all text: two different ones in an operation are an error. */
const text = (value: Sql) => sql`(CONVERT(${value} USING utf8mb4) COLLATE utf8mb4_bin)`;
const cast = (value: Sql, type: ValueType) =>
  type === 'string' ? text(value) : sql`CAST(${value} AS ${trusted(types[type])})`;
const integer = (value: Sql) => within(value, ...INT64, (kept) => cast(kept, 'integer'));
const decimal = (value: Sql) => within(value, ...DECIMAL, (kept) => cast(kept, 'decimal'));
const rounded = (value: Sql) => sql`ROUND(${value}, 9)`;
/** Casts to a smaller decimal end at its largest value, so values are cast to the largest one first. */
const wide = (value: Sql) => sql`CAST(${value} AS DECIMAL(65, 30))`;
const wideInteger = (value: Sql) => sql`CAST(${value} AS DECIMAL(65, 0))`;
const day = (value: Sql) =>
  within(value, `DATE'1900-01-01'`, `DATE'2299-12-31'`, (kept) => cast(kept, 'date'));
const count = (value: Sql, max: number) => within(value, String(-max), String(max));
const zone = (name: string) => trusted(name === 'UTC' ? "'+00:00'" : `'${name}'`);

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** LOWER and UPPER know other letters than those of ASCII, and TRANSLATE does not exist. */
const replaceLetters = (value: Sql, pairs: readonly (readonly [string, string])[]) =>
  pairs.reduce((changed, [from, to]) => sql`REPLACE(${changed}, ${trusted(`'${from}', '${to}'`)})`, value);

export const mysqlExpressions: ExpressionDialect = {
  read: (column, type) => {
    switch (type) {
      case 'string':
        return text(column);
      case 'integer':
        return integer(wideInteger(column));
      case 'decimal':
        return decimal(rounded(wide(column)));
      case 'boolean':
        return sql`(${column} <> 0)`;
      case 'date':
        return sql`(CASE WHEN ${column} >= '0001-01-01' THEN ${column} END)`;
      case 'datetime':
        return column;
      default:
        return cast(column, type);
    }
  },
  cast,
  text,

  integers: (operator, left, right) => {
    const divisor = operator === '%' ? sql`NULLIF(${right}, 0)` : right;
    const result = sql`(${wideInteger(left)} ${trusted(operator)} ${divisor})`;
    return operator === '%' ? cast(result, 'integer') : result;
  },
  decimals: (operator, left, right) => {
    const result = sql`(${left} ${trusted(operator)} ${right})`;
    return operator === '*' ? rounded(result) : result;
  },
  checked: (value, type) => (type === 'integer' ? integer(value) : decimal(value)),
  bounded: (value) => within(sql`((${value} + 1e-134) - 1e-134)`, '-1e150', '1e150'),
  abs: (value, type) => (type === 'integer' ? sql`ABS(${wideInteger(value)})` : sql`ABS(${value})`),
  round: (value, places) => sql`ROUND(${value}, ${trusted(String(places))})`,
  whole: (mode, value) =>
    mode === 'truncate' ? sql`TRUNCATE(${value}, 0)` : sql`${trusted(mode.toUpperCase())}(${value})`,
  extreme: (which, values) => sql`${trusted(which.toUpperCase())}(${join(values, ', ')})`,

  // No match is an empty text on MariaDB and null on MySQL. `$` would also match before a line break at the end.
  parse: (value, type) => {
    const pattern = { type: 'string', text: `^${PARSED[type]}\\z`, origin: 'constant' } as const;
    const matched = sql`NULLIF(REGEXP_SUBSTR(${value}, ${pattern}), '')`;
    if (type === 'integer') return wideInteger(matched);
    return type === 'decimal' ? rounded(wide(matched)) : cast(matched, type);
  },
  toDecimal: (number) => rounded(wide(number)),
  toText: (value, type) => {
    if (type === 'boolean')
      return sql`(CASE ${value} WHEN 1 THEN ${text(sql`'true'`)} WHEN 0 THEN ${text(sql`'false'`)} END)`;
    if (type === 'decimal')
      return text(sql`TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(${value} AS CHAR)))`);
    return type === 'date' ? text(sql`DATE_FORMAT(${value}, '%Y-%m-%d')`) : text(sql`CAST(${value} AS CHAR)`);
  },

  concat: (texts) => sql`CONCAT(${join(texts, ', ')})`,
  lower: (value) =>
    replaceLetters(
      value,
      alphabet.map((letter) => [letter, letter.toLowerCase()]),
    ),
  upper: (value) =>
    replaceLetters(
      value,
      alphabet.map((letter) => [letter.toLowerCase(), letter]),
    ),
  trim: (value) => sql`TRIM(BOTH ' ' FROM ${value})`,
  length: (value) => sql`CHAR_LENGTH(${value})`,
  substring: (value, start, length) => sql`SUBSTRING(${value}, ${trusted(`${start}, ${length}`)})`,
  contains: (value, part) => sql`LOCATE(${part}, ${value}) > 0`,
  startsWith: (value, part) => sql`LOCATE(${part}, ${value}) = 1`,
  replace: (value, from, to) => sql`REPLACE(${value}, ${from}, ${to})`,

  part: (part, date) => {
    if (part === 'weekday') return sql`(WEEKDAY(${date}) + 1)`;
    return sql`${trusted(part === 'day' ? 'DAYOFMONTH' : part.toUpperCase())}(${date})`;
  },
  hour: (column, storedZone, viewerZone) =>
    (storedZone ?? 'UTC') === viewerZone
      ? sql`HOUR(${column})`
      : sql`HOUR(CONVERT_TZ(${column}, ${zone(storedZone ?? 'UTC')}, ${zone(viewerZone)}))`,
  offsetHour: (column, minutes) => sql`HOUR(DATE_ADD(${column}, INTERVAL ${minutes} MINUTE))`,
  daysBetween: (from, to) => sql`DATEDIFF(${to}, ${from})`,
  addDays: (date, days) => day(sql`DATE_ADD(${date}, INTERVAL ${count(days, MAX_ADDED.days)} DAY)`),
  addMonths: (date, months) => day(sql`DATE_ADD(${date}, INTERVAL ${count(months, MAX_ADDED.months)} MONTH)`),

  short: undefined,
  align: undefined,
};

import type { ExpressionDialect } from '../../query/text/expression-dialect.ts';
import { join, sql, trusted } from '../../query/text/fragment.ts';
import type { Sql } from '../../query/text/sql.ts';
import { DECIMAL_PLACES, MAX_ADDED, PARSED, type ValueType } from '../../query/text/value-types.ts';
import { within } from '../../query/text/within.ts';

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
/** Casts to a smaller decimal end at its largest value. */
const rounded = (value: Sql, places: number) =>
  sql`CAST(${value} AS DECIMAL(65, ${trusted(String(places))}))`;
const day = (value: Sql) =>
  within(value, `DATE'1900-01-01'`, `DATE'2299-12-31'`, (kept) => cast(kept, 'date'));
const count = (value: Sql, max: number) => within(value, String(-max), String(max));
const zone = (name: string) => trusted(name === 'UTC' ? "'+00:00'" : `'${name}'`);

const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/**
 * LOWER and UPPER know other letters than those of ASCII, and TRANSLATE does not exist. Text without other letters, which
 * has as many bytes as characters, has a faster way.
 */
function asciiCase(name: 'LOWER' | 'UPPER', value: Sql): Sql {
  const replaced = alphabet.reduce((changed, upper) => {
    const lower = upper.toLowerCase();
    const [from, to] = name === 'LOWER' ? [upper, lower] : [lower, upper];
    return sql`REPLACE(${changed}, ${trusted(`'${from}', '${to}'`)})`;
  }, value);
  return sql`(CASE WHEN LENGTH(${value}) = CHAR_LENGTH(${value}) THEN ${trusted(name)}(${value}) ELSE ${replaced} END)`;
}

export const mysqlExpressions: ExpressionDialect = {
  read: (column, type) => {
    switch (type) {
      case 'string':
        return text(column);
      // What is computed with unsigned integers cannot be negative.
      case 'integer':
        return cast(column, type);
      case 'boolean':
        return sql`(${column} <> 0)`;
      case 'date':
        return sql`(CASE WHEN ${column} >= '0001-01-01' THEN ${column} END)`;
      default:
        return column;
    }
  },
  cast,
  text,

  wide: (integer) => integer,
  beside: (value) => value,
  choice: (value) => value,
  // Division by zero is null. Decimals would be divided with 4 more places than they have.
  divide: (left, right, type) => sql`(${type === 'number' ? left : cast(left, 'number')} / ${right})`,
  remainder: (left, right) => sql`(${left} % ${right})`,
  abs: (value) => sql`ABS(${value})`,
  // ROUND leaves halves of doubles to the C library, which rounds them to even numbers.
  round: (value, places, type) =>
    type === 'number' ? rounded(value, places) : sql`ROUND(${value}, ${trusted(String(places))})`,
  // A cast to an integer would end at the largest one; DIV reports it.
  whole: (mode, value, type) => {
    if (mode === 'truncate') return sql`(${value} DIV 1)`;
    const operand = mode === 'round' && type === 'number' ? rounded(value, 0) : value;
    return sql`(${trusted(mode.toUpperCase())}(${operand}) DIV 1)`;
  },
  extreme: (which, values) => sql`${trusted(which.toUpperCase())}(${join(values, ', ')})`,

  // No match is an empty text on MariaDB and null on MySQL. `$` would also match before a line break at the end.
  parse: (value, type) => {
    const pattern = { type: 'string', text: `^${PARSED[type]}\\z`, origin: 'constant' } as const;
    return cast(sql`NULLIF(REGEXP_SUBSTR(${value}, ${pattern}), '')`, type);
  },
  toText: (value, type) => {
    if (type === 'boolean')
      return sql`(CASE ${value} WHEN 1 THEN ${text(sql`'true'`)} WHEN 0 THEN ${text(sql`'false'`)} END)`;
    if (type === 'decimal')
      return text(
        sql`TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(${rounded(value, DECIMAL_PLACES)} AS CHAR)))`,
      );
    return type === 'date' ? text(sql`DATE_FORMAT(${value}, '%Y-%m-%d')`) : text(sql`CAST(${value} AS CHAR)`);
  },

  concat: (texts) => sql`CONCAT(${join(texts, ', ')})`,
  lower: (value) => asciiCase('LOWER', value),
  upper: (value) => asciiCase('UPPER', value),
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
};

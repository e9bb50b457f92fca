import type { ExpressionDialect } from '../../query/text/expression-dialect.ts';
import { join, sql, trusted } from '../../query/text/fragment.ts';
import type { Sql } from '../../query/text/sql.ts';
import { MAX_ADDED, PARSED, type ValueType } from '../../query/text/value-types.ts';
import { within } from '../../query/text/within.ts';

const types: Readonly<Record<ValueType, string>> = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  decimal: 'DECIMAL(38, 9)',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMPTZ',
};

const cast = (value: Sql, type: ValueType) => sql`CAST(${value} AS ${trusted(types[type])})`;
const day = (value: Sql) => within(value, `DATE '1900-01-01'`, `DATE '2299-12-31'`);
const count = (value: Sql, max: number) =>
  within(value, String(-max), String(max), (kept) => sql`CAST(${kept} AS INTEGER)`);
const zone = (name: string) => trusted(`'${name}'`);

/** Text without other letters, which has as many bytes as characters, has a faster way. */
const asciiCase = (name: string, text: Sql, letters: string) =>
  sql`(CASE WHEN strlen(${text}) = length(${text}) THEN ${trusted(name)}(${text}) ELSE translate(${text}, ${trusted(letters)}) END)`;

/** The session has `ieee_floating_point_ops` off: a division by zero is null. */
export const duckdbExpressions: ExpressionDialect = {
  read: (column, type) => {
    if (type === 'string') return cast(column, type);
    if (type !== 'date') return column;
    return sql`(CASE WHEN ${column} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' THEN ${column} END)`;
  },
  cast,
  text: (bound) => bound,

  wide: (integer) => cast(integer, 'integer'),
  beside: (value) => value,
  choice: (value) => value,
  divide: (left, right) => sql`(${left} / ${right})`,
  remainder: (left, right) => sql`(${left} % ${right})`,
  abs: (value) => sql`abs(${value})`,
  // A FLOAT has too few digits to be cast.
  round: (value, places, type) =>
    type === 'number'
      ? sql`CAST(${cast(value, type)} AS DECIMAL(38, ${trusted(String(places))}))`
      : sql`round(${value}, ${trusted(String(places))})`,
  whole: (mode, value) => cast(sql`${trusted(mode === 'truncate' ? 'trunc' : mode)}(${value})`, 'integer'),
  extreme: (which, values) => {
    const present = values.map((value) => sql`${value} IS NOT NULL`);
    return sql`(CASE WHEN ${join(present, ' AND ')} THEN ${trusted(which)}(${join(values, ', ')}) END)`;
  },

  // No match is an empty text, which is no value of these types.
  parse: (text, type) => {
    const matched = sql`regexp_extract(${text}, ${trusted(`'^${PARSED[type]}$'`)})`;
    return sql`TRY_CAST(${matched} AS ${trusted(types[type])})`;
  },
  toText: (value, type) =>
    type === 'decimal'
      ? sql`rtrim(rtrim(${cast(cast(value, type), 'string')}, '0'), '.')`
      : cast(value, 'string'),

  concat: (texts) => sql`(${join(texts, ' || ')})`,
  lower: (text) => asciiCase('lower', text, `'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'`),
  upper: (text) => asciiCase('upper', text, `'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'`),
  trim: (text) => sql`trim(${text}, ' ')`,
  length: (text) => sql`length(${text})`,
  substring: (text, start, length) => sql`substring(${text}, ${trusted(`${start}, ${length}`)})`,
  contains: (text, part) => sql`contains(${text}, ${part})`,
  startsWith: (text, part) => sql`starts_with(${text}, ${part})`,
  replace: (text, from, to) => sql`replace(${text}, ${from}, ${to})`,

  part: (part, date) => sql`${trusted(part === 'weekday' ? 'isodow' : part)}(${date})`,
  hour: (column, storedZone, viewerZone) => {
    if (storedZone === viewerZone) return sql`hour(CAST(${column} AS TIMESTAMP))`;
    const instant =
      storedZone === undefined
        ? cast(column, 'datetime')
        : sql`CAST(${column} AS TIMESTAMP) AT TIME ZONE ${zone(storedZone)}`;
    return sql`hour(${instant} AT TIME ZONE ${zone(viewerZone)})`;
  },
  offsetHour: (column, minutes) =>
    sql`hour(make_timestamp(epoch_us(${column}) + CAST(60000000 AS BIGINT) * ${minutes}))`,
  daysBetween: (from, to) => sql`date_diff('day', ${from}, ${to})`,
  addDays: (date, days) => day(sql`${date} + ${count(days, MAX_ADDED.days)}`),
  addMonths: (date, months) =>
    day(sql`CAST(${date} + to_months(${count(months, MAX_ADDED.months)}) AS DATE)`),
};

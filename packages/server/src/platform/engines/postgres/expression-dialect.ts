import type { ExpressionDialect } from '../../query/text/expression-dialect.ts';
import { join, sql, trusted } from '../../query/text/fragment.ts';
import type { Sql } from '../../query/text/sql.ts';
import { MAX_ADDED, type NumberType, PARSED, type ValueType } from '../../query/text/value-types.ts';
import { within } from '../../query/text/within.ts';

const types: Readonly<Record<ValueType, string>> = {
  string: 'text',
  integer: 'bigint',
  decimal: 'numeric(38, 9)',
  number: 'double precision',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
};

const cast = (value: Sql, type: ValueType) => sql`CAST(${value} AS ${trusted(types[type])})`;
/** Numbers of 15 digits; `round` has no form with places for doubles, and rounds their halves to even numbers. */
const numeric = (value: Sql, type: NumberType) =>
  type === 'number' ? sql`CAST(${value} AS numeric)` : value;
const day = (value: Sql) => within(value, `DATE '1900-01-01'`, `DATE '2299-12-31'`);
const count = (value: Sql, max: number) =>
  within(value, String(-max), String(max), (kept) => sql`CAST(${kept} AS integer)`);
const zone = (name: string) => trusted(`'${name}'`);

export const postgresExpressions: ExpressionDialect = {
  read: (column, type) => {
    switch (type) {
      case 'string':
        return sql`(CAST(${column} AS text) COLLATE "C")`;
      case 'date':
        return sql`(CASE WHEN ${column} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' THEN ${column} END)`;
      case 'datetime':
        return sql`(CASE WHEN isfinite(${column}) THEN ${column} END)`;
      default:
        return column;
    }
  },
  cast,
  text: (bound) => bound,

  wide: (integer) => cast(integer, 'integer'),
  beside: (value) => value,
  choice: (value) => value,
  // Integers would be divided without a fraction.
  divide: (left, right, type) =>
    sql`(${type === 'integer' ? cast(left, 'number') : left} / NULLIF(${right}, 0))`,
  remainder: (left, right) => sql`(${left} % NULLIF(${right}, 0))`,
  abs: (value) => sql`abs(${value})`,
  round: (value, places, type) => sql`round(${numeric(value, type)}, ${trusted(String(places))})`,
  whole: (mode, value, type) => {
    const operand = mode === 'round' ? numeric(value, type) : value;
    return cast(sql`${trusted(mode === 'truncate' ? 'trunc' : mode)}(${operand})`, 'integer');
  },
  extreme: (which, values) => {
    const present = values.map((value) => sql`${value} IS NOT NULL`);
    return sql`(CASE WHEN ${join(present, ' AND ')} THEN ${trusted(which)}(${join(values, ', ')}) END)`;
  },

  // Without a match there is no text; TRY_CAST does not exist.
  parse: (text, type) => {
    const pattern = trusted(`'^(${PARSED[type]})$'`);
    return cast(sql`substring(${text} FROM ${pattern})`, type);
  },
  toText: (value, type) => {
    if (type === 'decimal') return sql`rtrim(rtrim(CAST(${cast(value, type)} AS text), '0'), '.')`;
    return type === 'date' ? sql`to_char(${value}, 'YYYY-MM-DD')` : cast(value, 'string');
  },

  concat: (texts) => sql`(${join(texts, ' || ')})`,
  // The collation C knows no letters but those of ASCII.
  lower: (text) => sql`lower(${text} COLLATE "C")`,
  upper: (text) => sql`upper(${text} COLLATE "C")`,
  trim: (text) => sql`btrim(${text}, ' ')`,
  length: (text) => sql`CAST(length(${text}) AS bigint)`,
  substring: (text, start, length) => sql`substr(${text}, ${trusted(`${start}, ${length}`)})`,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  startsWith: (text, part) => sql`starts_with(${text}, ${part})`,
  replace: (text, from, to) => sql`replace(${text}, ${from}, ${to})`,

  part: (part, date) =>
    sql`CAST(extract(${trusted(part === 'weekday' ? 'isodow' : part)} FROM ${date}) AS bigint)`,
  hour: (column, storedZone, viewerZone) => {
    const instant =
      storedZone === undefined
        ? cast(column, 'datetime')
        : sql`CAST(${column} AS timestamp) AT TIME ZONE ${zone(storedZone)}`;
    const local =
      storedZone === viewerZone
        ? sql`CAST(${column} AS timestamp)`
        : sql`${instant} AT TIME ZONE ${zone(viewerZone)}`;
    return sql`CAST(extract(hour FROM ${local}) AS bigint)`;
  },
  offsetHour: undefined,
  daysBetween: (from, to) => sql`CAST(${to} - ${from} AS bigint)`,
  addDays: (date, days) => day(sql`${date} + ${count(days, MAX_ADDED.days)}`),
  addMonths: (date, months) =>
    day(sql`CAST(${date} + make_interval(months => ${count(months, MAX_ADDED.months)}) AS date)`),
};

import type { ExpressionDialect } from '../../query/text/expression-dialect.ts';
import { join, sql, trusted } from '../../query/text/fragment.ts';
import type { Sql } from '../../query/text/sql.ts';
import type { ValueType } from '../../query/text/value-types.ts';
import { MAX_ADDED, PARSED } from '../../query/text/value-types.ts';
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
/**
 * The value if it is between two others, which are not values of its type. It is computed once: in a CASE, nested checks
 * would double it again and again. NaN counts as larger than every number, and null as neither.
 */
const between = (value: Sql, low: string, high: string) =>
  sql`NULLIF(NULLIF(GREATEST(LEAST(${value}, ${trusted(high)}), ${trusted(low)}), ${trusted(low)}), ${trusted(high)})`;
const integer = (value: Sql) =>
  cast(between(value, '-9223372036854775809', '9223372036854775808'), 'integer');
const decimal = (value: Sql) =>
  cast(between(value, '-100000000000000000000', '100000000000000000000'), 'decimal');
const rounded = (value: Sql) => sql`round(${value}, 9)`;
const numeric = (value: Sql) => sql`CAST(${value} AS numeric)`;
const day = (value: Sql) => within(value, `DATE '1900-01-01'`, `DATE '2299-12-31'`);
const count = (value: Sql, max: number) =>
  within(value, String(-max), String(max), (kept) => sql`CAST(${kept} AS integer)`);
const zone = (name: string) => trusted(`'${name}'`);

export const postgresExpressions: ExpressionDialect = {
  read: (column, type) => {
    switch (type) {
      case 'string':
        return sql`(CAST(${column} AS text) COLLATE "C")`;
      case 'decimal':
        return decimal(rounded(numeric(column)));
      case 'date':
        return sql`(CASE WHEN ${column} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' THEN ${column} END)`;
      case 'datetime':
        return sql`(CASE WHEN isfinite(${column}) THEN ${column} END)`;
      default:
        return cast(column, type);
    }
  },
  cast,
  text: (bound) => bound,

  integers: (operator, left, right) =>
    operator === '%'
      ? sql`(${left} % NULLIF(${right}, 0))`
      : sql`(${numeric(left)} ${trusted(operator)} ${right})`,
  decimals: (operator, left, right) => {
    const result = sql`(${left} ${trusted(operator)} ${right})`;
    return operator === '*' ? rounded(result) : result;
  },
  checked: (value, type) => (type === 'integer' ? integer(value) : decimal(value)),
  bounded: (value) =>
    within(
      sql`((${value} + CAST('1e-134' AS double precision)) - CAST('1e-134' AS double precision))`,
      `CAST('-1e150' AS double precision)`,
      `CAST('1e150' AS double precision)`,
    ),
  abs: (value, type) => (type === 'integer' ? sql`abs(${numeric(value)})` : sql`abs(${value})`),
  round: (value, places) => sql`round(${value}, ${trusted(String(places))})`,
  whole: (mode, value) => sql`${trusted(mode === 'truncate' ? 'trunc' : mode)}(${value})`,
  extreme: (which, values) => {
    const present = values.map((value) => sql`${value} IS NOT NULL`);
    return sql`(CASE WHEN ${join(present, ' AND ')} THEN ${trusted(which)}(${join(values, ', ')}) END)`;
  },

  // Without a match there is no text; TRY_CAST does not exist.
  parse: (text, type) => {
    const pattern = trusted(`'^(${PARSED[type]})$'`);
    const matched = sql`substring(${text} FROM ${pattern})`;
    if (type === 'integer') return numeric(matched);
    return type === 'decimal' ? rounded(numeric(matched)) : cast(matched, type);
  },
  // A cast to numeric keeps 15 digits only; the text has all that are needed.
  toDecimal: (number) => rounded(numeric(sql`CAST(${number} AS text)`)),
  toText: (value, type) => {
    if (type === 'decimal') return sql`rtrim(rtrim(CAST(${value} AS text), '0'), '.')`;
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

  short: undefined,
  align: undefined,
};

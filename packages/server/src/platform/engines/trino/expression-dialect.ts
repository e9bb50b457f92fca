import type { ExpressionDialect } from '../../query/text/expression-dialect.ts';
import { join, sql, trusted } from '../../query/text/fragment.ts';
import type { Sql } from '../../query/text/sql.ts';
import { MAX_ADDED, PARSED, type ValueType } from '../../query/text/value-types.ts';
import { within } from '../../query/text/within.ts';

const types: Readonly<Record<ValueType, string>> = {
  string: 'varchar',
  integer: 'bigint',
  decimal: 'decimal(38, 9)',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamp(6) with time zone',
};

const cast = (value: Sql, type: ValueType) => sql`CAST(${value} AS ${trusted(types[type])})`;
const day = (value: Sql) => within(value, `DATE '1900-01-01'`, `DATE '2299-12-31'`);
const count = (value: Sql, max: number) => within(value, String(-max), String(max));
const zone = (name: string) => trusted(`'${name}'`);

export const trinoExpressions: ExpressionDialect = {
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
  // Integers would be divided without a fraction, and decimals with the places that they have.
  divide: (left, right) => sql`(${cast(left, 'number')} / NULLIF(${right}, 0))`,
  remainder: (left, right) => sql`(${left} % NULLIF(${right}, 0))`,
  abs: (value) => sql`abs(${value})`,
  round: (value, places, type) =>
    type === 'number'
      ? sql`CAST(${value} AS decimal(38, ${trusted(String(places))}))`
      : sql`round(${value}, ${trusted(String(places))})`,
  whole: (mode, value) => cast(sql`${trusted(mode)}(${value})`, 'integer'),
  extreme: (which, values) => sql`${trusted(which)}(${join(values, ', ')})`,

  parse: (text, type) => {
    const pattern = { type: 'string', text: `^(${PARSED[type]})\\z`, origin: 'constant' } as const;
    return sql`TRY_CAST(regexp_extract(${text}, ${pattern}, 1) AS ${trusted(types[type])})`;
  },
  toText: (value, type) =>
    type === 'decimal'
      ? sql`regexp_replace(CAST(${cast(value, type)} AS varchar), '[.]?0+$', '')`
      : cast(value, 'string'),

  concat: (texts) => sql`(${join(texts, ' || ')})`,
  lower: (text) => sql`translate(${text}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`,
  upper: (text) => sql`translate(${text}, 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')`,
  trim: (text) => sql`trim(BOTH ' ' FROM ${text})`,
  length: (text) => sql`length(${text})`,
  substring: (text, start, length) => sql`substr(${text}, ${trusted(`${start}, ${length}`)})`,
  contains: (text, part) => sql`strpos(${text}, ${part}) > 0`,
  startsWith: (text, part) => sql`starts_with(${text}, ${part})`,
  replace: (text, from, to) => sql`replace(${text}, ${from}, ${to})`,

  part: (part, date) => sql`${trusted(part === 'weekday' ? 'day_of_week' : part)}(${date})`,
  hour: (column, storedZone, viewerZone) => {
    if (storedZone === viewerZone) return sql`hour(CAST(${column} AS timestamp(6)))`;
    const instant =
      storedZone === undefined
        ? cast(column, 'datetime')
        : sql`with_timezone(CAST(${column} AS timestamp(6)), ${zone(storedZone)})`;
    return sql`hour(at_timezone(${instant}, ${zone(viewerZone)}))`;
  },
  offsetHour: undefined,
  daysBetween: (from, to) => sql`date_diff('day', ${from}, ${to})`,
  addDays: (date, days) => day(sql`date_add('day', ${count(days, MAX_ADDED.days)}, ${date})`),
  addMonths: (date, months) => day(sql`date_add('month', ${count(months, MAX_ADDED.months)}, ${date})`),
};

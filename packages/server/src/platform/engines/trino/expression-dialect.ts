import type { ExpressionDialect } from '../../query/text/expression-dialect.ts';
import { join, sql, trusted } from '../../query/text/fragment.ts';
import type { Sql } from '../../query/text/sql.ts';
import type { ValueType } from '../../query/text/value-types.ts';
import { MAX_ADDED, PARSED } from '../../query/text/value-types.ts';
import { DECIMAL, within } from '../../query/text/within.ts';

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
const tryCast = (value: Sql, type: ValueType) => sql`TRY_CAST(${value} AS ${trusted(types[type])})`;
const wideInteger = (value: Sql) => sql`CAST(${value} AS decimal(38, 0))`;
const integer = (value: Sql) => tryCast(value, 'integer');
const decimal = (value: Sql) => within(value, `DECIMAL '${DECIMAL[0]}'`, `DECIMAL '${DECIMAL[1]}'`);
const day = (value: Sql) => within(value, `DATE '1900-01-01'`, `DATE '2299-12-31'`);
const count = (value: Sql, max: number) => within(value, String(-max), String(max));
const zone = (name: string) => trusted(`'${name}'`);

export const trinoExpressions: ExpressionDialect = {
  read: (column, type) => {
    if (type === 'datetime') return column;
    if (type === 'decimal') return decimal(tryCast(column, type));
    if (type !== 'date') return tryCast(column, type);
    return sql`(CASE WHEN ${column} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' THEN ${column} END)`;
  },
  cast,
  text: (bound) => bound,

  integers: (operator, left, right) => {
    const divisor = operator === '%' ? sql`NULLIF(${wideInteger(right)}, 0)` : wideInteger(right);
    const result = sql`(${wideInteger(left)} ${trusted(operator)} ${divisor})`;
    return operator === '%' ? cast(result, 'integer') : result;
  },
  // A product has 18 places, and fails where it has more than 38 digits.
  decimals: (operator, left, right) =>
    operator === '*'
      ? cast(sql`TRY(${left} * ${right})`, 'decimal')
      : sql`(${left} ${trusted(operator)} ${right})`,
  checked: (value, type) => (type === 'integer' ? integer(value) : decimal(value)),
  bounded: (value) => within(sql`((${value} + 1e-134) - 1e-134)`, '-1e150', '1e150'),
  abs: (value, type) => (type === 'integer' ? sql`abs(${wideInteger(value)})` : sql`abs(${value})`),
  round: (value, places) => cast(sql`round(${value}, ${trusted(String(places))})`, 'decimal'),
  whole: (mode, value) => sql`CAST(${trusted(mode)}(${value}) AS decimal(38, 0))`,
  extreme: (which, values) => sql`${trusted(which)}(${join(values, ', ')})`,

  parse: (text, type) => {
    const pattern = { type: 'string', text: `^(${PARSED[type]})\\z`, origin: 'constant' } as const;
    const matched = sql`regexp_extract(${text}, ${pattern}, 1)`;
    return type === 'integer' ? sql`TRY_CAST(${matched} AS decimal(38, 0))` : tryCast(matched, type);
  },
  toDecimal: (number) => tryCast(sql`CAST(${number} AS varchar)`, 'decimal'),
  toText: (value, type) =>
    type === 'decimal'
      ? sql`regexp_replace(CAST(${value} AS varchar), '[.]?0+$', '')`
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

  short: undefined,
  align: undefined,
};

import { COLUMN_PLACES } from '../../query/expression/short-form.ts';
import type { ExpressionDialect } from '../../query/text/expression-dialect.ts';
import { join, sql, trusted } from '../../query/text/fragment.ts';
import type { Sql } from '../../query/text/sql.ts';
import type { ValueType } from '../../query/text/value-types.ts';
import { MAX_ADDED, PARSED } from '../../query/text/value-types.ts';
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
/**
 * Not TRY_CAST: beside a constant, the optimizer compares the value before the cast instead. Not CASE either: DuckDB
 * plans nested operations that repeat theirs for seconds, and computes what is repeated also where no row needs it.
 */
const integer = (value: Sql) => sql`TRY(CAST(${value} AS BIGINT))`;
const decimal = (value: Sql) => sql`TRY(CAST(${value} AS DECIMAL(29, 9)))`;
/** Texts of up to 18 digits are read a hundred times as fast. */
const shortOrLong = (text: Sql, long: Sql) =>
  sql`COALESCE(CAST(TRY_CAST(${text} AS DECIMAL(18, 9)) AS DECIMAL(38, 9)), ${long})`;
const day = (value: Sql) => within(value, `DATE '1900-01-01'`, `DATE '2299-12-31'`);
const count = (value: Sql, max: number) =>
  within(value, String(-max), String(max), (kept) => sql`CAST(${kept} AS INTEGER)`);
const shortDecimal = trusted(`'DECIMAL[(]([0-9]|1[0-8]),[0-${COLUMN_PLACES}][)]'`);
const zone = (name: string) => trusted(`'${name}'`);

/** Text without other letters, which has as many bytes as characters, has a faster way. */
const asciiCase = (name: string, text: Sql, letters: string) =>
  sql`(CASE WHEN strlen(${text}) = length(${text}) THEN ${trusted(name)}(${text}) ELSE translate(${text}, ${trusted(letters)}) END)`;

const exact: ExpressionDialect = {
  read: (column, type) => {
    if (type === 'datetime') return column;
    if (type === 'integer') return integer(column);
    if (type === 'decimal') return decimal(column);
    if (type !== 'date') return cast(column, type);
    return sql`(CASE WHEN ${column} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' THEN ${column} END)`;
  },
  cast,
  text: (bound) => bound,

  integers: (operator, left, right) => {
    const divisor = operator === '%' ? sql`NULLIF(${right}, 0)` : right;
    const result = sql`(CAST(${left} AS HUGEINT) ${trusted(operator)} ${divisor})`;
    return operator === '%' ? cast(result, 'integer') : result;
  },
  // The product has 18 places, and TRY is null where it has more digits than DuckDB's decimals.
  decimals: (operator, left, right) =>
    operator === '*' ? sql`round(TRY(${left} * ${right}), 9)` : sql`(${left} ${trusted(operator)} ${right})`,
  checked: (value, type) => (type === 'integer' ? integer(value) : decimal(value)),
  bounded: (value) => within(value, '-1e150', '1e150', (kept) => sql`((${kept} + 1e-134) - 1e-134)`),
  abs: (value, type) => (type === 'integer' ? sql`abs(CAST(${value} AS HUGEINT))` : sql`abs(${value})`),
  round: (value, places) => cast(sql`round(${value}, ${trusted(String(places))})`, 'decimal'),
  whole: (mode, value) => sql`CAST(${trusted(mode === 'truncate' ? 'trunc' : mode)}(${value}) AS HUGEINT)`,
  extreme: (which, values) => {
    const present = values.map((value) => sql`${value} IS NOT NULL`);
    return sql`(CASE WHEN ${join(present, ' AND ')} THEN ${trusted(which)}(${join(values, ', ')}) END)`;
  },

  // No match is an empty text, which is no value of these types.
  parse: (text, type) => {
    const matched = sql`regexp_extract(${text}, ${trusted(`'^${PARSED[type]}$'`)})`;
    if (type === 'decimal') return shortOrLong(matched, sql`TRY_CAST(${matched} AS DECIMAL(38, 9))`);
    return sql`TRY_CAST(${matched} AS ${trusted(type === 'integer' ? 'HUGEINT' : types[type])})`;
  },
  toDecimal: (number) => {
    const digits = cast(number, 'string');
    // Directly to 9 places, a digit far behind them would be rounded up ('9e-30').
    const long = cast(sql`round(TRY_CAST(${digits} AS DECIMAL(38, 18)), 9)`, 'decimal');
    return sql`(CASE WHEN abs(${number}) > 0.001 THEN ${shortOrLong(digits, long)} ELSE ${long} END)`;
  },
  toText: (value, type) => {
    const text = cast(value, 'string');
    return type === 'decimal' ? sql`rtrim(rtrim(${text}, '0'), '.')` : text;
  },

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

  short: undefined,
  align: undefined,
};

const align = (value: Sql, places: number) =>
  sql`TRY_CAST(${value} AS DECIMAL(18, ${trusted(String(places))}))`;

/** TRY is around each operation that can fail, not around all of them: the optimizer moves repeated ones out of it. */
const short: ExpressionDialect = {
  ...exact,
  align,
  read: (column, type) => (type === 'decimal' ? align(column, COLUMN_PLACES) : exact.read(column, type)),
  cast: (value, type) => (type === 'decimal' ? align(value, 0) : exact.cast(value, type)),
  integers: (operator, left, right) =>
    sql`TRY(${left} ${trusted(operator)} ${operator === '%' ? sql`NULLIF(${right}, 0)` : right})`,
  decimals: (operator, left, right) => {
    const result = sql`TRY(${left} ${trusted(operator)} ${right})`;
    return operator === '*' ? sql`round(${result}, 9)` : result;
  },
  checked: (value) => value,
  abs: (value) => sql`TRY(abs(${value}))`,
  round: (value, places) => sql`round(${value}, ${trusted(String(places))})`,
  whole: (mode, value) => sql`CAST(${trusted(mode === 'truncate' ? 'trunc' : mode)}(${value}) AS BIGINT)`,
  parse: (text, type) => {
    const parsed = exact.parse(text, type);
    if (type === 'decimal') return align(parsed, 9);
    return type === 'integer' ? integer(parsed) : parsed;
  },
  // Below 10^5 the number is so close to its shortest digits that both round alike, except next to a half.
  toDecimal: (number) => {
    const isClear = sql`abs(${number}) < 1e5 AND abs((${number} * 1e9) % 1) NOT BETWEEN 0.45 AND 0.55`;
    const digits = align(cast(number, 'string'), 9);
    return sql`(CASE WHEN ${isClear} THEN ${align(number, 9)} WHEN abs(${number}) > 0.001 THEN ${digits} END)`;
  },
};

/** DuckDB takes a microsecond to divide a number of 128 bits, which rounds a product (ADR 300). */
export const duckdbExpressions: ExpressionDialect = {
  ...exact,
  short: {
    expressions: short,
    orElse: ({ value, type, columns }, exactValue) => {
      const widened = type === 'decimal' ? sql`CAST(${value} AS DECIMAL(29, 9))` : value;
      // `typeof` is a constant before the query runs.
      const areShort = columns.map((column) => sql`regexp_full_match(typeof(${column}), ${shortDecimal})`);
      const kept =
        areShort.length === 0 ? widened : sql`CASE WHEN ${join(areShort, ' AND ')} THEN ${widened} END`;
      return sql`COALESCE(${kept}, ${exactValue})`;
    },
  },
};

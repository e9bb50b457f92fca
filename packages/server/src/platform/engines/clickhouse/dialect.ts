import type { Dialect } from '../../query/text/dialect.ts';
import { sql, trusted } from '../../query/text/fragment.ts';
import { bound, isText, oneOf } from '../../query/text/plain-comparison.ts';
import type { Literal, LiteralType } from '../../rules/typed-literal.ts';
import { clickhouseExpressions } from './expression-dialect.ts';

const types: Readonly<Record<LiteralType, string>> = {
  string: 'String',
  integer: 'Int64',
  decimal: 'String',
  number: 'Float64',
  boolean: 'Bool',
  date: 'String',
  datetime: 'String',
  'wall-clock': 'String',
};

/** ClickHouse 23.8 and newer. Parameters are named p1, p2, … and carry their type. */
export const clickhouse: Dialect = {
  name: 'clickhouse',
  expressions: clickhouseExpressions,
  lexicon: {
    backslashEscapes: 'strings and names',
    hashComments: false,
    nestedComments: true,
    dollarQuotes: false,
    identifierQuotes: ['"', '`'],
    ownPlaceholder: /^\{\s*\w+\s*:/,
    // Line comments, here documents and typographic quotes: ClickHouse's Lexer.cpp.
    unclear: /^(?:\/\/|#|\$|[‘’“”])/,
  },

  // Backslashes escape inside quoted names here, so they are doubled too.
  quote: (identifier) => `\`${identifier.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  placeholder: (index, type) => `{p${index}:${types[type]}}`,
  bound: (type, placeholder) => {
    if (type === 'decimal') return `toDecimal128(${placeholder}, 10)`;
    if (type === 'date') return `toDate32(${placeholder})`;
    if (type === 'datetime' || type === 'wall-clock') return `toDateTime64(${placeholder}, 6, 'UTC')`;
    return placeholder;
  },
  param: paramOf,

  // The first half can use the primary key; the second keeps a number column from parsing the text ('01' = 1).
  isOneOf: (column, literals) =>
    isText(literals)
      ? sql`(${oneOf(column, bound(literals))} AND ${oneOf(clickhouse.textKey(column), bound(literals))})`
      : oneOf(column, bound(literals)),
  textKey: (column) => sql`toString(${column})`,
  textJoinKeys: (column) => [clickhouse.textKey(column)],
  // IN converts the left side to the type of the right one, and 1.2345 becomes 1.23. Times are exact to the microsecond,
  // as everywhere.
  lookupKey: (column, type) => {
    if (type === 'decimal') return sql`toString(${column})`;
    if (type === 'date') return sql`toDate32(${column})`;
    return type === 'datetime' ? sql`toDateTime64(${column}, 6, 'UTC')` : column;
  },
  textParam: (literal) => sql`${literal}`,
  fromTextKey: (key) => key,
  contains: (column, literal) => sql`position(toString(${column}), ${literal}) > 0`,
  startsWith: (column, literal) => sql`startsWith(toString(${column}), ${literal})`,
  sameKey: (left, right) => sql`${left} IS NOT DISTINCT FROM ${right}`,

  instant: (column, storedZone) =>
    storedZone === undefined
      ? sql`toTimeZone(${column}, 'UTC')`
      : sql`toTimeZone(toDateTime64(toString(toTimeZone(${column}, 'UTC')), 6, ${zone(storedZone)}), 'UTC')`,
  // toDate knows 1970 to 2149, and makes other days of days outside.
  localDate: (column, storedZone, viewerZone) =>
    storedZone === viewerZone
      ? sql`toDate32(toTimeZone(${column}, 'UTC'))`
      : sql`toDate32(toTimeZone(${clickhouse.instant(column, storedZone)}, ${zone(viewerZone)}))`,
  offsetDates: undefined,
  hourStart: (instant, minute) => {
    const minutes = trusted(String(minute));
    return sql`addMinutes(toStartOfHour(subtractMinutes(toTimeZone(${instant}, 'UTC'), ${minutes})), ${minutes})`;
  },
  addHours: (instant, hours) => sql`addHours(${instant}, ${trusted(String(hours))})`,
  dateTrunc: (unit, date) => {
    const functions = { month: 'toStartOfMonth', quarter: 'toStartOfQuarter', year: 'toStartOfYear' };
    return sql`${trusted(functions[unit])}(${date})`;
  },
  weekStart: (date, weekStart) =>
    sql`subtractDays(${date}, (toDayOfWeek(${date}) + ${trusted(String(7 - weekStart))}) % 7)`,
  addDays: (date, days) => sql`addDays(${date}, ${trusted(String(days))})`,
  addMonths: (date, months) => sql`addMonths(${date}, ${trusted(String(months))})`,

  addBuckets: (unit, start, count) => {
    const functions = { hours: 'addHours', days: 'addDays', months: 'addMonths' };
    return sql`${trusted(functions[unit])}(${start}, ${count})`;
  },
  bucketNumber: (unit, start) => {
    if (unit === 'months') return sql`toInt32(toYear(${start}) * 12 + toMonth(${start}))`;
    if (unit === 'days') return sql`toInt32(toDate32(${start}))`;
    return sql`toInt32(dateDiff('hour', toDateTime64(0, 0, 'UTC'), ${start}))`;
  },

  nullOf: () => sql`NULL`,
  // Sums of Int64 wrap around silently; without OrNull no rows would sum to zero, unlike on every other engine.
  sum: (value, type) => (type === 'integer' ? sql`sumOrNull(toInt128(${value}))` : sql`sumOrNull(${value})`),
  average: (value) => sql`avgOrNull(toFloat64(${value}))`,
  min: (value) => sql`minOrNull(${value})`,
  max: (value) => sql`maxOrNull(${value})`,
  percentile: (value, fraction) =>
    sql`quantileExactInclusiveOrNull(${trusted(fraction)})(toFloat64(${value}))`,
  double: (value) => sql`toFloat64(${value})`,
  // The digits alone are a double, which cannot be added to a sum of integers.
  decimal: (digits) => {
    const scale = digits.length - digits.indexOf('.') - 1;
    return sql`toDecimal128(${trusted(`'${digits}', ${scale}`)})`;
  },
  multiply: (left, right) => sql`toFloat64(${left}) * toFloat64(${right})`,
  divide: (left, right) => sql`toFloat64(${left}) / nullIf(toFloat64(${right}), 0)`,

  orderBy: (expression, direction) => sql`${expression} ${trusted(direction.toUpperCase())} NULLS LAST`,
};

function paramOf(literal: Literal): string {
  const isTime = literal.type === 'datetime' || literal.type === 'wall-clock';
  return isTime ? literal.text.replace('T', ' ').replace('Z', '') : literal.text;
}

/** Zone names were checked against the runtime's own list and hold no quote. */
const zone = (name: string) => trusted(`'${name}'`);

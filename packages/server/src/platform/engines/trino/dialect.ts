import type { Dialect } from '../../query/text/dialect.ts';
import { sql, trusted } from '../../query/text/fragment.ts';
import { bound, isText, oneOf } from '../../query/text/plain-comparison.ts';
import type { Literal, LiteralType } from '../../rules/typed-literal.ts';
import { trinoExpressions } from './expression-dialect.ts';

const types: Readonly<Record<Exclude<LiteralType, 'datetime'>, string>> = {
  string: 'varchar',
  integer: 'bigint',
  decimal: 'decimal(38, 10)',
  number: 'double',
  boolean: 'boolean',
  date: 'date',
  'wall-clock': 'timestamp(6)',
};

/** Trino. The engine sets the session's time zone to UTC. */
export const trino: Dialect = {
  name: 'trino',
  expressions: trinoExpressions,
  lexicon: {
    backslashEscapes: 'nowhere',
    hashComments: false,
    nestedComments: false,
    dollarQuotes: false,
    identifierQuotes: ['"'],
    ownPlaceholder: /^\?/,
  },

  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  placeholder: () => '?',
  bound: (type, placeholder) =>
    type === 'datetime'
      ? `from_iso8601_timestamp_nanos(${placeholder})`
      : `CAST(${placeholder} AS ${types[type]})`,
  param: paramOf,

  isOneOf: (column, literals) =>
    isText(literals) ? oneOf(trino.textKey(column), bound(literals)) : oneOf(column, bound(literals)),
  textKey: (column) => sql`CAST(${column} AS varchar)`,
  textJoinKeys: (column) => [trino.textKey(column)],
  textParam: (literal) => sql`${literal}`,
  fromTextKey: (key) => key,
  contains: (column, literal) => sql`strpos(CAST(${column} AS varchar), ${literal}) > 0`,
  startsWith: (column, literal) => sql`starts_with(CAST(${column} AS varchar), ${literal})`,
  sameKey: (left, right) => sql`${left} IS NOT DISTINCT FROM ${right}`,

  instant: (column, storedZone) =>
    storedZone === undefined
      ? sql`CAST(${column} AS timestamp(6) with time zone)`
      : sql`with_timezone(CAST(${column} AS timestamp(6)), ${zone(storedZone)})`,
  localDate: (column, storedZone, viewerZone) =>
    storedZone === viewerZone
      ? sql`CAST(${column} AS date)`
      : sql`CAST(at_timezone(${trino.instant(column, storedZone)}, ${zone(viewerZone)}) AS date)`,
  offsetDates: undefined,
  hourStart: (instant, minute) => {
    const utc = sql`at_timezone(${instant}, 'UTC')`;
    if (minute === 0) return sql`date_trunc('hour', ${utc})`;
    const minutes = trusted(String(minute));
    return sql`date_add('minute', ${minutes}, date_trunc('hour', date_add('minute', -${minutes}, ${utc})))`;
  },
  addHours: (instant, hours) => sql`date_add('hour', ${trusted(String(hours))}, ${instant})`,
  dateTrunc: (unit, date) => sql`date_trunc('${trusted(unit)}', ${date})`,
  weekStart: (date, weekStart) =>
    sql`date_add('day', -((day_of_week(${date}) + ${trusted(String(7 - weekStart))}) % 7), ${date})`,
  addDays: (date, days) => sql`date_add('day', ${trusted(String(days))}, ${date})`,
  addMonths: (date, months) => sql`date_add('month', ${trusted(String(months))}, ${date})`,

  addBuckets: (unit, start, count) => sql`date_add('${trusted(unit.slice(0, -1))}', ${count}, ${start})`,
  bucketNumber: (unit, start) => {
    if (unit === 'months') return sql`(year(${start}) * 12 + month(${start}))`;
    if (unit === 'days') return sql`date_diff('day', DATE '1970-01-01', ${start})`;
    return sql`CAST(floor(to_unixtime(${start}) / 3600) AS bigint)`;
  },

  nullOf: () => sql`NULL`,
  // Sums of bigint fail past 64 bits.
  sum: (value, type) =>
    type === 'integer' ? sql`SUM(CAST(${value} AS decimal(38, 0)))` : sql`SUM(${value})`,
  average: (value) => sql`AVG(CAST(${value} AS double))`,
  min: (value) => sql`MIN(${value})`,
  max: (value) => sql`MAX(${value})`,
  // approx_percentile is an estimate, so the values are sorted and the place is looked up.
  percentile: (value, fraction) => {
    const doubles = sql`CAST(${value} AS double)`;
    const sorted = sql`array_agg(${doubles} ORDER BY ${doubles}) FILTER (WHERE ${value} IS NOT NULL)`;
    const place = sql`${trusted(fraction)} * (cardinality(a) - 1)`;
    const at = (round: string) => sql`a[CAST(${trusted(round)}(${place}) AS bigint) + 1]`;
    const between = sql`${at('floor')} + (${at('ceil')} - ${at('floor')}) * CAST(${place} - floor(${place}) AS double)`;
    return sql`element_at(transform(ARRAY[${sorted}], a -> ${between}), 1)`;
  },
  double: (value) => sql`CAST(${value} AS DOUBLE)`,
  multiply: (left, right) => sql`CAST(${left} AS double) * CAST(${right} AS double)`,
  divide: (left, right) => sql`CAST(${left} AS double) / NULLIF(CAST(${right} AS double), 0)`,

  orderBy: (expression, direction) => sql`${expression} ${trusted(direction.toUpperCase())} NULLS LAST`,
};

function paramOf(literal: Literal): string {
  return literal.type === 'wall-clock' ? literal.text.replace('T', ' ') : literal.text;
}

/** Zone names were checked against the runtime's own list and hold no quote. */
const zone = (name: string) => trusted(`'${name}'`);

import type { Dialect } from '../../query/text/dialect.ts';
import { sql, trusted } from '../../query/text/fragment.ts';
import { bound, isText, oneOf } from '../../query/text/plain-comparison.ts';
import type { LiteralType } from '../../rules/typed-literal.ts';
import { duckdbExpressions } from './expression-dialect.ts';

const types: Readonly<Record<LiteralType, string>> = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  decimal: 'DECIMAL(38, 10)',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMPTZ',
  'wall-clock': 'TIMESTAMP',
};

/** DuckDB 1.x. The engine sets the session's time zone to UTC. */
export const duckdb: Dialect = {
  name: 'duckdb',
  expressions: duckdbExpressions,
  lexicon: {
    backslashEscapes: 'nowhere',
    hashComments: false,
    nestedComments: true,
    dollarQuotes: true,
    identifierQuotes: ['"'],
    ownPlaceholder: /^(\?|\$\w)/,
  },

  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  placeholder: (index) => `$${index}`,
  bound: (type, placeholder) => `CAST(${placeholder} AS ${types[type]})`,
  param: (literal) => literal.text,

  // The cast vanishes on a text column, and keeps a number column from being compared as numbers ('01' = 1).
  isOneOf: (column, literals) =>
    isText(literals) ? oneOf(duckdb.textKey(column), bound(literals)) : oneOf(column, bound(literals)),
  textKey: (column) => sql`CAST(${column} AS VARCHAR)`,
  textJoinKeys: (column) => [duckdb.textKey(column)],
  // Only inner joins find integer keys by their position; a semi-join takes up to twice as long.
  joinsLookups: true,
  textParam: (literal) => sql`${literal}`,
  fromTextKey: (key) => key,
  contains: (column, literal) => sql`contains(CAST(${column} AS VARCHAR), ${literal})`,
  startsWith: (column, literal) => sql`starts_with(CAST(${column} AS VARCHAR), ${literal})`,
  sameKey: (left, right) => sql`${left} IS NOT DISTINCT FROM ${right}`,

  instant: (column, storedZone) =>
    storedZone === undefined
      ? sql`CAST(${column} AS TIMESTAMPTZ)`
      : sql`CAST(${column} AS TIMESTAMP) AT TIME ZONE ${zone(storedZone)}`,
  localDate: (column, storedZone, viewerZone) => {
    if (storedZone === viewerZone) return sql`CAST(${column} AS DATE)`;
    const instant = duckdb.instant(column, storedZone);
    // Several times as fast as a named zone, which goes through ICU row by row; a clock without a zone
    // counts as UTC here too.
    if (viewerZone === 'UTC') {
      const counted = storedZone === undefined ? column : instant;
      return sql`CAST(make_timestamp(epoch_us(${counted})) AS DATE)`;
    }
    return sql`CAST(${instant} AT TIME ZONE ${zone(viewerZone)} AS DATE)`;
  },
  // Reads a clock without a zone as UTC, regardless of the session, and never loads ICU.
  offsetDates: {
    isBefore: (column, time) => sql`epoch_us(${column}) < ${trusted(`${time}000`)}`,
    date: (column, minutes) =>
      sql`CAST(make_timestamp(epoch_us(${column}) + CAST(60000000 AS BIGINT) * ${minutes}) AS DATE)`,
  },
  hourStart: (instant, minute) => {
    const seconds = trusted(String(minute * 60));
    return sql`to_timestamp(floor((epoch(${instant}) - ${seconds}) / 3600) * 3600 + ${seconds})`;
  },
  addHours: (instant, hours) => sql`${instant} + INTERVAL '${trusted(String(hours))} hours'`,
  dateTrunc: (unit, date) => sql`CAST(date_trunc('${trusted(unit)}', ${date}) AS DATE)`,
  // Weeks are truncated to Monday, so another first day is moved there and back.
  weekStart: (date, weekStart) => {
    if (weekStart === 1) return sql`CAST(date_trunc('week', ${date}) AS DATE)`;
    const days = trusted(String(weekStart - 1));
    return sql`CAST(date_trunc('week', ${date} - INTERVAL '${days} days') + INTERVAL '${days} days' AS DATE)`;
  },
  addDays: (date, days) => sql`CAST(${date} + INTERVAL '${trusted(String(days))} days' AS DATE)`,
  addMonths: (date, months) => sql`CAST(${date} + INTERVAL '${trusted(String(months))} months' AS DATE)`,

  addBuckets: (unit, start, count) => {
    const later = sql`${start} + to_${trusted(unit)}(${count})`;
    return unit === 'hours' ? later : sql`CAST(${later} AS DATE)`;
  },
  bucketNumber: (unit, start) => {
    if (unit === 'months') return sql`(year(${start}) * 12 + month(${start}))`;
    if (unit === 'days') return sql`date_diff('day', DATE '1970-01-01', ${start})`;
    return sql`CAST(floor(epoch(${start}) / 3600) AS BIGINT)`;
  },

  nullOf: () => sql`NULL`,
  sum: (value) => sql`SUM(${value})`,
  average: (value) => sql`AVG(CAST(${value} AS DOUBLE))`,
  min: (value) => sql`MIN(${value})`,
  max: (value) => sql`MAX(${value})`,
  percentile: (value, fraction) => sql`quantile_cont(CAST(${value} AS DOUBLE), ${trusted(fraction)})`,
  double: (value) => sql`CAST(${value} AS DOUBLE)`,
  multiply: (left, right) => sql`CAST(${left} AS DOUBLE) * CAST(${right} AS DOUBLE)`,
  divide: (left, right) => sql`CAST(${left} AS DOUBLE) / NULLIF(CAST(${right} AS DOUBLE), 0)`,

  orderBy: (expression, direction) => sql`${expression} ${trusted(direction.toUpperCase())} NULLS LAST`,
};

/** Zone names were checked against the runtime's own list and hold no quote. */
const zone = (name: string) => trusted(`'${name}'`);

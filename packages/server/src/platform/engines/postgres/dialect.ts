import type { ColumnType } from '@inlay/protocol/result';
import type { Dialect } from '../../query/text/dialect.ts';
import { bare, sql, trusted } from '../../query/text/fragment.ts';
import { bound, isText, oneOf } from '../../query/text/plain-comparison.ts';
import type { LiteralType } from '../../rules/typed-literal.ts';
import { postgresExpressions } from './expression-dialect.ts';

const types: Readonly<Record<LiteralType, string>> = {
  string: 'text',
  integer: 'bigint',
  decimal: 'numeric',
  number: 'double precision',
  boolean: 'boolean',
  date: 'date',
  datetime: 'timestamptz',
  'wall-clock': 'timestamp',
};

const columnTypes: Readonly<Record<ColumnType, string>> = { ...types, json: 'jsonb' };

/** PostgreSQL 13 and newer. The engine sets the session's time zone to UTC. */
export const postgres: Dialect = {
  name: 'postgres',
  expressions: postgresExpressions,
  lexicon: {
    backslashEscapes: 'nowhere',
    hashComments: false,
    nestedComments: true,
    dollarQuotes: true,
    identifierQuotes: ['"'],
    ownPlaceholder: /^\$\d/,
  },

  quote: (identifier) => `"${identifier.replaceAll('"', '""')}"`,
  placeholder: (index) => `$${index}`,
  bound: (type, placeholder) => `CAST(${placeholder} AS ${types[type]})`,
  param: (literal) => literal.text,

  // The first half can use an index, whatever the column's own type (uuid, enum, citext) and collation; the
  // second is exact also where that type or a nondeterministic collation calls different texts equal. Two equalities
  // would count twice when the planner estimates rows, and it would choose nested loops over millions of them; it takes
  // IS NOT NULL for true.
  isOneOf: (column, literals) => {
    if (!isText(literals)) return oneOf(column, bound(literals));
    const exact = oneOf(postgres.textKey(column), bound(literals));
    return sql`(${oneOf(column, literals.map(bare))} AND CASE WHEN ${exact} THEN 1 END IS NOT NULL)`;
  },
  textKey: (column) => sql`CAST(${column} AS text) COLLATE "C"`,
  // The default collation is that of most indexes, and is always deterministic: only the same bytes are equal.
  textJoinKeys: (column) => [sql`CAST(${column} AS text) COLLATE "default"`],
  storesRows: true,
  textParam: (literal) => sql`${literal}`,
  fromTextKey: (key) => key,
  contains: (column, literal) => sql`strpos(CAST(${column} AS text) COLLATE "C", ${literal}) > 0`,
  startsWith: (column, literal) => sql`starts_with(CAST(${column} AS text) COLLATE "C", ${literal})`,
  sameKey: (left, right) => sql`${left} IS NOT DISTINCT FROM ${right}`,

  instant: (column, storedZone) =>
    storedZone === undefined
      ? sql`CAST(${column} AS timestamptz)`
      : sql`CAST(${column} AS timestamp) AT TIME ZONE ${zone(storedZone)}`,
  localDate: (column, storedZone, viewerZone) =>
    storedZone === viewerZone
      ? sql`CAST(${column} AS date)`
      : sql`CAST(${postgres.instant(column, storedZone)} AT TIME ZONE ${zone(viewerZone)} AS date)`,
  offsetDates: undefined,
  hourStart: (instant, minute) => {
    const seconds = trusted(String(minute * 60));
    return sql`to_timestamp(floor((extract(epoch FROM ${instant}) - ${seconds}) / 3600) * 3600 + ${seconds})`;
  },
  addHours: (instant, hours) => sql`${instant} + INTERVAL '${trusted(String(hours))} hours'`,
  dateTrunc: (unit, date) => sql`CAST(date_trunc('${trusted(unit)}', CAST(${date} AS timestamp)) AS date)`,
  weekStart: (date, weekStart) =>
    sql`${date} - (CAST(extract(isodow FROM ${date}) AS integer) + ${trusted(String(7 - weekStart))}) % 7`,
  addDays: (date, days) => sql`CAST(${date} + INTERVAL '${trusted(String(days))} days' AS date)`,
  addMonths: (date, months) => sql`CAST(${date} + INTERVAL '${trusted(String(months))} months' AS date)`,

  addBuckets: (unit, start, count) => {
    const later = sql`${start} + ${count} * INTERVAL '1 ${trusted(unit.slice(0, -1))}'`;
    return unit === 'hours' ? later : sql`CAST(${later} AS date)`;
  },
  bucketNumber: (unit, start) => {
    if (unit === 'months')
      return sql`CAST(extract(year FROM ${start}) * 12 + extract(month FROM ${start}) AS integer)`;
    if (unit === 'days') return sql`(${start} - DATE '1970-01-01')`;
    return sql`CAST(floor(extract(epoch FROM ${start}) / 3600) AS integer)`;
  },

  // Of several parts without a type, the first two would be text.
  nullOf: (type) =>
    type === 'string' ? postgres.textKey(sql`NULL`) : sql`CAST(NULL AS ${trusted(columnTypes[type])})`,
  sum: (value) => sql`SUM(${value})`,
  average: (value) => sql`AVG(CAST(${value} AS double precision))`,
  min: (value) => sql`MIN(${value})`,
  max: (value) => sql`MAX(${value})`,
  percentile: (value, fraction) =>
    sql`percentile_cont(${trusted(fraction)}) WITHIN GROUP (ORDER BY CAST(${value} AS double precision))`,
  double: (value) => sql`CAST(${value} AS double precision)`,
  multiply: (left, right) => sql`CAST(${left} AS double precision) * CAST(${right} AS double precision)`,
  divide: (left, right) =>
    sql`CAST(${left} AS double precision) / NULLIF(CAST(${right} AS double precision), 0)`,

  orderBy: (expression, direction) => sql`${expression} ${trusted(direction.toUpperCase())} NULLS LAST`,
};

/** Zone names were checked against the runtime's own list and hold no quote. */
const zone = (name: string) => trusted(`'${name}'`);

import type { Dialect } from '../../query/sql/dialect.ts';
import { bare, sql, trusted } from '../../query/sql/fragment.ts';
import { bound, isText, oneOf } from '../../query/sql/plain-comparison.ts';
import type { LiteralType } from '../../rules/typed-literal.ts';

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

/** PostgreSQL 13 and newer. The engine sets the session's time zone to UTC. */
export const postgres: Dialect = {
  name: 'postgres',
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
  // second is exact also where that type or a nondeterministic collation calls different texts equal.
  isOneOf: (column, literals) =>
    isText(literals)
      ? sql`(${oneOf(column, literals.map(bare))} AND ${oneOf(postgres.textKey(column), bound(literals))})`
      : oneOf(column, bound(literals)),
  textKey: (column) => sql`CAST(${column} AS text) COLLATE "C"`,
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

  sum: (value) => sql`SUM(${value})`,
  average: (value) => sql`AVG(CAST(${value} AS double precision))`,
  min: (value) => sql`MIN(${value})`,
  max: (value) => sql`MAX(${value})`,
  median: (value) => sql`percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(${value} AS double precision))`,
  divide: (left, right) =>
    sql`CAST(${left} AS double precision) / NULLIF(CAST(${right} AS double precision), 0)`,

  orderBy: (expression, direction) => sql`${expression} ${trusted(direction.toUpperCase())} NULLS LAST`,
};

/** Zone names were checked against the runtime's own list and hold no quote. */
const zone = (name: string) => trusted(`'${name}'`);

import type { Dialect } from '../../query/text/dialect.ts';
import { bare, sql, trusted } from '../../query/text/fragment.ts';
import { bound, oneOf } from '../../query/text/plain-comparison.ts';
import type { Sql } from '../../query/text/sql.ts';
import type { Literal, LiteralType } from '../../rules/typed-literal.ts';
import { mysqlExpressions } from './expression-dialect.ts';

const types: Readonly<Record<Exclude<LiteralType, 'string'>, string>> = {
  integer: 'SIGNED',
  decimal: 'DECIMAL(38, 10)',
  number: 'DOUBLE',
  boolean: 'SIGNED',
  date: 'DATE',
  datetime: 'DATETIME(6)',
  'wall-clock': 'DATETIME(6)',
};

/** MySQL 8 and MariaDB 10.5 and newer. The engine sets the session's time zone to +00:00 and utf8mb4. */
export const mysql: Dialect = {
  name: 'mysql',
  expressions: mysqlExpressions,
  lexicon: {
    backslashEscapes: 'strings',
    hashComments: true,
    nestedComments: false,
    dollarQuotes: false,
    identifierQuotes: ['`'],
    ownPlaceholder: /^\?/,
  },

  quote: (identifier) => `\`${identifier.replaceAll('`', '``')}\``,
  placeholder: () => '?',
  // A cast text would have its own collation, and two of equal strength are an error here.
  bound: (type, placeholder) => (type === 'string' ? placeholder : `CAST(${placeholder} AS ${types[type]})`),
  param: paramOf,

  // The first half can use an index. It is loose: collations fold case and accents and ignore trailing spaces, and
  // a text beside a number is read as far as it looks like one. The second half compares bytes.
  isOneOf: (column, literals) => {
    const [first] = literals;
    if (first?.type !== 'string' && first?.type !== 'integer') return oneOf(column, bound(literals));
    const exact = oneOf(mysql.textKey(column), literals.map(mysql.textParam));
    // Beside a column in a smaller character set, a text that it cannot hold is an error rather than unequal.
    if (!literals.every((literal) => isAscii(literal.text))) return exact;
    return sql`(${oneOf(column, bound(literals))} AND ${exact})`;
  },
  textKey: (column) => sql`CAST(CONVERT(${column} USING utf8mb4) AS BINARY)`,
  // As above, where the author says that the database enforces the key: without a foreign key the columns may have
  // different collations, which would be an error.
  textJoinKeys: (column, isEnforced) =>
    isEnforced ? [column, mysql.textKey(column)] : [mysql.textKey(column)],
  storesRows: true,
  textParam: (literal) => sql`CAST(CONVERT(${bare(literal)} USING utf8mb4) AS BINARY)`,
  fromTextKey: (key) => sql`CONVERT(${key} USING utf8mb4)`,
  contains: (column, literal) => sql`LOCATE(${mysql.textParam(literal)}, ${mysql.textKey(column)}) > 0`,
  startsWith: (column, literal) => sql`LOCATE(${mysql.textParam(literal)}, ${mysql.textKey(column)}) = 1`,
  sameKey: (left, right) => sql`${left} <=> ${right}`,

  instant: (column, storedZone) => (isUtc(storedZone) ? column : convert(column, storedZone ?? 'UTC', 'UTC')),
  localDate: (column, storedZone, viewerZone) =>
    storedZone === viewerZone || (isUtc(storedZone) && isUtc(viewerZone))
      ? sql`DATE(${column})`
      : sql`DATE(${convert(column, storedZone ?? 'UTC', viewerZone)})`,
  offsetDates: {
    isBefore: (column, time) =>
      sql`${column} < TIMESTAMP'${trusted(new Date(time).toISOString().slice(0, 19).replace('T', ' '))}'`,
    date: (column, minutes) => sql`DATE(DATE_ADD(${column}, INTERVAL ${minutes} MINUTE))`,
  },
  hourStart: (instant, minute) => {
    const minutes = trusted(String(minute));
    const shifted = sql`DATE_SUB(${instant}, INTERVAL ${minutes} MINUTE)`;
    return sql`DATE_ADD(CAST(DATE_FORMAT(${shifted}, '%Y-%m-%d %H:00:00') AS DATETIME), INTERVAL ${minutes} MINUTE)`;
  },
  addHours: (instant, hours) => sql`DATE_ADD(${instant}, INTERVAL ${trusted(String(hours))} HOUR)`,
  dateTrunc: (unit, date) => {
    if (unit === 'month') return sql`CAST(DATE_FORMAT(${date}, '%Y-%m-01') AS DATE)`;
    const year = sql`MAKEDATE(YEAR(${date}), 1)`;
    return unit === 'year' ? year : sql`DATE_ADD(${year}, INTERVAL QUARTER(${date}) - 1 QUARTER)`;
  },
  weekStart: (date, weekStart) =>
    sql`DATE_SUB(${date}, INTERVAL (WEEKDAY(${date}) + ${trusted(String(8 - weekStart))}) % 7 DAY)`,
  addDays: (date, days) => sql`DATE_ADD(${date}, INTERVAL ${trusted(String(days))} DAY)`,
  addMonths: (date, months) => sql`DATE_ADD(${date}, INTERVAL ${trusted(String(months))} MONTH)`,

  addBuckets: (unit, start, count) =>
    sql`DATE_ADD(${start}, INTERVAL ${count} ${trusted(unit.slice(0, -1).toUpperCase())})`,
  bucketNumber: (unit, start) => {
    if (unit === 'months') return sql`CAST(YEAR(${start}) * 12 + MONTH(${start}) AS SIGNED)`;
    if (unit === 'days') return sql`TO_DAYS(${start})`;
    return sql`TIMESTAMPDIFF(HOUR, TIMESTAMP'1970-01-01 00:00:00', ${start})`;
  },

  nullOf: () => sql`NULL`,
  sum: (value) => sql`SUM(${value})`,
  average: (value) => sql`AVG(CAST(${value} AS DOUBLE))`,
  min: (value) => sql`MIN(${value})`,
  max: (value) => sql`MAX(${value})`,
  percentile: undefined,
  double: (value) => sql`CAST(${value} AS DOUBLE)`,
  multiply: (left, right) => sql`CAST(${left} AS DOUBLE) * CAST(${right} AS DOUBLE)`,
  divide: (left, right) => sql`CAST(${left} AS DOUBLE) / NULLIF(CAST(${right} AS DOUBLE), 0)`,

  // Missing values sort lowest here, so only the ascending order needs help.
  orderBy: (expression, direction) =>
    direction === 'desc' ? sql`${expression} DESC` : sql`${expression} IS NULL, ${expression} ASC`,
};

const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

function paramOf(literal: Literal): string {
  if (literal.type === 'boolean') return literal.text === 'true' ? '1' : '0';
  if (literal.type === 'datetime' || literal.type === 'wall-clock') {
    return literal.text.replace('T', ' ').replace('Z', '');
  }
  return literal.text;
}

const isUtc = (zone: string | undefined) => zone === undefined || zone === 'UTC' || zone === 'Etc/UTC';

/** Named zones need the server's time zone tables; UTC is written as an offset, which always works. */
function convert(column: Sql, from: string, to: string): Sql {
  const name = (zone: string) => trusted(isUtc(zone) ? "'+00:00'" : `'${zone}'`);
  return sql`CONVERT_TZ(${column}, ${name(from)}, ${name(to)})`;
}

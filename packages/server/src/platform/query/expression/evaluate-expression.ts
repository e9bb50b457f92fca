import type { ViewerCalendar } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import { exactInteger } from '../../engines/exact-number.ts';
import { exactDateTime } from '../../engines/exact-time.ts';
import { compareText } from '../../rules/evaluate-visibility.ts';
import { bucketStart } from '../../time/calendar-date.ts';
import { isDate, parseInstant } from '../../time/zoned-time.ts';
import { MAX_ADDED, PARSED, type ParsedType, type ValueType } from '../text/value-types.ts';
import type { TypedExpression } from './type-expression.ts';
import type { OperationNode, TypedNode } from './typed-tree.ts';

/** Integers as bigint; dates and moments as text. */
type Value = bigint | string | boolean | null;

export type Row = Readonly<Record<string, Cell>>;

/** The value of an exact expression for one row, as every engine computes it; null where it overflows. */
export function evaluateExpression(expression: TypedExpression, row: Row, calendar: ViewerCalendar): Cell {
  try {
    return toCell(evaluate(expression.node, { row, calendar }), expression.type);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface Scope {
  readonly row: Row;
  readonly calendar: ViewerCalendar;
}

function evaluate(node: TypedNode, scope: Scope): Value {
  switch (node.kind) {
    case 'missing':
      return null;
    case 'constant':
      return readText(node.text, node.type);
    case 'column': {
      const { name } = node.column;
      const cell = Object.hasOwn(scope.row, name) ? (scope.row[name] ?? null) : null;
      return cell === null ? null : readCell(cell, node.type);
    }
    case 'operation':
      return operate(node, scope);
  }
}

/** Null where the cell is not of its column's type: the row may be one that a person typed in. */
function readCell(cell: string | number | boolean, type: ValueType): Value {
  if (type === 'boolean') return typeof cell === 'boolean' ? cell : null;
  return readText(String(cell), type);
}

function readText(text: string, type: ValueType): Value {
  switch (type) {
    case 'integer':
      return /^-?\d{1,40}$/.test(text) ? int64(BigInt(text)) : null;
    case 'boolean':
      return text === 'true';
    case 'date':
      return isDate(text) ? text : null;
    case 'datetime':
      return parseInstant(text) ?? null;
    case 'string':
      return text;
    default:
      throw new Error(`An exact expression has no ${type}.`);
  }
}

const int64 = (value: bigint) => (BigInt.asIntN(64, value) === value ? value : null);

function toCell(value: Value, type: ValueType): Cell {
  if (value === null) return null;
  if (type === 'datetime') return exactDateTime(String(value));
  return typeof value === 'bigint' ? exactInteger(value) : value;
}

const isTruth = (value: Value): value is boolean => value !== null;

function operate(node: OperationNode, scope: Scope): Value {
  const { name } = node;
  const at = (index: number) => evaluate(node.args[index] as TypedNode, scope);
  switch (name) {
    case 'and':
    case 'or': {
      const decisive = name === 'or';
      const values = node.args.map((arg) => evaluate(arg, scope));
      if (values.includes(decisive)) return decisive;
      return values.every(isTruth) ? !decisive : null;
    }
    case 'case': {
      for (let index = 0; index + 1 < node.args.length; index += 2)
        if (at(index) === true) return at(index + 1);
      return at(node.args.length - 1);
    }
    case 'coalesce':
      for (const arg of node.args) {
        const value = evaluate(arg, scope);
        if (value !== null) return value;
      }
      return null;
    case 'is-null':
      return at(0) === null;
    case 'nullif': {
      const [left, right] = [at(0), at(1)];
      return left !== null && right !== null && order(left, right) === 0 ? null : left;
    }
    default: {
      // Everything else is null if one of its operands is.
      const values = node.args.map((arg) => evaluate(arg, scope));
      return values.includes(null) ? null : compute(node, values, scope.calendar);
    }
  }
}

function order(left: Value, right: Value): number {
  if (typeof left === 'string') return compareText(moment(left), moment(String(right)));
  const [a, b] = [left as bigint, right as bigint];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Moments have fractions of any length. */
const moment = (text: string) =>
  /^\d{4}-\d\d-\d\dT.*Z$/.test(text)
    ? text.replace(/(?:\.(\d+))?Z$/, (_, fraction = '') => `.${fraction.padEnd(9, '0')}Z`)
    : text;

function compute(node: OperationNode, values: readonly Value[], calendar: ViewerCalendar): Value {
  const { name, settings } = node;
  const [left, right] = values;
  const [a, b] = [left as bigint, right as bigint];
  switch (name) {
    case 'add':
      return fitting(a + b);
    case 'subtract':
      return fitting(a - b);
    case 'multiply':
      return fitting(a * b);
    case 'remainder':
      return b === 0n ? null : a % b;
    case 'negative':
      return fitting(-a);
    case 'abs':
      return fitting(a < 0n ? -a : a);
    case '=':
    case '<>':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return comparisons[name](order(left as Value, right as Value));
    case 'not':
      return !left;
    case 'least':
      return values.reduce((least, value) => (order(value, least) < 0 ? value : least));
    case 'greatest':
      return values.reduce((greatest, value) => (order(value, greatest) > 0 ? value : greatest));
    case 'convert':
      return convertValue(left as Value, node, calendar);
    case 'concat':
    case 'lower':
    case 'upper':
    case 'trim':
    case 'length':
    case 'substring':
    case 'contains':
    case 'starts_with':
    case 'replace':
      return computeText(name, values.map(String), settings);
    default:
      return computeDate(name, values, calendar);
  }
}

const comparisons = {
  '=': (sign: number) => sign === 0,
  '<>': (sign: number) => sign !== 0,
  '<': (sign: number) => sign < 0,
  '<=': (sign: number) => sign <= 0,
  '>': (sign: number) => sign > 0,
  '>=': (sign: number) => sign >= 0,
};

function fitting(value: bigint): bigint {
  if (int64(value) === null) throw new RangeError(`${value} does not fit into 64 bits`);
  return value;
}

function convertValue(value: Value, { type, args }: OperationNode, { timeZone }: ViewerCalendar): Value {
  const from = args[0]?.type;
  if (from === 'datetime') return zoned(String(value), timeZone).toPlainDate().toString();
  return type === 'string' ? String(value) : parse(String(value), type as ParsedType);
}

const patterns = Object.fromEntries(
  Object.entries(PARSED).map(([type, pattern]) => [type, new RegExp(`^${pattern}$`)]),
) as Readonly<Record<ParsedType, RegExp>>;

function parse(text: string, type: ParsedType): Value {
  return patterns[type].test(text) ? readText(text, type) : null;
}

function computeText(
  name: string,
  [text = '', second = '', third = '', ...more]: readonly string[],
  settings: readonly number[],
): Value {
  switch (name) {
    case 'concat':
      return [text, second, third, ...more].join('');
    case 'lower':
      return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    case 'upper':
      return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    case 'trim':
      return text.replace(/^ +| +$/g, '');
    case 'length':
      return BigInt([...text].length);
    case 'substring': {
      const [start = 1, length = 0] = settings;
      return [...text].slice(start - 1, start - 1 + length).join('');
    }
    case 'contains':
      return text.includes(second);
    case 'starts_with':
      return text.startsWith(second);
    default:
      return text.replaceAll(second, () => third);
  }
}

function zoned(instant: string, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
}

function computeDate(
  name: OperationNode['name'],
  [left, right]: readonly Value[],
  calendar: ViewerCalendar,
): Value {
  if (name === 'hour') return BigInt(zoned(String(left), calendar.timeZone).hour);
  const date = Temporal.PlainDate.from(String(left));
  switch (name) {
    case 'year':
    case 'month':
    case 'day':
      return BigInt(date[name]);
    case 'quarter':
      return BigInt(Math.ceil(date.month / 3));
    case 'weekday':
      return BigInt(date.dayOfWeek);
    case 'trunc-month':
      return bucketStart(String(left), 'month', calendar);
    case 'trunc-quarter':
      return bucketStart(String(left), 'quarter', calendar);
    case 'trunc-year':
      return bucketStart(String(left), 'year', calendar);
    case 'days_between':
      return BigInt(date.until(Temporal.PlainDate.from(String(right)), { largestUnit: 'days' }).days);
    default: {
      const unit = name === 'add_days' ? 'days' : 'months';
      const count = Number(right);
      if (Math.abs(count) > MAX_ADDED[unit]) return null;
      const moved = date.add({ [unit]: count });
      return moved.year >= 1900 && moved.year <= 2299 ? moved.toString() : null;
    }
  }
}

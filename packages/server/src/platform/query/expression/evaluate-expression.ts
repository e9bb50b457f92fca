import type { ViewerCalendar } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import { exactDecimal, exactInteger, finiteNumber } from '../../engines/exact-number.ts';
import { exactDateTime } from '../../engines/exact-time.ts';
import { compareText } from '../../rules/evaluate-visibility.ts';
import { bucketStart } from '../../time/calendar-date.ts';
import { isDate, parseInstant } from '../../time/zoned-time.ts';
import type { ValueType } from '../text/value-types.ts';
import { MAX_ADDED, PARSED, type ParsedType } from '../text/value-types.ts';
import type { TypedExpression } from './type-expression.ts';
import type { OperationNode, TypedNode } from './typed-tree.ts';

/** Integers as they are, decimals times 10^9; dates and moments as text. */
type Value = bigint | number | string | boolean | null;

export type Row = Readonly<Record<string, Cell>>;

/** The value of an expression for one row, exactly as every engine computes it. */
export function evaluateExpression(expression: TypedExpression, row: Row, calendar: ViewerCalendar): Cell {
  return toCell(evaluate(expression.node, { row, calendar }), expression.type);
}

interface Scope {
  readonly row: Row;
  readonly calendar: ViewerCalendar;
}

const scale = 10n ** 9n;
const decimalLimit = 10n ** 29n;

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
  if (type === 'number') return typeof cell === 'boolean' ? null : finiteNumber(Number(cell));
  if (type === 'boolean') return typeof cell === 'boolean' ? cell : null;
  return typeof cell === 'number' && type === 'decimal'
    ? decimalOf(digitsOf(cell))
    : readText(String(cell), type);
}

function readText(text: string, type: ValueType): Value {
  switch (type) {
    case 'integer':
      return /^-?\d{1,40}$/.test(text) ? int64(BigInt(text)) : null;
    case 'decimal':
      return /^-?\d{1,60}(\.\d{1,60})?$/.test(text) ? decimalOf(text) : null;
    case 'number':
      return finiteNumber(Number(text));
    case 'boolean':
      return text === 'true';
    case 'date':
      return isDate(text) ? text : null;
    case 'datetime':
      return parseInstant(text) ?? null;
    case 'string':
      return text;
  }
}

const int64 = (value: bigint) => (BigInt.asIntN(64, value) === value ? value : null);
const decimal = (value: bigint) => (value < decimalLimit && value > -decimalLimit ? value : null);

/** Half away from zero. */
function divideRounding(value: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return (value < 0n ? value - half : value + half) / divisor;
}

function floorDivide(value: bigint, divisor: bigint): bigint {
  return value / divisor - (value % divisor < 0n ? 1n : 0n);
}

/** Decimal text with any number of places, rounded to 9. */
function decimalOf(text: string): bigint | null {
  const [whole = '0', fraction = ''] = text.split('.');
  const digits = BigInt(`${whole}${fraction.padEnd(9, '0')}`);
  const rounded = fraction.length <= 9 ? digits : divideRounding(digits, 10n ** BigInt(fraction.length - 9));
  return decimal(rounded);
}

/** The shortest digits of a double, without an exponent. */
function digitsOf(value: number): string {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const shift = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point <= 0 ? digits.padStart(digits.length - point + 1, '0') : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  return `${value < 0 ? '-' : ''}${padded.slice(0, at)}.${padded.slice(at) || '0'}`;
}

function toCell(value: Value, type: ValueType): Cell {
  if (value === null) return null;
  if (type === 'decimal') return exactDecimal(decimalText(value as bigint));
  if (type === 'datetime') return exactDateTime(String(value));
  return typeof value === 'bigint' ? exactInteger(value) : value;
}

function decimalText(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(10, '0');
  const text = `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, '');
  return value < 0n ? `-${text}` : text;
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
  const [a, b] = [left as bigint | number, right as bigint | number];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Moments have fractions of any length. */
const moment = (text: string) =>
  /^\d{4}-\d\d-\d\dT.*Z$/.test(text)
    ? text.replace(/(?:\.(\d+))?Z$/, (_, fraction = '') => `.${fraction.padEnd(9, '0')}Z`)
    : text;

function compute(node: OperationNode, values: readonly Value[], calendar: ViewerCalendar): Value {
  const { name, type, settings } = node;
  const [left, right] = values;
  switch (name) {
    case 'add':
    case 'subtract':
    case 'multiply':
      return arithmetic(name, type, left as bigint, right as bigint);
    case 'divide':
      return right === 0 ? null : (left as number) / (right as number);
    case 'remainder':
      return right === 0n ? null : (left as bigint) % (right as bigint);
    case 'checked':
      return type === 'integer' ? int64(left as bigint) : decimal(left as bigint);
    case 'bounded': {
      const flushed = (left as number) + 1e-134 - 1e-134;
      return Math.abs(flushed) <= 1e150 ? flushed : null;
    }
    case 'abs': {
      if (typeof left === 'number') return Math.abs(left);
      return (left as bigint) < 0n ? -(left as bigint) : (left as bigint);
    }
    case 'round': {
      const unit = 10n ** BigInt(9 - (settings[0] ?? 0));
      return divideRounding(left as bigint, unit) * unit;
    }
    case 'round-whole':
      return divideRounding(left as bigint, scale);
    case 'floor':
      return floorDivide(left as bigint, scale);
    case 'ceil':
      return -floorDivide(-(left as bigint), scale);
    case 'truncate':
      return (left as bigint) / scale;
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

function arithmetic(
  name: 'add' | 'subtract' | 'multiply',
  type: ValueType,
  left: bigint | number,
  right: bigint | number,
): Value {
  if (typeof left === 'number' || typeof right === 'number') {
    const [a, b] = [Number(left), Number(right)];
    return name === 'add' ? a + b : name === 'subtract' ? a - b : a * b;
  }
  const result = name === 'add' ? left + right : name === 'subtract' ? left - right : left * right;
  return type === 'decimal' && name === 'multiply' ? divideRounding(result, scale) : result;
}

function convertValue(value: Value, { type, args }: OperationNode, { timeZone }: ViewerCalendar): Value {
  const from = args[0]?.type;
  if (from === 'datetime') return zoned(String(value), timeZone).toPlainDate().toString();
  if (type === 'string') return from === 'decimal' ? decimalText(value as bigint) : String(value);
  if (from === 'string') return parse(String(value), type as ParsedType);
  if (from === 'integer') return type === 'decimal' ? (value as bigint) * scale : Number(value);
  return type === 'number' ? Number(decimalText(value as bigint)) : decimalOf(digitsOf(value as number));
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

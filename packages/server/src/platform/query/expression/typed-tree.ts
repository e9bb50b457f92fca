import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { DatePart, ValueType } from '../text/value-types.ts';

export type DateUnit = 'month' | 'quarter' | 'year';

/** What an operation computes, once its operands have their final types. Integers and decimals never mix. */
export type OperationName =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'remainder'
  // An integer of 64 bits or a decimal of 20 digits before the point; null if a sum or product is larger.
  | 'checked'
  // A number kept within the range in which no engine overflows.
  | 'bounded'
  | 'abs'
  | 'round'
  // Decimals to integers.
  | 'round-whole'
  | 'floor'
  | 'ceil'
  | 'truncate'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'is-null'
  | 'and'
  | 'or'
  | 'not'
  // A condition and its value, again and again; the last one is the value otherwise.
  | 'case'
  | 'coalesce'
  | 'nullif'
  | 'least'
  | 'greatest'
  | 'concat'
  | 'lower'
  | 'upper'
  | 'trim'
  | 'length'
  | 'substring'
  | 'contains'
  | 'starts_with'
  | 'replace'
  | DatePart
  // Of a datetime column.
  | 'hour'
  | `trunc-${DateUnit}`
  | 'days_between'
  | 'add_days'
  | 'add_months'
  // To the type of the operation.
  | 'convert';

interface Node {
  readonly type: ValueType;
  /** How many operations the SQL has, counting those that a dialect writes twice. */
  readonly size: number;
  readonly depth: number;
  /** Integers and decimals are less than 10^magnitude; a number is zero, or between 10^-magnitude and 10^magnitude. */
  readonly magnitude: number;
}

export interface ColumnNode extends Node {
  readonly kind: 'column';
  readonly column: DatasetColumn;
}

export interface ConstantNode extends Node {
  readonly kind: 'constant';
  /** In the form of a `Literal`. */
  readonly text: string;
}

export interface OperationNode extends Node {
  readonly kind: 'operation';
  readonly name: OperationName;
  readonly args: readonly TypedNode[];
  /** Numbers that are part of the operation: places to round to, a start and a length. */
  readonly settings: readonly number[];
}

/** An expression with a type at every node. */
export type TypedNode = ColumnNode | ConstantNode | OperationNode | (Node & { readonly kind: 'missing' });

/** The magnitude of values that are not sums or products. */
const plain = { integer: 19, decimal: 20, number: 150 } as const;
/** What every engine computes: decimals of 38 digits, 9 of them after the point, and doubles. */
const largest = { integer: 38, decimal: 29, number: 300 } as const;
/** Two nearly equal numbers leave their last bit. */
const cancellation = 17;

type Exact = keyof typeof plain;
const isNumeric = (type: ValueType): type is Exact => type in plain;

export function columnNode(column: DatasetColumn, type: ValueType): TypedNode {
  const node: ColumnNode = {
    kind: 'column',
    type,
    column,
    size: 1,
    depth: 1,
    magnitude: plainMagnitude(type),
  };
  return type === 'number' ? makeNode('bounded', type, [node]) : node;
}

export function constantNode(type: ValueType, text: string): ConstantNode {
  return { kind: 'constant', type, text, size: 1, depth: 1, magnitude: plainMagnitude(type) };
}

export function missingNode(type: ValueType): TypedNode {
  return { kind: 'missing', type, size: 1, depth: 1, magnitude: plainMagnitude(type) };
}

const plainMagnitude = (type: ValueType) => (isNumeric(type) ? plain[type] : 0);

/**
 * An operation on operands of its types. Sums and products of integers, and sums of decimals, stay as large as they
 * are until something else uses them, so that only a result that does not fit is null.
 */
export function operationNode(
  name: OperationName,
  type: ValueType,
  args: readonly TypedNode[],
  settings: readonly number[] = [],
): TypedNode {
  if (type === 'number' && isArithmetic(name)) return numberNode(name, args);
  if (isArithmetic(name) && isNumeric(type)) {
    const node = makeNode(name, type, args);
    const fitting = node.magnitude > largest[type] ? makeNode(name, type, args.map(settle)) : node;
    // A product of decimals has more places than they have.
    return name === 'multiply' && type === 'decimal' ? makeNode('checked', type, [fitting]) : fitting;
  }
  const node = makeNode(name, type, args.map(settle), settings);
  return leavesRange(node) ? makeNode('checked', type, [node]) : node;
}

/** The value as its type has it, not the larger one that arithmetic may have made. */
export function settle(node: TypedNode): TypedNode {
  const isWide = node.kind === 'operation' && isArithmetic(node.name) && node.type !== 'number';
  return isWide ? makeNode('checked', node.type, [node]) : node;
}

const isArithmetic = (name: OperationName): name is 'add' | 'subtract' | 'multiply' | 'divide' =>
  name === 'add' || name === 'subtract' || name === 'multiply' || name === 'divide';

/** Operands of a product or quotient that could overflow are bounded first. */
function numberNode(name: OperationName, args: readonly TypedNode[]): TypedNode {
  const node = makeNode(name, 'number', args);
  if (node.magnitude <= largest.number) return node;
  const bounded = args.map((arg) =>
    arg.magnitude > plain.number ? makeNode('bounded', 'number', [arg]) : arg,
  );
  return makeNode(name, 'number', bounded);
}

function leavesRange({ name, type, args: [of] }: OperationNode): boolean {
  if (name === 'round' || ['round-whole', 'floor', 'ceil', 'truncate'].includes(name)) return true;
  if (type === 'integer') return name === 'abs' || (name === 'convert' && of?.type === 'string');
  return type === 'decimal' && name === 'convert' && of?.type !== 'integer';
}

function makeNode(
  name: OperationName,
  type: ValueType,
  args: readonly TypedNode[],
  settings: readonly number[] = [],
): OperationNode {
  const isLocal = name === 'hour' || (name === 'convert' && args[0]?.type === 'datetime');
  return {
    kind: 'operation',
    name,
    type,
    args,
    settings,
    // A time zone is written with its offsets.
    size: 1 + (copies[name] ?? 1) * args.reduce((sum, arg) => sum + arg.size, 0) + (isLocal ? 20 : 0),
    depth: 1 + Math.max(0, ...args.map(({ depth }) => depth)),
    magnitude: magnitudeOf(name, type, args),
  };
}

/** How often a dialect writes operands, or its engine evaluates them: DuckDB and MySQL do those of NULLIF twice. */
const copies: Partial<Record<OperationName, number>> = {
  checked: 2,
  bounded: 2,
  divide: 2,
  remainder: 2,
  nullif: 2,
  least: 2,
  greatest: 2,
  lower: 4,
  upper: 4,
  convert: 3,
  add_days: 2,
  add_months: 2,
  'trunc-month': 2,
  'trunc-quarter': 3,
  'trunc-year': 3,
};

function magnitudeOf(name: OperationName, type: ValueType, args: readonly TypedNode[]): number {
  const magnitudes = args.filter((arg) => arg.type === type).map(({ magnitude }) => magnitude);
  const max = Math.max(0, ...magnitudes);
  if (name === 'add' || name === 'subtract') return max + (type === 'number' ? cancellation : 1);
  if (name === 'multiply' && type === 'decimal') return plain.decimal;
  if (name === 'multiply' || name === 'divide') return magnitudes.reduce((sum, each) => sum + each, 0);
  // Converted from integers, decimals or text.
  if (name === 'convert' && type === 'number') return plain.decimal;
  return name === 'checked' || name === 'bounded' || magnitudes.length === 0 ? plainMagnitude(type) : max;
}

/** The same value in another type; a day of a moment is taken from its columns, which SQL can name. */
export function convert(node: TypedNode, type: ValueType): TypedNode {
  if (node.type === type) return node;
  if (node.kind === 'missing') return missingNode(type);
  if (node.kind === 'constant' && node.type === 'integer' && type === 'decimal')
    return constantNode(type, node.text);
  if (node.type === 'datetime') return fromMoments(node, 'convert', type);
  return operationNode('convert', type, [node]);
}

/** Moments come from columns, `coalesce` and `case` alone, so whatever reads a moment can read the columns. */
export function fromMoments(node: TypedNode, name: 'convert' | 'hour', type: ValueType): TypedNode {
  if (node.kind === 'missing') return missingNode(type);
  if (node.kind !== 'operation') return operationNode(name, type, [node]);
  const args = node.args.map((arg) => (arg.type === 'datetime' ? fromMoments(arg, name, type) : arg));
  return operationNode(node.name, type, args);
}

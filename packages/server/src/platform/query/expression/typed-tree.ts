import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { DatePart, ValueType } from '../text/value-types.ts';

export type DateUnit = 'month' | 'quarter' | 'year';

/** What an operation computes, once its operands have their final types. */
export type OperationName =
  | 'add'
  | 'subtract'
  | 'multiply'
  | 'divide'
  | 'remainder'
  | 'negative'
  | 'abs'
  // To a decimal.
  | 'round'
  // To integers.
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
  // A number beside one of a wider type, to which the engine converts it.
  | 'widen'
  // To the type of the operation, as the expression says.
  | 'convert';

interface Node {
  readonly type: ValueType;
  /** How many operations the SQL has, counting those that a dialect writes twice. */
  readonly size: number;
  readonly depth: number;
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

const leaf = { size: 1, depth: 1 } as const;

export function columnNode(column: DatasetColumn, type: ValueType): ColumnNode {
  return { kind: 'column', type, column, ...leaf };
}

export function constantNode(type: ValueType, text: string): ConstantNode {
  return { kind: 'constant', type, text, ...leaf };
}

export function missingNode(type: ValueType): TypedNode {
  return { kind: 'missing', type, ...leaf };
}

/** An operation on operands of its types. */
export function operationNode(
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
  };
}

/** How often a dialect writes operands, or its engine evaluates them: DuckDB and MySQL do those of NULLIF twice. */
const copies: Partial<Record<OperationName, number>> = {
  nullif: 2,
  least: 2,
  greatest: 2,
  lower: 4,
  upper: 4,
  add_days: 2,
  add_months: 2,
  'trunc-month': 2,
  'trunc-quarter': 3,
  'trunc-year': 3,
};

/** The same number beside others of a wider type. */
export function widen(node: TypedNode, type: ValueType): TypedNode {
  if (node.type === type) return node;
  if (node.kind === 'missing') return missingNode(type);
  return node.kind === 'constant' ? constantNode(type, node.text) : operationNode('widen', type, [node]);
}

/** The same value in another type; a day of a moment is taken from its columns, which SQL can name. */
export function convert(node: TypedNode, type: ValueType): TypedNode {
  if (node.type === type) return node;
  if (node.kind === 'missing') return missingNode(type);
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

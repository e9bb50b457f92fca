import type { DatasetColumn } from '@inlay/protocol/dataset';
import { isDate } from '../../time/zoned-time.ts';
import type { ValueType } from '../text/value-types.ts';
import { ExpressionError, type Span } from './expression-error.ts';
import type { ComparisonOperator, Expression } from './expression-tree.ts';
import { type Argument, anyNumber, FUNCTIONS, unify, want } from './functions.ts';
import { parseExpression } from './parse-expression.ts';
import { columnNode, constantNode, type OperationName, operationNode, type TypedNode } from './typed-tree.ts';

/** An expression whose names exist and whose types agree. */
export interface TypedExpression {
  readonly type: ValueType;
  readonly node: TypedNode;
  /** Every column that it reads, also through other computed columns, which are among them. */
  readonly uses: ReadonlySet<string>;
  /** Made of text, integers, booleans and days alone: the same on every engine, so rules can rely on it (ADR 317). */
  readonly isExact: boolean;
}

/** Computed columns can refer to each other, so a few lines could expand into more SQL than an engine reads. */
const maxParts = 500;
const maxDepth = 60;
const maxItems = 100;
/** Computed columns that use each other, one after another. */
const maxChain = 20;

const int64Max = 2n ** 63n - 1n;

/** The computed columns among some columns, as far as they were used. */
const known = new WeakMap<ReadonlyMap<string, DatasetColumn>, Map<string, TypedExpression>>();

/** Checks an expression over the columns of a dataset. Throws an `ExpressionError` that says where a mistake is. */
export function typeExpression(
  text: string,
  columns: ReadonlyMap<string, DatasetColumn>,
  /** The computed column that the expression belongs to, which it cannot use. */
  self?: string,
): TypedExpression {
  const computed = known.get(columns) ?? new Map<string, TypedExpression>();
  known.set(columns, computed);
  return typeWithin(text, { columns, path: self === undefined ? [] : [self], known: computed });
}

/** The names of all columns that an expression reads. */
export function columnsUsed(expression: TypedExpression): readonly string[] {
  return [...expression.uses];
}

interface Scope {
  readonly columns: ReadonlyMap<string, DatasetColumn>;
  /** The computed columns whose expressions are being read. */
  readonly path: readonly string[];
  readonly known: Map<string, TypedExpression>;
}

/** An expression while it is typed. */
interface Typing extends Scope {
  /** The columns that it reads so far. */
  readonly uses: Set<string>;
}

function typeWithin(text: string, scope: Scope): TypedExpression {
  const uses = new Set<string>();
  const node = typeOf(parseExpression(text), { ...scope, uses });
  return { type: node.type, node, uses, isExact: isExact(node) };
}

function isExact(node: TypedNode): boolean {
  if (node.type === 'decimal' || node.type === 'number') return false;
  return node.kind !== 'operation' || node.args.every(isExact);
}

function typeOf(expression: Expression, typing: Typing): TypedNode {
  const node = typeNode(expression, typing);
  if (node.size > maxParts)
    throw new ExpressionError(expression, `the expression has more than ${maxParts} parts`);
  if (node.depth > maxDepth)
    throw new ExpressionError(expression, `the expression is nested more than ${maxDepth} levels deep`);
  return node;
}

function argumentOf(expression: Expression, typing: Typing): Argument {
  return {
    node: expression.kind === 'null' ? 'null' : typeOf(expression, typing),
    position: expression.position,
    length: expression.length,
  };
}

const wanted = (expression: Expression, types: readonly ValueType[], typing: Typing): TypedNode =>
  want([argumentOf(expression, typing)], 0, types);

function typeNode(expression: Expression, typing: Typing): TypedNode {
  switch (expression.kind) {
    case 'number':
      return numberNode(expression.text, expression);
    case 'text':
      return textNode(expression.text, expression);
    case 'date':
      return dateNode(expression.text, expression);
    case 'boolean':
      return constantNode('boolean', String(expression.value));
    case 'null':
      throw new ExpressionError(expression, 'null alone has no type; add a value that has one');
    case 'name':
      return nameNode(expression.name, expression, typing);
    case 'negative':
      return negativeNode(expression, typing);
    case 'arithmetic':
      return arithmeticNode(expression, typing);
    case 'comparison': {
      const sides = [argumentOf(expression.left, typing), argumentOf(expression.right, typing)];
      return comparisonNode(expression.operator, sides, expression);
    }
    case 'logic':
      return operationNode(expression.operator, 'boolean', operands(expression, expression.operator, typing));
    case 'not':
      return operationNode('not', 'boolean', [wanted(expression.of, ['boolean'], typing)]);
    case 'is-null':
      return operationNode('is-null', 'boolean', [typeOf(expression.of, typing)]);
    case 'in':
      return membershipNode(expression, typing);
    case 'case':
      return caseNode(expression, typing);
    case 'call':
      return callNode(expression, typing);
  }
}

type Of<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

function textNode(text: string, span: Span): TypedNode {
  if (text.includes('\0') || !text.isWellFormed())
    throw new ExpressionError(span, 'the text has a character that no engine stores');
  return constantNode('string', text);
}

function dateNode(text: string, span: Span): TypedNode {
  if (!isDate(text) || text < '1900-01-01' || text > '2299-12-31')
    throw new ExpressionError(span, 'expected a day from 1900 to 2299, as YYYY-MM-DD');
  return constantNode('date', text);
}

function nameNode(name: string, span: Span, typing: Typing): TypedNode {
  const column = typing.columns.get(name);
  if (column === undefined) throw new ExpressionError(span, `the dataset has no column ${name}`);
  typing.uses.add(name);
  if (column.expression === undefined) {
    if (column.type === 'json')
      throw new ExpressionError(span, `${name} is JSON, which expressions cannot use`);
    return columnNode(column, column.type);
  }
  const computed = computedColumn(column, column.expression, span, typing);
  for (const used of computed.uses) typing.uses.add(used);
  return computed.node;
}

function computedColumn({ name }: DatasetColumn, text: string, span: Span, scope: Scope): TypedExpression {
  const known = scope.known.get(name);
  if (known !== undefined) return known;
  const path = [...scope.path, name];
  if (scope.path.includes(name))
    throw new ExpressionError(
      span,
      `${name} depends on itself: ${path.slice(path.indexOf(name)).join(' → ')}`,
    );
  if (path.length > maxChain)
    throw new ExpressionError(span, `more than ${maxChain} computed columns depend on each other`);
  try {
    const computed = typeWithin(text, { ...scope, path });
    scope.known.set(name, computed);
    return computed;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const isPlaced = /^the expression of |depend/.test(error.problem);
    throw new ExpressionError(
      span,
      isPlaced ? error.problem : `the expression of ${name} is not valid: ${error.problem}`,
    );
  }
}

function negativeNode(expression: Of<'negative'>, typing: Typing): TypedNode {
  if (expression.of.kind === 'number') return numberNode(`-${expression.of.text}`, expression);
  const of = wanted(expression.of, anyNumber, typing);
  return operationNode('negative', of.type, [of]);
}

function arithmeticNode(expression: Of<'arithmetic'>, typing: Typing): TypedNode {
  const { operator } = expression;
  const sides = [argumentOf(expression.left, typing), argumentOf(expression.right, typing)];
  if (operator === '%')
    return operationNode('remainder', 'integer', [want(sides, 0, ['integer']), want(sides, 1, ['integer'])]);
  const [left, right] = unify(sides, expression, anyNumber) as [TypedNode, TypedNode];
  const type = operator === '/' ? 'number' : left.type;
  return operationNode(operations[operator], type, [left, right]);
}

/** A long chain is one operation, not a deep tree. */
function operands(expression: Expression, operator: 'and' | 'or', typing: Typing): readonly TypedNode[] {
  return expression.kind === 'logic' && expression.operator === operator
    ? [...operands(expression.left, operator, typing), ...operands(expression.right, operator, typing)]
    : [wanted(expression, ['boolean'], typing)];
}

function membershipNode(expression: Of<'in'>, typing: Typing): TypedNode {
  if (expression.items.length === 0 || expression.items.length > maxItems)
    throw new ExpressionError(expression, `expected 1 to ${maxItems} values in parentheses`);
  const of = argumentOf(expression.of, typing);
  const tests = expression.items.map((item) => {
    const value = argumentOf(item, typing);
    if (value.node === 'null' || value.node.kind !== 'constant')
      throw new ExpressionError(item, 'expected a number, text, date, true or false');
    return comparisonNode('=', [of, value], item);
  });
  return operationNode('or', 'boolean', tests);
}

function caseNode({ branches, otherwise, ...span }: Of<'case'>, typing: Typing): TypedNode {
  const none: Argument = { node: 'null', ...span };
  const values = unify(
    [
      ...branches.map(({ value }) => argumentOf(value, typing)),
      otherwise === undefined ? none : argumentOf(otherwise, typing),
    ],
    span,
  );
  const args = branches.flatMap(({ when }, index) => [
    wanted(when, ['boolean'], typing),
    values[index] as TypedNode,
  ]);
  const last = values.at(-1) as TypedNode;
  return operationNode('case', last.type, [...args, last]);
}

function callNode(expression: Of<'call'>, typing: Typing): TypedNode {
  const name = expression.name.toLowerCase();
  const found = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (found === undefined)
    throw new ExpressionError(
      { position: expression.position, length: expression.name.length },
      `there is no function ${expression.name.slice(0, 40)}`,
    );
  const { min, max, signature } = found;
  const count = expression.args.length;
  if (count < min || count > max)
    throw new ExpressionError(expression, `${signature} does not take ${count} arguments`);
  return found.type(
    expression.args.map((argument) => argumentOf(argument, typing)),
    expression,
  );
}

const operations = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
} as const satisfies Record<string, OperationName>;

function comparisonNode(operator: ComparisonOperator, sides: readonly Argument[], span: Span): TypedNode {
  const nodes = unify(sides, span);
  if (nodes[0]?.type === 'boolean' && operator !== '=' && operator !== '<>')
    throw new ExpressionError(span, 'true and false have no order');
  return operationNode(operator, 'boolean', nodes);
}

function numberNode(text: string, span: Span): TypedNode {
  const [whole = '', fraction = ''] = text.replace(/^(-?)\./, '$10.').split('.');
  const digits = BigInt(whole);
  if (fraction === '' && digits <= int64Max && digits >= -int64Max - 1n)
    return constantNode('integer', String(digits));
  if (fraction === '')
    throw new ExpressionError(span, 'the number does not fit into 64 bits; write it with a decimal point');
  const isShort = /^-?0*\d{1,20}$/.test(whole) && /^\d{1,9}0*$/.test(fraction);
  if (!isShort)
    throw new ExpressionError(span, 'the number has more than 20 digits before or 9 after the decimal point');
  const kept = fraction.slice(0, 9).replace(/0+$/, '');
  const sign = whole.startsWith('-') && (digits !== 0n || kept !== '') ? '-' : '';
  const absolute = digits < 0n ? -digits : digits;
  // Without a point, engines would take it for an integer.
  return constantNode('decimal', `${sign}${absolute}.${kept || '0'}`);
}

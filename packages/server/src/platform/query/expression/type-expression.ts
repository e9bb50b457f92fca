import type { DatasetColumn } from '@inlay/protocol/dataset';
import { isDate } from '../../time/zoned-time.ts';
import type { ValueType } from '../text/value-types.ts';
import { ExpressionError, type Span } from './expression-error.ts';
import type { ComparisonOperator, Expression } from './expression-tree.ts';
import { type Argument, FUNCTIONS, unify, want } from './functions.ts';
import { parseExpression } from './parse-expression.ts';
import {
  columnNode,
  constantNode,
  convert,
  type OperationName,
  operationNode,
  settle,
  type TypedNode,
} from './typed-tree.ts';

/** An expression whose names exist and whose types agree. */
export interface TypedExpression {
  readonly type: ValueType;
  readonly node: TypedNode;
  /** Every column that it reads, also through other computed columns, which are among them. */
  readonly uses: ReadonlySet<string>;
}

/** Computed columns can refer to each other, so a few lines could expand into more SQL than an engine reads. */
const maxParts = 500;
const maxDepth = 60;
const maxItems = 100;
/** Computed columns that use each other, one after another. */
const maxChain = 20;

const numbers: readonly ValueType[] = ['integer', 'decimal', 'number'];
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

function typeWithin(text: string, scope: Scope): TypedExpression {
  const uses = new Set<string>();
  const argument = (expression: Expression): Argument => ({
    node: expression.kind === 'null' ? 'null' : typeOf(expression),
    position: expression.position,
    length: expression.length,
  });
  const wanted = (expression: Expression, ...types: readonly ValueType[]) =>
    want([argument(expression)], 0, types);

  function typeOf(expression: Expression): TypedNode {
    const node = typeNode(expression);
    if (node.size > maxParts)
      throw new ExpressionError(expression, `the expression has more than ${maxParts} parts`);
    if (node.depth > maxDepth)
      throw new ExpressionError(expression, `the expression is nested more than ${maxDepth} levels deep`);
    return node;
  }

  function typeNode(expression: Expression): TypedNode {
    switch (expression.kind) {
      case 'number':
        return numberNode(expression.text, expression);
      case 'text':
        if (expression.text.includes('\0') || !expression.text.isWellFormed())
          throw new ExpressionError(expression, 'the text has a character that no engine stores');
        return constantNode('string', expression.text);
      case 'date':
        if (!isDate(expression.text) || expression.text < '1900-01-01' || expression.text > '2299-12-31')
          throw new ExpressionError(expression, 'expected a day from 1900 to 2299, as YYYY-MM-DD');
        return constantNode('date', expression.text);
      case 'boolean':
        return constantNode('boolean', String(expression.value));
      case 'null':
        throw new ExpressionError(expression, 'null alone has no type; add a value that has one');
      case 'name':
        return nameNode(expression.name, expression);
      case 'negative': {
        if (expression.of.kind === 'number') return numberNode(`-${expression.of.text}`, expression);
        const of = wanted(expression.of, ...numbers);
        return operationNode('subtract', of.type, [convert(constantNode('integer', '0'), of.type), of]);
      }
      case 'arithmetic':
        return arithmetic(expression);
      case 'comparison':
        return compare(
          expression.operator,
          [argument(expression.left), argument(expression.right)],
          expression,
        );
      case 'logic':
        return operationNode(expression.operator, 'boolean', operands(expression, expression.operator));
      case 'not':
        return operationNode('not', 'boolean', [wanted(expression.of, 'boolean')]);
      case 'is-null':
        return operationNode('is-null', 'boolean', [typeOf(expression.of)]);
      case 'in': {
        if (expression.items.length === 0 || expression.items.length > maxItems)
          throw new ExpressionError(expression, `expected 1 to ${maxItems} values in parentheses`);
        const of = argument(expression.of);
        const tests = expression.items.map((item) => {
          const value = argument(item);
          if (value.node === 'null' || value.node.kind !== 'constant')
            throw new ExpressionError(item, 'expected a number, text, date, true or false');
          return compare('=', [of, value], item);
        });
        return operationNode('or', 'boolean', tests);
      }
      case 'case':
        return cases(expression);
      case 'call':
        return call(expression);
    }
  }

  function nameNode(name: string, span: Span): TypedNode {
    const column = scope.columns.get(name);
    if (column === undefined) throw new ExpressionError(span, `the dataset has no column ${name}`);
    uses.add(name);
    if (column.expression === undefined) {
      if (column.type === 'json')
        throw new ExpressionError(span, `${name} is JSON, which expressions cannot use`);
      return columnNode(column, column.type);
    }
    const computed = computedColumn(column, column.expression, span);
    for (const used of computed.uses) uses.add(used);
    return computed.node;
  }

  function computedColumn({ name }: DatasetColumn, text: string, span: Span): TypedExpression {
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

  function arithmetic(expression: Extract<Expression, { kind: 'arithmetic' }>): TypedNode {
    const { operator } = expression;
    const sides = [argument(expression.left), argument(expression.right)];
    if (operator === '%') {
      return operationNode('remainder', 'integer', [
        want(sides, 0, ['integer']),
        want(sides, 1, ['integer']),
      ]);
    }
    if (operator === '/') {
      const [dividend, divisor] = [want(sides, 0, numbers), want(sides, 1, numbers)];
      return operationNode('divide', 'number', [convert(dividend, 'number'), convert(divisor, 'number')]);
    }
    const [left, right] = unify(sides, expression, numbers) as [TypedNode, TypedNode];
    return operationNode(operations[operator], left.type, [left, right]);
  }

  function operands(expression: Expression, operator: 'and' | 'or'): readonly TypedNode[] {
    // A long chain is one operation, not a deep tree.
    return expression.kind === 'logic' && expression.operator === operator
      ? [...operands(expression.left, operator), ...operands(expression.right, operator)]
      : [wanted(expression, 'boolean')];
  }

  function cases({ branches, otherwise, ...span }: Extract<Expression, { kind: 'case' }>): TypedNode {
    const none: Argument = { node: 'null', ...span };
    const values = unify(
      [...branches.map(({ value }) => argument(value)), otherwise === undefined ? none : argument(otherwise)],
      span,
    );
    const args = branches.flatMap(({ when }, index) => [wanted(when, 'boolean'), values[index] as TypedNode]);
    const last = values.at(-1) as TypedNode;
    return operationNode('case', last.type, [...args, last]);
  }

  function call(expression: Extract<Expression, { kind: 'call' }>): TypedNode {
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
    return found.type(expression.args.map(argument), expression);
  }

  const node = settle(typeOf(parseExpression(text)));
  return { type: node.type, node, uses };
}

const operations = { '+': 'add', '-': 'subtract', '*': 'multiply' } as const satisfies Record<
  string,
  OperationName
>;

function compare(operator: ComparisonOperator, sides: readonly Argument[], span: Span): TypedNode {
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
  return constantNode('decimal', `${sign}${absolute}${kept === '' ? '' : `.${kept}`}`);
}

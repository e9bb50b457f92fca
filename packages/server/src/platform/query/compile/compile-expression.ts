import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { ViewerCalendar } from '@inlay/protocol/query';
import type { TypedExpression } from '../expression/type-expression.ts';
import type {
  ColumnNode,
  ConstantNode,
  DateUnit,
  OperationNode,
  TypedNode,
} from '../expression/typed-tree.ts';
import type { Dialect } from '../text/dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import {
  type DatePart,
  DECIMAL_PLACES,
  type NumberType,
  type ParsedType,
  type ValueType,
} from '../text/value-types.ts';
import { compileLocal, compileLocalDate } from './compile-dimension.ts';

export interface ExpressionTarget {
  readonly dialect: Dialect;
  /** Days and hours of moments are those of the viewer's time zone. */
  readonly calendar: ViewerCalendar;
  /** A column of the source, as it is. */
  readonly columnOf: (column: DatasetColumn) => Sql;
}

/** The SQL of an expression: one operand, which needs no parentheses. Moments are instants, as `dialect.instant` writes them. */
export function compileExpression({ node, uses }: TypedExpression, target: ExpressionTarget): Sql {
  const value = compileNode(node, target);
  // A number alone would be a position in GROUP BY and ORDER BY.
  return uses.size === 0 ? target.dialect.expressions.cast(value, node.type) : value;
}

function compileNode(node: TypedNode, target: ExpressionTarget): Sql {
  const { expressions } = target.dialect;
  switch (node.kind) {
    case 'column': {
      const source = expressions.read(target.columnOf(node.column), node.type);
      return node.type === 'datetime'
        ? sql`(${target.dialect.instant(source, node.column.timeZone)})`
        : source;
    }
    case 'constant':
      return compileConstant(node, target);
    case 'missing':
      return expressions.cast(sql`NULL`, node.type);
    case 'operation':
      return compileOperation(node, target);
  }
}

function compileConstant({ type, text }: ConstantNode, { dialect }: ExpressionTarget): Sql {
  switch (type) {
    case 'string':
      return dialect.expressions.text(sql`${{ type, text, origin: 'constant' }}`);
    case 'boolean':
      return sql`(${trusted(text === 'true' ? '1 = 1' : '1 = 0')})`;
    case 'integer':
    case 'decimal':
    case 'number':
      return compileNumber(text, type, dialect);
    default:
      return dialect.expressions.cast(trusted(`'${text}'`), type);
  }
}

/** Digits, a sign and a point: what `typeExpression` lets through. */
function compileNumber(text: string, type: NumberType, dialect: Dialect): Sql {
  if (type === 'integer' && text.length > 18) return dialect.expressions.cast(trusted(`'${text}'`), type);
  const isDecimal = type === 'decimal' && text.includes('.');
  const value = (isDecimal && dialect.decimal?.(text)) || trusted(type === 'number' ? `${text}e0` : text);
  return text.startsWith('-') ? sql`(${value})` : value;
}

const signs = { add: '+', subtract: '-', multiply: '*' } as const;
const modes = { 'round-whole': 'round', floor: 'floor', ceil: 'ceil', truncate: 'truncate' } as const;

function compileOperation(node: OperationNode, target: ExpressionTarget): Sql {
  const { dialect } = target;
  const { expressions } = dialect;
  const { name, type, settings } = node;
  const [first, second] = node.args as readonly [TypedNode, TypedNode];
  const operand = (arg: TypedNode) => compileNode(arg, target);
  const args = () => node.args.map(operand);
  const choices = () =>
    node.args.map((arg) => (arg.type === type ? expressions.choice(operand(arg), type) : operand(arg)));
  const left = () => operand(first);
  const right = () => operand(second);
  const operandType = first?.type as NumberType;

  switch (name) {
    case 'add':
    case 'subtract':
    case 'multiply': {
      const [one, other] = type === 'integer' ? wideOperands(node, target) : [left(), right()];
      return sql`(${one} ${trusted(signs[name])} ${other})`;
    }
    case 'divide':
      return expressions.divide(stored(first, target), stored(second, target), operandType);
    case 'remainder':
      return expressions.remainder(...wideOperands(node, target));
    case 'negative':
      return sql`(-${wideOperand(first, target)})`;
    case 'abs':
      return expressions.abs(wideOperand(first, target), type);
    case 'round':
      return expressions.round(left(), settings[0] ?? 0, operandType);
    case 'round-whole':
    case 'floor':
    case 'ceil':
    case 'truncate':
      return expressions.whole(modes[name], left(), operandType);
    case '=':
    case '<>':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return sql`(${comparable(left(), first, dialect)} ${trusted(name)} ${comparable(right(), second, dialect)})`;
    case 'is-null':
      return sql`(${left()} IS NULL)`;
    case 'and':
    case 'or':
      return sql`(${join(args(), ` ${name.toUpperCase()} `)})`;
    case 'not':
      return sql`(NOT ${left()})`;
    case 'case':
      return compileCase(choices());
    case 'coalesce':
      return sql`COALESCE(${join(choices(), ', ')})`;
    case 'nullif': {
      if (type !== 'string') return sql`NULLIF(${left()}, ${right()})`;
      const isEqual = sql`${dialect.textKey(left())} = ${dialect.textKey(right())}`;
      return sql`(CASE WHEN ${isEqual} THEN ${expressions.cast(sql`NULL`, type)} ELSE ${left()} END)`;
    }
    case 'least':
    case 'greatest':
      return expressions.extreme(name, choices());
    case 'concat':
      return expressions.concat(args());
    case 'lower':
      return expressions.lower(left());
    case 'upper':
      return expressions.upper(left());
    case 'trim':
      return expressions.trim(left());
    case 'length':
      return expressions.length(left());
    case 'substring':
      return expressions.substring(left(), settings[0] ?? 1, settings[1] ?? 0);
    case 'contains':
      return sql`(${expressions.contains(left(), right())})`;
    case 'starts_with':
      return sql`(${expressions.startsWith(left(), right())})`;
    case 'replace': {
      const [text, from, to] = args() as [Sql, Sql, Sql];
      return expressions.replace(text, from, to);
    }
    case 'year':
    case 'quarter':
    case 'month':
    case 'day':
    case 'weekday':
      return expressions.part(name satisfies DatePart, left());
    case 'trunc-month':
    case 'trunc-quarter':
    case 'trunc-year':
      return sql`(${dialect.dateTrunc(name.slice(6) as DateUnit, left())})`;
    case 'hour':
      return compileHour(first as ColumnNode, target);
    case 'days_between':
      return expressions.daysBetween(left(), right());
    case 'add_days':
      return expressions.addDays(left(), right());
    case 'add_months':
      return expressions.addMonths(left(), right());
    case 'widen':
      return type === 'number' ? expressions.beside(stored(first, target)) : stored(first, target);
    case 'convert':
      return first.type === 'datetime'
        ? compileDay(first as ColumnNode, target)
        : compileConversion(left(), node, first.type, dialect);
  }
}

/** A number that the engine converts, whatever its own type is. */
function stored(arg: TypedNode, target: ExpressionTarget): Sql {
  return arg.kind === 'column' ? target.columnOf(arg.column) : compileNode(arg, target);
}

/** Two integers, one of which has 64 bits, so that the result has as many. */
function wideOperands({ args }: OperationNode, target: ExpressionTarget): [Sql, Sql] {
  const chosen = args.findIndex(isWide);
  const widened = chosen < 0 ? args.findIndex(({ kind }) => kind !== 'constant') : chosen;
  const [left, right] = args.map((arg, index) =>
    index === Math.max(widened, 0) ? wideOperand(arg, target) : compileNode(arg, target),
  );
  return [left as Sql, right as Sql];
}

function wideOperand(arg: TypedNode, target: ExpressionTarget): Sql {
  const value = compileNode(arg, target);
  return arg.type !== 'integer' || isWide(arg) ? value : target.dialect.expressions.wide(value);
}

const computed = new Set(['add', 'subtract', 'multiply', 'remainder', 'negative', 'abs']);
const isWide = (arg: TypedNode) => arg.kind === 'operation' && computed.has(arg.name);

/** Text by its bytes, everything else as it is. */
function comparable(value: Sql, { type }: TypedNode, dialect: Dialect): Sql {
  return type === 'string' ? dialect.textKey(value) : value;
}

function compileCase(args: readonly Sql[]): Sql {
  const branches: Sql[] = [];
  for (let index = 0; index + 1 < args.length; index += 2)
    branches.push(sql`WHEN ${args[index] as Sql} THEN ${args[index + 1] as Sql}`);
  return sql`(CASE ${join(branches, ' ')} ELSE ${args.at(-1) as Sql} END)`;
}

function compileConversion(value: Sql, { type }: OperationNode, from: ValueType, dialect: Dialect): Sql {
  const { expressions } = dialect;
  if (type === 'string') return expressions.toText(value, from);
  if (from === 'string') return expressions.parse(value, type as ParsedType);
  if (type === 'number') return dialect.double(value);
  return type === 'decimal' && from === 'number'
    ? expressions.round(value, DECIMAL_PLACES, from)
    : expressions.cast(value, type);
}

function compileDay({ column }: ColumnNode, { dialect, calendar, columnOf }: ExpressionTarget): Sql {
  const source = dialect.expressions.read(columnOf(column), 'datetime');
  const day = compileLocalDate(source, column.timeZone, calendar.timeZone, {}, dialect);
  // ClickHouse has two types of dates.
  return dialect.expressions.cast(day, 'date');
}

function compileHour({ column }: ColumnNode, { dialect, calendar, columnOf }: ExpressionTarget): Sql {
  const { expressions } = dialect;
  const source = expressions.read(columnOf(column), 'datetime');
  const viewerZone = calendar.timeZone;
  const at = expressions.offsetHour;
  const hour = compileLocal(
    { column: source, storedZone: column.timeZone, viewerZone, range: {} },
    {
      native: () => expressions.hour(source, column.timeZone, viewerZone),
      atOffset: at && ((minutes) => at(source, minutes)),
    },
    dialect,
  );
  return sql`(${hour})`;
}

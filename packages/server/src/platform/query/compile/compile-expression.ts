import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { ViewerCalendar } from '@inlay/protocol/query';
import { decimalColumns, hasShortForm, placesOf } from '../expression/short-form.ts';
import type { TypedExpression } from '../expression/type-expression.ts';
import type {
  ColumnNode,
  ConstantNode,
  DateUnit,
  OperationNode,
  TypedNode,
} from '../expression/typed-tree.ts';
import type { Dialect } from '../text/dialect.ts';
import type { ExpressionDialect } from '../text/expression-dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import type { DatePart, ParsedType, ValueType } from '../text/value-types.ts';
import { compileLocal, compileLocalDate } from './compile-dimension.ts';

export interface ExpressionTarget {
  readonly dialect: Dialect;
  /** Days and hours of moments are those of the viewer's time zone. */
  readonly calendar: ViewerCalendar;
  /** A column of the source, as it is. */
  readonly columnOf: (column: DatasetColumn) => Sql;
  /** In a short form, where a value can be null because it is too long: how to compile what must be certain. */
  readonly exact?: ExpressionTarget;
}

/** The SQL of an expression: one operand, which needs no parentheses. Moments are instants, as `dialect.instant` writes them. */
export function compileExpression({ node }: TypedExpression, target: ExpressionTarget): Sql {
  const exact = compileNode(node, target);
  const { dialect, columnOf } = target;
  const { short } = dialect.expressions;
  if (short === undefined || !hasShortForm(node)) return exact;
  const shortDialect = { ...dialect, expressions: short.expressions };
  const value = compileNode(node, { ...target, dialect: shortDialect, exact: target });
  return short.orElse({ value, type: node.type, columns: decimalColumns(node).map(columnOf) }, exact);
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

function compileConstant(node: ConstantNode, { dialect: { expressions } }: ExpressionTarget): Sql {
  const { type, text } = node;
  if (type === 'string') return expressions.text(sql`${{ type, text, origin: 'constant' }}`);
  if (type === 'boolean') return sql`(${trusted(text === 'true' ? '1 = 1' : '1 = 0')})`;
  // Digits, a sign, a point and hyphens: what `typeExpression` lets through.
  const digits = trusted(`'${text}'`);
  return type === 'decimal' && expressions.align !== undefined
    ? expressions.align(digits, placesOf(node))
    : expressions.cast(digits, type);
}

const signs = { add: '+', subtract: '-', multiply: '*' } as const;
const modes = { 'round-whole': 'round', floor: 'floor', ceil: 'ceil', truncate: 'truncate' } as const;

function compileOperation(node: OperationNode, target: ExpressionTarget): Sql {
  const { dialect } = target;
  const { expressions } = dialect;
  const { name, type, settings } = node;
  const [first, second] = node.args as readonly [TypedNode, TypedNode];
  const operand = (arg: TypedNode) => compileOperand(arg, node, target);
  const args = () => node.args.map(operand);
  const left = () => operand(first);
  const right = () => operand(second);
  const certain = (arg: TypedNode) => compileNode(arg, target.exact ?? target);

  switch (name) {
    case 'add':
    case 'subtract':
    case 'multiply': {
      const sign = signs[name];
      if (type === 'integer') return expressions.integers(sign, left(), right());
      if (type === 'decimal') return expressions.decimals(sign, left(), right());
      return sql`(${left()} ${trusted(sign)} ${right()})`;
    }
    case 'divide':
      return sql`(${dialect.divide(left(), right())})`;
    case 'remainder':
      return expressions.integers('%', left(), right());
    case 'checked':
      return expressions.checked(left(), type as 'integer' | 'decimal');
    case 'bounded':
      return expressions.bounded(left());
    case 'abs':
      return expressions.abs(left(), type);
    case 'round':
      return expressions.round(left(), settings[0] ?? 0);
    case 'round-whole':
    case 'floor':
    case 'ceil':
    case 'truncate':
      return expressions.whole(modes[name], left());
    case '=':
    case '<>':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return sql`(${comparable(left(), first, dialect)} ${trusted(name)} ${comparable(right(), second, dialect)})`;
    case 'is-null':
      return sql`(${certain(first)} IS NULL)`;
    case 'and':
    case 'or':
      return sql`(${join(args(), ` ${name.toUpperCase()} `)})`;
    case 'not':
      return sql`(NOT ${left()})`;
    case 'case':
      return compileCase(node.args.map((arg) => (arg.type === 'boolean' ? certain(arg) : operand(arg))));
    case 'coalesce': {
      if (target.exact === undefined) return sql`COALESCE(${join(args(), ', ')})`;
      const choices = node.args.flatMap((arg) => [sql`${certain(arg)} IS NOT NULL`, operand(arg)]);
      return compileCase([...choices, expressions.cast(sql`NULL`, type)]);
    }
    case 'nullif': {
      const [one, other] = [certain(first), certain(second)];
      const isEqual = sql`${comparable(one, first, dialect)} = ${comparable(other, second, dialect)}`;
      return sql`(CASE WHEN ${isEqual} THEN ${expressions.cast(sql`NULL`, type)} ELSE ${left()} END)`;
    }
    case 'least':
    case 'greatest':
      return expressions.extreme(name, args());
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
    case 'convert':
      return first.type === 'datetime'
        ? compileDay(first as ColumnNode, target)
        : compileConversion(left(), node, first.type, expressions);
  }
}

function compileOperand(arg: TypedNode, { name, type, args }: OperationNode, target: ExpressionTarget): Sql {
  const value = compileNode(arg, target);
  const { align } = target.dialect.expressions;
  if (align === undefined || arg.type !== 'decimal' || name === 'multiply') return value;
  // `toText` removes zeros behind a point.
  const places = type === 'string' ? 9 : Math.max(...args.map(placesOf));
  return places === placesOf(arg) ? value : align(value, places);
}

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

function compileConversion(
  value: Sql,
  { type }: OperationNode,
  from: ValueType,
  expressions: ExpressionDialect,
): Sql {
  if (type === 'string') return expressions.toText(value, from);
  if (from === 'string') return expressions.parse(value, type as ParsedType);
  if (from === 'number' && type === 'decimal') return expressions.toDecimal(value);
  return expressions.cast(value, type);
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

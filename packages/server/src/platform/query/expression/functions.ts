import type { DatePart, ValueType } from '../text/value-types.ts';
import { ExpressionError, type Span } from './expression-error.ts';
import {
  constantNode,
  convert,
  type DateUnit,
  fromMoments,
  missingNode,
  type OperationName,
  operationNode,
  type TypedNode,
  widen,
} from './typed-tree.ts';

/** `null` as it is written has no type yet. */
export interface Argument extends Span {
  readonly node: TypedNode | 'null';
}

interface ExpressionFunction {
  /** As the reference writes it: `round(x, places)`. */
  readonly signature: string;
  readonly result: string;
  readonly description: string;
  readonly min: number;
  readonly max: number;
  readonly type: (args: readonly Argument[], call: Span) => TypedNode;
}

export const anyNumber: readonly ValueType[] = ['integer', 'decimal', 'number'];
const anyDate: readonly ValueType[] = ['date', 'datetime'];

/** Every function of the language, by name, in the order of the reference. */
export const FUNCTIONS: Readonly<Record<string, ExpressionFunction>> = {
  coalesce: {
    signature: 'coalesce(a, b, …)',
    result: 'type of its arguments',
    description: 'The first argument that is not null.',
    min: 1,
    max: 20,
    type: (args, call) => ofSameType('coalesce', unify(args, call)),
  },
  nullif: {
    signature: 'nullif(a, b)',
    result: 'type of its arguments',
    description: 'Null if both are equal, otherwise `a`. Not for datetimes.',
    min: 2,
    max: 2,
    type: (args, call) => ofSameType('nullif', without(['datetime'], unify(args, call), call)),
  },
  least: {
    signature: 'least(a, b, …)',
    result: 'type of its arguments',
    description: 'The smallest of numbers or dates; null if one of them is null.',
    min: 2,
    max: 20,
    type: (args, call) => ofSameType('least', unify(args, call, [...anyNumber, 'date'])),
  },
  greatest: {
    signature: 'greatest(a, b, …)',
    result: 'type of its arguments',
    description: 'The largest of numbers or dates; null if one of them is null.',
    min: 2,
    max: 20,
    type: (args, call) => ofSameType('greatest', unify(args, call, [...anyNumber, 'date'])),
  },
  abs: {
    signature: 'abs(x)',
    result: 'type of `x`',
    description: 'The number without its sign.',
    min: 1,
    max: 1,
    type: (args) => ofSameType('abs', [want(args, 0, anyNumber)]),
  },
  round: {
    signature: 'round(x[, places])',
    result: 'integer; decimal with `places`',
    description: 'Rounded, halves away from zero. `places` is a whole number from 0 to 9.',
    min: 1,
    max: 2,
    type: (args) =>
      args.length === 1
        ? whole('round-whole', args)
        : operationNode('round', 'decimal', [want(args, 0, anyNumber)], [wholeNumber(args, 1, 0, 9)]),
  },
  floor: {
    signature: 'floor(x)',
    result: 'integer',
    description: 'The largest whole number that is not greater.',
    min: 1,
    max: 1,
    type: (args) => whole('floor', args),
  },
  ceil: {
    signature: 'ceil(x)',
    result: 'integer',
    description: 'The smallest whole number that is not less.',
    min: 1,
    max: 1,
    type: (args) => whole('ceil', args),
  },
  concat: {
    signature: 'concat(a, b, …)',
    result: 'string',
    description: 'The texts one after another; null if one of them is null.',
    min: 2,
    max: 20,
    type: (args) => operationNode('concat', 'string', texts(args)),
  },
  lower: textFunction('lower', 'The text with A–Z as a–z. Other letters stay as they are.'),
  upper: textFunction('upper', 'The text with a–z as A–Z. Other letters stay as they are.'),
  trim: textFunction('trim', 'The text without spaces (U+0020) at its ends.'),
  length: {
    signature: 'length(text)',
    result: 'integer',
    description: 'The number of characters (Unicode code points).',
    min: 1,
    max: 1,
    type: (args) => operationNode('length', 'integer', texts(args)),
  },
  substring: {
    signature: 'substring(text, start, length)',
    result: 'string',
    description:
      'The characters from `start`, where 1 is the first, at most `length` of them. Both are whole numbers, not expressions.',
    min: 3,
    max: 3,
    type: (args) =>
      operationNode(
        'substring',
        'string',
        [want(args, 0, ['string'])],
        [wholeNumber(args, 1, 1, 1_000_000), wholeNumber(args, 2, 0, 1_000_000)],
      ),
  },
  contains: {
    signature: 'contains(text, part)',
    result: 'boolean',
    description: 'Whether `part` occurs in the text, with the same case.',
    min: 2,
    max: 2,
    type: (args) => operationNode('contains', 'boolean', texts(args)),
  },
  starts_with: {
    signature: 'starts_with(text, part)',
    result: 'boolean',
    description: 'Whether the text begins with `part`, with the same case.',
    min: 2,
    max: 2,
    type: (args) => operationNode('starts_with', 'boolean', texts(args)),
  },
  replace: {
    signature: 'replace(text, from, to)',
    result: 'string',
    description: 'The text with each `from` replaced. Both are texts in quotes, and `from` is not empty.',
    min: 3,
    max: 3,
    type: (args) =>
      operationNode('replace', 'string', [want(args, 0, ['string']), quoted(args, 1, 1), quoted(args, 2, 0)]),
  },
  year: partFunction('year', 'The year.'),
  quarter: partFunction('quarter', 'The quarter, 1 to 4.'),
  month: partFunction('month', 'The month, 1 to 12.'),
  day: partFunction('day', 'The day of the month, 1 to 31.'),
  weekday: partFunction('weekday', 'The day of the week, 1 (Monday) to 7 (Sunday).'),
  hour: {
    signature: 'hour(datetime)',
    result: 'integer',
    description: "The hour in the viewer's time zone, 0 to 23.",
    min: 1,
    max: 1,
    type: (args) => fromMoments(want(args, 0, ['datetime']), 'hour', 'integer'),
  },
  date_trunc: {
    signature: 'date_trunc(unit, date)',
    result: 'date',
    description: "The first day of the unit: `'month'`, `'quarter'` or `'year'`.",
    min: 2,
    max: 2,
    type: (args) => operationNode(`trunc-${dateUnit(args)}`, 'date', [dateOf(args, 1)]),
  },
  days_between: {
    signature: 'days_between(from, to)',
    result: 'integer',
    description: 'The number of days from one date to another; negative if `to` is earlier.',
    min: 2,
    max: 2,
    type: (args) => operationNode('days_between', 'integer', [dateOf(args, 0), dateOf(args, 1)]),
  },
  add_days: {
    signature: 'add_days(date, days)',
    result: 'date',
    description: 'The date so many days later, or earlier if negative.',
    min: 2,
    max: 2,
    type: (args) => operationNode('add_days', 'date', [dateOf(args, 0), want(args, 1, ['integer'])]),
  },
  add_months: {
    signature: 'add_months(date, months)',
    result: 'date',
    description: 'The same day so many months later, or the last day of that month if it is shorter.',
    min: 2,
    max: 2,
    type: (args) => operationNode('add_months', 'date', [dateOf(args, 0), want(args, 1, ['integer'])]),
  },
  to_text: {
    signature: 'to_text(x)',
    result: 'string',
    description: 'An integer, decimal, boolean or date as text: `-12.5`, `true`, `2026-03-01`.',
    min: 1,
    max: 1,
    type: (args) => convert(want(args, 0, ['string', 'integer', 'decimal', 'boolean', 'date']), 'string'),
  },
  to_integer: {
    signature: 'to_integer(x)',
    result: 'integer',
    description: 'A number without its fraction, or text such as `-12`.',
    min: 1,
    max: 1,
    type: (args) => {
      const node = want(args, 0, [...anyNumber, 'string']);
      return node.type === 'string' ? convert(node, 'integer') : whole('truncate', args);
    },
  },
  to_decimal: {
    signature: 'to_decimal(x)',
    result: 'decimal',
    description: 'A number, or text such as `-12.50`, rounded to 9 places.',
    min: 1,
    max: 1,
    type: (args) => convert(want(args, 0, [...anyNumber, 'string']), 'decimal'),
  },
  to_number: {
    signature: 'to_number(x)',
    result: 'number',
    description: 'A number, or text such as `-12.50`, as a floating-point number.',
    min: 1,
    max: 1,
    type: (args) => convert(want(args, 0, [...anyNumber, 'string']), 'number'),
  },
  to_date: {
    signature: 'to_date(x)',
    result: 'date',
    description: "The day of a datetime in the viewer's time zone, or text such as `2026-03-01`.",
    min: 1,
    max: 1,
    type: (args) => convert(want(args, 0, [...anyDate, 'string']), 'date'),
  },
};

/** Gives all arguments one type: an integer beside a decimal becomes one, and any number beside a `number`. */
export function unify(
  args: readonly Argument[],
  call: Span,
  allowed?: readonly ValueType[],
): readonly TypedNode[] {
  const typed = args.filter(({ node }) => node !== 'null');
  const [first] = typed.map(({ node }) => (node as TypedNode).type);
  if (first === undefined)
    throw new ExpressionError(call, 'null alone has no type; add a value that has one');
  let common = first;
  for (const arg of typed) {
    const { type } = arg.node as TypedNode;
    if (allowed !== undefined && !allowed.includes(type))
      throw new ExpressionError(arg, `expected ${listTypes(allowed)}, but this is ${type}`);
    if (type === common) continue;
    if (!anyNumber.includes(type) || !anyNumber.includes(common))
      throw new ExpressionError(arg, `expected ${common} as before, but this is ${type}`);
    common = anyNumber[Math.max(anyNumber.indexOf(type), anyNumber.indexOf(common))] ?? common;
  }
  return args.map(({ node }) => (node === 'null' ? missingNode(common) : widen(node, common)));
}

/** The argument, which must have one of the types. */
export function want(args: readonly Argument[], index: number, types: readonly ValueType[]): TypedNode {
  const arg = args[index] as Argument;
  if (arg.node === 'null') return missingNode(types[0] as ValueType);
  if (types.includes(arg.node.type)) return arg.node;
  throw new ExpressionError(arg, `expected ${listTypes(types)}, but this is ${arg.node.type}`);
}

const listTypes = (types: readonly ValueType[]) =>
  types.length === 1 ? String(types[0]) : `${types.slice(0, -1).join(', ')} or ${types.at(-1)}`;

function without(types: readonly ValueType[], nodes: readonly TypedNode[], call: Span): readonly TypedNode[] {
  const found = nodes.find(({ type }) => types.includes(type));
  if (found !== undefined) throw new ExpressionError(call, `this does not work with ${found.type}`);
  return nodes;
}

function ofSameType(name: OperationName, nodes: readonly TypedNode[]): TypedNode {
  return operationNode(name, nodes[0]?.type ?? 'string', nodes);
}

function whole(name: 'round-whole' | 'floor' | 'ceil' | 'truncate', args: readonly Argument[]): TypedNode {
  const node = want(args, 0, anyNumber);
  return node.type === 'integer' ? node : operationNode(name, 'integer', [node]);
}

function texts(args: readonly Argument[]): readonly TypedNode[] {
  return args.map((_, index) => want(args, index, ['string']));
}

function dateOf(args: readonly Argument[], index: number): TypedNode {
  return convert(want(args, index, anyDate), 'date');
}

function textFunction(name: 'lower' | 'upper' | 'trim', description: string): ExpressionFunction {
  return {
    signature: `${name}(text)`,
    result: 'string',
    description,
    min: 1,
    max: 1,
    type: (args) => operationNode(name, 'string', texts(args)),
  };
}

function partFunction(name: DatePart, description: string): ExpressionFunction {
  return {
    signature: `${name}(date)`,
    result: 'integer',
    description,
    min: 1,
    max: 1,
    type: (args) => operationNode(name, 'integer', [dateOf(args, 0)]),
  };
}

function wholeNumber(args: readonly Argument[], index: number, min: number, max: number): number {
  const arg = args[index] as Argument;
  const value =
    arg.node !== 'null' && arg.node.kind === 'constant' && arg.node.type === 'integer'
      ? Number(arg.node.text)
      : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new ExpressionError(arg, `expected a whole number from ${min} to ${max}, not an expression`);
}

function quoted(args: readonly Argument[], index: number, minLength: number): TypedNode {
  const arg = args[index] as Argument;
  if (arg.node !== 'null' && arg.node.kind === 'constant' && arg.node.type === 'string') {
    if (arg.node.text.length >= minLength) return constantNode('string', arg.node.text);
    throw new ExpressionError(arg, 'expected text that is not empty');
  }
  throw new ExpressionError(arg, 'expected text in quotes, not an expression');
}

function dateUnit(args: readonly Argument[]): DateUnit {
  const arg = args[0] as Argument;
  const unit = arg.node !== 'null' && arg.node.kind === 'constant' ? arg.node.text : '';
  if (unit === 'month' || unit === 'quarter' || unit === 'year') return unit;
  throw new ExpressionError(arg, `expected 'month', 'quarter' or 'year'`);
}

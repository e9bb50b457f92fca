import { ExpressionError, type Span } from './expression-error.ts';
import type { ArithmeticOperator, ComparisonOperator, Expression } from './expression-tree.ts';
import { type Grammar, readTokens, shown, type TokenReader } from './token-reader.ts';
import type { Token } from './tokenize.ts';

const keywords = [
  ...['and', 'or', 'not', 'is', 'in', 'null', 'true', 'false'],
  ...['case', 'when', 'then', 'else', 'end'],
];
const comparisons: readonly string[] = ['=', '<>', '<', '<=', '>', '>='];

/**
 * Reads an expression: `case when amount > 0 then upper([sales region]) end`. It is parsed, never pasted into SQL.
 * From the loosest to the tightest: or, and, not, comparisons, sums, products, signs, values.
 */
export function parseExpression(text: string, grammar: Grammar = 'full'): Expression {
  const reader = readTokens(text, grammar);
  const expression = parseWhole(reader);
  if (reader.peek().kind !== 'end')
    throw new ExpressionError(reader.peek(), `unexpected ${shown(reader.peek())}`);
  return expression;
}

function parseWhole(reader: TokenReader): Expression {
  return reader.grammar === 'full' ? parseDisjunction(reader) : parseSum(reader);
}

function parseDisjunction(reader: TokenReader): Expression {
  return parseLogic('or', parseConjunction, reader);
}

function parseConjunction(reader: TokenReader): Expression {
  return parseLogic('and', parseNegation, reader);
}

type Parse = (reader: TokenReader) => Expression;

function parseLogic(operator: 'and' | 'or', parseOperand: Parse, reader: TokenReader): Expression {
  let left = parseOperand(reader);
  while (reader.isWord(operator)) {
    reader.take();
    const right = parseOperand(reader);
    left = { kind: 'logic', operator, left, right, ...reader.spanFrom(left) };
  }
  return left;
}

function parseNegation(reader: TokenReader): Expression {
  if (!reader.isWord('not')) return parseComparison(reader);
  const start = reader.take();
  const of = reader.nested(parseNegation);
  return { kind: 'not', of, ...reader.spanFrom(start) };
}

function parseComparison(reader: TokenReader): Expression {
  const left = parseSum(reader);
  if (reader.isSign(...comparisons)) {
    const operator = reader.take().text as ComparisonOperator;
    const right = parseSum(reader);
    return { kind: 'comparison', operator, left, right, ...reader.spanFrom(left) };
  }
  if (reader.isWord('is')) return parseNullTest(left, reader);
  return reader.isWord('not', 'in') ? parseMembership(left, reader) : left;
}

/** `is null`, `is not null` */
function parseNullTest(of: Expression, reader: TokenReader): Expression {
  reader.take();
  const isNegated = skipNot(reader);
  reader.expect(reader.isWord('null'), 'null');
  const span = reader.spanFrom(of);
  return negatedIf(isNegated, { kind: 'is-null', of, ...span }, span);
}

/** `in (…)`, `not in (…)` */
function parseMembership(of: Expression, reader: TokenReader): Expression {
  const isNegated = skipNot(reader);
  reader.expect(reader.isWord('in'), 'in');
  reader.expect(reader.isSign('('), '(');
  const items = parseList(reader);
  const span = reader.spanFrom(of);
  return negatedIf(isNegated, { kind: 'in', of, items, ...span }, span);
}

function skipNot(reader: TokenReader): boolean {
  const isThere = reader.isWord('not');
  if (isThere) reader.take();
  return isThere;
}

const negatedIf = (isNegated: boolean, of: Expression, span: Span): Expression =>
  isNegated ? { kind: 'not', of, ...span } : of;

function parseSum(reader: TokenReader): Expression {
  return parseChain(['+', '-'], parseProduct, reader);
}

function parseProduct(reader: TokenReader): Expression {
  return parseChain(reader.grammar === 'full' ? ['*', '/', '%'] : ['*', '/'], parseFactor, reader);
}

function parseChain(
  signs: readonly ArithmeticOperator[],
  parseOperand: Parse,
  reader: TokenReader,
): Expression {
  let left = parseOperand(reader);
  while (reader.isSign(...signs)) {
    const operator = reader.take().text as ArithmeticOperator;
    const right = parseOperand(reader);
    left = { kind: 'arithmetic', operator, left, right, ...reader.spanFrom(left) };
  }
  return left;
}

function parseFactor(reader: TokenReader): Expression {
  if (!reader.isSign('-')) return parseValue(reader);
  const start = reader.take();
  const of = reader.nested(parseFactor);
  return { kind: 'negative', of, ...reader.spanFrom(start) };
}

function parseValue(reader: TokenReader): Expression {
  const token = reader.take();
  const span = placeOf(token);
  if (token.kind === 'number') return { kind: 'number', text: token.text, ...span };
  if (token.kind === 'name') return { kind: 'name', name: token.text, ...span };
  if (token.kind === 'sign' && token.text === '(') {
    const inner = reader.nested(parseWhole);
    reader.expect(reader.isSign(')'), 'a closing parenthesis');
    return { ...inner, ...reader.spanFrom(token) };
  }
  if (token.kind === 'word')
    return reader.grammar === 'full' ? parseWord(token, reader) : { kind: 'name', name: token.text, ...span };
  if (token.kind === 'text' && reader.grammar === 'full') return { kind: 'text', text: token.text, ...span };
  const problem =
    token.kind === 'end' ? 'the expression is incomplete' : `expected a value instead of ${shown(token)}`;
  throw new ExpressionError(token, problem);
}

/** A call, a constant, `case`, or the name of a column. */
function parseWord(token: Token, reader: TokenReader): Expression {
  const word = token.text.toLowerCase();
  const span = placeOf(token);
  if (reader.isSign('(') && !keywords.includes(word)) {
    reader.take();
    const args = parseList(reader);
    return { kind: 'call', name: token.text, args, ...reader.spanFrom(token) };
  }
  if (word === 'date' && reader.peek().kind === 'text')
    return { kind: 'date', text: reader.take().text, ...reader.spanFrom(token) };
  if (word === 'true' || word === 'false') return { kind: 'boolean', value: word === 'true', ...span };
  if (word === 'null') return { kind: 'null', ...span };
  if (word === 'case') return parseCase(token, reader);
  if (!keywords.includes(word)) return { kind: 'name', name: token.text, ...span };
  throw new ExpressionError(
    token,
    `expected a value instead of ${word}; put a column of this name in brackets`,
  );
}

function parseCase(start: Token, reader: TokenReader): Expression {
  const branches: { when: Expression; value: Expression }[] = [];
  while (reader.isWord('when')) {
    reader.take();
    const when = reader.nested(parseDisjunction);
    reader.expect(reader.isWord('then'), 'then');
    branches.push({ when, value: reader.nested(parseDisjunction) });
  }
  if (branches.length === 0) reader.expect(false, 'when');
  const otherwise = reader.isWord('else') && reader.take() ? reader.nested(parseDisjunction) : undefined;
  reader.expect(reader.isWord('end'), 'end');
  return { kind: 'case', branches, otherwise, ...reader.spanFrom(start) };
}

/** The rest of a list, after its opening parenthesis. */
function parseList(reader: TokenReader): readonly Expression[] {
  const items: Expression[] = [];
  if (!reader.isSign(')')) {
    items.push(reader.nested(parseDisjunction));
    while (reader.isSign(',')) {
      reader.take();
      items.push(reader.nested(parseDisjunction));
    }
  }
  reader.expect(reader.isSign(')'), 'a closing parenthesis');
  return items;
}

const placeOf = ({ position, length }: Span): Span => ({ position, length });

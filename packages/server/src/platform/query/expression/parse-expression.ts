import { ExpressionError, type Span } from './expression-error.ts';
import type { ArithmeticOperator, ComparisonOperator, Expression } from './expression-tree.ts';
import { type Token, tokenize } from './tokenize.ts';

/** Deeper nesting than a person writes, and than some engines read. */
const maxDepth = 50;

const keywords = [
  ...['and', 'or', 'not', 'is', 'in', 'null', 'true', 'false'],
  ...['case', 'when', 'then', 'else', 'end'],
];
const comparisons: readonly string[] = ['=', '<>', '<', '<=', '>', '>='];

/**
 * Reads an expression: `case when amount > 0 then upper([sales region]) end`. It is parsed, never pasted into SQL.
 * The grammar `arithmetic` only has numbers, names, `+ - * /` and parentheses; every word in it is a name.
 */
export function parseExpression(text: string, grammar: 'full' | 'arithmetic' = 'full'): Expression {
  const tokens = tokenize(text);
  let index = 0;
  let depth = 0;
  const peek = (): Token => tokens[index] as Token;
  const fail = (span: Span, problem: string): never => {
    throw new ExpressionError(span, problem);
  };
  const take = (): Token => {
    const token = peek();
    if (token.kind !== 'end') index += 1;
    return token;
  };
  const isSign = (...signs: readonly string[]) => peek().kind === 'sign' && signs.includes(peek().text);
  const isWord = (...words: readonly string[]) =>
    grammar === 'full' && peek().kind === 'word' && words.includes(peek().text.toLowerCase());
  const spanFrom = ({ position }: Span): Span => {
    const last = tokens[index - 1] as Token;
    return { position, length: last.position + last.length - position };
  };
  const between = (left: Span): Span => spanFrom(left);
  const expect = (found: boolean, what: string): Token =>
    found
      ? take()
      : fail(
          peek(),
          peek().kind === 'end' ? `${what} is missing` : `expected ${what} instead of ${shown(peek())}`,
        );

  function nested<T>(read: () => T): T {
    depth += 1;
    if (depth > maxDepth) fail(peek(), `the expression is nested more than ${maxDepth} levels deep`);
    const result = read();
    depth -= 1;
    return result;
  }

  const logic = (operator: 'and' | 'or', operand: () => Expression) => (): Expression => {
    let left = operand();
    while (isWord(operator)) {
      take();
      const right = operand();
      left = { kind: 'logic', operator, left, right, ...between(left) };
    }
    return left;
  };
  const conjunction = logic('and', negation);
  const disjunction = logic('or', conjunction);
  const whole = () => (grammar === 'full' ? disjunction() : sum());

  function negation(): Expression {
    if (!isWord('not')) return comparison();
    const start = take();
    const of = nested(negation);
    return { kind: 'not', of, ...spanFrom(start) };
  }

  function comparison(): Expression {
    const left = sum();
    if (grammar === 'arithmetic') return left;
    if (isSign(...comparisons)) {
      const operator = take().text as ComparisonOperator;
      const right = sum();
      return { kind: 'comparison', operator, left, right, ...between(left) };
    }
    if (isWord('is')) {
      take();
      const negated = isWord('not') && take() !== undefined;
      expect(isWord('null'), 'null');
      const test: Expression = { kind: 'is-null', of: left, ...between(left) };
      return negated ? { kind: 'not', of: test, ...between(left) } : test;
    }
    const negated = isWord('not') && take() !== undefined;
    if (negated || isWord('in')) {
      expect(isWord('in'), 'in');
      expect(isSign('('), '(');
      const test: Expression = { kind: 'in', of: left, items: list(), ...between(left) };
      const placed = { ...test, ...between(left) };
      return negated ? { kind: 'not', of: placed, ...between(left) } : placed;
    }
    return left;
  }

  const chain = (signs: readonly ArithmeticOperator[], operand: () => Expression) => (): Expression => {
    let left = operand();
    while (isSign(...signs)) {
      const operator = take().text as ArithmeticOperator;
      const right = operand();
      left = { kind: 'arithmetic', operator, left, right, ...between(left) };
    }
    return left;
  };
  const product = chain(grammar === 'full' ? ['*', '/', '%'] : ['*', '/'], factor);
  function sum(): Expression {
    return chain(['+', '-'], product)();
  }

  function factor(): Expression {
    if (!isSign('-')) return primary();
    const start = take();
    const of = nested(factor);
    return { kind: 'negative', of, ...spanFrom(start) };
  }

  function primary(): Expression {
    const token = take();
    if (token.kind === 'number') return { kind: 'number', text: token.text, ...placeOf(token) };
    if (token.kind === 'name') return { kind: 'name', name: token.text, ...placeOf(token) };
    if (token.kind === 'sign' && token.text === '(') {
      const inner = nested(whole);
      expect(isSign(')'), 'a closing parenthesis');
      return { ...inner, ...spanFrom(token) };
    }
    if (token.kind === 'word') return word(token);
    if (token.kind === 'text' && grammar === 'full')
      return { kind: 'text', text: token.text, ...placeOf(token) };
    if (token.kind === 'end') return fail(token, 'the expression is incomplete');
    return fail(token, `expected a value instead of ${shown(token)}`);
  }

  function word(token: Token): Expression {
    if (grammar === 'arithmetic') return { kind: 'name', name: token.text, ...placeOf(token) };
    const lower = token.text.toLowerCase();
    if (isSign('(') && !keywords.includes(lower)) {
      take();
      const args = list();
      return { kind: 'call', name: token.text, args, ...spanFrom(token) };
    }
    if (lower === 'date' && peek().kind === 'text')
      return { kind: 'date', text: take().text, ...spanFrom(token) };
    if (lower === 'true' || lower === 'false')
      return { kind: 'boolean', value: lower === 'true', ...placeOf(token) };
    if (lower === 'null') return { kind: 'null', ...placeOf(token) };
    if (lower === 'case') return cases(token);
    if (!keywords.includes(lower)) return { kind: 'name', name: token.text, ...placeOf(token) };
    return fail(token, `expected a value instead of ${lower}; put a column of this name in brackets`);
  }

  function cases(start: Token): Expression {
    const branches: { when: Expression; value: Expression }[] = [];
    while (isWord('when')) {
      take();
      const when = nested(disjunction);
      expect(isWord('then'), 'then');
      branches.push({ when, value: nested(disjunction) });
    }
    if (branches.length === 0) expect(false, 'when');
    const otherwise = isWord('else') && take() ? nested(disjunction) : undefined;
    expect(isWord('end'), 'end');
    return { kind: 'case', branches, otherwise, ...spanFrom(start) };
  }

  /** The rest of a list, after its opening parenthesis. */
  function list(): readonly Expression[] {
    const items: Expression[] = [];
    if (!isSign(')')) {
      items.push(nested(disjunction));
      while (isSign(',')) {
        take();
        items.push(nested(disjunction));
      }
    }
    expect(isSign(')'), 'a closing parenthesis');
    return items;
  }

  const expression = whole();
  if (peek().kind !== 'end') fail(peek(), `unexpected ${shown(peek())}`);
  return expression;
}

const placeOf = ({ position, length }: Span): Span => ({ position, length });

function shown(token: Token): string {
  if (token.kind === 'text') return `the text '${token.text.slice(0, 40)}'`;
  return token.text.slice(0, 40);
}

import type { Formula } from './formula-tree.ts';
import { QueryError } from './query-error.ts';

/** How numbers and names are converted. */
interface Leaves {
  number(value: number): Formula;
  measure(name: string): Formula;
}

/**
 * Reads arithmetic over measures, `(revenue - [unit cost]) * 100 / revenue`, into a formula. It is parsed, never
 * pasted into SQL, so all it can say is numbers, names, `+ - * /` and parentheses.
 */
export function parseExpression(text: string, path: string, leaf: Leaves): Formula {
  const tokens = tokenize(text, path);
  let position = 0;
  const peek = () => tokens[position];
  const fail = (message: string): never => {
    throw new QueryError(path, `${message} in "${text}"`);
  };

  function sum(depth: number): Formula {
    let left = product(depth);
    for (let token = peek(); token === '+' || token === '-'; token = peek()) {
      position += 1;
      left = { kind: 'arithmetic', operator: token, left, right: product(depth) };
    }
    return left;
  }

  function product(depth: number): Formula {
    let left = factor(depth);
    for (let token = peek(); token === '*' || token === '/'; token = peek()) {
      position += 1;
      left = { kind: 'arithmetic', operator: token, left, right: factor(depth) };
    }
    return left;
  }

  function factor(depth: number): Formula {
    if (depth > 50) fail('parentheses are nested too deeply');
    const token = peek();
    position += 1;
    if (token === undefined) return fail('the expression is incomplete');
    if (token === '-') {
      return {
        kind: 'arithmetic',
        operator: '-',
        left: { kind: 'number', value: 0 },
        right: factor(depth + 1),
      };
    }
    if (token === '(') {
      const inner = sum(depth + 1);
      if (peek() !== ')') fail('a closing parenthesis is missing');
      position += 1;
      return inner;
    }
    if (/^[\d.]/.test(token)) {
      // A number that every engine reads exactly, without an exponent.
      if (!/^\d{0,15}(?:\.\d{1,12})?$/.test(token))
        return fail(`${token.slice(0, 40)} has more than 15 digits before or 12 after the decimal point`);
      return leaf.number(Number(token));
    }
    if (/^[+*/)]/.test(token)) return fail(`expected a measure or a number instead of ${token}`);
    return leaf.measure(token.startsWith('[') ? token.slice(1, -1) : token);
  }

  const formula = sum(0);
  if (position < tokens.length) fail(`unexpected ${tokens[position]}`);
  return formula;
}

const tokenPattern = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([\p{L}_][\p{L}\p{N}_]*)|(\[[^\]]+\])|([+\-*/()]))/uy;

function tokenize(text: string, path: string): readonly string[] {
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < end) {
    const start = tokenPattern.lastIndex;
    const match = tokenPattern.exec(text);
    if (match === null)
      throw new QueryError(path, `cannot parse the expression at "${text.slice(start, start + 20)}"`);
    tokens.push(match[0].trim());
  }
  return tokens;
}

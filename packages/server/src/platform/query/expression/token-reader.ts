import { ExpressionError, type Span } from './expression-error.ts';
import { type Token, tokenize } from './tokenize.ts';

/** Deeper nesting than a person writes, and than some engines read. */
const maxDepth = 50;

/** `arithmetic` only has numbers, names, `+ - * /` and parentheses; every word in it is a name. */
export type Grammar = 'full' | 'arithmetic';

/** The tokens of an expression, one after the other. */
export interface TokenReader {
  readonly grammar: Grammar;
  peek(): Token;
  take(): Token;
  isSign(...signs: readonly string[]): boolean;
  /** Whether a keyword follows. */
  isWord(...words: readonly string[]): boolean;
  /** Takes a token if it is the expected one. */
  expect(isFound: boolean, what: string): Token;
  /** From a token or an expression to the last token that was taken. */
  spanFrom(start: Span): Span;
  /** Reads a level deeper. */
  nested<T>(read: (reader: TokenReader) => T): T;
}

export function readTokens(text: string, grammar: Grammar): TokenReader {
  const tokens = tokenize(text);
  let index = 0;
  let depth = 0;
  const peek = (): Token => tokens[index] as Token;
  const take = (): Token => {
    const token = peek();
    if (token.kind !== 'end') index += 1;
    return token;
  };
  const reader: TokenReader = {
    grammar,
    peek,
    take,
    isSign: (...signs) => peek().kind === 'sign' && signs.includes(peek().text),
    isWord: (...words) =>
      grammar === 'full' && peek().kind === 'word' && words.includes(peek().text.toLowerCase()),
    expect: (isFound, what) => {
      if (isFound) return take();
      const isMissing = peek().kind === 'end';
      throw new ExpressionError(
        peek(),
        isMissing ? `${what} is missing` : `expected ${what} instead of ${shown(peek())}`,
      );
    },
    spanFrom: ({ position }) => {
      const last = tokens[index - 1] as Token;
      return { position, length: last.position + last.length - position };
    },
    nested: (read) => {
      depth += 1;
      if (depth > maxDepth)
        throw new ExpressionError(peek(), `the expression is nested more than ${maxDepth} levels deep`);
      const result = read(reader);
      depth -= 1;
      return result;
    },
  };
  return reader;
}

/** A token in a sentence. */
export function shown(token: Token): string {
  return token.kind === 'text' ? `the text '${token.text.slice(0, 40)}'` : token.text.slice(0, 40);
}

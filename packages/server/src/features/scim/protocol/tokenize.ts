import { invalidFilter } from './scim-error.ts';

/** A piece of a filter or path. Words are names, operators and literals. */
export type Token =
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'symbol'; readonly text: '(' | ')' | '[' | ']' };

/** No request needs a longer one, and work grows with it. */
export const MAX_FILTER_LENGTH = 4096;

const SYMBOLS = ['(', ')', '[', ']'] as const;
const wordCharacter = /[A-Za-z0-9_$:.+-]/;

export function tokenize(input: string): readonly Token[] {
  if (input.length > MAX_FILTER_LENGTH)
    throw invalidFilter(`The filter is longer than ${MAX_FILTER_LENGTH} characters.`);
  const tokens: Token[] = [];
  let at = 0;
  while (at < input.length) {
    const character = input.charAt(at);
    const symbol = SYMBOLS.find((each) => each === character);
    if (character === ' ') at += 1;
    else if (symbol) {
      tokens.push({ kind: 'symbol', text: symbol });
      at += 1;
    } else if (character === '"') {
      const end = endOfString(input, at);
      tokens.push({ kind: 'string', value: readString(input.slice(at, end)) });
      at = end;
    } else {
      const end = endOfWord(input, at);
      if (end === at) throw invalidFilter(`The filter has an unexpected character at position ${at + 1}.`);
      tokens.push({ kind: 'word', text: input.slice(at, end) });
      at = end;
    }
  }
  return tokens;
}

function endOfWord(input: string, start: number): number {
  let end = start;
  while (end < input.length && wordCharacter.test(input.charAt(end))) end += 1;
  return end;
}

function endOfString(input: string, start: number): number {
  for (let at = start + 1; at < input.length; at += 1) {
    if (input.charAt(at) === '\\') at += 1;
    else if (input.charAt(at) === '"') return at + 1;
  }
  throw invalidFilter('The filter has a text without its closing quotation mark.');
}

/** Values are JSON (RFC 7644 §3.4.2.2). */
function readString(json: string): string {
  let value: string;
  try {
    value = JSON.parse(json);
  } catch {
    throw invalidFilter('The filter has a text that is not valid JSON.');
  }
  // PostgreSQL cannot store it, so nothing matches.
  if (value.includes('\0')) throw invalidFilter('The filter has a text with the character U+0000.');
  return value;
}

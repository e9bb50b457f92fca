import { invalidFilter, invalidPath, ScimError } from './scim-error.ts';
import { type Token, tokenize } from './tokenize.ts';

/** The grammar of RFC 7644 §3.4.2.2 as a tree. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'present'; readonly path: string }
  | {
      readonly kind: 'compare';
      readonly path: string;
      readonly operator: Operator;
      readonly value: string | number | boolean | null;
    }
  /** `emails[type eq "work"]`; paths inside are sub-attributes. */
  | { readonly kind: 'within'; readonly path: string; readonly filter: Filter };

const OPERATORS = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Where a PATCH operation applies (RFC 7644 §3.5.2): `name.givenName`, `emails[type eq "work"].value`. */
export interface PatchPath {
  readonly attribute: string;
  readonly filter?: Filter;
  readonly sub?: string;
}

const MAX_DEPTH = 16;
const MAX_COMPARISONS = 50;

/** The tokens that are left, and how much was parsed. */
interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
  comparisons: number;
}

const readerOf = (input: string): Reader => ({ tokens: tokenize(input), at: 0, depth: 0, comparisons: 0 });

export function parseFilter(input: string): Filter {
  const reader = readerOf(input);
  const filter = readOr(reader);
  if (reader.at < reader.tokens.length) throw unexpected(reader);
  return filter;
}

export function parsePatchPath(input: string): PatchPath {
  try {
    return readPatchPath(readerOf(input));
  } catch (error) {
    throw error instanceof ScimError ? invalidPath(error.message.replace('filter', 'path')) : error;
  }
}

function readPatchPath(reader: Reader): PatchPath {
  const attribute = readWord(reader);
  if (!takeSymbol(reader, '[')) {
    if (reader.at < reader.tokens.length) throw unexpected(reader);
    return { attribute };
  }
  const filter = readOr(reader);
  if (!takeSymbol(reader, ']')) throw unexpected(reader);
  const rest = reader.at < reader.tokens.length ? readWord(reader) : undefined;
  if (reader.at < reader.tokens.length || (rest !== undefined && !/^\.[A-Za-z$]/.test(rest)))
    throw invalidFilter('The filter has an unexpected text after “]”.');
  return { attribute, filter, ...(rest === undefined ? {} : { sub: rest.slice(1) }) };
}

function readOr(reader: Reader): Filter {
  const parts = [readAnd(reader)];
  while (takeWord(reader, 'or')) parts.push(readAnd(reader));
  const [first] = parts;
  return parts.length === 1 && first ? first : { kind: 'or', parts };
}

function readAnd(reader: Reader): Filter {
  const parts = [readTerm(reader)];
  while (takeWord(reader, 'and')) parts.push(readTerm(reader));
  const [first] = parts;
  return parts.length === 1 && first ? first : { kind: 'and', parts };
}

function readTerm(reader: Reader): Filter {
  const next = reader.tokens[reader.at + 1];
  const isNot = next?.kind === 'symbol' && next.text === '(' && takeWord(reader, 'not');
  if (takeSymbol(reader, '(')) {
    const part = readNested(reader, ')');
    return isNot ? { kind: 'not', part } : part;
  }
  const path = readWord(reader);
  if (takeSymbol(reader, '[')) return { kind: 'within', path, filter: readNested(reader, ']') };
  return readComparison(reader, path);
}

function readNested(reader: Reader, end: ')' | ']'): Filter {
  reader.depth += 1;
  if (reader.depth > MAX_DEPTH)
    throw invalidFilter(`The filter is nested more than ${MAX_DEPTH} levels deep.`);
  const filter = readOr(reader);
  if (!takeSymbol(reader, end)) throw unexpected(reader);
  reader.depth -= 1;
  return filter;
}

function readComparison(reader: Reader, path: string): Filter {
  reader.comparisons += 1;
  if (reader.comparisons > MAX_COMPARISONS)
    throw invalidFilter(`The filter has more than ${MAX_COMPARISONS} comparisons.`);
  // Operators are case-insensitive.
  const word = readWord(reader).toLowerCase();
  if (word === 'pr') return { kind: 'present', path };
  const operator = OPERATORS.find((each) => each === word);
  if (!operator) throw invalidFilter(`The filter has the unknown operator “${word}”.`);
  return { kind: 'compare', path, operator, value: readValue(reader) };
}

function readValue(reader: Reader): string | number | boolean | null {
  const token = reader.tokens[reader.at];
  if (token?.kind === 'string') {
    reader.at += 1;
    return token.value;
  }
  const word = readWord(reader);
  if (word === 'null') return null;
  if (word === 'true' || word === 'false') return word === 'true';
  const number = Number(word);
  if (!Number.isFinite(number))
    throw invalidFilter(`The filter has “${word}” where a value belongs. Put texts in double quotes.`);
  return number;
}

function readWord(reader: Reader): string {
  const token = reader.tokens[reader.at];
  if (token?.kind !== 'word') throw unexpected(reader);
  reader.at += 1;
  return token.text;
}

function takeWord(reader: Reader, word: string): boolean {
  const token = reader.tokens[reader.at];
  if (token?.kind !== 'word' || token.text.toLowerCase() !== word) return false;
  reader.at += 1;
  return true;
}

function takeSymbol(reader: Reader, symbol: string): boolean {
  const token = reader.tokens[reader.at];
  if (token?.kind !== 'symbol' || token.text !== symbol) return false;
  reader.at += 1;
  return true;
}

function unexpected({ tokens, at }: Reader): ScimError {
  const token = tokens[at];
  if (token === undefined) return invalidFilter('The filter is incomplete.');
  return invalidFilter(
    `The filter has an unexpected “${token.kind === 'string' ? token.value.slice(0, 50) : token.text.slice(0, 50)}”.`,
  );
}

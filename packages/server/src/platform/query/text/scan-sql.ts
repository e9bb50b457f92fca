import { QueryError } from '../errors/query-error.ts';
import type { Lexicon } from './dialect.ts';

export type SqlPlace = 'code' | 'string' | 'quoted identifier' | 'comment' | 'word';

/**
 * Follows a person's SQL far enough to know where in it a placeholder stands, and refuses what would not stay
 * inside the parentheses that the statement puts around it.
 */
export function scanSql(lexicon: Lexicon) {
  let state: State = { kind: 'code' };
  let depth = 0;
  let lastCharacter = '';

  const refuse = (message: string): never => {
    throw new QueryError('/source/sql', message);
  };

  function readCode(text: string, at: number): number {
    const character = text[at] ?? '';
    const rest = text.slice(at, at + 66);
    const dollar = lexicon.dollarQuotes ? /^\$([A-Za-z_]\w*)?\$/.exec(rest) : null;
    if (dollar !== null) {
      state = { kind: 'string', end: dollar[0], backslash: false };
      return dollar[0].length;
    }
    if (rest.startsWith('/*!') || rest.startsWith('/*M!'))
      refuse('MySQL executes /*! … */ comments. Write the code without the comment');
    // MySQL reads `--1` as minus minus one; only with a space behind it is it a comment there.
    const dashes = lexicon.hashComments ? /^--(\s|$)/.test(rest) : rest.startsWith('--');
    if (dashes || (lexicon.hashComments && character === '#')) {
      state = { kind: 'line comment' };
      return 1;
    }
    if (rest.startsWith('/*')) {
      state = { kind: 'block comment', depth: 1 };
      return 2;
    }
    if (character === "'" || (character === '"' && !lexicon.identifierQuotes.includes('"'))) {
      const escapeString = lexicon.dollarQuotes && /^[eE]$/.test(lastCharacter);
      state = {
        kind: 'string',
        end: character,
        backslash: lexicon.backslashEscapes !== 'nowhere' || escapeString,
      };
      return 1;
    }
    if ((lexicon.identifierQuotes as readonly string[]).includes(character)) {
      state = {
        kind: 'quoted identifier',
        end: character,
        backslash: lexicon.backslashEscapes === 'strings and names',
      };
      return 1;
    }
    if (character === ';') refuse('a dataset is a single SELECT; remove the semicolon');
    if (lexicon.ownPlaceholder.test(rest)) {
      refuse(
        `${rest.slice(0, 6).trim()} is a query parameter, which is not supported. Use {{ attributes.<key> }}`,
      );
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) refuse('a closing parenthesis is unmatched');
    return 1;
  }

  function readOne(text: string, at: number): number {
    const character = text[at] ?? '';
    switch (state.kind) {
      case 'code':
        return readCode(text, at);
      case 'line comment':
        if (character === '\n') state = { kind: 'code' };
        return 1;
      case 'block comment':
        if (text.startsWith('*/', at)) {
          state = state.depth === 1 ? { kind: 'code' } : { kind: 'block comment', depth: state.depth - 1 };
          return 2;
        }
        if (lexicon.nestedComments && text.startsWith('/*', at)) {
          state = { kind: 'block comment', depth: state.depth + 1 };
          return 2;
        }
        return 1;
      default: {
        if (state.backslash && character === '\\') return 2;
        if (!text.startsWith(state.end, at)) return 1;
        // A doubled quote is a quote inside the text; treating it as an end and a new start is equivalent.
        const { length } = state.end;
        state = { kind: 'code' };
        return length;
      }
    }
  }

  return {
    read(text: string): void {
      for (let at = 0; at < text.length; ) {
        const length = readOne(text, at);
        at += length;
        lastCharacter = text[at - 1] ?? '';
      }
    },
    place(): SqlPlace {
      if (state.kind === 'line comment' || state.kind === 'block comment') return 'comment';
      if (state.kind !== 'code') return state.kind;
      // `name_{{ x }}` would make the placeholder part of a name.
      return /[\w$@]/.test(lastCharacter) ? 'word' : 'code';
    },
    finish(): void {
      if (state.kind === 'block comment') refuse('a comment is not closed');
      if (state.kind !== 'code' && state.kind !== 'line comment') refuse(`a ${state.kind} is not closed`);
      if (depth > 0) refuse('an opening parenthesis is unmatched');
    },
  };
}

type State =
  | { readonly kind: 'code' }
  | { readonly kind: 'line comment' }
  | { readonly kind: 'block comment'; readonly depth: number }
  | { readonly kind: 'string' | 'quoted identifier'; readonly end: string; readonly backslash: boolean };

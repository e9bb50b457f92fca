import { QueryError } from '../errors/query-error.ts';
import type { Lexicon } from './dialect.ts';

export type SqlPlace = 'code' | 'string' | 'quoted identifier' | 'comment' | 'word';

/**
 * Follows a person's SQL far enough to know where in it a placeholder stands, and refuses what would not stay
 * inside the parentheses that the statement puts around it. Where engines or their versions differ, it refuses too.
 */
export function scanSql(lexicon: Lexicon) {
  let state: State = { kind: 'code' };
  let depth = 0;
  let lastCharacter = '';
  let followsEscapeString = false;

  const refuse = (message: string): never => {
    throw new QueryError('/source/sql', message);
  };

  function readCode(text: string, at: number): number {
    const character = text[at] ?? '';
    const rest = text.slice(at);
    const comment = readCommentStart(rest);
    if (comment > 0) return comment;
    if (character === "'" && followsEscapeString) {
      // PostgreSQL docs, "String Constants": after a line break, it continues the escape string.
      refuse("a string follows the escape string E'…'. Write them as one string");
    }
    if (!/\s/.test(character)) followsEscapeString = false;
    if (lexicon.dollarQuotes) {
      const length = readDollarQuote(rest) || readWord(rest);
      if (length > 0) return length;
    }
    const [unclear] = lexicon.unclear?.exec(rest) ?? [];
    if (unclear !== undefined) refuse(`${unclear} is not supported here. Use plain quotes and -- comments`);
    if (character === "'" || (character === '"' && !lexicon.identifierQuotes.includes('"'))) {
      state = { kind: 'string', end: character, backslash: lexicon.backslashEscapes !== 'nowhere' };
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

  function readCommentStart(rest: string): number {
    if (rest.startsWith('/*!') || rest.startsWith('/*M!'))
      refuse('MySQL executes /*! … */ comments. Write the code without the comment');
    // MySQL reads `--1` as minus minus one; only with a space or a control character behind it is it a comment there.
    const dashes = lexicon.hashComments ? MYSQL_COMMENT.test(rest) : rest.startsWith('--');
    if (dashes || (lexicon.hashComments && rest.startsWith('#'))) {
      state = { kind: 'line comment' };
      return 1;
    }
    if (!rest.startsWith('/*')) return 0;
    state = { kind: 'block comment', depth: 1 };
    return 2;
  }

  function readDollarQuote(rest: string): number {
    const [tag] = DOLLAR_QUOTE.exec(rest) ?? [];
    if (tag === undefined) return 0;
    state = { kind: 'string', end: tag, backslash: false };
    return tag.length;
  }

  /** `$` belongs to a word, and only the whole word `E` makes an escape string of the quote behind it. */
  function readWord(rest: string): number {
    const [word] = WORD.exec(rest) ?? [];
    if (word === undefined) return 0;
    const isQuoted = rest[word.length] === "'";
    if (isQuoted && /^e$/i.test(word)) {
      state = { kind: 'string', end: "'", backslash: true };
      return 2;
    }
    // PostgreSQL 14 reads `1e'…'` as 1 and an escape string. DuckDB reads a space of Unicode as one, PostgreSQL as a letter.
    const isUnclear = /^\d|\s/.test(word) && (isQuoted || word.includes('$'));
    if (isUnclear) refuse(`write a space after ${word.split(/[$\s]/)[0]}`);
    return word.length;
  }

  function readOne(text: string, at: number): number {
    const character = text[at] ?? '';
    switch (state.kind) {
      case 'code':
        return readCode(text, at);
      case 'line comment':
        // For PostgreSQL and Trino, the comment ends here; for MySQL and ClickHouse, it does not.
        if (character === '\r' && text[at + 1] !== '\n')
          refuse('a comment contains a carriage return. End the line with a line feed');
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
        const { end } = state;
        if (!text.startsWith(end, at)) return 1;
        if (end.length === 1 && text[at + 1] === end) return 2;
        followsEscapeString = state.backslash && lexicon.dollarQuotes;
        state = { kind: 'code' };
        return end.length;
      }
    }
  }

  return {
    read(text: string): void {
      // Drivers and databases end the text there.
      if (text.includes('\0')) refuse('the SQL contains a NUL character. Remove it');
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
      return /[\w$@]|[^\0-\x7f\s]/.test(lastCharacter) ? 'word' : 'code';
    },
    finish(): void {
      if (state.kind === 'block comment') refuse('a comment is not closed');
      if (state.kind !== 'code' && state.kind !== 'line comment') refuse(`a ${state.kind} is not closed`);
      if (depth > 0) refuse('an opening parenthesis is unmatched');
    },
  };
}

// PostgreSQL's scan.l: all of Unicode but ASCII are letters.
const DOLLAR_QUOTE = /^\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/;
const WORD = /^[\w\u0080-\uffff][\w$\u0080-\uffff]*/;
const MYSQL_COMMENT = /^--(?:[\0- \x7f]|$)/;

type State =
  | { readonly kind: 'code' }
  | { readonly kind: 'line comment' }
  | { readonly kind: 'block comment'; readonly depth: number }
  | { readonly kind: 'string' | 'quoted identifier'; readonly end: string; readonly backslash: boolean };

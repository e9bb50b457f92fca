import { EngineError } from './engine-error.ts';

// MySQL runs the content of `/*! … */`, so those are not comments here.
const COMMENTS_AND_PARENTHESES = /^(?:\s+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*(?!M?!)[\s\S]*?\*\/|\()*/;
const READING = /^(?:select|with|values|table|from)\b/i;

/** The first check for every engine, before the database's own (read-only sessions, statement types). */
export function assertReading(sql: string): void {
  if (READING.test(sql.replace(COMMENTS_AND_PARENTHESES, ''))) return;
  throw new EngineError('BAD_STATEMENT', {
    message: 'Only statements that read data are allowed. Start with SELECT or WITH.',
  });
}

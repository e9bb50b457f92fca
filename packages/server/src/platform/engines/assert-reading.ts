import { EngineError } from './engine-error.ts';

// MySQL runs the content of `/*! … */`, so those are not comments here.
const COMMENTS_AND_PARENTHESES = /^(?:\s+|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*(?!M?!)[\s\S]*?\*\/|\()*/;
const READING = /^(?:select|with|values|table|from)\b/i;

/** The first check for every engine, before the database's own (read-only sessions, statement types). */
export function assertReading(sql: string): void {
  // The protocols of databases end a text there.
  if (sql.includes('\0'))
    throw new EngineError('BAD_STATEMENT', { message: 'The SQL contains a NUL character. Remove it.' });
  if (READING.test(sql.replace(COMMENTS_AND_PARENTHESES, ''))) return;
  throw new EngineError('BAD_STATEMENT', {
    message: 'Only statements that read data are allowed. Start with SELECT or WITH.',
  });
}

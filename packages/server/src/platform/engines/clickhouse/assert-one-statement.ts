import { EngineError } from '../engine-error.ts';

/** Strings, quoted names and comments: a semicolon inside them does not end a statement. */
const OPAQUE =
  /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"|`(?:[^`\\]|\\[\s\S])*`|--[^\n]*|\/\*[\s\S]*?\*\//g;

/** Servers refuse several statements with an error that names the second one's text; an embedded engine runs them all. */
export function assertOneStatement(sql: string): void {
  if (!/;\s*\S/.test(sql.replaceAll(OPAQUE, ' '))) return;
  throw new EngineError('BAD_STATEMENT', {
    message: 'Only one statement is allowed. Remove the semicolon and the text after it.',
  });
}

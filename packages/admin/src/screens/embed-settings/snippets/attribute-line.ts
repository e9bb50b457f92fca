import type { SnippetValues } from './snippet-values.ts';
import { type Language, stringLiteral } from './string-literal.ts';

interface Way {
  readonly open: string;
  readonly close: string;
  /** The separator of key and value; a colon by default. */
  readonly entry?: (key: string, value: string) => string;
}

/** The line of a program with the viewer's attributes; empty if no rule uses any. */
export function attributeLine(language: Language, { attributes = {} }: SnippetValues, way: Way): string {
  const { open, close, entry = (key, value) => `${key}: ${value}` } = way;
  const entries = Object.entries(attributes).map(([key, value]) =>
    // Numbers are the same in every language.
    entry(
      stringLiteral(language, key),
      typeof value === 'number' ? String(value) : stringLiteral(language, value),
    ),
  );
  return entries.length === 0 ? '' : `${open}${entries.join(', ')}${close}`;
}

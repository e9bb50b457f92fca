import type { SnippetValues } from './snippet-values.ts';
import { type Language, stringLiteral } from './string-literal.ts';

interface Way {
  readonly open: string;
  readonly close: string;
  /** How a key and its value stand together; with a colon unless given. */
  readonly entry?: (key: string, value: string) => string;
}

/** The line of a program that gives the viewer attributes; nothing where no rule reads any. */
export function attributeLine(language: Language, { attributes = {} }: SnippetValues, way: Way): string {
  const { open, close, entry = (key, value) => `${key}: ${value}` } = way;
  const entries = Object.entries(attributes).map(([key, value]) =>
    // Numbers are written alike in every language.
    entry(
      stringLiteral(language, key),
      typeof value === 'number' ? String(value) : stringLiteral(language, value),
    ),
  );
  return entries.length === 0 ? '' : `${open}${entries.join(', ')}${close}`;
}

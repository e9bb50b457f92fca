import Type from 'typebox';
import { exact, Identifier, Name, Text, type Wire } from './schema-parts.ts';

/**
 * Markdown without HTML: a renderer shows a `<` as the character it is, and links lead to http, https or mailto.
 * `{{ revenue | currency }}` stands for a value of the data.
 */
export const Markdown = Text(0, 20_000, 'Markdown without HTML; `{{ revenue | currency }}` shows a value.');

const ValueSourceSchema = Type.Object(
  {
    tile: Identifier,
    column: Name,
    row: Type.Optional(
      Type.Enum(['first', 'last', 'total'], {
        description: 'Which row of the result; the first by default.',
      }),
    ),
  },
  exact,
);
export type ValueSource = Wire<typeof ValueSourceSchema>;

/** Where the values of a text come from, by the name that the text uses. */
export const NamedValuesSchema = Type.Record(
  Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' }),
  ValueSourceSchema,
  { ...exact, maxProperties: 50, description: 'Where the values of the text come from, by name.' },
);
export type NamedValues = Wire<typeof NamedValuesSchema>;

export const VALUE_FORMATS = ['number', 'compact', 'currency', 'percent', 'date', 'text'] as const;
export type ValueFormat = (typeof VALUE_FORMATS)[number];

export type NarrativePart =
  | { readonly text: string }
  | { readonly value: string; readonly format: ValueFormat | undefined }
  | { readonly problem: string };

const placeholder = /\{\{([^{}]*)\}\}/g;
const inside = /^\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*(?:\|\s*([a-z]+)\s*)?$/;

/** Splits a narrative into its text and the values in it. What is no valid placeholder comes out as a problem. */
export function parseNarrative(narrative: string): readonly NarrativePart[] {
  const parts: NarrativePart[] = [];
  let end = 0;
  for (const match of narrative.matchAll(placeholder)) {
    if (match.index > end) parts.push({ text: narrative.slice(end, match.index) });
    parts.push(readPlaceholder(match[0], match[1] ?? ''));
    end = match.index + match[0].length;
  }
  if (end < narrative.length) parts.push({ text: narrative.slice(end) });
  return parts;
}

function readPlaceholder(whole: string, body: string): NarrativePart {
  const [, value, format] = inside.exec(body) ?? [];
  if (value === undefined)
    return { problem: `has '${whole}', and a value is written like {{ revenue | currency }}` };
  if (format === undefined) return { value, format: undefined };
  const known = VALUE_FORMATS.find((name) => name === format);
  return known
    ? { value, format: known }
    : { problem: `has the unknown format '${format}': use ${VALUE_FORMATS.join(', ')}` };
}

export const VALUE_FORMATS = ['number', 'compact', 'currency', 'percent', 'change', 'date', 'text'] as const;
export type ValueFormat = (typeof VALUE_FORMATS)[number];

export type NarrativePart =
  | { readonly text: string }
  | { readonly value: string; readonly format: ValueFormat | undefined }
  | { readonly problem: 'syntax' | 'format'; readonly whole: string };

const placeholder = /\{\{([^{}]*)\}\}/g;
const variablePlaceholder = /\{\{(\s*variables\.[^{}]*)\}\}/g;
const inside = /^\s*((?:variables\.)?[A-Za-z_][A-Za-z0-9_]{0,63})\s*(?:\|\s*([a-z]+)\s*)?$/;
// Column names of results can contain any characters.
const insideTitle = /^\s*([^\s|](?:[^|]{0,262}[^\s|])?)\s*(?:\|\s*([a-z]+)\s*)?$/;

type ShownValue = Extract<NarrativePart, { readonly value: string }>;

/** The name of the variable, if a placeholder refers to one. */
export const variableOf = ({ value }: Pick<ShownValue, 'value'>): string | undefined =>
  value.startsWith('variables.') ? value.slice('variables.'.length) : undefined;

/** The id of a value in the markup, so that it can be updated. Variables have no owner. */
export function placeOf(owner: string, { value, format }: ShownValue): string {
  const name = variableOf({ value }) === undefined ? `${owner}:${value}` : value;
  return format === undefined ? name : `${name}|${format}`;
}

/** Splits a narrative into text and values. Invalid placeholders are returned as problems. */
export const parseNarrative = (narrative: string): readonly NarrativePart[] => split(narrative, placeholder);

const placeholderHere = new RegExp(placeholder, 'y');

/** The value at this position of a narrative, and where its placeholder ends. */
export function valueAt(
  narrative: string,
  start: number,
): { readonly value: ShownValue; readonly end: number } | undefined {
  // Looks no further than the next brace: a text may consist of braces only.
  placeholderHere.lastIndex = start;
  const [whole, body] = placeholderHere.exec(narrative) ?? [];
  if (whole === undefined || body === undefined) return undefined;
  const value = readPlaceholder(whole, body, inside);
  return 'value' in value ? { value, end: start + whole.length } : undefined;
}

/** Splits the title or description of a page, which may contain variables; other braces are text. */
export const parseTitle = (title: string): readonly NarrativePart[] => split(title, variablePlaceholder);

/**
 * Splits the title or description of a tile, which may contain values of the tile's result by column name:
 * `{{ revenue | currency }}`, `{{ revenue.total }}`, `{{ month.last }}`. Other braces are text.
 */
export const parseTileTitle = (title: string): readonly NarrativePart[] =>
  split(title, placeholder, insideTitle).map((part) => ('problem' in part ? { text: part.whole } : part));

/** Whether the title of a tile depends on its result. */
export const statesValues = (title: string): boolean => parseTileTitle(title).some((part) => 'value' in part);

/** The title of a tile without its data, as in a list. */
export const titleOutline = (title: string): string =>
  parseTileTitle(title)
    .map((part) => ('text' in part ? part.text : '…'))
    .join('');

const ROWS = ['first', 'last', 'total'] as const;

/** The column and row that a placeholder in a title refers to. */
export function valueInTitle(
  name: string,
  columns: readonly string[],
): { readonly column: string; readonly row?: (typeof ROWS)[number] } | undefined {
  if (columns.includes(name)) return { column: name };
  const row = ROWS.find((each) => name.endsWith(`.${each}`));
  const column = row && name.slice(0, -row.length - 1);
  return row && columns.includes(column as string) ? { column: column as string, row } : undefined;
}

function split(text: string, pattern: RegExp, body = inside): readonly NarrativePart[] {
  const parts: NarrativePart[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push(readPlaceholder(match[0], match[1] ?? '', body));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

function readPlaceholder(whole: string, body: string, pattern: RegExp): NarrativePart {
  const [, value, format] = pattern.exec(body) ?? [];
  if (value === undefined) return { whole, problem: 'syntax' };
  if (format === undefined) return { value, format: undefined };
  const known = VALUE_FORMATS.find((name) => name === format);
  return known ? { value, format: known } : { whole, problem: 'format' };
}

import {
  type MarkerProblem,
  type NarrativeMarker,
  type PluralCategory,
  readMarker,
} from './narrative-marker.ts';

export const VALUE_FORMATS = [
  'number',
  'compact',
  'currency',
  'percent',
  'signed',
  'change',
  'ordinal',
  'date',
  'text',
] as const;
export type ValueFormat = (typeof VALUE_FORMATS)[number];

export interface NarrativeProblem {
  readonly problem:
    | MarkerProblem['problem']
    | 'syntax'
    | 'format'
    | 'unclosed'
    | 'outside'
    | 'repeated'
    | 'stray'
    | 'missing-other'
    | 'depth';
  /** As it stands in the text. */
  readonly whole: string;
  /** The unknown word in it, such as a format. */
  readonly name?: string;
}

interface Text {
  readonly text: string;
}

/** A value or variable that a text states. */
export interface StatedValue {
  readonly value: string;
  readonly format: ValueFormat | undefined;
}

/** Where a part begins and ends in its text. */
type Placed<P> = P & { readonly start: number; readonly end: number };

/** A part of the title of a tile or page, which has no blocks. */
export type TitlePart = Text | StatedValue | NarrativeProblem;

export type NarrativePart = Placed<Text | StatedValue | NarrativeMarker | NarrativeProblem>;

const placeholder = /\{\{([^{}]*)\}\}/;
const variablePlaceholder = /\{\{(\s*variables\.[^{}]*)\}\}/;
const inside = /^\s*((?:variables\.)?[A-Za-z_][A-Za-z0-9_]{0,63})\s*(?:\|\s*([a-z]+)\s*)?$/;
// Column names of results can contain any characters.
const insideTitle = /^\s*([^\s|](?:[^|]{0,262}[^\s|])?)\s*(?:\|\s*([a-z]+)\s*)?$/;

/** The name of the variable, if a placeholder refers to one. */
export const variableOf = ({ value }: Pick<StatedValue, 'value'>): string | undefined =>
  value.startsWith('variables.') ? value.slice('variables.'.length) : undefined;

/** The id of a value in the markup, so that it can be updated. Variables have no owner. */
export function placeOf(owner: string, { value, format }: StatedValue): string {
  const name = variableOf({ value }) === undefined ? `${owner}:${value}` : value;
  return format === undefined ? name : `${name}|${format}`;
}

/** The id of a whole text in the markup, whose sentences change with its values. */
export const placeOfText = (owner: string, field: string): string => `${owner}#${field}`;

/**
 * Splits a narrative into text, values and the markers of blocks. Invalid placeholders are returned as problems, as are
 * markers that are not allowed where they are; without problems, every block is closed.
 */
export function parseNarrative(narrative: string): readonly NarrativePart[] {
  let start = 0;
  const parts = split(narrative, placeholder).map((part): NarrativePart => {
    const [whole, body] = part;
    const place = { start, end: start + whole.length };
    start = place.end;
    return { ...readPart(whole, body), ...place };
  });
  return closeBlocks(parts, narrative);
}

function readPart(
  whole: string,
  body: string | undefined,
): Text | StatedValue | NarrativeMarker | NarrativeProblem {
  if (body === undefined) return { text: whole };
  const marker = readMarker(body);
  if (!marker) return readPlaceholder(whole, body, inside);
  return 'problem' in marker ? { ...marker, whole } : marker;
}

const placeholderHere = new RegExp(placeholder, 'y');

/** The value at this position of a narrative, and where its placeholder ends. */
export function valueAt(
  narrative: string,
  start: number,
): { readonly value: StatedValue; readonly end: number } | undefined {
  // Looks no further than the next brace: a text may consist of braces only.
  placeholderHere.lastIndex = start;
  const [whole, body] = placeholderHere.exec(narrative) ?? [];
  if (whole === undefined || body === undefined) return undefined;
  const value = readPlaceholder(whole, body, inside);
  return 'value' in value ? { value, end: start + whole.length } : undefined;
}

/** The values and variables that a part states or depends on. */
export function namesIn(part: NarrativePart): readonly string[] {
  if ('value' in part) return [part.value];
  if ('operand' in part) return [part.operand];
  if (!('condition' in part) || !part.condition) return [];
  const { operand, compare } = part.condition;
  return compare && 'operand' in compare.to ? [operand, compare.to.operand] : [operand];
}

/** Splits the title or description of a page, which may contain variables; other braces are text. */
export const parseTitle = (title: string): readonly TitlePart[] =>
  split(title, variablePlaceholder).map(([whole, body]) =>
    body === undefined ? { text: whole } : readPlaceholder(whole, body, inside),
  );

/**
 * Splits the title or description of a tile, which may contain values of the tile's result by column name:
 * `{{ revenue | currency }}`, `{{ revenue.total }}`, `{{ month.last }}`. Other braces are text.
 */
export const parseTileTitle = (title: string): readonly TitlePart[] =>
  split(title, placeholder).map(([whole, body = '']) => {
    const part = readPlaceholder(whole, body, insideTitle);
    return 'problem' in part ? { text: whole } : part;
  });

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

/** Placeholders with what is inside of them, and the text between them. */
const split = (text: string, pattern: RegExp): readonly (readonly [whole: string, body?: string])[] =>
  // What the pattern captures is between the texts.
  text
    .split(pattern)
    .map((part, index): readonly [string, string?] => (index % 2 === 0 ? [part] : [`{{${part}}}`, part]))
    .filter(([whole]) => whole !== '');

function readPlaceholder(whole: string, body: string, pattern: RegExp): StatedValue | NarrativeProblem {
  const [, value, format] = pattern.exec(body) ?? [];
  if (value === undefined) return { whole, problem: 'syntax' };
  if (format === undefined) return { value, format: undefined };
  const known = VALUE_FORMATS.find((name) => name === format);
  return known ? { value, format: known } : { whole, problem: 'format', name: format };
}

/** Deeper sentences are not readable. */
const MAX_DEPTH = 8;

interface OpenBlock {
  /** The place of its marker among the parts. */
  readonly at: number;
  readonly begins: 'if' | 'plural';
  readonly categories: PluralCategory[];
  hasElse: boolean;
}

/** Nobody would read what is before the first category. */
const isStray = (block: OpenBlock | undefined): boolean =>
  block?.begins === 'plural' && block.categories.length === 0;

/** Makes problems of the markers that are not allowed where they are, and tells plurals their categories. */
function closeBlocks(parts: readonly NarrativePart[], narrative: string): readonly NarrativePart[] {
  const checked = [...parts];
  const open: OpenBlock[] = [];
  const refuse = (at: number, problem: NarrativeProblem['problem']) => {
    const part = parts[at];
    if (!part) return;
    const { start, end } = part;
    checked[at] = { problem, whole: narrative.slice(start, end), start, end };
  };
  for (const [at, part] of parts.entries()) {
    const block = open.at(-1);
    if ('begins' in part) {
      const { begins } = part;
      if (open.length >= MAX_DEPTH) refuse(at, 'depth');
      else if (isStray(block)) refuse(at, 'stray');
      open.push({ at, begins, categories: [], hasElse: false });
    } else if ('branch' in part) {
      const { branch } = part;
      const fits = block && (branch === 'else' ? block.begins === 'if' : block.begins === 'plural');
      if (!fits) refuse(at, 'outside');
      else if (branch === 'else' ? block.hasElse : block.categories.includes(branch)) refuse(at, 'repeated');
      else if (branch !== 'else') block.categories.push(branch);
      else block.hasElse = !part.condition;
    } else if ('ends' in part) {
      if (block?.begins !== part.ends) {
        refuse(at, 'outside');
        continue;
      }
      open.pop();
      if (part.ends === 'plural' && !block.categories.includes('other')) refuse(block.at, 'missing-other');
      const begin = checked[block.at];
      if (begin && 'operand' in begin) checked[block.at] = { ...begin, categories: block.categories };
    } else if (isStray(block) && ('value' in part || ('text' in part && part.text.trim() !== '')))
      refuse(at, 'stray');
  }
  for (const { at } of open) refuse(at, 'unclosed');
  return checked;
}

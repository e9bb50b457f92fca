import type { Locale } from '@inlay/charts/format/locale';
import { ABSENT, writeCell, writeValue } from '@inlay/charts/format/write-value';
import type { Variables } from '@inlay/protocol/frame-messages';
import { type NamedValues, parseTitle, type ValueFormat, variableOf } from '@inlay/protocol/narrative';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { WriteValue } from './render-markdown.ts';

/** Writes the values of a text from the answers of tiles and the host page, as a person would say them. */
export function valueWriter(
  values: NamedValues | undefined,
  results: ReadonlyMap<string, QueryResult>,
  variables: Variables,
  locale: Locale,
): WriteValue {
  return ({ value: name, format }) => {
    const variable = variableOf({ value: name });
    if (variable !== undefined) return writeVariable(variables, variable, format, locale);
    const source = values && Object.hasOwn(values, name) ? values[name] : undefined;
    const result = source && results.get(source.tile);
    return source && result ? writeValue(source, result, format, locale) : ABSENT;
  };
}

/** A title as plain text, for names, summaries and files. */
export function writeTitle(title: string, variables: Variables, locale: Locale): string {
  const write = valueWriter(undefined, new Map(), variables, locale);
  return parseTitle(title)
    .map((part) => ('text' in part ? part.text : 'value' in part ? write(part) : ''))
    .join('');
}

function writeVariable(
  variables: Variables,
  name: string,
  format: ValueFormat | undefined,
  locale: Locale,
): string {
  const value = Object.hasOwn(variables, name) ? (variables[name] ?? null) : null;
  if (value === null || value === '') return ABSENT;
  const type = typeof value === 'number' ? 'number' : format === 'date' ? 'date' : 'string';
  const column: ResultColumn = { name, label: name, type, role: 'dimension', values: [value] };
  return writeCell(value, column, format, locale);
}

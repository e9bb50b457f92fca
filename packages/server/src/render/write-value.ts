import { formatCell } from '@inlay/charts/format/format-cell';
import { formatFull, formatShort } from '@inlay/charts/format/format-number';
import type { Locale } from '@inlay/charts/format/locale';
import type { Format } from '@inlay/protocol/format';
import type { Variables } from '@inlay/protocol/frame-messages';
import {
  type NamedValues,
  parseTitle,
  type ValueFormat,
  type ValueSource,
  variableOf,
} from '@inlay/protocol/narrative';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { WriteValue } from './render-markdown.ts';

const ABSENT = '–';

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
    const column = result?.columns.find((each) => each.name === source?.column);
    if (!source || !result || !column) return ABSENT;
    return write(cellOf(source, result, column), column, format, locale);
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
  return write(value, column, format, locale);
}

function cellOf({ row = 'first' }: ValueSource, result: QueryResult, column: ResultColumn): Cell {
  if (row === 'total') return result.totals?.[column.name] ?? null;
  return column.values[row === 'last' ? result.rowCount - 1 : 0] ?? null;
}

function write(cell: Cell, column: ResultColumn, format: ValueFormat | undefined, locale: Locale): string {
  if (cell === null) return ABSENT;
  const own = column.format;
  if (format === undefined || format === 'date') return formatCell(cell, column, own, locale);
  if (format === 'text') return String(cell);
  const number = Number(cell);
  if (typeof cell === 'boolean' || Number.isNaN(number)) return String(cell);
  if (format === 'number')
    return formatFull(number, own?.kind === 'number' ? own : { kind: 'number' }, locale);
  if (format === 'compact') return formatShort(number, own, locale);
  return formatShort(number, own?.kind === format ? own : ({ kind: format } as Format), locale);
}

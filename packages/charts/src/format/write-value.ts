import type { Format } from '@inlay/protocol/format';
import type { ValueSource } from '@inlay/protocol/narrative';
import type { ValueFormat } from '@inlay/protocol/parse-narrative';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { withColumnDecimals } from './column-decimals.ts';
import { formatCell } from './format-cell.ts';
import { formatFull, formatShort } from './format-number.ts';
import type { Locale } from './locale.ts';

/** Replaces a missing value. */
export const ABSENT = '–';

/** Formats a value of a tile's result inside a sentence. */
export function writeValue(
  source: ValueSource,
  result: QueryResult,
  format: ValueFormat | undefined,
  locale: Locale,
): string {
  const column = result.columns.find((each) => each.name === source.column);
  return column ? writeCell(cellOf(source, result, column), column, format, locale) : ABSENT;
}

function cellOf({ row = 'first' }: ValueSource, result: QueryResult, column: ResultColumn): Cell {
  if (row === 'total') return result.totals?.[column.name] ?? null;
  return column.values[row === 'last' ? result.rowCount - 1 : 0] ?? null;
}

export function writeCell(
  cell: Cell,
  column: ResultColumn,
  format: ValueFormat | undefined,
  locale: Locale,
): string {
  if (cell === null) return ABSENT;
  const own = withColumnDecimals(column, column.format);
  if (format === undefined || format === 'date') return formatCell(cell, column, own, locale);
  if (format === 'text') return String(cell);
  const number = Number(cell);
  if (typeof cell === 'boolean' || Number.isNaN(number)) return String(cell);
  if (format === 'change') return writeChange(number, own, locale);
  if (format === 'number')
    return formatFull(number, own?.kind === 'number' ? own : { kind: 'number' }, locale);
  if (format === 'compact') return formatShort(number, own, locale);
  return formatShort(number, own?.kind === format ? own : ({ kind: format } as Format), locale);
}

/**
 * A change in words, as it stands in a sentence: `up 16%`, `down €1.2K`, `unchanged`. The value is a ratio, unless its
 * column is a currency.
 */
export function writeChange(value: number, own: Format | undefined, locale: Locale): string {
  const { changeUp, changeDown, changeNone } = locale.messages;
  const size = Math.abs(value);
  const format = own?.kind === 'currency' ? own : percentOf(size, own);
  const change = formatShort(size, format, locale);
  // What is rounded to nothing is no change.
  if (change === formatShort(0, format, locale)) return changeNone;
  return value > 0 ? changeUp({ change }) : changeDown({ change });
}

/** Whole percents from 10% on: a sentence needs no more. */
function percentOf(size: number, own: Format | undefined): Format {
  if (own?.kind === 'percent' && own.decimals !== undefined) return own;
  return { kind: 'percent', decimals: size >= 0.1 ? 0 : 1 };
}

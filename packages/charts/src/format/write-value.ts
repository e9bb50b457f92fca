import type { Format } from '@inlay/protocol/format';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { ValueSource } from '@inlay/protocol/narrative';
import type { ValueFormat } from '@inlay/protocol/parse-narrative';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { toNumber } from '../data/read-columns.ts';
import { withColumnDecimals } from './column-decimals.ts';
import { formatCell } from './format-cell.ts';
import { formatFull, formatShort, formatSigned } from './format-number.ts';
import type { Locale } from './locale.ts';
import { type ReadValue, readValue } from './read-value.ts';

/** Replaces a missing value. */
export const ABSENT = '–';

/** Formats a value of a tile's result inside a sentence. */
export function writeValue(
  source: ValueSource,
  result: QueryResult,
  format: ValueFormat | undefined,
  locale: Locale,
  variables?: Variables,
): string {
  const found = readValue(source, result, variables);
  return found ? writeCell(found.cell, found.column, format, locale) : ABSENT;
}

/** Whether a sentence writes this value like zero, such as a growth of 0.02% in whole percents. */
export function isWrittenAsZero(
  { cell, column }: ReadValue,
  format: ValueFormat | undefined,
  locale: Locale,
): boolean {
  const number = toNumber(typeof cell === 'boolean' ? null : cell);
  const write = (size: number) => writeCell(size, column, format, locale);
  return number !== null && write(Math.abs(number)) === write(0);
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
  if (format === 'signed') return writeSigned(number, column, locale);
  if (format === 'ordinal') return writeOrdinal(number, locale);
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

/** A change with its sign: `+16%`, `−€1.2K`, and `0%` without one. Like a change in words, it is usually a ratio. */
function writeSigned(value: number, column: ResultColumn, locale: Locale): string {
  const own = column.format;
  const isAmount = own?.kind === 'currency' || own?.kind === 'number' || (!own && column.type === 'integer');
  if (isAmount) return formatSigned(value, withColumnDecimals(column, own), locale);
  const written = formatSigned(value, percentOf(Math.abs(value), own), locale);
  const zero = formatSigned(0, percentOf(0, own), locale);
  return written === zero
    ? formatFull(0, own?.kind === 'percent' ? own : { kind: 'percent' }, locale)
    : written;
}

/** A position: `3rd`, `3.`, `3e`, `第3`. */
function writeOrdinal(value: number, locale: Locale): string {
  const count = Math.round(value);
  return locale.messages.ordinal({ count, shown: formatFull(count, { kind: 'number' }, locale) });
}

/** Whole percents from 10% on: a sentence needs no more. */
function percentOf(size: number, own: Format | undefined): Format {
  if (own?.kind === 'percent' && own.decimals !== undefined) return own;
  return { kind: 'percent', decimals: size >= 0.1 ? 0 : 1 };
}

import type { Format } from '@inlay/protocol/format';
import type { Cell, ResultColumn } from '@inlay/protocol/result';
import { bisectLeft } from 'd3-array';
import { emptyLabel } from './empty-label.ts';
import { formatBucket, formatMoment } from './format-date.ts';
import { formatFull } from './format-number.ts';
import type { Locale } from './locale.ts';
import { readTime } from './read-time.ts';

/** Longer text is not readable in a cell; exports contain all of it. */
const maxLength = 1000;

/** Formats a cell for tables, tooltips and axis labels. A missing value is a dash, never a zero. */
export function formatCell(
  cell: Cell,
  column: ResultColumn,
  format: Format | undefined,
  locale: Locale,
): string {
  const empty = column.role === 'dimension' ? emptyLabel(cell, locale.messages) : undefined;
  if (empty !== undefined) return empty;
  if (cell === null) return '–';
  if (isTemporal(column)) {
    const time = readTime(cell, column.type, locale);
    return time === null ? String(cell) : formatTime(time, column, format, locale);
  }
  if (isNumeric(column) && format?.kind !== 'text') {
    // A numeric dimension (a year, a customer number) is not an amount: no separators.
    if (column.role === 'dimension' && !format) return String(cell);
    return formatFull(typeof cell === 'boolean' ? Number(cell) : cell, format, locale);
  }
  if (typeof cell === 'boolean') return cell ? locale.messages.yes : locale.messages.no;
  const text = String(cell);
  return text.length > maxLength ? `${text.slice(0, maxLength).toWellFormed()}…` : text;
}

/** The text of a cell. The row that contains everything beyond the top values is called `Other`. */
export function formatRow(
  row: number,
  column: ResultColumn,
  format: Format | undefined,
  locale: Locale,
): string {
  if (isOthers(column, row)) return locale.messages.other;
  return formatCell(column.values[row] ?? null, column, format, locale);
}

/** Whether a row is an "Other" row. There may be as many as rows; they are in order. */
export function isOthers({ others }: ResultColumn, row: number): boolean {
  return others !== undefined && others[bisectLeft(others, row)] === row;
}

/** A time of a column as `readTime` gives it. */
export function formatTime(
  time: number,
  column: ResultColumn,
  format: Format | undefined,
  locale: Locale,
): string {
  // A date format applies to days; months, quarters and years have none.
  if (column.grain) return formatBucket(time, column.grain, locale, format);
  return formatMoment(time, format, column.type === 'datetime', locale);
}

export function isTemporal(column: ResultColumn): boolean {
  return column.type === 'date' || column.type === 'datetime';
}

export function isNumeric(column: ResultColumn): boolean {
  return column.type === 'integer' || column.type === 'decimal' || column.type === 'number';
}

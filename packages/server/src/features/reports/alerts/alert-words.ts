import { authoredFormat, columnFormat, toNumber } from '@inlay/charts/data/read-columns';
import { formatCell } from '@inlay/charts/format/format-cell';
import { formatChangeSize, formatFull } from '@inlay/charts/format/format-number';
import type { Locale } from '@inlay/charts/format/locale';
import type { AlertsMessages } from '@inlay/messages/alerts';
import { alertsMessages } from '@inlay/messages/alerts/all';
import type { Format } from '@inlay/protocol/format';
import { inLanguage } from '@inlay/protocol/language';
import type { Cell, ResultColumn } from '@inlay/protocol/result';
import { ALL, textOfKey } from './alert-memory.ts';
import { exactNumber } from './exact-number.ts';
import type { MeasuredAlert } from './measure-alert.ts';

/** Names and values of an alert, as its viewer writes them. */
export interface AlertWords {
  readonly messages: AlertsMessages;
  /** The value of the dimension; null if there is one value, and for all members together. */
  member(key: string): string | null;
  /** `Returns of North`. */
  name(key: string): string;
  value(cell: Cell): string;
  /** With more decimals than usual if the value would look like this limit. */
  valueBeside(limit: number, cell: Cell): string;
  /** With all of its decimals: a limit of 8.5% is not 9%. */
  limit(number: number): string;
  period(period: string): string;
  /** The text, and the period if the tile has a time dimension. */
  at(text: string, period: string | undefined): string;
  /** `up 35%`, `down €1,200`. */
  change(from: Cell, to: Cell, unit: 'percent' | 'absolute'): string | undefined;
  /** `20%`, `€1,200`. */
  amount(size: number, unit: 'percent' | 'absolute'): string;
}

export function alertWords(
  { columns, members, tile: { options } }: MeasuredAlert,
  locale: Locale,
): AlertWords {
  const { measure, by, time } = columns;
  const messages = inLanguage(alertsMessages, locale.language);
  const write = (cell: Cell, column: ResultColumn) =>
    formatCell(cell, column, columnFormat(column, options), locale);
  const own = authoredFormat(measure, options);
  const exactly = (number: number) => formatFull(number, withDecimals(decimalsOf(number, own), own), locale);
  const member = (key: string) => {
    if (!by || key === ALL) return null;
    return write(members.has(key) ? (members.get(key) ?? null) : cellOfKey(key, by), by);
  };
  const period = (start: string) => (time ? write(start, time) : start);
  return {
    messages,
    member,
    name: (key) => {
      const name = member(key);
      return name === null ? measure.label : messages.of({ measure: measure.label, member: name });
    },
    value: (cell) => write(cell, measure),
    valueBeside: (limit, cell) => {
      const text = write(cell, measure);
      if (text !== write(limit, measure) || (typeof cell !== 'number' && typeof cell !== 'string'))
        return text;
      for (let decimals = 0; decimals <= MAX_DECIMALS; decimals += 1) {
        const [value, end] = [cell, limit].map((number) =>
          formatFull(number, withDecimals(decimals, own), locale),
        );
        if (value !== undefined && value !== end) return value;
      }
      return text;
    },
    limit: exactly,
    period,
    at: (text, start) => (start === undefined ? text : messages.at({ text, period: period(start) })),
    change: (from, to, unit) => {
      const [before, after] = [numberOf(from), numberOf(to)];
      if (before === null || after === null || (unit === 'percent' && before === 0)) return undefined;
      const difference = after - before;
      if (difference === 0) return locale.messages.changeNone;
      const change =
        unit === 'percent'
          ? formatChangeSize(difference / Math.abs(before), locale)
          : write(Math.abs(difference), measure);
      return difference > 0 ? locale.messages.changeUp({ change }) : locale.messages.changeDown({ change });
    },
    amount: (size, unit) => (unit === 'percent' ? formatChangeSize(size / 100, locale) : exactly(size)),
  };
}

const numberOf = (cell: Cell) => toNumber(typeof cell === 'boolean' ? null : cell);

const MAX_DECIMALS = 12;

/** The decimals of a number as somebody wrote it. */
function decimalsOf(number: number, format: Format | undefined): number {
  let { digits = 0n, scale = 0 } = exactNumber(number) ?? {};
  for (; scale > 0 && digits % 10n === 0n; scale -= 1) digits /= 10n;
  return Math.min(MAX_DECIMALS, Math.max(0, scale - (format?.kind === 'percent' ? 2 : 0)));
}

function withDecimals(decimals: number, format: Format = { kind: 'number' }): Format {
  if (format.kind === 'date' || format.kind === 'text') return format;
  const isPartOfCents = format.kind === 'currency' && decimals === 1;
  return { ...format, decimals: isPartOfCents ? 2 : decimals };
}

/** A member that no row of today has. Keys are text, whatever the column is. */
function cellOfKey(key: string, { type }: ResultColumn): Cell {
  const text = textOfKey(key);
  return type === 'boolean' && text !== null ? text === 'true' : text;
}

import type { ColumnType } from '@inlay/protocol/result';

/** JSON has no operations that are the same on every engine. */
export type ValueType = Exclude<ColumnType, 'json'>;

export type NumberType = 'integer' | 'decimal' | 'number';

export type DatePart = 'year' | 'quarter' | 'month' | 'day' | 'weekday';

export type ParsedType = 'integer' | 'decimal' | 'number' | 'date';

const year = '(?:19|2[0-2])[0-9][0-9]';
const leapYear = '(?:(?:19|2[0-2])(?:0[48]|[2468][048]|[13579][26])|2000)';
const longMonth = '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])';
const shortMonth = '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)';
const february = '02-(?:0[1-9]|1[0-9]|2[0-8])';
const decimal = '-?[0-9]{1,20}(?:[.][0-9]{1,18})?';

/** Regular expressions for text that is a value, without anchors: no engine can fail to read what they match. */
export const PARSED: Readonly<Record<ParsedType, string>> = {
  // Of 19 digits, those that 64 bits hold for sure.
  integer: '-?(?:[0-9]{1,18}|[1-8][0-9]{18}|9[01][0-9]{17})',
  decimal,
  number: decimal,
  date: `(?:${year}-(?:${longMonth}|${shortMonth}|${february})|${leapYear}-02-29)`,
};

/** Days and months that can be added: more would leave the calendar of every engine. */
export const MAX_ADDED = { days: 150_000, months: 5000 } as const;

/** Of a decimal that text or a floating-point number is converted to. */
export const DECIMAL_PLACES = 9;

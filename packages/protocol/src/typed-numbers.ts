/** At most this many are reported: they explain the warning. */
const MAX_REPORTED = 3;

/** Not statements about data, or inserted ones: code, addresses, dates, times, placeholders. */
const OTHER_NUMBERS =
  /\{\{[^{}]{0,300}\}\}|`[^`]{0,1000}`|\]\([^)]{0,1000}\)|https?:\/\/\S{0,1000}|\d{4}-\d{2}(?:-\d{2})?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}/g;

// Bounded, so that the time grows with the text only.
const SEPARATOR = String.raw`[.,'’\u00a0\u202f]`;
const DIGITS = String.raw`(?<!\d)\d{1,15}(?:${SEPARATOR}\d{1,15}){0,5}`;
const CURRENCY = String.raw`(?:[$€£¥₹₺₽₩]|\b(?:USD|EUR|GBP|CHF|JPY|CNY)\b)`;
const MAGNITUDE = String.raw`(?:[kM]|\s?(?:bn|[Mm]io\.?|[Mm]rd\.?|[Mm]illi\p{L}{1,6}|[Bb]illi\p{L}{1,6}|thousand|Tsd\.?))(?!\p{L})`;
const PERCENT = `(?:[%‰٪％]|[Pp]ercent|[Pp]rozent|pour cent|por ciento)`;

const TYPED_NUMBERS = new RegExp(
  [
    String.raw`${CURRENCY}\s?${DIGITS}(?:${MAGNITUDE})?`,
    String.raw`${DIGITS}(?:${MAGNITUDE})?\s?${CURRENCY}`,
    String.raw`[+−-]?${DIGITS}\s?${PERCENT}`,
    `${DIGITS}${MAGNITUDE}`,
    String.raw`(?<![\p{L}\p{N}.,#-])(?:\d{1,3}(?:${SEPARATOR}\d{3}){1,5}|\d{5,15})(?![\p{L}\p{N}])`,
  ].join('|'),
  'gu',
);

/**
 * Numbers that an author typed into a text instead of inserting a value: percentages, amounts of money, large numbers.
 * They would contradict the rows of some viewer. Years, dates, steps and other small numbers are not reported.
 */
export function typedNumbers(text: string): readonly string[] {
  const found = text.replaceAll(OTHER_NUMBERS, ' ').matchAll(TYPED_NUMBERS);
  return [...new Set(Array.from(found, ([number]) => number.trim()))].slice(0, MAX_REPORTED);
}

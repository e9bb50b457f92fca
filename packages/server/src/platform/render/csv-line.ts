export const ENDING = '\r\n';

/** By which spreadsheets recognize UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A line as in RFC 4180. Texts are safe to open in a spreadsheet. */
export const csvLine = (values: readonly (string | number)[]): string =>
  `${values.map((value) => csvField(typeof value === 'number' ? String(value) : safeText(value))).join(',')}${ENDING}`;

/** Spreadsheets run it also behind characters that nobody sees. */
const FORMULA = String.raw`[\s\p{Cc}\p{Cf}\p{DI}\u2800]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`;
const AT_START = String.raw`(?=${FORMULA}|[\t\r\n])`;
// Where numbers have a decimal comma, spreadsheets split a line at its semicolons, whether they are quoted or not.
const CELL = new RegExp(`^${AT_START}|(?<=;)(?=${FORMULA})`, 'gu');
const SAFE_CELL = new RegExp(`^'${AT_START}|(?<=;)'(?=${FORMULA})`, 'gu');

/** A quote keeps spreadsheets from running a text as a formula. */
export const safeText = (text: string): string => text.replaceAll(CELL, "'");

/** The text that `safeText` was given, unless it has such quotes itself. */
export const originalText = (text: string): string => text.replaceAll(SAFE_CELL, '');

export function csvField(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

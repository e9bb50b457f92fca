export const ENDING = '\r\n';

/** By which spreadsheets recognize UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A line as in RFC 4180. Texts are safe to open in a spreadsheet. */
export const csvLine = (values: readonly (string | number)[]): string =>
  `${values.map((value) => csvField(typeof value === 'number' ? String(value) : safeText(value))).join(',')}${ENDING}`;

/** A leading quote keeps spreadsheets from running a text as a formula. */
export function safeText(text: string): string {
  return /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}

export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import type { Cell, QueryResult } from '@inlay/protocol/result';

/** RFC 4180, with a byte order mark: without one, spreadsheets read the file as Latin-1. */
export function toCsv({ columns, rowCount }: QueryResult): string {
  const rows = Array.from({ length: rowCount }, (_, row) =>
    columns.map(({ values }) => field(values[row] ?? null)).join(','),
  );
  return `\uFEFF${[columns.map(({ label }) => field(label)).join(','), ...rows].join('\r\n')}\r\n`;
}

/** OWASP, CSV injection: text that a spreadsheet would run as a formula is escaped. */
function field(cell: Cell): string {
  if (cell === null) return '';
  const safe = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell);
  const text = safe ? `'${cell}` : `${cell}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';

const NUMERIC: readonly ResultColumn['type'][] = ['integer', 'decimal', 'number'];
const ENDING = '\r\n';

/** RFC 4180, with the mark by which spreadsheets know UTF-8. Values are the data's own, not rounded for reading. */
export function resultCsv({ columns, rowCount }: QueryResult): string {
  const head = columns.map(({ label }) => field(safeText(label))).join(',');
  const rows = Array.from({ length: rowCount }, (_, row) =>
    columns.map((column) => field(textOf(column.values[row] ?? null, column))).join(','),
  );
  return `\uFEFF${[head, ...rows].join(ENDING)}${ENDING}`;
}

function textOf(cell: Cell, { type }: ResultColumn): string {
  if (cell === null) return '';
  const text = String(cell);
  return NUMERIC.includes(type) && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? text : safeText(text);
}

/** What a spreadsheet would run as a formula becomes text: the quote in front is its own sign for that. */
function safeText(text: string): string {
  return /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

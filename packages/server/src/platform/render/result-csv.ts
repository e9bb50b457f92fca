import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { inSlices } from '../concurrency/in-slices.ts';

const NUMERIC: readonly ResultColumn['type'][] = ['integer', 'decimal', 'number'];
const ENDING = '\r\n';

/** RFC 4180 with a byte order mark, by which spreadsheets recognize UTF-8. Values are exact, not formatted. */
export async function resultCsv(result: QueryResult): Promise<string> {
  return (await inSlices(lines(result))).join('');
}

function* lines({ columns, rowCount }: QueryResult): Iterable<string> {
  yield `\uFEFF${columns.map(({ label }) => field(safeText(label))).join(',')}${ENDING}`;
  for (let row = 0; row < rowCount; row += 1)
    yield columns.map((column) => field(textOf(column.values[row] ?? null, column))).join(',') + ENDING;
}

function textOf(cell: Cell, { type }: ResultColumn): string {
  if (cell === null) return '';
  const text = String(cell);
  return NUMERIC.includes(type) && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? text : safeText(text);
}

/** A leading quote keeps spreadsheets from running a text as a formula. */
function safeText(text: string): string {
  return /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

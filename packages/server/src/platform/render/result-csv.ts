import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { BYTE_ORDER_MARK, csvField, ENDING, safeText } from './csv-line.ts';

const NUMERIC: readonly ResultColumn['type'][] = ['integer', 'decimal', 'number'];

/** RFC 4180 with a byte order mark. Values are exact, not formatted. */
export function* resultCsv({ columns, rowCount }: QueryResult): Iterable<string> {
  yield `${BYTE_ORDER_MARK}${columns.map(({ label }) => csvField(safeText(label))).join(',')}${ENDING}`;
  for (let row = 0; row < rowCount; row += 1)
    yield columns.map((column) => csvField(textOf(column.values[row] ?? null, column))).join(',') + ENDING;
}

function textOf(cell: Cell, { type }: ResultColumn): string {
  if (cell === null) return '';
  const text = String(cell);
  return NUMERIC.includes(type) && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? text : safeText(text);
}

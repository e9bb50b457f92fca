import type { Cell, ColumnType } from '@inlay/protocol/result';
import { exactJson, exactText } from './exact-json.ts';
import { exactDecimal, exactInteger, finiteNumber } from './exact-number.ts';
import { exactDate, exactDateTime } from './exact-time.ts';

/** A cell of an engine that returns JSON, read by `JSON.parse` or `parseExactJson`. Decimals arrive as text. */
export function jsonCell(value: unknown, type: ColumnType): Cell {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'boolean':
      return value === true || value === 1;
    case 'integer':
      return exactInteger(exactText(value));
    case 'decimal':
      return exactDecimal(exactText(value));
    case 'number':
      return finiteNumber(Number(exactText(value)));
    case 'date':
      return exactDate(String(value));
    case 'datetime':
      return exactDateTime(String(value));
    case 'json':
      return typeof value === 'string' ? exactText(value) : exactJson(value);
    default:
      return exactText(value);
  }
}

import type { Cell, ColumnType } from '@inlay/protocol/result';
import { exactDecimal, exactInteger, finiteNumber } from './exact-number.ts';
import { exactDate, exactDateTime } from './exact-time.ts';

/** A cell of an engine that returns JSON. Integers beyond 2^53 arrive as text or raw JSON, decimals as text. */
export function jsonCell(value: unknown, type: ColumnType): Cell {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'boolean':
      return value === true || value === 1;
    case 'integer':
      return exactInteger(typeof value === 'object' ? JSON.stringify(value) : String(value));
    case 'decimal':
      return exactDecimal(String(value));
    case 'number':
      return finiteNumber(Number(value));
    case 'date':
      return exactDate(String(value));
    case 'datetime':
      return exactDateTime(String(value));
    case 'json':
      return typeof value === 'string' ? value : JSON.stringify(value);
    default:
      return String(value);
  }
}

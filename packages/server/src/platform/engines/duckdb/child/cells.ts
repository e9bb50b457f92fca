import {
  DuckDBArrayValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBUnionValue,
  type DuckDBValue,
  DuckDBVariantValue,
  DuckDBTypeId as Id,
} from '@duckdb/node-api';
import type { Cell, ColumnType } from '@inlay/protocol/result';
import { exactDecimal, exactInteger, finiteNumber } from '../../exact-number.ts';
import { exactDate, exactDateTime, instantOfMicroseconds } from '../../exact-time.ts';

const TYPES: ReadonlyMap<number, ColumnType> = new Map([
  [Id.BOOLEAN, 'boolean'],
  ...list('integer', Id.TINYINT, Id.SMALLINT, Id.INTEGER, Id.BIGINT, Id.HUGEINT, Id.BIGNUM),
  ...list('integer', Id.UTINYINT, Id.USMALLINT, Id.UINTEGER, Id.UBIGINT, Id.UHUGEINT),
  ...list('number', Id.FLOAT, Id.DOUBLE),
  [Id.DECIMAL, 'decimal'],
  [Id.DATE, 'date'],
  ...list('datetime', Id.TIMESTAMP, Id.TIMESTAMP_S, Id.TIMESTAMP_MS, Id.TIMESTAMP_NS, Id.TIMESTAMP_TZ),
  ...list('json', Id.LIST, Id.ARRAY, Id.STRUCT, Id.MAP, Id.UNION, Id.VARIANT),
]);

export function columnType(type: DuckDBType): ColumnType {
  return type.alias === 'JSON' ? 'json' : (TYPES.get(type.typeId) ?? 'string');
}

export function toCell(value: DuckDBValue, type: ColumnType): Cell {
  if (value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return finiteNumber(value);
  if (typeof value === 'bigint') return exactInteger(value);
  if (value instanceof DuckDBDecimalValue) return exactDecimal(value.toString());
  if (value instanceof DuckDBDateValue) return value.isFinite ? exactDate(value.toString()) : null;
  if (type === 'datetime') return instant(value);
  return type === 'json' ? jsonText(value) : value.toString();
}

function instant(value: DuckDBValue): string | null {
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) {
    return value.isFinite ? instantOfMicroseconds(value.micros) : null;
  }
  if (value instanceof DuckDBTimestampSecondsValue) {
    return value.isFinite ? instantOfMicroseconds(value.seconds * 1_000_000n) : null;
  }
  if (value instanceof DuckDBTimestampMillisecondsValue) {
    return value.isFinite ? instantOfMicroseconds(value.millis * 1000n) : null;
  }
  return value instanceof DuckDBTimestampNanosecondsValue && value.isFinite
    ? exactDateTime(value.toString())
    : null;
}

/** Nested values as JSON text; numbers keep every digit, since JSON's numerals have no limit. */
function jsonText(value: DuckDBValue): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return JSON.stringify(finiteNumber(value));
  if (typeof value === 'boolean' || typeof value === 'bigint' || value instanceof DuckDBDecimalValue) {
    return value.toString();
  }
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return `[${value.items.map(jsonText).join(',')}]`;
  }
  if (value instanceof DuckDBStructValue) return jsonObject(Object.entries(value.entries));
  if (value instanceof DuckDBMapValue)
    return jsonObject(value.entries.map((entry) => [String(entry.key), entry.value]));
  if (value instanceof DuckDBUnionValue || value instanceof DuckDBVariantValue) return jsonText(value.value);
  return JSON.stringify(instant(value) ?? value.toString());
}

function jsonObject(entries: readonly (readonly [string, DuckDBValue])[]): string {
  return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${jsonText(value)}`).join(',')}}`;
}

function list(type: ColumnType, ...ids: readonly number[]): (readonly [number, ColumnType])[] {
  return ids.map((id) => [id, type] as const);
}

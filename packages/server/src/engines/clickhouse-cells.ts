import type { Cell, ColumnType } from '@inlay/protocol/result';
import { exactDecimal, exactInteger, finiteNumber } from './exact-number.ts';
import { exactDate, exactDateTime } from './exact-time.ts';

const TYPES: readonly (readonly [RegExp, ColumnType])[] = [
  [/^U?Int\d+$/, 'integer'],
  [/^(Float|BFloat)\d+$/, 'number'],
  [/^Decimal/, 'decimal'],
  [/^Bool$/, 'boolean'],
  [/^Date(32)?$/, 'date'],
  [/^DateTime/, 'datetime'],
  [/^(Array|Map|Tuple|Nested|JSON|Object|Variant|Dynamic)/, 'json'],
];

/** `LowCardinality(Nullable(String))` and the like: what is inside counts. */
export function clickhouseColumnType(type: string): ColumnType {
  const inner = /^(?:LowCardinality|Nullable|SimpleAggregateFunction)\((?:\w+, )?(.*)\)$/.exec(type)?.[1];
  if (inner !== undefined) return clickhouseColumnType(inner);
  return TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'string';
}

export function isNullableClickhouseType(type: string): boolean {
  return /^(LowCardinality\()?Nullable\(/.test(type);
}

/** Converts a value of a JSON format whose 64-bit integers and decimals are quoted and whose times are ISO in UTC. */
export function clickhouseCell(value: unknown, type: ColumnType): Cell {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'boolean':
      return value === true || value === 1;
    case 'integer':
      return exactInteger(String(value));
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

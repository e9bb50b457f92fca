import type { ColumnType } from '@inlay/protocol/result';

/** Types without what is wrapped around them, such as `Int64))` of `LowCardinality(Nullable(Int64))`. */
const TYPES: readonly (readonly [RegExp, ColumnType])[] = [
  [/^U?Int\d+\)*$/, 'integer'],
  [/^(Float|BFloat)\d+\)*$/, 'number'],
  [/^Decimal/, 'decimal'],
  [/^Bool\)*$/, 'boolean'],
  [/^Date(32)?\)*$/, 'date'],
  [/^DateTime/, 'datetime'],
  [/^(Array|Map|Tuple|Nested|JSON|Object|Variant|Dynamic|Point|Ring|(Multi)?(LineString|Polygon))/, 'json'],
];
const WRAPPERS = /^(?:(?:LowCardinality|Nullable)\(|SimpleAggregateFunction\(\w+, )+/;

export function clickhouseColumnType(type: string): ColumnType {
  const inner = type.replace(WRAPPERS, '');
  return TYPES.find(([pattern]) => pattern.test(inner))?.[1] ?? 'string';
}

export function isNullableClickhouseType(type: string): boolean {
  return /^(LowCardinality\()?Nullable\(/.test(type);
}

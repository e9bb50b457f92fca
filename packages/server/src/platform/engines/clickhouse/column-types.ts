import type { ColumnType } from '@inlay/protocol/result';

const TYPES: readonly (readonly [RegExp, ColumnType])[] = [
  [/^U?Int\d+$/, 'integer'],
  [/^(Float|BFloat)\d+$/, 'number'],
  [/^Decimal/, 'decimal'],
  [/^Bool$/, 'boolean'],
  [/^Date(32)?$/, 'date'],
  [/^DateTime/, 'datetime'],
  [/^(Array|Map|Tuple|Nested|JSON|Object|Variant|Dynamic|Point|Ring|(Multi)?(LineString|Polygon))/, 'json'],
];

/** Unwraps types such as `LowCardinality(Nullable(String))`. */
export function clickhouseColumnType(type: string): ColumnType {
  const inner = /^(?:LowCardinality|Nullable|SimpleAggregateFunction)\((?:\w+, )?(.*)\)$/.exec(type)?.[1];
  if (inner !== undefined) return clickhouseColumnType(inner);
  return TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'string';
}

export function isNullableClickhouseType(type: string): boolean {
  return /^(LowCardinality\()?Nullable\(/.test(type);
}

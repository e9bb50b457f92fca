import type { ColumnType } from '@inlay/protocol/result';
import type { StatementParam } from '../engine.ts';
import { EngineError } from '../engine-error.ts';

const TYPES: readonly (readonly [RegExp, ColumnType])[] = [
  [/^(tinyint|smallint|integer|bigint)$/, 'integer'],
  [/^(real|double)$/, 'number'],
  [/^decimal/, 'decimal'],
  [/^boolean$/, 'boolean'],
  [/^date$/, 'date'],
  [/^timestamp/, 'datetime'],
  [/^(array|map|row|json)/, 'json'],
];

export function trinoColumnType(type: string): ColumnType {
  return TYPES.find(([pattern]) => pattern.test(type))?.[1] ?? 'string';
}

/** Trino binds parameters in SQL (`EXECUTE … USING`), so each becomes one literal that its value cannot escape from. */
export function trinoLiteral(param: StatementParam): string {
  if (param === null) return 'NULL';
  if (typeof param === 'boolean') return param ? 'TRUE' : 'FALSE';
  if (typeof param === 'string') return quoteTrinoText(param);
  if (typeof param === 'bigint')
    return BigInt.asIntN(64, param) === param ? String(param) : `DECIMAL '${param}'`;
  if (!Number.isFinite(param)) throw new EngineError('BAD_STATEMENT');
  return Number.isSafeInteger(param) ? String(param) : `DOUBLE '${param}'`;
}

/** Backslashes are not special in Trino's strings; only the quote is. */
export function quoteTrinoText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

import type { Cell, ColumnType } from '@inlay/protocol/result';
import type { StatementParam } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { exactDecimal, exactInteger, finiteNumber } from './exact-number.ts';
import { exactDate, exactDateTime } from './exact-time.ts';

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

export function trinoCell(value: unknown, type: ColumnType): Cell {
  if (value === null || value === undefined) return null;
  switch (type) {
    case 'boolean':
      return value === true;
    case 'integer':
      return typeof value === 'number' ? value : exactInteger(JSON.stringify(value));
    case 'number':
      return finiteNumber(Number(value));
    case 'decimal':
      return exactDecimal(String(value));
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

/** Trino binds parameters in SQL (`EXECUTE … USING`), so each becomes one literal that nothing can break out of. */
export function trinoLiteral(param: StatementParam): string {
  if (param === null) return 'NULL';
  if (typeof param === 'boolean') return param ? 'TRUE' : 'FALSE';
  if (typeof param === 'string') return quoteTrinoText(param);
  if (typeof param === 'bigint')
    return BigInt.asIntN(64, param) === param ? String(param) : `DECIMAL '${param}'`;
  if (!Number.isFinite(param)) throw new EngineError('BAD_STATEMENT');
  return Number.isSafeInteger(param) ? String(param) : `DOUBLE '${param}'`;
}

/** Backslashes mean nothing in Trino's texts; only the quote does. */
export function quoteTrinoText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

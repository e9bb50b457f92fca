import type { ColumnType } from '@inlay/protocol/result';
import { Fraction } from './fraction.ts';

/** A cell as the reference knows it: dates and times are ISO text, whose order is their own. */
export type Value = string | boolean | Fraction | null;
export type Row = Readonly<Record<string, Value>>;

export function toValue(cell: string | number | boolean | null, type: ColumnType): Value {
  if (cell === null || typeof cell === 'boolean') return cell;
  if (isNumeric(type)) return Fraction.of(cell);
  return type === 'datetime' ? new Date(cell).toISOString() : String(cell);
}

export const isNumeric = (type: ColumnType) => ['integer', 'decimal', 'number'].includes(type);

/** Negative, zero or positive for two values of a column. Text by its bytes. */
export function compareValues(left: Value, right: Value): number {
  if (left instanceof Fraction && right instanceof Fraction) return left.compare(right);
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return Number(left) - Number(right);
}

export const isSame = (left: Value, right: Value) => keyOf([left]) === keyOf([right]);

/** Text that is equal exactly where all values are. */
export const keyOf = (values: readonly Value[]) =>
  JSON.stringify(values.map((value) => (value instanceof Fraction ? [`${value}`] : value)));

/** Missing values are last in both directions. */
export function compareInOrder(left: Value, right: Value, direction: 'asc' | 'desc'): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return direction === 'asc' ? compareValues(left, right) : compareValues(right, left);
}

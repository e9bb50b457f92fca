import type { Cell } from '@inlay/protocol/result';

/** A number without rounding: `digits` divided by 10 to the power of `scale`. */
export interface ExactNumber {
  readonly digits: bigint;
  readonly scale: number;
}

const PATTERN = /^([+-]?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * A value of a measure as its engine returned it, which is text where a double would round it. A limit is a number as
 * somebody wrote it, so 0.1 is a tenth. Undefined for a missing value and for what is not a number.
 */
export function exactNumber(cell: Cell | undefined): ExactNumber | undefined {
  if (typeof cell !== 'number' && typeof cell !== 'string') return undefined;
  const [, whole, fraction = '', exponent = '0'] = PATTERN.exec(String(cell)) ?? [];
  if (whole === undefined) return undefined;
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

export function compareExact(one: ExactNumber, other: ExactNumber): -1 | 0 | 1 {
  const difference = subtractExact(one, other).digits;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

export function subtractExact(one: ExactNumber, other: ExactNumber): ExactNumber {
  return addExact(one, { ...other, digits: -other.digits });
}

export function addExact(one: ExactNumber, other: ExactNumber): ExactNumber {
  const scale = Math.max(one.scale, other.scale);
  return { digits: digitsAt(one, scale) + digitsAt(other, scale), scale };
}

export const multiplyExact = (one: ExactNumber, other: ExactNumber): ExactNumber => ({
  digits: one.digits * other.digits,
  scale: one.scale + other.scale,
});

export const sizeOf = ({ digits, scale }: ExactNumber): ExactNumber => ({
  digits: digits < 0n ? -digits : digits,
  scale,
});

const digitsAt = ({ digits, scale }: ExactNumber, wanted: number) => digits * 10n ** BigInt(wanted - scale);

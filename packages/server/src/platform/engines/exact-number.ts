/** An integer as a number if a double represents it exactly, otherwise as decimal text. */
export function exactInteger(value: string | bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/**
 * A decimal as a number while a double holds the same value, else as decimal text. Up to 15 significant digits a
 * double gives back what was written (IEEE 754, DBL_DIG).
 */
export function exactDecimal(text: string): number | string {
  const significant = text
    .replace(/^[-+]?0*\.?0*/, '')
    .replace('.', '')
    .replace(/0+$/, '').length;
  return significant <= 15 ? Number(text) : text;
}

/** A floating-point number; null if JSON cannot represent it (NaN, ±∞). */
export function finiteNumber(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

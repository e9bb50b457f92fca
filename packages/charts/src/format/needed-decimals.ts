import type { Format } from '@inlay/protocol/format';

/** The limit of `decimals` in a format. */
const maxDecimals = 12;
const powers = Array.from({ length: maxDecimals + 1 }, (_, decimals) => 10 ** decimals);

/**
 * The decimals that a value needs to be read as precisely as it is, within reason: two, one of a percentage, or
 * three digits of a number below one. Whole values need none. Amounts need two, even in a currency with
 * more or fewer.
 */
export function neededDecimals(value: number | string, format: Format | undefined): number {
  const isPercent = format?.kind === 'percent';
  const size = Math.abs(Number(value)) * (isPercent ? 100 : 1);
  // Smaller numbers are what additions of binary fractions leave behind.
  if (!(size >= 1e-12)) return 0;
  if (Number.isInteger(size) && size < Number.MAX_SAFE_INTEGER) return 0;
  const most = format?.kind === 'currency' ? 2 : Math.min(maxDecimals, usualDecimals(size, isPercent));
  // A double would lose the decimals of longer numbers.
  if (typeof value === 'string' && value.length > 15)
    return Math.min(most, Math.max(0, writtenDecimals(value) - (isPercent ? 2 : 0)));
  for (let decimals = 0; decimals < most; decimals += 1) {
    const scaled = size * (powers[decimals] as number);
    if (Math.abs(scaled - Math.round(scaled)) < Math.max(1e-9, scaled * 1e-12)) return decimals;
  }
  return most;
}

function usualDecimals(size: number, isPercent: boolean): number {
  if (isPercent && size >= 0.1) return size >= 1 ? 1 : 2;
  return size >= 1 ? 2 : (isPercent ? 1 : 2) - Math.floor(Math.log10(size));
}

function writtenDecimals(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.slice(point + 1).replace(/0+$/, '').length;
}

/** Whether amounts up to this one have decimals even if they are whole: €5.00, but €2,000. */
export const isSmallAmount = (biggest: number, format: Format | undefined): boolean =>
  format?.kind === 'currency' && biggest > 0 && biggest < 1000;

import { formatLocale } from '../../messages.ts';

const units = ['KB', 'MB', 'GB', 'TB'] as const;

/** `8.4 MB`. */
export function byteText(bytes: number): string {
  const locale = formatLocale();
  if (bytes < 1000)
    return new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes);
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: value < 10 ? 1 : 0 });
  return `${number.format(value)} ${units[power - 1]}`;
}

import { adminLocale } from '../messages.ts';

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** `8.4 MB`, as a person would say it. */
export function byteText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${new Intl.NumberFormat(adminLocale(), { maximumFractionDigits: value < 10 && power > 0 ? 1 : 0 }).format(value)} ${units[power]}`;
}

import { formatFull } from './format-number.ts';
import type { Locale } from './locale.ts';

/** A share of a whole: "12%", and "<1%" instead of "0%". */
export function formatShare(share: number, locale: Locale): string {
  if (share > 0 && share < 0.005) return `<${formatFull(0.01, { kind: 'percent' }, locale)}`;
  return formatFull(share, { kind: 'percent', decimals: 0 }, locale);
}

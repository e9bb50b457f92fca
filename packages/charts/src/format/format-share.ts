import { formatFull } from './format-number.ts';
import type { Locale } from './locale.ts';

const whole = { kind: 'percent', decimals: 0 } as const;

/** A share of a whole: "12%", and "<1%" instead of "0%". */
export function formatShare(share: number, locale: Locale): string {
  if (share > 0 && share < 0.005) return `<${formatFull(0.01, whole, locale)}`;
  return formatFull(share, whole, locale);
}

/**
 * The shares of parts in their sum, which add up to 100%: each is rounded down, and those that lose most by it get the
 * missing percents (largest remainder). A part that would be 0% is "<1%", and 100% beside other parts is ">99%".
 */
export function formatShares(parts: readonly number[], locale: Locale): readonly string[] {
  const total = parts.reduce((sum, part) => sum + part, 0);
  const exact = parts.map((part) => (total > 0 ? (part / total) * 100 : 0));
  const percents = exact.map((percent) => Math.floor(percent + 1e-9));
  const missing = total > 0 ? 100 - percents.reduce((sum, percent) => sum + percent, 0) : 0;
  const lost = (index: number) => (exact[index] as number) - (percents[index] as number);
  const byLoss = parts.map((_, index) => index).sort((a, b) => lost(b) - lost(a) || a - b);
  const raised = new Set(byLoss.slice(0, missing));
  return percents.map((percent, index) => {
    const shown = percent + (raised.has(index) ? 1 : 0);
    const part = exact[index] as number;
    if (shown === 0 && part > 0) return `<${formatFull(0.01, whole, locale)}`;
    if (shown === 100 && part < 100 - 1e-9) return `>${formatFull(0.99, whole, locale)}`;
    return formatFull(shown / 100, whole, locale);
  });
}

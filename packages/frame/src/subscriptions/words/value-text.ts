import type { Format } from '@inlay/protocol/format';

/** How the viewer writes values of a measure, and what is shown beside a field for one. */
export interface ValueStyle {
  readonly write: (value: number) => string;
  /** `%`, `€` or `kg`; empty for plain numbers. */
  readonly unit: string;
  /** What is typed for a value of 1: percentages are ratios. */
  readonly scale: number;
}

export function valueStyle(
  format: Format | undefined,
  { lang, currency }: { readonly lang: string; readonly currency?: string | undefined },
): ValueStyle {
  const most = { maximumFractionDigits: 4 };
  if (format?.kind === 'percent') {
    const { format: write } = new Intl.NumberFormat(lang, { style: 'percent', ...most });
    return { write, unit: '%', scale: 100 };
  }
  if (format?.kind === 'currency') {
    const money = new Intl.NumberFormat(lang, {
      style: 'currency',
      currency: format.currency ?? currency ?? 'USD',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 0,
      ...most,
    });
    const symbol = money.formatToParts(0).find(({ type }) => type === 'currency');
    return { write: money.format, unit: symbol?.value ?? '', scale: 1 };
  }
  const { format: write } = new Intl.NumberFormat(lang, most);
  const unit = (format?.kind === 'number' && format.unit) || '';
  return { write: (value) => (unit ? `${write(value)}\u00a0${unit}` : write(value)), unit, scale: 1 };
}

/** Without the noise of binary fractions: 0.07 × 100 is 7. */
export const scaled = (value: number, scale: number): number => Number((value * scale).toPrecision(12));

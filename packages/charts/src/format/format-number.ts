import type { Format } from '@inlay/protocol/format';
import { remember } from '@inlay/protocol/remember';
import type { ColumnFormat } from './column-format.ts';
import type { Locale } from './locale.ts';
import { isSmallAmount, neededDecimals } from './needed-decimals.ts';
import { type NumberWriter, numberWriter } from './number-writer.ts';

type Options = Pick<
  Intl.NumberFormatOptions,
  'notation' | 'signDisplay' | 'minimumFractionDigits' | 'maximumFractionDigits' | 'maximumSignificantDigits'
>;

/** Formats a value with the decimals of its column, for tooltips and tables; see `withColumnDecimals`. */
export function formatFull(value: number | string, format: ColumnFormat | undefined, locale: Locale): string {
  const own = decimalsOf(format);
  if (own !== undefined) return write(value, format, locale, fixed(own));
  const { least, most } = format?.digits ?? digitsOf(value, format);
  const decimals = least >= most ? most : Math.min(most, Math.max(least, neededDecimals(value, format)));
  // A currency has as many decimals as its cents, if it has any.
  if (format?.kind === 'currency' && decimals > 0) return write(value, format, locale, {});
  return write(value, format, locale, fixed(decimals));
}

/** Abbreviates thousands and millions to three digits; other values have the text of `formatFull`. */
export function formatShort(value: number, format: ColumnFormat | undefined, locale: Locale): string {
  const isShort = format?.kind !== 'percent' && !(format && 'compact' in format && format.compact === false);
  if (!isShort || Math.abs(value) < 10_000) return formatFull(value, format, locale);
  return write(value, format, locale, { notation: 'compact', maximumSignificantDigits: 3 });
}

/** A tick of an axis with this step: as many decimals as needed to distinguish neighbors. */
export function formatTick(value: number, step: number, format: Format | undefined, locale: Locale): string {
  const size = Math.abs(value);
  const large = 1000 ** Math.floor(Math.log10(size) / 3 + 1e-9);
  // 48.213k is harder to read than 48,213.
  const compact = (size >= 10_000 || (step >= 1000 && size >= 1000)) && decimalsFor(step / large) <= 2;
  const unit = format?.kind === 'percent' ? 0.01 : compact ? large : 1;
  const decimals = decimalsFor(step / unit);
  return write(value, format, locale, {
    ...(compact ? { notation: 'compact' as const } : {}),
    minimumFractionDigits: value === 0 ? 0 : decimals,
    maximumFractionDigits: decimals,
  });
}

/** A relative change with its sign: `+12.4%`. */
export function formatChange(ratio: number, locale: Locale): string {
  return write(ratio, { kind: 'percent' }, locale, {
    signDisplay: 'exceptZero',
    ...upTo(changeDecimals(ratio)),
  });
}

/** The size of a relative change: `12.4%`. */
export function formatChangeSize(ratio: number, locale: Locale): string {
  return write(Math.abs(ratio), { kind: 'percent' }, locale, upTo(changeDecimals(ratio)));
}

const changeDecimals = (ratio: number) => (Math.abs(ratio) >= 1 ? 0 : 1);

/** A difference with its sign, rounded like a headline. What is rounded to zero has none. */
export function formatSigned(value: number, format: ColumnFormat | undefined, locale: Locale): string {
  // The plus stands where the language has its minus.
  const below = formatShort(-Math.abs(value), format, locale);
  return value > 0 ? below.replace('−', '+') : below;
}

function write(value: number | string, format: Format | undefined, locale: Locale, options: Options): string {
  const style = format?.kind === 'currency' || format?.kind === 'percent' ? format.kind : 'decimal';
  const currency = format?.kind === 'currency' ? (format.currency ?? locale.currency ?? 'USD') : '';
  const text = writerFor(locale.language, style, currency, options)(value);
  return format?.kind === 'number' && format.unit ? `${text}\u00a0${format.unit}` : text;
}

type Style = 'decimal' | 'currency' | 'percent';

const writersOf = remember(50, (_language: string) =>
  remember(50, (_styleOrCurrency: string) => new Map<number, NumberWriter>()),
);

/** Formatters, cached by options. */
function writerFor(language: string, style: Style, currency: string, options: Options): NumberWriter {
  const { notation, signDisplay, minimumFractionDigits: least = -1 } = options;
  const { maximumFractionDigits: most = -1, maximumSignificantDigits: significant = 0 } = options;
  const writers = writersOf(language)(currency || style);
  // Each part has fewer than 30 values; a numeric key is faster than a joined string.
  const key =
    ((least + 1) * 30 + most + 1) * 120 + significant * 4 + (notation ? 2 : 0) + (signDisplay ? 1 : 0);
  const known = writers.get(key);
  if (known) return known;
  const shown: Intl.NumberFormatOptions =
    style === 'currency' ? { style, currency, currencyDisplay: 'narrowSymbol' } : { style };
  const whole = style === 'currency' && most === 0 ? { minimumFractionDigits: 0 } : {};
  const made = numberWriter(language, { ...shown, ...whole, ...options });
  writers.set(key, made);
  return made;
}

function decimalsOf(format: Format | undefined): number | undefined {
  return format && 'decimals' in format ? format.decimals : undefined;
}

/** The decimals of a value that is not part of a column. */
const digitsOf = (value: number | string, format: ColumnFormat | undefined) => ({
  least: isSmallAmount(Math.abs(Number(value)), format) ? 2 : 0,
  most: 12,
});

function decimalsFor(step: number): number {
  for (let decimals = 0; decimals < 12; decimals += 1) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 12;
}

const upTo = (decimals: number): Options => ({ minimumFractionDigits: 0, maximumFractionDigits: decimals });

const fixed = (decimals: number): Options => ({
  minimumFractionDigits: decimals,
  maximumFractionDigits: decimals,
});

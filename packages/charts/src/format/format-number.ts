import type { Format } from '@inlay/protocol/format';
import type { Locale } from './locale.ts';
import { type NumberWriter, numberWriter } from './number-writer.ts';
import { remember } from './remember.ts';

type Options = Pick<
  Intl.NumberFormatOptions,
  'notation' | 'signDisplay' | 'minimumFractionDigits' | 'maximumFractionDigits' | 'maximumSignificantDigits'
>;

/** Formats all significant digits, for tooltips and tables. Accepts decimal strings beyond double precision. */
export function formatFull(value: number | string, format: Format | undefined, locale: Locale): string {
  const size = Math.abs(Number(value));
  const decimals = decimalsOf(format);
  if (decimals !== undefined) return write(value, format, locale, fixed(decimals));
  if (format?.kind === 'percent')
    return write(value, format, locale, { maximumFractionDigits: size < 0.1 ? 2 : 1 });
  if (format?.kind === 'currency') {
    const cents = size > 0 && size < 1000;
    return write(value, format, locale, cents ? {} : { maximumFractionDigits: 0 });
  }
  if (size > 0 && size < 1) return write(value, format, locale, threeDigits(size));
  return write(value, format, locale, { maximumFractionDigits: size >= 1000 ? 0 : 2 });
}

/** Three significant digits, with thousands and millions abbreviated. */
export function formatShort(value: number, format: Format | undefined, locale: Locale): string {
  const size = Math.abs(value);
  if (format?.kind === 'percent') {
    if (format.decimals === undefined && size > 0 && size < 0.01) {
      return write(value, format, locale, { maximumSignificantDigits: 2 });
    }
    const decimals = format.decimals ?? (size >= 1 ? 0 : 1);
    return write(value, format, locale, { minimumFractionDigits: 0, maximumFractionDigits: decimals });
  }
  if (size >= 10_000 && !(format && 'compact' in format && format.compact === false)) {
    return write(value, format, locale, { notation: 'compact', maximumSignificantDigits: 3 });
  }
  const decimals = decimalsOf(format);
  if (decimals !== undefined) return write(value, format, locale, fixed(decimals));
  if (size >= 100 || Number.isInteger(value))
    return write(value, format, locale, { maximumFractionDigits: 0 });
  return write(value, format, locale, threeDigits(size));
}

/** A tick of an axis with this step: as many decimals as needed to distinguish neighbors. */
export function formatTick(value: number, step: number, format: Format | undefined, locale: Locale): string {
  const size = Math.abs(value);
  const compact = size >= 10_000 || (step >= 1000 && size >= 1000);
  const unit =
    format?.kind === 'percent' ? 0.01 : compact ? 1000 ** Math.floor(Math.log10(size) / 3 + 1e-9) : 1;
  const decimals = decimalsFor(step / unit);
  return write(value, format, locale, {
    ...(compact ? { notation: 'compact' as const } : {}),
    minimumFractionDigits: value === 0 ? 0 : decimals,
    maximumFractionDigits: decimals,
  });
}

/** A relative change with its sign: `+12.4%`. */
export function formatChange(ratio: number, locale: Locale): string {
  const decimals = Math.abs(ratio) >= 1 ? 0 : 1;
  return write(ratio, { kind: 'percent' }, locale, {
    signDisplay: 'exceptZero',
    maximumFractionDigits: decimals,
  });
}

/** A difference with its sign, rounded like a headline. */
export function formatSigned(value: number, format: Format | undefined, locale: Locale): string {
  const text = formatShort(value, format, locale);
  return value > 0 ? `+${text}` : text;
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

function decimalsFor(step: number): number {
  for (let decimals = 0; decimals < 6; decimals += 1) {
    const scaled = step * 10 ** decimals;
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * scaled) return decimals;
  }
  return 6;
}

/** As plain decimals if few are enough, which are formatted faster. */
function threeDigits(size: number): Options {
  const decimals = size >= 10 ? 1 : size >= 1 ? 2 : 2 - Math.floor(Math.log10(size));
  if (decimals > 4) return { maximumSignificantDigits: 3 };
  return { minimumFractionDigits: 0, maximumFractionDigits: decimals };
}

const fixed = (decimals: number): Options => ({
  minimumFractionDigits: decimals,
  maximumFractionDigits: decimals,
});

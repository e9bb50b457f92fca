import type { Format } from '@inlay/protocol/format';
import { formatShort } from './format-number.ts';
import type { Locale } from './locale.ts';

/**
 * A change in words, as it stands in a sentence: `up 16%`, `down €1.2K`, `unchanged`. The value is a ratio, unless its
 * column is a currency.
 */
export function writeChange(value: number, own: Format | undefined, locale: Locale): string {
  const { changeUp, changeDown, changeNone } = locale.messages;
  const size = Math.abs(value);
  const format = own?.kind === 'currency' ? own : percentOf(size, own);
  const change = formatShort(size, format, locale);
  // What is rounded to nothing is no change.
  if (change === formatShort(0, format, locale)) return changeNone;
  return value > 0 ? changeUp({ change }) : changeDown({ change });
}

/** Whole percents from 10% on: a sentence needs no more. */
function percentOf(size: number, own: Format | undefined): Format {
  if (own?.kind === 'percent' && own.decimals !== undefined) return own;
  return { kind: 'percent', decimals: size >= 0.1 ? 0 : 1 };
}

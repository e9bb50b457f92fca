import type { ChartProps, Size } from '../chart-props.ts';
import { formatFull, formatShort } from '../format/format-number.ts';
import { textWidth } from '../layout/text-width.ts';

type Card = Pick<ChartProps, 'size' | 'locale'>;

/** From the number's baseline to that of the text below it, between lines of it, and below the last baseline. */
export const TO_TEXT = 23;
export const LINE = 17;
export const DESCENT = 4;

/** The font size at which a text is as wide as the card. */
export const widthSize = ({ width }: Size, text: string): number => (width - 4) / textWidth(text, 1, true);

/** Smaller digits are those of an abbreviated number. */
const SMALL = 28;
/** A low card grows rather than have smaller digits. */
const SMALLEST = 24;

/**
 * The size of the number of a card, its baseline, and the size of the drawing: at least as high as a change and its
 * comparison, which takes more lines in a narrow card. All follow from the narrowest card of the row, so that cards of a
 * row are equal and have their size before their data is there. A card that grew stays as it is when it is drawn again in
 * its new size.
 */
export function figureSize({ size, locale }: Card): { big: number; baseline: number; size: Size } {
  const { height, width, narrowest = width } = size;
  const card = { locale, size: { width: narrowest, height } };
  const lines = narrowest >= 250 ? 1 : narrowest >= 160 ? 2 : 3;
  const texts = TO_TEXT + (lines - 1) * LINE + DESCENT;
  const high = Math.max(SMALLEST, Math.min(44, height * 0.38, (height - texts - 2) / 0.95));
  const big = Math.floor(Math.max(18, Math.min(high, numberWidth(card))));
  const baseline = big * 0.95 + 2;
  return { big, baseline, size: { ...size, height: Math.max(height, Math.ceil(baseline + texts)) } };
}

/** The size at which a long number fits in full or, where that would be small, abbreviated. */
function numberWidth({ size, locale }: Card): number {
  const full = widthSize(size, `${formatFull(-88_888.88, undefined, locale)} €`);
  const short = widthSize(size, `${formatShort(888_800_000, undefined, locale)} €`);
  return Math.max(full, Math.min(short, SMALL));
}

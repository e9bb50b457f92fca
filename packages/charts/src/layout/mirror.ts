import { isRightToLeft, type Locale } from '../format/locale.ts';

/**
 * Charts are laid out left to right and mirrored for right-to-left languages. `text-anchor` follows the `direction` of
 * the drawing by itself: its `start` is on the right there.
 */
export interface Mirror {
  readonly rtl: boolean;
  /** 1 for left-to-right, -1 for right-to-left. */
  readonly forward: 1 | -1;
  readonly x: (x: number) => number;
  /** The left edge of something `width` wide whose start edge is at `x`. */
  readonly left: (x: number, width: number) => number;
}

export function mirror(locale: Locale, width: number): Mirror {
  if (!isRightToLeft(locale)) return { rtl: false, forward: 1, x: (x) => x, left: (x) => x };
  return { rtl: true, forward: -1, x: (x) => width - x, left: (x, w) => width - x - w };
}

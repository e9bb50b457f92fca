import { isRightToLeft, type Locale } from '../format/locale.ts';

/**
 * Charts are laid out left to right and mirrored for languages that read the other way. `text-anchor` follows
 * the `direction` of the drawing by itself: its `start` is on the right there.
 */
export interface Mirror {
  readonly rtl: boolean;
  /** 1 where reading goes to the right, -1 where it goes to the left. */
  readonly forward: 1 | -1;
  readonly x: (x: number) => number;
  /** The left edge of something `width` wide whose reading-side edge is at `x`. */
  readonly left: (x: number, width: number) => number;
}

export function mirror(locale: Locale, width: number): Mirror {
  if (!isRightToLeft(locale)) return { rtl: false, forward: 1, x: (x) => x, left: (x) => x };
  return { rtl: true, forward: -1, x: (x) => width - x, left: (x, w) => width - x - w };
}

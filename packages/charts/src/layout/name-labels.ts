import { cutMiddle, wordsOf, wrap } from './fit-text.ts';
import { textWidth } from './text-width.ts';

/** The labels of a category axis, laid out so that none overlaps its neighbor. */
export type NameLabels =
  | {
      readonly kind: 'flat';
      readonly lines: readonly (readonly string[])[];
      readonly fontSize: number;
      readonly height: number;
    }
  | {
      readonly kind: 'tilted';
      readonly every: number;
      readonly names: readonly string[];
      readonly height: number;
    };

export const tiltDegrees = 40;
const tilt = Math.sin((tiltDegrees * Math.PI) / 180);

export function layoutNames(
  names: readonly string[],
  step: number,
  fontSize: number,
  maxHeight: number,
): NameLabels {
  // Horizontal names are easiest to read: try a smaller font, or three lines with the last one cut, before rotating.
  for (const letters of [fontSize, fontSize - 1, fontSize - 2]) {
    const flat = flatNames(names, step, letters) ?? flatNames(names, step, letters, true);
    if (flat && flat.height <= maxHeight) return flat;
  }
  const staggered = staggeredNames(names, step, fontSize - 1);
  if (staggered && staggered.height <= maxHeight) return staggered;
  const every = Math.max(1, Math.ceil((fontSize + 3) / step));
  const room = Math.min(maxHeight / tilt, 120);
  const shown = names.map((name) => cutMiddle(name, room, fontSize));
  const longest = Math.max(0, ...shown.map((name) => textWidth(name, fontSize)));
  return { kind: 'tilted', every, names: shown, height: longest * tilt + fontSize };
}

/** Whether a slot is wide enough for any name. */
export const fitsFlat = (step: number): boolean => step > 6;

/** One line each, or at most three lines of whole words; undefined when a word is wider than its slot. */
export function flatNames(
  names: readonly string[],
  step: number,
  fontSize: number,
  mayCut = false,
): Extract<NameLabels, { kind: 'flat' }> | undefined {
  if (!fitsFlat(step)) return undefined;
  const room = step - 6;
  if (names.every((name) => textWidth(name, fontSize) <= room)) {
    return { kind: 'flat', lines: names.map((name) => [name]), fontSize, height: fontSize + 6 };
  }
  if (names.some((name) => wordsOf(name).some((word) => textWidth(word.trimEnd(), fontSize) > room)))
    return undefined;
  const lines = names.map((name) => wrap(name, room, fontSize, mayCut ? 3 : 4));
  const most = Math.max(...lines.map((each) => each.length));
  return most <= 3 ? { kind: 'flat', lines, fontSize, height: most * (fontSize + 3) + 4 } : undefined;
}

/** Every other name one line lower, so that each has the width of two slots. */
function staggeredNames(
  names: readonly string[],
  step: number,
  fontSize: number,
): Extract<NameLabels, { kind: 'flat' }> | undefined {
  if (names.length < 3 || names.some((name) => textWidth(name, fontSize) > step * 2 - 8)) return undefined;
  const lines = names.map((name, index) => (index % 2 === 0 ? [name] : ['', name]));
  return { kind: 'flat', lines, fontSize, height: 2 * (fontSize + 3) + 4 };
}

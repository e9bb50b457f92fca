import { wordsOf, wrap } from './fit-text.ts';
import { textWidth } from './text-width.ts';

/** The horizontal labels of a category axis, laid out so that none overlaps its neighbor. */
export interface NameLabels {
  /** The lines of each name; an empty line is left out. */
  readonly lines: readonly (readonly string[])[];
  readonly fontSize: number;
  readonly height: number;
}

/** Names in a smaller font, over several lines or staggered; undefined where that would cut through words. */
export function layoutNames(
  names: readonly string[],
  step: number,
  fontSize: number,
  maxHeight: number,
): NameLabels | undefined {
  for (const letters of [fontSize, fontSize - 1, fontSize - 2]) {
    const flat = flatNames(names, step, letters) ?? flatNames(names, step, letters, true);
    if (flat && flat.height <= maxHeight) return flat;
  }
  const staggered = staggeredNames(names, step, fontSize - 1);
  return staggered && staggered.height <= maxHeight ? staggered : undefined;
}

/** Below this width, cut names are hard to tell apart: the chart lies down or shows fewer of them. */
export const minCutSlot = 56;

/** Names over as many lines as there is room for, with too long words cut. */
export function cutNames(
  names: readonly string[],
  step: number,
  fontSize: number,
  maxHeight: number,
): NameLabels {
  const letters = fontSize - 1;
  const most = Math.max(1, Math.min(3, Math.floor((maxHeight - 4) / (letters + 3))));
  const lines = names.map((name) => wrap(name, step - 6, letters, most));
  const tallest = Math.max(1, ...lines.map((each) => each.length));
  return { lines, fontSize: letters, height: tallest * (letters + 3) + 4 };
}

/** Every few of the labels of an ordered axis, on one line. */
export function thinnedNames(names: readonly string[], step: number, fontSize: number): NameLabels {
  const widest = Math.max(1, ...names.map((name) => textWidth(name, fontSize)));
  const every = Math.max(1, Math.ceil((widest + 8) / Math.max(1, step)));
  const lines = names.map((name, index) => (index % every === 0 ? [name] : []));
  return { lines, fontSize, height: fontSize + 6 };
}

/** Whether a slot is wide enough for any name. */
export const fitsFlat = (step: number): boolean => step > 6;

/** One line each, or at most three lines of whole words; undefined when a word is wider than its slot. */
export function flatNames(
  names: readonly string[],
  step: number,
  fontSize: number,
  mayCut = false,
): NameLabels | undefined {
  if (!fitsFlat(step)) return undefined;
  const room = step - 6;
  if (names.every((name) => textWidth(name, fontSize) <= room)) {
    return { lines: names.map((name) => [name]), fontSize, height: fontSize + 6 };
  }
  if (names.some((name) => wordsOf(name).some((word) => textWidth(word.trimEnd(), fontSize) > room)))
    return undefined;
  const lines = names.map((name) => wrap(name, room, fontSize, mayCut ? 3 : 4));
  const most = Math.max(...lines.map((each) => each.length));
  return most <= 3 ? { lines, fontSize, height: most * (fontSize + 3) + 4 } : undefined;
}

/** Every other name one line lower, so that each has the width of two slots. */
function staggeredNames(names: readonly string[], step: number, fontSize: number): NameLabels | undefined {
  if (names.length < 3 || names.some((name) => textWidth(name, fontSize) > step * 2 - 8)) return undefined;
  const lines = names.map((name, index) => (index % 2 === 0 ? [name] : ['', name]));
  return { lines, fontSize, height: 2 * (fontSize + 3) + 4 };
}

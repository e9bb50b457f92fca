import { textWidth } from './text-width.ts';

/** Keeps a centered label inside the drawing. */
export function inside(x: number, text: string, width: number, fontSize: number): number {
  const half = textWidth(text, fontSize) / 2;
  return Math.min(width - half, Math.max(half, x));
}

import { truncate } from '../layout/fit-text.ts';
import type { Mirror } from '../layout/mirror.ts';
import { fontSize } from './chart-frame.ts';
import { type Markup, svgText } from './svg.ts';

/** The height of a title below an axis; 0 without a title. */
export const titleHeight = (title: string): number => (title === '' ? 0 : 18);

interface TitlePlace {
  readonly x: number;
  readonly y: number;
  readonly room: number;
  readonly flow: Mirror;
  readonly color: string;
}

/** In a right-to-left chart, a mark for its direction keeps the arrow behind a title in Latin script. */
export const withArrow = (title: string, { rtl }: Mirror): string =>
  rtl ? `\u200f${title} ←` : `${title} →`;

/** The title of an axis along the reading direction, at its end. Text is never rotated. */
export function axisTitle(title: string, { x, y, room, flow, color }: TitlePlace): Markup | null {
  if (title === '') return null;
  const shown = truncate(title, room - 20, fontSize);
  const text = withArrow(shown, flow);
  return svgText(x, y, text, { fill: color, 'text-anchor': 'end' }, shown === title ? text : title);
}

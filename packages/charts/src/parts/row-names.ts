import type { ChartProps } from '../chart-props.ts';
import { cutMiddle, wrap } from '../layout/fit-text.ts';
import { mirror } from '../layout/mirror.ts';
import { textWidth } from '../layout/text-width.ts';
import { fontSize } from './chart-frame.ts';
import { shortName } from './short-names.ts';
import { g, type Markup, svgText } from './svg.ts';

/** The names of small multiples may be as wide as a word, because only the outer panels have them. */
const minInPanels = 90;

/** The width for names at the start of rows, which take at most this share of the drawing. */
export const nameRoom = (props: ChartProps, names: readonly string[], maxShare = 0.38): number =>
  Math.min(
    Math.max(props.panel ? minInPanels : 0, props.size.width * maxShare),
    Math.max(0, ...names.map((name) => textWidth(shortName(props, name), fontSize))),
  );

interface Rows {
  /** Where names start; before the drawing, for labels outside of a panel. */
  readonly start?: number;
  readonly room: number;
  readonly middle: (row: number) => number;
  readonly height: number;
}

const lineHeight = 14;

/** Names at the start of rows, over two lines if rows are tall enough; cut names are shown in full on hover. */
export function rowNames(
  props: ChartProps,
  names: readonly string[],
  { start = 0, room, middle, height }: Rows,
): Markup {
  const flow = mirror(props.locale, props.size.width);
  const letters = height < lineHeight ? fontSize - 1 : fontSize;
  return g(
    { 'font-size': letters === fontSize ? undefined : letters },
    names.map((name, row) => {
      const text = shortName(props, name);
      const lines =
        height >= 2 * lineHeight ? wrap(text, room, letters, 2) : [cutMiddle(text, room, letters)];
      const first = middle(row) + 4 - ((lines.length - 1) * lineHeight) / 2;
      return lines.map((line, index) =>
        svgText(flow.x(start), first + index * lineHeight, line, {}, lines.join(' ') === name ? line : name),
      );
    }),
  );
}

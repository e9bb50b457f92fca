import type { ChartProps } from '../chart-props.ts';
import { truncate } from '../layout/fit-text.ts';
import { textWidth } from '../layout/text-width.ts';
import type { Cartesian } from './cartesian.ts';
import { circle, g, halo, type Markup, path, px, svgText } from './svg.ts';

/** Height above the plot for the text of annotations. */
export function annotationRoom(props: ChartProps): number {
  return (props.tile.options?.annotations?.length ?? 0) > 0 ? 16 : 0;
}

/** The plot of a chart with an axis along which annotations are. */
type AnnotatedPlot = Pick<Cartesian, 'flow' | 'left' | 'right' | 'top' | 'bottom' | 'xAt'>;

/** The height of values above the highest mark, which annotations are above. */
const valueHeight = 16;

/** Where annotations are if values can be above the highest mark. */
export const aboveValues = (plot: Cartesian): AnnotatedPlot => ({ ...plot, top: plot.top - valueHeight });

interface PlacedWords {
  readonly x: number;
  readonly text: string;
  readonly full: string;
  readonly row: number;
  /** Left edge of the text. */
  readonly from: number;
  readonly width: number;
}

/** A thin line from above the plot with a text; texts that would collide move down. */
export function annotations(props: ChartProps, plot: AnnotatedPlot): Markup | null {
  const { theme, tile } = props;
  const placed: PlacedWords[] = [];
  for (const { at, label } of tile.options?.annotations ?? []) {
    const x = plot.xAt(at);
    if (x === undefined) continue;
    const text = truncate(label, Math.min(180, plot.right - plot.left), 11);
    const width = textWidth(text, 11);
    const from = beside(plot, x, width);
    const collides = (other: PlacedWords, row: number) =>
      other.row === row && from < other.from + other.width + 8 && other.from < from + width + 8;
    let row = 0;
    while (row < 3 && placed.some((other) => collides(other, row))) row += 1;
    placed.push({ x, text, full: label, row, from, width });
  }
  if (placed.length === 0) return null;
  return g(
    { 'font-size': 11, fill: theme.colors.text },
    placed.map(({ x, text, full, row, from, width }) => {
      const y = plot.top - 11 + row * 14;
      const covers = x > from - 2 && x < from + width + 2;
      return [
        path(`M${px(x)} ${px(covers ? y + 6 : y - 4)}V${px(plot.bottom)}`, {
          stroke: theme.colors.axis,
          'stroke-dasharray': '1 3',
        }),
        covers ? null : circle(x, y, 2, { fill: theme.colors['text-muted'] }),
        svgText(plot.flow.rtl ? from + width : from, y + 4, text, halo(theme.colors.surface), full),
      ];
    }),
  );
}

/**
 * Where the text of an annotation starts: after the line, otherwise before it, and over it if neither side has room.
 * Texts stay within the plot, since axis labels are next to it.
 */
function beside(plot: AnnotatedPlot, x: number, width: number): number {
  const [right, left] = [x + 5, x - 5 - width];
  const fits = (from: number) => from >= plot.left && from + width <= plot.right;
  const [onward, back] = plot.flow.rtl ? [left, right] : [right, left];
  if (fits(onward)) return onward;
  if (fits(back)) return back;
  return Math.max(plot.left, Math.min(plot.right - width, x - width / 2));
}

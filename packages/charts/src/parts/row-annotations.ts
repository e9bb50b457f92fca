import type { ChartProps } from '../chart-props.ts';
import { truncate } from '../layout/fit-text.ts';
import { mirror } from '../layout/mirror.ts';
import { textWidth } from '../layout/text-width.ts';
import { circle, g, halo, type Markup, svgText } from './svg.ts';

const letters = 11;
/** Between a bar or its value, the dot and the text. */
const lead = 18;
/** A shorter text says too little. */
const leastText = 48;

/** The texts of the annotations of each row, by its index; several are one text. */
export function annotatedRows(
  { tile }: ChartProps,
  indexOf: (at: string | number) => number | undefined,
): ReadonlyMap<number, string> {
  const rows = new Map<number, string>();
  for (const { at, label } of tile.options?.annotations ?? []) {
    const index = indexOf(at);
    const before = index === undefined ? undefined : rows.get(index);
    if (index !== undefined) rows.set(index, before === undefined ? label : `${before} · ${label}`);
  }
  return rows;
}

/** The room for the text of a row, from where its bar or value ends. */
export const rowAnnotationRoom = ({ size }: ChartProps, text: string): number =>
  Math.min(textWidth(text, letters), size.width * 0.35) + lead;

/**
 * The texts at the ends of rows. `rowAt` tells where a row has nothing else, from the start of the drawing; over a row
 * that ends at the edge, the text is above its end.
 */
export function rowAnnotations(
  props: ChartProps,
  rows: ReadonlyMap<number, string>,
  rowAt: (index: number) => { readonly from: number; readonly y: number },
): Markup | null {
  if (rows.size === 0) return null;
  const { size, theme, locale } = props;
  const flow = mirror(locale, size.width);
  return g(
    { 'font-size': letters, fill: theme.colors.text },
    [...rows].map(([index, full]) => {
      const { from, y } = rowAt(index);
      const width = Math.max(leastText, size.width - from - lead);
      const text = truncate(full, width, letters);
      const start = Math.min(from + lead, size.width - textWidth(text, letters));
      return [
        circle(flow.x(start - 7), y, 2, { fill: theme.colors['text-muted'] }),
        svgText(flow.x(start), y + 4, text, halo(theme.colors.surface), full),
      ];
    }),
  );
}

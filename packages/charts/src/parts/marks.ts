import type { Format } from '@inlay/protocol/format';
import type { Threshold } from '@inlay/protocol/tile';
import { mean, median } from 'd3-array';
import type { ChartProps } from '../chart-props.ts';
import type { Series } from '../data/read-series.ts';
import { formatShort } from '../format/format-number.ts';
import { truncate } from '../layout/fit-text.ts';
import { textWidth } from '../layout/text-width.ts';
import type { Cartesian } from './cartesian.ts';
import { circle, g, halo, type Markup, path, px, rect, words } from './svg.ts';

/** Values that reference lines point at, so that the axis can be made to include them. */
export function referenceValues(props: ChartProps, series: readonly Series[]): readonly number[] {
  const lines = props.tile.options?.referenceLines ?? [];
  if (lines.length === 0) return [];
  const all = series
    .filter((each) => !each.comparison)
    .flatMap((each) => each.values.filter((value) => value !== null));
  return lines.flatMap(({ value }) => {
    const at = value === 'average' ? mean(all) : value === 'median' ? median(all) : value;
    return at === undefined ? [] : [at];
  });
}

/** `Target €1.2M`: what the line stands for and where it is. */
export function referenceLabel(
  props: ChartProps,
  value: number,
  index: number,
  format: Format | undefined,
): string {
  const name = props.tile.options?.referenceLines?.[index]?.label ?? '';
  return `${name} ${formatShort(value, format, props.locale)}`.trim();
}

/** Dashed lines across the plot with their names on them. */
export function referenceLines(props: ChartProps, series: readonly Series[], plot: Cartesian): Markup | null {
  const { theme } = props;
  const values = referenceValues(props, series);
  if (values.length === 0) return null;
  return g(
    { fill: theme.paint['text-muted'], 'font-size': 11 },
    values.map((value, index) => {
      const y = plot.y(value);
      const text = referenceLabel(props, value, index, series[0]?.format);
      const middle = y - 10 < plot.top ? y + 10 : y - 9;
      return [
        path(`M${px(plot.left)} ${px(y)}H${px(plot.right)}`, {
          stroke: theme.paint['text-muted'],
          'stroke-dasharray': '4 3',
        }),
        tag(props, text, freeSide(series, plot, textWidth(text, 11), middle), middle, plot.flow.rtl),
      ];
    }),
  );
}

/** Where words on a line begin: at its start, or before its end if marks reach up to them only at the start. */
function freeSide(series: readonly Series[], plot: Cartesian, width: number, middle: number): number {
  const { forward, rtl } = plot.flow;
  const [start, end] = rtl ? [plot.right, plot.left] : [plot.left, plot.right];
  const near = width + plot.band.bar / 2;
  const isCovered = (edge: number) =>
    series.some(({ values }) =>
      values.some(
        (value, index) =>
          value !== null && Math.abs(plot.x(index) - edge) < near && plot.y(value) < middle + 8,
      ),
    );
  return isCovered(start) && !isCovered(end) ? end - (width + 4) * forward : start + 4 * forward;
}

/** Small words on a patch of surface, readable across bars. */
function tag(props: ChartProps, text: string, x: number, middle: number, rtl: boolean): Markup[] {
  const width = textWidth(text, 11) + 8;
  const left = rtl ? x - width + 4 : x - 4;
  return [
    rect(left, middle - 8, width, 16, { rx: 3, fill: props.theme.paint.surface, opacity: 0.88 }),
    words(x, middle + 4, text),
  ];
}

/** Height above the plot for the words of annotations. */
export function annotationRoom(props: ChartProps): number {
  return (props.tile.options?.annotations?.length ?? 0) > 0 ? 16 : 0;
}

interface PlacedWords {
  readonly x: number;
  readonly text: string;
  readonly full: string;
  readonly row: number;
  /** Left edge of the words. */
  readonly from: number;
  readonly width: number;
}

/** A thin mark down from above the plot with what happened there; later ones step down when they would collide. */
export function annotations(props: ChartProps, plot: Cartesian): Markup | null {
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
    { 'font-size': 11, fill: theme.paint.text },
    placed.map(({ x, text, full, row, from, width }) => {
      const y = plot.top - 11 + row * 14;
      const covers = x > from - 2 && x < from + width + 2;
      return [
        path(`M${px(x)} ${px(covers ? y + 6 : y - 4)}V${px(plot.bottom)}`, {
          stroke: theme.paint.axis,
          'stroke-dasharray': '1 3',
        }),
        covers ? null : circle(x, y, 2, { fill: theme.paint['text-muted'] }),
        words(plot.flow.rtl ? from + width : from, y + 4, text, halo(theme.paint.surface), full),
      ];
    }),
  );
}

/**
 * Where the words of a mark begin: onward from it as reading goes, else back, and where neither side has the room,
 * over it. They stay within the plot: beside it stand the labels of the axis.
 */
function beside(plot: Cartesian, x: number, width: number): number {
  const [right, left] = [x + 5, x - 5 - width];
  const fits = (from: number) => from >= plot.left && from + width <= plot.right;
  const [onward, back] = plot.flow.rtl ? [left, right] : [right, left];
  if (fits(onward)) return onward;
  if (fits(back)) return back;
  return Math.max(plot.left, Math.min(plot.right - width, x - width / 2));
}

/** Soft bands behind a line where values are good, worth a look, or bad. */
export function thresholdBands(props: ChartProps, series: readonly Series[], plot: Cartesian): Markup | null {
  const drawn = new Set<string | undefined>([undefined, ...series.map((each) => each.column.name)]);
  const thresholds = (props.tile.options?.thresholds ?? []).filter((each) => drawn.has(each.column));
  if (thresholds.length === 0) return null;
  return g(
    {},
    thresholds.map(({ from, to, tone }) => {
      const low = plot.y(Math.max(from ?? plot.axis.min, plot.axis.min));
      const high = plot.y(Math.min(to ?? plot.axis.max, plot.axis.max));
      return low > high
        ? rect(plot.left, high, plot.right - plot.left, low - high, {
            fill: props.theme.paint[`${tone}-soft`],
          })
        : null;
    }),
  );
}

/** The tone a value has by the first threshold that holds it: `from` belongs to it, `to` does not. */
export function toneOf(
  value: number | null,
  thresholds: readonly Threshold[] | undefined,
  column: string,
): Threshold['tone'] | undefined {
  if (value === null) return undefined;
  return thresholds?.find(
    (each) =>
      (each.column === undefined || each.column === column) &&
      value >= (each.from ?? Number.NEGATIVE_INFINITY) &&
      value < (each.to ?? Number.POSITIVE_INFINITY),
  )?.tone;
}

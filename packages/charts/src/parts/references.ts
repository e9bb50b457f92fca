import type { Format } from '@inlay/protocol/format';
import { mean, median } from 'd3-array';
import type { ChartProps } from '../chart-props.ts';
import { readSeries, type Series } from '../data/read-series.ts';
import { formatShort } from '../format/format-number.ts';
import { textWidth } from '../layout/text-width.ts';
import type { Cartesian } from './cartesian.ts';
import { unzoomed } from './focus.ts';
import { g, type Markup, path, px, rect, svgText } from './svg.ts';

/** The value and label of a reference line. */
export interface Reference {
  readonly value: number;
  readonly name: string;
}

/** The reference lines of a tile; computed before the axis, which must include them. */
export function referencesOf(props: ChartProps, series: readonly Series[]): readonly Reference[] {
  const lines = props.tile.options?.referenceLines ?? [];
  if (lines.length === 0) return [];
  // A zoom leaves averages as they are.
  const all = (props.whole ? readSeries(unzoomed(props)).series : series)
    .filter((each) => !each.comparison)
    .flatMap((each) => each.values.filter((value) => value !== null));
  return lines.flatMap(({ value, label }) => {
    const at = value === 'average' ? mean(all) : value === 'median' ? median(all) : value;
    return at === undefined ? [] : [{ value: at, name: label }];
  });
}

/** `Target €1.2M`: label and value of the line. */
export function referenceText(
  { locale }: ChartProps,
  { value, name }: Reference,
  format: Format | undefined,
): string {
  return `${name} ${formatShort(value, format, locale)}`.trim();
}

/** Dashed lines across the plot with their names on them. */
export function referenceLines(
  props: ChartProps,
  references: readonly Reference[],
  series: readonly Series[],
  plot: Cartesian,
): Markup | null {
  const { theme } = props;
  if (references.length === 0) return null;
  return g(
    { fill: theme.colors['text-muted'], 'font-size': 11 },
    references
      .filter(({ value }) => value >= plot.axis.min && value <= plot.axis.max)
      .map((reference) => {
        const y = plot.y(reference.value);
        const text = referenceText(props, reference, series[0]?.format);
        const middle = y - 10 < plot.top ? y + 10 : y - 9;
        return [
          path(`M${px(plot.left)} ${px(y)}H${px(plot.right)}`, {
            stroke: theme.colors['text-muted'],
            'stroke-dasharray': '4 3',
          }),
          tag(props, text, freeSide(series, plot, textWidth(text, 11), middle), middle, plot.flow.rtl),
        ];
      }),
  );
}

/** Where the text on a line starts: at its start, or at its end if marks would touch it only at the start. */
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

/** Small text on a patch of the surface color, readable across bars. */
function tag(props: ChartProps, text: string, x: number, middle: number, rtl: boolean): Markup[] {
  const width = textWidth(text, 11) + 8;
  const left = rtl ? x - width + 4 : x - 4;
  return [
    rect(left, middle - 8, width, 16, { rx: 3, fill: props.theme.colors.surface, opacity: 0.88 }),
    svgText(x, middle + 4, text),
  ];
}

import type { ChartProps } from '../chart-props.ts';
import type { Series } from '../data/read-series.ts';
import type { Threshold } from '../options/every-kind.ts';
import type { Cartesian } from './cartesian.ts';
import { g, type Markup, rect } from './svg.ts';

/** Colored bands behind a line for the ranges of thresholds. */
export function thresholdBands(props: ChartProps, series: readonly Series[], plot: Cartesian): Markup | null {
  const drawn = new Set<string | undefined>([undefined, ...series.map((each) => each.column.name)]);
  const thresholds = (props.tile.options?.thresholds ?? []).filter((each) => drawn.has(each.column));
  if (thresholds.length === 0) return null;
  return g(
    {},
    thresholds.map(({ from, to, tone }) => {
      const low = plot.yInside(from ?? plot.axis.min);
      const high = plot.yInside(to ?? plot.axis.max);
      return low > high
        ? rect(plot.left, high, plot.right - plot.left, low - high, {
            fill: props.theme.colors[`${tone}-soft`],
          })
        : null;
    }),
  );
}

/** The tone of the first threshold that contains the value: `from` is inclusive, `to` is exclusive. */
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

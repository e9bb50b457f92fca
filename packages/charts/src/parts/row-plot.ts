import type { Format } from '@inlay/protocol/format';
import type { ChartProps } from '../chart-props.ts';
import { type BandScale, bandScale } from '../layout/band-scale.ts';
import { type Mirror, mirror } from '../layout/mirror.ts';
import { textWidth } from '../layout/text-width.ts';
import { project, type ValueAxis } from '../layout/value-axis.ts';
import { fontSize } from './chart-frame.ts';
import { g, type Markup, path, px, svgText } from './svg.ts';
import { ticksAlong, tickText } from './tick-text.ts';

interface RowPlotInput {
  /** The number of rows. */
  readonly count: number;
  readonly axis: ValueAxis;
  readonly format: Format | undefined;
  /** Its edges, from the start of the drawing. */
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
  readonly maxBar: number;
}

/** The plot of a horizontal chart: rows below each other, values along them. */
export interface RowPlot {
  readonly flow: Mirror;
  readonly band: BandScale;
  /** The position of a value. */
  readonly x: (value: number) => number;
  /** Like `x`, but clamped to the plot. */
  readonly xInside: (value: number) => number;
  readonly grid: Markup;
  readonly baseline: Markup | null;
}

/** The height below the rows for the labels of the axis. */
export const rowAxisHeight = 22;

export function rowPlot(props: ChartProps, input: RowPlotInput): RowPlot {
  const { theme, locale, size } = props;
  const { axis, from, to, top, bottom } = input;
  const flow = mirror(locale, size.width);
  const along = project(axis, from, to);
  const x = (value: number) => flow.x(along(value));
  const line = (value: number) => `M${px(x(value))} ${px(top)}V${px(bottom)}`;
  return {
    flow,
    band: bandScale(input.count, top, bottom, input.maxBar),
    x,
    xInside: (value) => flow.x(Math.max(from, Math.min(to, along(value)))),
    grid: g(
      {},
      path(
        axis.ticks
          .filter((tick) => tick !== 0)
          .map(line)
          .join(''),
        { stroke: theme.colors.grid },
      ),
      g(
        { fill: theme.colors['text-muted'], 'text-anchor': 'middle' },
        ticksAlong(props, axis, input.format, x).map((label) => svgText(label.x, bottom + 16, label.text)),
      ),
    ),
    baseline:
      axis.min <= 0 && axis.max >= 0 && !axis.log ? path(line(0), { stroke: theme.colors.axis }) : null,
  };
}

/** The finest axis whose labels have room next to each other. */
export function rowAxis(
  props: ChartProps,
  axisOfCount: (count: number) => ValueAxis,
  format: Format | undefined,
  width: number,
): ValueAxis {
  for (let count = 6; count > 2; count -= 1) {
    const axis = axisOfCount(count);
    const labels = axis.ticks.map((tick) => tickText(tick, axis, format, props.locale));
    const widest = Math.max(0, ...labels.map((label) => textWidth(label, fontSize)));
    if ((widest + 16) * labels.length <= width) return axis;
  }
  return axisOfCount(2);
}

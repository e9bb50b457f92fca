import type { Format } from '@inlay/protocol/format';
import type { ChartProps } from '../chart-props.ts';
import type { SeriesData } from '../data/read-series.ts';
import { type BandScale, bandScale } from '../layout/band-scale.ts';
import { type Mirror, mirror } from '../layout/mirror.ts';
import { textWidth } from '../layout/text-width.ts';
import {
  type AxisInput,
  alignedAxes,
  axisOf,
  project,
  type ValueAxis,
  withZero,
} from '../layout/value-axis.ts';
import { annotatedIndex, annotatedPosition } from './annotated-index.ts';
import { axisTitle, titleHeight } from './axis-title.ts';
import { fontSize, noteRoom } from './chart-frame.ts';
import { clamp } from './clipped-path.ts';
import type { Header } from './legend.ts';
import type { Note } from './notes.ts';
import type { Side } from './panel.ts';
import { g, type Markup, path, px, svgText } from './svg.ts';
import { tickText } from './tick-text.ts';
import { blankAxis, categoryAxis, continuousAxis, type XAxis } from './x-axis.ts';

interface CartesianAxis extends AxisInput {
  readonly format: Format | undefined;
}

interface CartesianInput {
  readonly data: SeriesData;
  readonly header: Header;
  readonly value: CartesianAxis;
  /** A second axis on the opposite side, with its ticks on the gridlines of the first. */
  readonly second?: CartesianAxis & { readonly color: string };
  /** Categories in slots, as bars need them, or on a continuous X axis. */
  readonly slots: boolean;
  /** The number of bars side by side in a slot; each has a maximum width. */
  readonly abreast?: number;
  /** Space next to the plot for labels at line ends, above it for labels on bars. */
  readonly endRoom?: number;
  readonly headRoom?: number;
  readonly footRoom?: number;
  /** Values are shown on the marks, so the axis would be redundant. */
  readonly bare?: boolean;
  readonly notes?: readonly Note[];
  /** Ticks of a numeric X axis to choose from, the finest first. */
  readonly xTicks?: readonly (readonly number[])[];
  /** For panels above each other: the least width of the labels of the value axis, and the X axis below another one. */
  readonly labelRoom?: number;
  readonly sharesX?: boolean;
}

/** The plot area of a chart with a value axis, its scales and its axes. */
export interface Cartesian {
  readonly flow: Mirror;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly axis: ValueAxis;
  readonly y: (value: number) => number;
  readonly y2: (value: number) => number;
  /** Like `y`, but clamped to the plot: where bars start and end. */
  readonly yInside: (value: number) => number;
  /** The center of a category in pixels. */
  readonly x: (index: number) => number;
  /** The position of a value of the X column, for annotations. */
  readonly xAt: (value: string | number) => number | undefined;
  readonly band: BandScale;
  readonly grid: Markup;
  /** The zero line; drawn above stacked bars, whose gaps would interrupt it, and below lines. */
  readonly baseline: Markup | null;
  /** The width of the labels of the value axis. */
  readonly labelRoom: number;
  /** What readers have to know about the axes; the plot leaves room for it. */
  readonly notes: readonly Note[];
}

export function cartesian(props: ChartProps, input: CartesianInput): Cartesian {
  const { size, theme, locale, panel } = props;
  const { data } = input;
  const flow = mirror(locale, size.width);
  const top = input.header.height + (input.headRoom ?? 6);
  const { xTitle = '' } = props.tile.options ?? {};
  panel?.note({ xTitle });
  const title = panel ? '' : xTitle;
  // Titles, notes and outer labels of panels are outside of them.
  const given = input.notes ?? [];
  const noted = noteRoom(props, given) + titleHeight(title);
  const spacing = panel ? 30 : 44;
  const forTicks = size.height - top - noted - (input.sharesX ? 0 : 30);
  const count = Math.max(2, Math.min(6, Math.round(forTicks / spacing)));
  const value = panel?.axis('y', input.value) ?? input.value;
  const other = input.second && (panel?.axis('y2', input.second) ?? input.second);
  const { bounds = {}, log = false } = value;
  const isChosen = log || bounds.min !== undefined || bounds.max !== undefined;
  // Gridlines at bounds or on a logarithmic axis are not evenly spaced: the second axis has its own ticks.
  const [rounded, second] =
    other && !isChosen
      ? alignedAxes(value, other, count)
      : [axisOf(value, count), other && axisOf(other, count)];
  // Without ticks, rounding up the range would only waste height.
  const axis = input.bare && !isChosen ? { ...rounded, ...withZero(value.extent) } : rounded;
  const labels = input.bare ? [] : axis.ticks.map((tick) => tickText(tick, axis, value.format, locale));
  const secondLabels = second?.ticks.map((tick) => tickText(tick, second, other?.format, locale)) ?? [];
  const labelRoom = labels.length > 0 ? widest(labels) + 10 : 0;
  const secondRoom = secondLabels.length > 0 ? widest(secondLabels) + 10 : 0;
  const endRoom = input.endRoom ?? 0;
  const start = Math.max(input.labelRoom ?? 0, panel?.room('start', labelRoom, '') ?? labelRoom);
  const end =
    size.width -
    Math.max(panel?.max('endRoom', endRoom) ?? endRoom, panel?.room('end', secondRoom, '') ?? secondRoom);
  const height = size.height - top;
  const xAxis = input.sharesX
    ? blankAxis(props, data, start, end)
    : input.slots
      ? categoryAxis(props, data, start, end, height)
      : continuousAxis(props, data, start, end, { height, ticks: input.xTicks });
  const apart = second ? zerosApart(props, axis, second, other?.format) : undefined;
  const notes = [...(apart ? [apart] : []), ...(xAxis.notes ?? [])];
  const foot = noteRoom(props, [...given, ...notes]) + titleHeight(title);
  const bottom = size.height - foot - (panel?.room('bottom', xAxis.height, ticksOf(data)) ?? xAxis.height);
  const draws = (side: Side) => panel?.isLabelled(side) ?? true;
  const y = project(axis, bottom - (input.footRoom ?? 0), top);
  const y2 = second ? project(second, bottom - (input.footRoom ?? 0), top) : y;
  const [left, right] = flow.rtl ? [flow.x(end), flow.x(start)] : [start, end];
  // Only zero gets the strong line: at another value it would be mistaken for zero.
  const zero = axis.min <= 0 && axis.max >= 0 ? y(0) : undefined;
  // Negative values on the second axis need its zero if it is not that of the first.
  const secondZero =
    second && second.min < 0 && second.max >= 0 && Math.abs(y2(0) - (zero ?? top)) > 1 ? y2(0) : undefined;
  const band = { top, bottom };
  const lines = axis.ticks.filter((tick) => !input.bare && tick !== 0);
  const grid = g(
    {},
    path(lines.map((tick) => `M${px(left)} ${px(y(tick))}H${px(right)}`).join(''), {
      stroke: theme.colors.grid,
    }),
    g(
      { fill: theme.colors['text-muted'], 'text-anchor': 'end' },
      draws('start')
        ? labels.map((label, i) => svgText(flow.x(start - 8), y(axis.ticks[i] as number) + 4, label))
        : null,
      draws('bottom') ? xAxis.draw(bottom) : null,
      axisTitle(title, {
        x: flow.x(end),
        y: size.height - foot + titleHeight(title) - 5,
        room: end - start,
        flow,
        color: theme.colors['text-muted'],
      }),
    ),
    second && draws('end')
      ? g(
          { fill: input.second?.color, 'text-anchor': 'start' },
          secondLabels.map((label, i) => svgText(flow.x(end + 8), y2(second.ticks[i] as number) + 4, label)),
        )
      : null,
    secondZero === undefined
      ? null
      : path(`M${px(left)} ${px(secondZero)}H${px(right)}`, {
          stroke: input.second?.color,
          'stroke-dasharray': '4 3',
        }),
  );
  return {
    flow,
    left,
    right,
    top,
    bottom,
    axis,
    y,
    y2,
    yInside: (value) => clamp(y(value), band),
    x: xAxis.x,
    xAt: (value) => placeOf(props, data, xAxis, value),
    band: bandScale(data.positions.length, start, end, Math.max(64, 40 * (input.abreast ?? 1))),
    grid,
    baseline:
      zero === undefined
        ? null
        : path(`M${px(left)} ${px(zero)}H${px(right)}`, { stroke: theme.colors.axis }),
    labelRoom: start,
    notes,
  };
}

/** Panels with the same positions and names share an X axis. */
export const ticksOf = ({ positions, label, xKind }: SeriesData): string =>
  positions.map((position, index) => (xKind === 'name' ? label(index) : position)).join('\n');

/** Lengths and heights that do not start at the same zero cannot be compared. */
function zerosApart(
  { locale }: ChartProps,
  first: ValueAxis,
  second: ValueAxis,
  format: Format | undefined,
): Note | undefined {
  const share = ({ min, max }: ValueAxis) => -min / (max - min);
  const hasZero = ({ min, max }: ValueAxis) => min <= 0 && max >= 0;
  // A logarithmic axis has no zero and a note of its own.
  const isShared = first.log || (hasZero(first) && Math.abs(share(first) - share(second)) < 0.005);
  if (hasZero(second) && isShared) return undefined;
  const say = (end = 0) => tickText(end, second, format, locale);
  return {
    key: 'zerosApart',
    numbers: [second.min, second.max],
    merge: (panels) => [Math.min(...panels.flat()), Math.max(...panels.flat())],
    write: (from, to) => locale.messages.zerosApart({ from: say(from), to: say(to) }),
  };
}

const widest = (labels: readonly string[]): number =>
  Math.max(...labels.map((label) => textWidth(label, fontSize)));

function placeOf(
  props: ChartProps,
  data: SeriesData,
  axis: XAxis,
  value: string | number,
): number | undefined {
  const index = annotatedIndex(props, data, value);
  if (index === undefined) return undefined;
  const position = data.xKind === 'name' ? undefined : annotatedPosition(props, data, value);
  return position === undefined || !axis.at ? axis.x(index) : axis.at(position);
}

import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { headline } from '../../data/summarise.ts';
import { formatFull } from '../../format/format-number.ts';
import { cutMiddle, truncate } from '../../layout/fit-text.ts';
import { mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import {
  type AxisInput,
  axisOf,
  type Extent,
  extentOf,
  project,
  type ValueAxis,
} from '../../layout/value-axis.ts';
import { annotationRoom, annotations } from '../../parts/annotations.ts';
import { withArrow } from '../../parts/axis-title.ts';
import { chartFrame, fontSize, noteRoom } from '../../parts/chart-frame.ts';
import { labelOf, unzoomed } from '../../parts/focus.ts';
import { type Header, legend, noHeader } from '../../parts/legend.ts';
import { markLimit } from '../../parts/mark-limit.ts';
import { hitTargets, type Mark, type Marks, markAttribute } from '../../parts/marks.ts';
import { countNotes } from '../../parts/notes.ts';
import type { Side } from '../../parts/panel.ts';
import { shortName } from '../../parts/short-names.ts';
import { unfitState } from '../../parts/state.ts';
import { circle, g, halo, type Markup, path, px, svgText } from '../../parts/svg.ts';
import { ticksAlong, tickText } from '../../parts/tick-text.ts';
import {
  type AxisOptions,
  axisScale,
  isOutside,
  scaleNotes,
  type ValueScale,
} from '../../parts/value-scale.ts';
import { assignFills } from '../../theme/assign-fills.ts';
import { mix } from '../../theme/contrast.ts';
import { type SeriesFill, textOn } from '../../theme/create-theme.ts';
import {
  biggestBubble,
  biggestOf,
  bubbleOpacity,
  circles,
  type Dot,
  highlightedFirst,
  layDots,
  maxBubbles,
} from './dots.ts';
import { drawTrends, type GroupTrend, groupTrends, trendItems } from './group-trends.ts';
import type { ScatterProps } from './options.ts';
import { placeNames } from './place-names.ts';
import { mostNamed, type Points, pointLabel, readPoints } from './read-points.ts';
import { specks } from './specks.ts';

const yTitleHeight = 24;
const tickHeight = 24;
const xTitleHeight = 18;
/** The share of the height that the plot keeps. */
const leastPlot = 0.5;

export function scatterChart(props: ScatterProps): VNode {
  const all = readPoints(props);
  if (!all) return unfitState(props);
  const { size, theme, locale, panel } = props;
  const options = props.tile.options ?? {};
  const { x: alongX, y: alongY, data } = onAxes(props, all);
  const flow = mirror(locale, size.width);
  const fills = assignFills(props, data.colored);
  const trends = options.trend === 'linear' ? groupTrends(data) : [];
  const bubbles = data.size ? Math.min(maxBubbles, data.points.length) : data.points.length;
  const notes = [
    ...countNotes(props, [{ key: 'points', of: '', shown: bubbles, all: data.points.length }]),
    ...scaleNotes(props, alongY),
  ];
  const yLabel = `↑ ${truncate(options.yTitle || data.y.label, size.width - 20, fontSize)}`;
  const xTitle = options.xTitle || data.x.label;
  panel?.note({ caption: yLabel, xTitle });
  const xLabel = withArrow(xTitle, flow);
  const foot = noteRoom(props, notes);
  const around = surroundings(props, foot, (height) =>
    headerOf({ ...props, size: { ...size, height } }, data, fills, trends),
  );
  const { header } = around;
  // The titles of panels are around all of them.
  const isInside = around.isInside && !panel;
  const top = header.height + (panel ? 6 : yTitleHeight) + annotationRoom(props);
  const xValues = data.points.map((point) => point.x);
  const below =
    panel?.room('bottom', tickHeight, JSON.stringify(extentOf([xValues]))) ??
    tickHeight + (isInside ? 0 : xTitleHeight) + foot;
  const bottom = size.height - below;
  const reach = data.size ? biggestBubble(size.width) : 5;
  const spanOf = (values: readonly number[], log: boolean, share: number) =>
    log ? (extentOf([values], true) ?? { min: 1, max: 10 }) : roomFor(extentOf([values]), share);
  const spanAt = (name: string, values: readonly number[], room: number, axis: ValueScale): AxisInput => {
    const extent = spanOf(values, axis.log, reach / Math.max(1, room));
    const own = { extent, zero: nearZero(extent), ...axis };
    return panel?.axis(name, own) ?? own;
  };
  const yValues = data.points.map((point) => point.y);
  const yAxis = axisOf(
    spanAt('y', yValues, bottom - top, alongY),
    Math.max(2, Math.min(6, Math.round((bottom - top) / 40))),
  );
  const yLabels = yAxis.ticks.map((tick) => tickText(tick, yAxis, data.formats.y, locale));
  const labelRoom = Math.max(...yLabels.map((label) => textWidth(label, fontSize))) + 8;
  const start = panel?.room('start', labelRoom, '') ?? labelRoom;
  const end = size.width - (panel ? 0 : 10);
  const xAxis = axisOf(
    spanAt('x', xValues, size.width - 60, alongX),
    Math.max(2, Math.min(8, Math.floor((end - start) / 72))),
  );
  const draws = (side: Side) => panel?.isLabelled(side) ?? true;
  const along = project(xAxis, start, end);
  const x = (value: number) => flow.x(along(value));
  const y = project(yAxis, bottom, top);
  const [left, right] = flow.rtl ? [flow.x(end), flow.x(start)] : [start, end];
  const isCloud = !data.size && data.points.length > mostNamed;
  const dots = isCloud
    ? []
    : layDots(data, x, y, fills, { width: size.width, biggest: biggestIn(props, data) });
  const muted = theme.colors['text-muted'];
  return chartFrame(props, {
    summary: summaryOf(props, data),
    notes,
    series: [data.x, data.y, ...(data.size ? [data.size] : [])].map((column) => [column.label, muted]),
    highlight: 'dots',
    ...(data.points.length <= markLimit(props, mostNamed) && pointMarks(props, data, dots)),
    body: [
      header.nodes,
      g(
        { fill: muted },
        panel ? null : svgText(flow.x(0), header.height + 11, yLabel),
        panel || isInside
          ? null
          : svgText(flow.x(end), bottom + 36, truncate(xLabel, end - start, fontSize), {
              'text-anchor': 'end',
            }),
        yLabels.map((label, i) =>
          draws('start')
            ? svgText(flow.x(start - 8), y(yAxis.ticks[i] as number) + 4, label, { 'text-anchor': 'end' })
            : null,
        ),
        draws('bottom')
          ? ticksAlong(props, xAxis, data.formats.x, x).map((label) =>
              svgText(label.x, bottom + 18, label.text, { 'text-anchor': 'middle' }),
            )
          : null,
      ),
      path(
        yAxis.ticks.map((tick) => `M${px(left)} ${px(y(tick))}H${px(right)}`).join('') +
          xAxis.ticks.map((tick) => `M${px(x(tick))} ${px(top)}V${px(bottom)}`).join(''),
        { stroke: theme.colors.grid },
      ),
      zeroLines(
        theme.colors.axis,
        xAxis.min < 0 && xAxis.max >= 0 ? x(0) : undefined,
        yAxis.min <= 0 && yAxis.max >= 0 ? y(0) : undefined,
        { left, right, top, bottom },
      ),
      isCloud ? specks(props, data, x, y, fills) : circles(props, dots),
      drawTrends(trends, fills, {
        x,
        y,
        top,
        bottom,
        log: yAxis.log === true || xAxis.log === true,
        surface: theme.colors.surface,
      }),
      isInside
        ? svgText(flow.x(end - 4), bottom - 5, truncate(xLabel, end - start - 8, fontSize), {
            'text-anchor': 'end',
            fill: muted,
            ...halo(theme.colors.surface),
          })
        : null,
      names(props, dots, { left, right, top, bottom: isInside ? bottom - 16 : bottom }),
      annotations(props, { flow, left, right, top, bottom, xAt: (at) => placeOnAxis(xAxis, x, at) }),
    ],
  });
}

function placeOnAxis(
  { min, max }: ValueAxis,
  x: (value: number) => number,
  at: string | number,
): number | undefined {
  const value = Number(at);
  return value >= min && value <= max ? x(value) : undefined;
}

/** What the area of bubbles is compared with: a zoom does not change their size. */
const biggestIn = (props: ScatterProps, data: Points): number =>
  biggestOf((props.whole && readPoints(unzoomed(props))?.points) ?? data.points);

/** What is around the plot: in a low tile, it gives way until the plot has half of the height. */
function surroundings(
  { size }: ScatterProps,
  foot: number,
  headerAt: (height: number) => Header,
): { readonly header: Header; readonly isInside: boolean } {
  const header = headerAt(size.height);
  const tries = [
    { header, isInside: false },
    { header, isInside: true },
    // In one row.
    { header: headerAt(0), isInside: true },
    // Tooltips still name the groups.
    { header: noHeader, isInside: true },
  ] as const;
  const plotHeight = ({ header: { height }, isInside }: (typeof tries)[number]) =>
    size.height - height - yTitleHeight - tickHeight - (isInside ? 0 : xTitleHeight) - foot;
  return tries.find((each) => plotHeight(each) >= size.height * leastPlot) ?? tries[3];
}

/** The groups and their trends. */
function headerOf(
  props: ScatterProps,
  data: Points,
  fills: readonly SeriesFill[],
  trends: readonly GroupTrend[],
): Header {
  const groups = data.groups.map((name, i) => ({
    name,
    color: (fills[i] as SeriesFill).color,
    mark: 'square' as const,
  }));
  return groups.length > 1 || trends.length > 0
    ? legend(props, [...(groups.length > 1 ? groups : []), ...trendItems(props, trends, fills)])
    : noHeader;
}

function summaryOf(props: ScatterProps, data: Points): string {
  const { locale } = props;
  return [
    headline(props),
    locale.messages.summary.series({
      names: `${data.x.label}, ${data.y.label}${data.size ? `, ${data.size.label}` : ''}`,
    }),
    locale.messages.summary.points({
      count: data.points.length,
      shown: formatFull(data.points.length, undefined, locale),
    }),
  ].join(' ');
}

/** The scales of both axes, and the points within them. */
function onAxes(props: ScatterProps, data: Points): { x: ValueScale; y: ValueScale; data: Points } {
  const { xMin, xMax, yMin, yMax, scale } = props.tile.options ?? {};
  const axis = (values: readonly number[], options: AxisOptions) =>
    axisScale(props, options, { values: [values], format: undefined });
  const x = axis(
    data.points.map((point) => point.x),
    { min: xMin, max: xMax },
  );
  const y = axis(
    data.points.map((point) => point.y),
    { min: yMin, max: yMax, scale },
  );
  if (x.bounds === y.bounds && !y.log) return { x, y, data };
  const placed = y.log ? data.points.filter((point) => point.y > 0) : data.points;
  const points = placed.filter((point) => !isOutside(point.x, x.bounds) && !isOutside(point.y, y.bounds));
  return { x, y: { ...y, outside: placed.length - points.length }, data: { ...data, points } };
}

/** Positions are compared with each other, not with zero, which is included only if it costs little space. */
function nearZero({ min, max }: Extent): boolean {
  return Math.min(Math.abs(min), Math.abs(max)) <= (max - min) * 0.2;
}

/** Widens the range so that bubbles at its ends stay inside the plot, without crossing zero. */
function roomFor(extent: Extent | undefined, share: number): Extent {
  if (!extent) return { min: 0, max: 1 };
  const room = (extent.max - extent.min) * share;
  return {
    min: extent.min >= 0 ? Math.max(0, extent.min - room) : extent.min - room,
    max: extent.max + room,
  };
}

function zeroLines(
  color: string,
  x: number | undefined,
  y: number | undefined,
  area: { left: number; right: number; top: number; bottom: number },
): Markup | null {
  const vertical = x === undefined ? '' : `M${px(x)} ${px(area.top)}V${px(area.bottom)}`;
  const level = y === undefined ? '' : `M${px(area.left)} ${px(y)}H${px(area.right)}`;
  return path(`${level}${vertical}`, { stroke: color });
}

function names(
  props: ChartProps,
  dots: readonly Dot[],
  area: { left: number; right: number; top: number; bottom: number },
): Markup | null {
  const { labels = 'auto' } = props.tile.options ?? {};
  if (labels === 'none' || (labels === 'auto' && (props.panel || dots.length > 40))) return null;
  if (dots.length === 0 || dots.every((dot) => dot.point.name === '')) return null;
  const named = highlightedFirst(props, dots);
  const wanted = named.map((dot) => ({
    x: dot.cx,
    y: dot.cy,
    r: dot.r,
    text: cutMiddle(shortName(props, dot.point.name), 120, 11),
  }));
  return g(
    { 'font-size': 11, fill: props.theme.colors.text, 'text-anchor': 'middle' },
    placeNames(wanted, 11, area).map(({ x, y, text, spot, inside }) => {
      const dot = named[spot] as Dot;
      const muted = labelOf(props, [dot.point.row]);
      if (!inside)
        return svgText(x, y, text, { ...halo(props.theme.colors.surface), ...muted }, dot.point.name);
      const bubbleColor = mix(dot.fill.value, props.theme.tokens.surface, 1 - bubbleOpacity);
      return svgText(x, y, text, { fill: textOn(props.theme, bubbleColor), ...muted }, dot.point.name);
    }),
  );
}

function pointMarks({ locale }: ChartProps, { formats, named }: Points, dots: readonly Dot[]): Marks {
  const marks = dots.map(({ point, cx, cy }) => {
    const values = [
      { value: point.x, format: formats.x },
      { value: point.y, format: formats.y },
      { value: point.size, format: formats.size },
    ];
    const items = values.flatMap(({ value, format }, series) =>
      value === null ? [] : [{ series, y: cy, text: formatFull(value, format, locale), rows: [point.row] }],
    );
    return { label: pointLabel(point), x: cx, items };
  });
  const targets = dots.map(({ cx, cy, r }, index) =>
    circle(cx, cy, Math.max(6, r), markAttribute(marks[index] as Mark)),
  );
  return { marks, dimension: named, targets: hitTargets(targets) };
}

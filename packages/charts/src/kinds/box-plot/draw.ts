import type { Format } from '@inlay/protocol/format';
import type { VNode } from 'preact';
import { columnFormat } from '../../data/read-columns.ts';
import type { SeriesData } from '../../data/read-series.ts';
import { headline } from '../../data/summarise.ts';
import { formatRow, isTemporal } from '../../format/format-cell.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { textWidth } from '../../layout/text-width.ts';
import { extentOf, needsZero } from '../../layout/value-axis.ts';
import { type Cartesian, cartesian } from '../../parts/cartesian.ts';
import { chartFrame } from '../../parts/chart-frame.ts';
import { isOutside } from '../../parts/clipped-path.ts';
import { drawLabels, type LabelSpot } from '../../parts/data-labels.ts';
import { caption } from '../../parts/legend.ts';
import { hitTargets, type Mark, type MarkItem, type Marks, markAttribute } from '../../parts/marks.ts';
import { maxMarkedRows } from '../../parts/max-marked-rows.ts';
import { joinNotes, shownNote } from '../../parts/rows-note.ts';
import { withLongNames } from '../../parts/short-names.ts';
import { unfitState } from '../../parts/state.ts';
import { circle, g, type Markup, path, px, rect } from '../../parts/svg.ts';
import { scaleNotes, valueScale } from '../../parts/value-scale.ts';
import { assignFills } from '../../theme/assign-fills.ts';
import type { SeriesFill } from '../../theme/create-theme.ts';
import { isColor } from '../../theme/is-color.ts';
import type { BoxPlotProps } from './options.ts';
import { type Box, type Group, type Groups, type Observation, readGroups } from './read-groups.ts';

const maxBox = 44;
/** The minimum width of a box. */
const minSlot = 12;
/** The maximum number of boxes; more would merge into a line. */
const maxPoints = 100;

/** The distribution of each group: the middle half as a box, the rest as whiskers and points. */
export function boxPlotChart(given: BoxPlotProps): VNode {
  const found = readGroups(given);
  if (!found) return unfitState(given);
  // The names of observations are not drawn.
  const props = found.x ? given : withLongNames(given);
  const { tile, locale, size, theme } = props;
  const { options = {} } = tile;
  const room = Math.max(1, Math.floor((size.width - 50) / minSlot));
  // Of times, the newest are kept.
  const isTime = found.x !== undefined && isTemporal(found.x);
  const groups = isTime ? found.groups.slice(-room) : found.groups.slice(0, room);
  const format = columnFormat(found.measure, options);
  const values = groups.map(({ observations }) => observations.map(({ value }) => value));
  const scale = valueScale(props, { values, format });
  const extent = extentOf(values, scale.log) ?? { min: 0, max: 1 };
  const header = caption(props, options.yTitle || found.measure.label);
  const note = joinNotes([shownNote(props, groups.length, found.groups.length), ...scaleNotes(props, scale)]);
  const plot = cartesian(props, {
    data: axisData(found, groups, isTime),
    header,
    value: {
      extent,
      zero: needsZero(extent),
      format,
      whole: values.flat().every(Number.isInteger),
      ...scale,
    },
    slots: true,
    headRoom: 10,
    note: note !== undefined,
  });
  const fill = assignFills(theme, [found.measure.label], { explicit: options.colors })[0] as SeriesFill;
  const colorOf = ({ label }: Group) => {
    const chosen = options.colors?.[label];
    return chosen && isColor(chosen) ? chosen : fill.color;
  };
  const text = locale.messages.kinds['box-plot'];
  const names = [
    text.high,
    text.upper,
    locale.messages.median,
    text.lower,
    text.low,
    text.count,
    found.measure.label,
  ];
  return chartFrame(props, {
    summary: summaryOf(props, groups, found),
    note,
    series: names.map((name) => [name, fill.color]),
    ...groupMarks(props, found, groups, plot),
    body: [
      header.nodes,
      plot.grid,
      plot.baseline,
      groups.map((group, index) => drawGroup(props, group, { plot, index, color: colorOf(group) })),
      options.labels === 'all' ? drawLabels(props, medianSpots(props, groups, format, plot), plot) : null,
    ],
  });
}

/** Medians next to their boxes, if there is room. */
function medianSpots(
  { locale }: BoxPlotProps,
  groups: readonly Group[],
  format: Format | undefined,
  plot: Cartesian,
): readonly LabelSpot[] {
  const half = Math.min(maxBox, plot.band.bar) / 2;
  return groups.flatMap(({ box }, index) => {
    if (!box || isOutside(plot.y(box.middle), plot)) return [];
    const text = formatShort(box.middle, format, locale);
    const away = half + 5 + textWidth(text, 11) / 2;
    const within = plot.band.step - 2 * half - 8;
    return [{ x: plot.x(index) + away * plot.flow.forward, y: plot.y(box.middle), text, side: { within } }];
  });
}

function axisData({ x }: Groups, groups: readonly Group[], isTime: boolean): SeriesData {
  return {
    x,
    xKind: isTime ? 'time' : 'name',
    positions: groups.map(({ position }, index) => (isTime ? position : index)),
    label: (index) => groups[index]?.label ?? '',
    series: [],
  };
}

interface Place {
  readonly plot: Cartesian;
  readonly index: number;
  readonly color: string;
}

function drawGroup(props: BoxPlotProps, group: Group, place: Place): Markup {
  const { plot, index, color } = place;
  const { box } = group;
  const points = drawPoints(group, place);
  if (!box) return g({}, points);
  const half = Math.min(maxBox, plot.band.bar) / 2;
  const center = plot.x(index);
  const [left, right] = [center - half, center + half];
  const [high, upper, middle, lower, low] = [box.high, box.upper, box.middle, box.lower, box.low].map(
    plot.yInside,
  ) as [number, number, number, number, number];
  const isInside = (value: number) => !isOutside(plot.y(value), plot);
  const cap = (value: number) =>
    isInside(value) ? `M${px(center - half / 2)} ${px(plot.y(value))}h${px(half)}` : '';
  const whiskers = [
    high < upper ? `${cap(box.high)}M${px(center)} ${px(high)}V${px(upper)}` : '',
    low > lower ? `${cap(box.low)}M${px(center)} ${px(lower)}V${px(low)}` : '',
  ].join('');
  const outline = { rx: 2, stroke: color, 'stroke-width': 1.5 };
  return g(
    {},
    path(whiskers, { stroke: color, 'stroke-width': 1.5, fill: 'none' }),
    // Gridlines would show through the box.
    rect(left, upper, right - left, lower - upper, { rx: 2, fill: props.theme.colors.surface }),
    lower > upper
      ? rect(left, upper, right - left, lower - upper, { ...outline, fill: color, 'fill-opacity': 0.22 })
      : null,
    isInside(box.middle)
      ? path(`M${px(left)} ${px(middle)}H${px(right)}`, {
          stroke: props.theme.colors.text,
          'stroke-width': 2.5,
        })
      : null,
    points,
  );
}

/** The points of a group: all of a small one, otherwise distinct outliers, the outermost first. */
function pointsOf({ box, observations }: Group, plot: Cartesian): readonly Observation[] {
  const isOnAxis = ({ value }: Observation) => !isOutside(plot.y(value), plot);
  if (!box) return observations.filter(isOnAxis);
  const byPixel = new Map<number, Observation>();
  for (const point of box.outliers.filter(isOnAxis)) byPixel.set(Math.round(plot.y(point.value)), point);
  const all = [...byPixel.values()];
  return all.length <= maxPoints ? all : [...all.slice(0, maxPoints / 2), ...all.slice(-maxPoints / 2)];
}

function drawPoints(group: Group, { plot, index, color }: Place): Markup | null {
  const points = pointsOf(group, plot);
  if (points.length === 0) return null;
  return g(
    { fill: color, 'fill-opacity': 0.75 },
    points.map(({ value }) => circle(plot.x(index), plot.y(value), group.box ? 2.5 : 3.5)),
  );
}

/** A box is the mark of its group, a point that of its row. */
function groupMarks(props: BoxPlotProps, found: Groups, groups: readonly Group[], plot: Cartesian): Marks {
  const { locale, result, tile } = props;
  const { x, observed, measure } = found;
  const format = columnFormat(measure, tile.options);
  const isMarked = result.rowCount <= maxMarkedRows;
  const nameOf = (row: number) =>
    observed ? formatRow(row, observed, columnFormat(observed, tile.options), locale) : '';
  const say = (value: number) => formatFull(value, format, locale);
  const marks: Mark[] = [];
  const targets: Markup[] = [];
  for (const [index, group] of groups.entries()) {
    const center = plot.x(index);
    if (group.box) {
      const mark = {
        label: group.label,
        x: center,
        items: boxItems(props, group, group.box, plot.yInside, say),
      };
      const shown = isMarked ? mark : { ...mark, items: mark.items.map((item) => ({ ...item, rows: [] })) };
      const half = Math.min(maxBox, plot.band.bar) / 2;
      const top = plot.yInside(group.box.high);
      marks.push(shown);
      targets.push(
        rect(center - half, top - 3, 2 * half, plot.yInside(group.box.low) - top + 6, markAttribute(shown)),
      );
    }
    for (const { row, value } of pointsOf(group, plot)) {
      const label = x ? `${group.label} · ${nameOf(row)}` : nameOf(row);
      const y = plot.y(value);
      const mark = {
        label,
        x: center,
        items: [{ series: 6, y, text: say(value), rows: isMarked ? [row] : [] }],
      };
      marks.push(mark);
      targets.push(circle(center, y, 6, markAttribute(mark)));
    }
  }
  return { marks, dimension: isMarked ? (x ?? observed) : undefined, targets: hitTargets(targets) };
}

/** From top to bottom, as they are drawn. */
function boxItems(
  { locale }: BoxPlotProps,
  { observations }: Group,
  box: Box,
  y: (value: number) => number,
  say: (value: number) => string,
): readonly MarkItem[] {
  const count = formatFull(observations.length, undefined, locale);
  const rows = observations.map(({ row }) => row).sort((one, other) => one - other);
  const values = [box.high, box.upper, box.middle, box.lower, box.low];
  return [
    ...values.map((value, series) => ({ series, y: y(value), text: say(value), rows })),
    { series: values.length, y: y(box.middle), text: count, rows },
  ];
}

function summaryOf(props: BoxPlotProps, groups: readonly Group[], { measure }: Groups): string {
  const { locale, tile } = props;
  const text = locale.messages.kinds['box-plot'];
  const format = columnFormat(measure, tile.options);
  const boxes = groups.flatMap(({ label, box }) => (box ? [{ label, middle: box.middle }] : []));
  const say = (each: (typeof boxes)[number] | undefined) =>
    each ? `${each.label}, ${formatShort(each.middle, format, locale)}` : '';
  const ordered = boxes.toSorted((one, other) => other.middle - one.middle);
  return [
    headline(props),
    locale.messages.summary.series({ names: measure.label }),
    ...(groups.length > 1
      ? [text.groups({ count: groups.length, shown: formatFull(groups.length, undefined, locale) })]
      : []),
    ...(boxes.length > 1 ? [text.medians({ high: say(ordered[0]), low: say(ordered.at(-1)) })] : []),
    ...(boxes.length === 1
      ? [locale.messages.summary.single({ name: locale.messages.median, value: say(boxes[0]) })]
      : []),
  ].join(' ');
}

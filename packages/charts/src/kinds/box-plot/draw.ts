import type { Format } from '@inlay/protocol/format';
import type { VNode } from 'preact';
import { columnFormat } from '../../data/read-columns.ts';
import { headline } from '../../data/summarise.ts';
import { formatRow, isTemporal } from '../../format/format-cell.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { textWidth } from '../../layout/text-width.ts';
import { extentOf, needsZero } from '../../layout/value-axis.ts';
import { annotations } from '../../parts/annotations.ts';
import { chartFrame, noteHeight } from '../../parts/chart-frame.ts';
import { drawLabels, type LabelSpot } from '../../parts/data-labels.ts';
import { shapeOf } from '../../parts/focus.ts';
import { below, caption, type Header } from '../../parts/legend.ts';
import { markLimit } from '../../parts/mark-limit.ts';
import { hitTargets, type Mark, type MarkItem, type Marks, markAttribute } from '../../parts/marks.ts';
import { maxMarkedRows } from '../../parts/max-marked-rows.ts';
import { shownNotes } from '../../parts/notes.ts';
import { annotatedRows, rowAnnotations } from '../../parts/row-annotations.ts';
import { rowAxisHeight } from '../../parts/row-plot.ts';
import { withLongNames } from '../../parts/short-names.ts';
import { unfitState } from '../../parts/state.ts';
import { circle, g, type Markup, path, px, rect } from '../../parts/svg.ts';
import { scaleNotes, valueScale } from '../../parts/value-scale.ts';
import { assignFills } from '../../theme/assign-fills.ts';
import type { SeriesFill } from '../../theme/create-theme.ts';
import { isColor } from '../../theme/is-color.ts';
import { type Field, horizontalField, isBeyond, placeOf, verticalField } from './field.ts';
import type { BoxPlotProps } from './options.ts';
import { type Box, type Group, type Groups, type Observation, readGroups } from './read-groups.ts';

/** The least width of a box across, and height of a row with a name. */
const minSlot = 12;
const minRow = 17;
/** The maximum number of boxes; more would merge into a line. */
const maxPoints = 100;

/** The distribution of each group: the middle half as a box, the rest as whiskers and points. */
export function boxPlotChart(given: BoxPlotProps): VNode {
  const found = readGroups(given);
  if (!found) return unfitState(given);
  // The names of observations are not drawn.
  const props = found.x ? given : withLongNames(given);
  const { tile, locale, size } = props;
  const { options = {} } = tile;
  // Times go across. Names go down, so that names and boxes are horizontal.
  const isHorizontal = found.x === undefined || !isTemporal(found.x);
  const header = boxHeader(props, found, isHorizontal);
  const fitting = (height: number) => Math.max(1, Math.floor(height / minRow));
  const room = size.height - header.height - rowAxisHeight;
  const rows = fitting(found.groups.length > fitting(room) && !props.panel ? room - noteHeight : room);
  // Of times, the newest are kept.
  const groups = isHorizontal
    ? found.groups.slice(0, rows)
    : found.groups.slice(-Math.max(1, Math.floor((size.width - 50) / minSlot)));
  const format = columnFormat(found.measure, options);
  const values = groups.map(({ observations }) => observations.map(({ value }) => value));
  const scale = valueScale(props, { values, format });
  const extent = extentOf(values, scale.log) ?? { min: 0, max: 1 };
  const notes = [
    ...shownNotes(props, groups.length, found.groups.length, found.x?.label),
    ...scaleNotes(props, scale),
  ];
  const value = {
    extent,
    zero: needsZero(extent),
    format,
    whole: values.flat().every(Number.isInteger),
    ...scale,
  };
  const input = { found, groups, header, value, notes };
  const field = isHorizontal ? horizontalField(props, input) : verticalField(props, input);
  const fill = assignFills(props, [{ name: found.measure.label }])[0] as SeriesFill;
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
    notes,
    series: names.map((name) => [name, fill.color]),
    ...groupMarks(props, found, groups, field),
    body: [
      header.nodes,
      field.axes,
      groups.map((group, index) => drawGroup(props, group, { field, index, color: colorOf(group) })),
      options.labels === 'all' ? drawLabels(props, medianSpots(props, groups, format, field), field) : null,
      field.isHorizontal
        ? rowAnnotations(
            props,
            annotatedRows(props, (at) => placeOfGroup(groups, at)),
            (index) => ({ from: field.flow.x(furthestOf(groups[index], field)), y: field.center(index) }),
          )
        : annotations(props, field),
    ],
  });
}

/** The measure above the plot, and above names also their title. */
function boxHeader(props: BoxPlotProps, { measure }: Groups, isHorizontal: boolean): Header {
  const { xTitle = '', yTitle } = props.tile.options ?? {};
  const header = caption(props, yTitle || measure.label);
  return isHorizontal && xTitle !== '' ? below(header, caption(props, `↓ ${xTitle}`)) : header;
}

const placeOfGroup = (groups: readonly Group[], at: string | number): number | undefined => {
  const index = groups.findIndex(({ label }) => label === String(at));
  return index < 0 ? undefined : index;
};

/** The end of the whisker or the last point of a row. */
const furthestOf = (group: Group | undefined, { inside }: Field): number =>
  inside(Math.max(group?.box?.high ?? 0, group?.observations.at(-1)?.value ?? 0));

/** Medians next to vertical boxes and above horizontal ones, if there is room. */
function medianSpots(
  { locale }: BoxPlotProps,
  groups: readonly Group[],
  format: Format | undefined,
  field: Field,
): readonly LabelSpot[] {
  const { half, step, flow } = field;
  return groups.flatMap(({ box }, index): LabelSpot[] => {
    if (!box || isBeyond(field, box.middle)) return [];
    const text = formatShort(box.middle, format, locale);
    const width = textWidth(text, 11);
    if (field.isHorizontal) {
      const y = field.center(index) - half;
      if (step - 2 * half >= 14) return [{ x: field.along(box.middle), y: y + 3, text, side: 'above' }];
      const end = field.inside(Math.max(box.high, box.outliers.at(-1)?.value ?? box.high));
      const x = end + (width / 2 + 7) * flow.forward;
      return [
        {
          x,
          y: field.center(index),
          text,
          side: { within: Math.abs((flow.rtl ? field.left : field.right) - end) - 8 },
        },
      ];
    }
    const away = half + 5 + width / 2;
    const within = step - 2 * half - 8;
    const x = field.center(index) + away * flow.forward;
    return [{ x, y: field.along(box.middle), text, side: { within } }];
  });
}

interface Place {
  readonly field: Field;
  readonly index: number;
  readonly color: string;
}

function drawGroup(props: BoxPlotProps, group: Group, place: Place): Markup {
  const { field, index, color } = place;
  const { box } = group;
  const points = drawPoints(props, group, place);
  if (!box) return g({}, points);
  const rows = props.emphasis ? group.observations.map(({ row }) => row) : [];
  const shape = (part: string) => shapeOf(props, { rows, part });
  const { half, along, inside } = field;
  const line = (from: readonly [number, number], to: readonly [number, number]) =>
    `M${px(from[0])} ${px(from[1])}L${px(to[0])} ${px(to[1])}`;
  const at = (place: number, across = 0) => placeOf(field, index, place, across);
  const cap = (value: number) =>
    isBeyond(field, value) ? '' : line(at(along(value), -half / 2), at(along(value), half / 2));
  const whisker = (end: number, start: number) =>
    end === start ? '' : `${cap(end)}${line(at(inside(end)), at(inside(start)))}`;
  const [one, other] = [at(inside(box.upper), -half), at(inside(box.lower), half)];
  const [left, top] = [Math.min(one[0], other[0]), Math.min(one[1], other[1])];
  const [width, height] = [Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1])];
  const outline = { rx: 2, stroke: color, 'stroke-width': 1.5, fill: color, 'fill-opacity': 0.22 };
  return g(
    {},
    path(`${whisker(box.high, box.upper)}${whisker(box.low, box.lower)}`, {
      stroke: color,
      'stroke-width': 1.5,
      fill: 'none',
      ...shape('whiskers'),
    }),
    // Gridlines would show through the box.
    rect(left, top, width, height, { rx: 2, fill: props.theme.colors.surface }),
    inside(box.upper) === inside(box.lower)
      ? null
      : rect(left, top, width, height, { ...outline, ...shape('box') }),
    isBeyond(field, box.middle)
      ? null
      : path(line(at(along(box.middle), -half), at(along(box.middle), half)), {
          stroke: props.theme.colors.text,
          'stroke-width': 2.5,
          ...shape('median'),
        }),
    points,
  );
}

/** The points of a group: all of a small one, otherwise distinct outliers, the outermost first. */
function pointsOf({ box, observations }: Group, field: Field): readonly Observation[] {
  const isOnAxis = ({ value }: Observation) => !isBeyond(field, value);
  if (!box) return observations.filter(isOnAxis);
  const byPixel = new Map<number, Observation>();
  for (const point of box.outliers.filter(isOnAxis)) byPixel.set(Math.round(field.along(point.value)), point);
  const all = [...byPixel.values()];
  return all.length <= maxPoints ? all : [...all.slice(0, maxPoints / 2), ...all.slice(-maxPoints / 2)];
}

function drawPoints(props: BoxPlotProps, group: Group, { field, index, color }: Place): Markup | null {
  const points = pointsOf(group, field);
  if (points.length === 0) return null;
  const radius = Math.min(group.box ? 2.5 : 3.5, field.half);
  return g(
    { fill: color, 'fill-opacity': 0.75 },
    points.map(({ row, value }) => {
      const [x, y] = placeOf(field, index, field.along(value), 0);
      return circle(x, y, radius, shapeOf(props, { rows: [row], part: 'point' }));
    }),
  );
}

/** A box is the mark of its group, a point that of its row. */
function groupMarks(props: BoxPlotProps, found: Groups, groups: readonly Group[], field: Field): Marks {
  const { locale, result, tile } = props;
  const { x, observed, measure } = found;
  const format = columnFormat(measure, tile.options);
  const isMarked = result.rowCount <= markLimit(props, maxMarkedRows);
  const nameOf = (row: number) =>
    observed ? formatRow(row, observed, columnFormat(observed, tile.options), locale) : '';
  const say = (value: number) => formatFull(value, format, locale);
  const marks: Mark[] = [];
  const targets: Markup[] = [];
  for (const [index, group] of groups.entries()) {
    const at = (place: number, across = 0) => placeOf(field, index, place, across);
    if (group.box) {
      const { box } = group;
      const mark = {
        label: group.label,
        x: at(field.inside(box.middle))[0],
        items: boxItems(props, group, box, (value) => at(field.inside(value))[1], say),
      };
      const shown = isMarked ? mark : { ...mark, items: mark.items.map((item) => ({ ...item, rows: [] })) };
      const [one, other] = [at(field.inside(box.high), -field.half), at(field.inside(box.low), field.half)];
      const [wide, high] = field.isHorizontal ? [3, 0] : [0, 3];
      marks.push(shown);
      targets.push(
        rect(
          Math.min(one[0], other[0]) - wide,
          Math.min(one[1], other[1]) - high,
          Math.abs(one[0] - other[0]) + 2 * wide,
          Math.abs(one[1] - other[1]) + 2 * high,
          markAttribute(shown),
        ),
      );
    }
    for (const { row, value } of pointsOf(group, field)) {
      const label = x ? `${group.label} · ${nameOf(row)}` : nameOf(row);
      const [left, top] = at(field.along(value));
      const mark = {
        label,
        x: left,
        items: [{ series: 6, y: top, text: say(value), rows: isMarked ? [row] : [] }],
      };
      marks.push(mark);
      targets.push(circle(left, top, 6, markAttribute(mark)));
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

import type { VNode } from 'preact';
import type { Size } from '../../chart-props.ts';
import { isPart, isSameSum, ownTotal } from '../../data/own-total.ts';
import { type Ranking, rankingAddsUp, readRanking } from '../../data/read-ranking.ts';
import { headline } from '../../data/summarise.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { formatShare, formatShares } from '../../format/format-share.ts';
import { cutMiddle, truncate } from '../../layout/fit-text.ts';
import { mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import { chartFrame, fontSize, noteHeight, noteRoom } from '../../parts/chart-frame.ts';
import { dimmed, labelOf, shapeOf, unzoomed } from '../../parts/focus.ts';
import { hitTargets, markAttribute } from '../../parts/marks.ts';
import { type Note, shownNotes, textNote } from '../../parts/notes.ts';
import { onCircle, slicePath, steadySlicePath } from '../../parts/path-data.ts';
import { shortName } from '../../parts/short-names.ts';
import { unfitState } from '../../parts/state.ts';
import { g, type Markup, path, rect, svgText } from '../../parts/svg.ts';
import type { PieProps } from './options.ts';
import { readSlices, type Slice, type Slices } from './read-slices.ts';

const lineHeight = 22;
const leastDiameter = 90;

/** The list is next to the pie if there is room. */
const hasListBeside = ({ width, height }: Size): boolean => width >= 250 && width > height * 1.15;

/** Slices by size, small ones merged into `Other`, and a list with name, share and value. */
export function pieChart(props: PieProps): VNode {
  const { size, theme, locale, tile } = props;
  const ranking = readRanking(props);
  if (!ranking) return unfitState(props);
  const { measure, format } = ranking;
  const beside = hasListBeside(size);
  const room = size.height - noteHeight - (beside ? 0 : leastDiameter + 16);
  const adds = rankingAddsUp(props, ranking);
  const found = readSlices(props, ranking, Math.floor(room / lineHeight), adds);
  const { slices } = found;
  if (slices.length === 0) return unfitState(props, locale.messages.noShares);
  const shown = slices.reduce((sum, slice) => sum + slice.value, 0);
  const complete = unzoomed(props);
  const all = (props.whole && readRanking(complete)) ?? ranking;
  const whole =
    props.whole && adds ? all.rows.reduce((sum, { value }) => sum + Math.max(0, value), 0) : shown;
  // Several measures have no common total.
  const isOne = ranking.dimension !== undefined || ranking.rows.length === 1;
  const total = isOne && tile.options?.donut !== false ? ownTotal(complete, all.measure) : null;
  const notes = pieNotes(props, found, { adds, whole, total });
  const height = size.height - noteRoom(props, notes);
  const flow = mirror(locale, size.width);
  const listHeight = slices.length * lineHeight;
  const diameter = beside
    ? Math.min(height, size.width * 0.48, 320)
    : Math.max(leastDiameter, Math.min(size.width, height - listHeight - 16));
  const radius = diameter / 2 - 2;
  const cx = beside ? flow.x(diameter / 2) : size.width / 2;
  const cy = beside ? height / 2 : diameter / 2;
  const hole = tile.options?.donut === false ? 0 : radius * 0.64;
  const arcs = slices.map((slice, index) => {
    const from = slices.slice(0, index).reduce((sum, other) => sum + other.value, 0) / whole;
    const to = from + slice.value / whole;
    return {
      slice,
      d: (props.emphasis ? steadySlicePath : slicePath)(from, to, hole, radius),
      middle: onCircle((from + to) / 2, (hole + radius) / 2),
    };
  });
  const listTop = beside ? Math.max(0, (height - listHeight) / 2) : diameter + 14;
  const values = slices.map((slice) => formatShort(slice.value, format, locale));
  const parts = slices.map(({ value }) => value);
  const shares = !adds
    ? values
    : props.whole
      ? parts.map((value) => formatShare(value / whole, locale))
      : formatShares(parts, locale);
  const marks = arcs.map(({ slice, middle: { x, y } }, series) => {
    const value = formatFull(slice.value, format, locale);
    const text = adds ? `${value} · ${shares[series]}` : value;
    return { label: slice.name, x: cx + x, items: [{ series, y: cy + y, text, rows: slice.rows }] };
  });
  return chartFrame(props, {
    summary: [
      headline(props),
      ...slices.slice(0, 4).map(({ name }, i) =>
        locale.messages.summary.single({
          name,
          value: adds ? `${shares[i]}, ${values[i]}` : `${values[i]}`,
        }),
      ),
    ].join(' '),
    notes,
    series: slices.map((slice) => [slice.name, slice.fill.color]),
    marks,
    dimension: ranking.dimension,
    targets: hitTargets(
      marks.map((mark, index) => path(arcs[index]?.d ?? '', markAttribute(mark))),
      { transform: `translate(${cx} ${cy})` },
    ),
    body: [
      g(
        {
          transform: `translate(${cx} ${cy})`,
          stroke: theme.colors.surface,
          'stroke-width': slices.length > 1 ? 1.5 : 0,
        },
        // The rest of a whole of which a zoom shows a part.
        shown < whole ? path(slicePath(shown / whole, 1, hole, radius), { fill: theme.colors.track }) : null,
        arcs.map(({ d, slice }) =>
          path(d, {
            fill: slice.fill.color,
            'stroke-linejoin': 'round',
            ...shapeOf(props, { rows: slice.rows, part: partOfSlice(slice, ranking) }),
          }),
        ),
      ),
      hole > 30 && total !== null
        ? holeTotal(props, formatShort(total, format, locale), measure.label, { cx, cy, hole })
        : null,
      sliceList(props, slices, { values, shares, adds, start: beside ? diameter + 24 : 0, top: listTop }),
    ],
  });
}

/** Without a dimension, slices are measures of the same row. */
const partOfSlice = ({ name }: Slice, { dimension }: Ranking): string => (dimension ? '' : name);

/** The total and its measure in the middle of a donut. */
function holeTotal(
  { theme }: PieProps,
  total: string,
  label: string,
  { cx, cy, hole }: { readonly cx: number; readonly cy: number; readonly hole: number },
): Markup | null {
  const totalSize = Math.min(26, Math.floor((hole * 1.6) / textWidth(total, 1, true)));
  return g(
    { 'text-anchor': 'middle' },
    svgText(cx, cy + 2, total, { 'font-size': totalSize, 'font-weight': 600 }),
    svgText(
      cx,
      cy + 20,
      truncate(label, hole * 1.6, 11),
      { fill: theme.colors['text-muted'], 'font-size': 11 },
      label,
    ),
  );
}

interface SliceList {
  readonly values: readonly string[];
  readonly shares: readonly string[];
  readonly adds: boolean;
  readonly start: number;
  readonly top: number;
}

/** The names of the slices with their shares and, if there is room, their values. */
function sliceList(
  props: PieProps,
  slices: Slices['slices'],
  { values, shares, adds, start, top }: SliceList,
) {
  const { size, theme, locale } = props;
  const flow = mirror(locale, size.width);
  const shareRoom = Math.max(0, ...shares.map((text) => textWidth(text, fontSize, true)));
  const valueRoom = Math.max(0, ...values.map((text) => textWidth(text, fontSize))) + 14;
  const longest = Math.max(...slices.map(({ name }) => textWidth(shortName(props, name), fontSize)));
  // As wide as the names need, so that figures stay close to short ones.
  const wanted = Math.max(300, longest + 32 + shareRoom + (adds ? valueRoom : 0));
  const end = Math.min(size.width, start + wanted);
  const withValues = adds && end - start - 20 - shareRoom - valueRoom > 70;
  const nameRoom = end - start - 20 - shareRoom - (withValues ? valueRoom : 0) - 8;
  return slices.map((slice, index) => {
    const y = top + index * lineHeight + lineHeight / 2;
    const muted = labelOf(props, slice.rows);
    return [
      rect(flow.left(start, 10), y - 5, 10, 10, {
        rx: 2,
        fill: slice.fill.color,
        opacity: muted.fill === undefined ? undefined : dimmed,
      }),
      svgText(
        flow.x(start + 18),
        y + 4,
        cutMiddle(shortName(props, slice.name), nameRoom, fontSize),
        muted,
        slice.name,
      ),
      svgText(flow.x(end - (withValues ? valueRoom : 0)), y + 4, shares[index] ?? '', {
        'text-anchor': 'end',
        'font-weight': 600,
        ...muted,
      }),
      withValues
        ? svgText(flow.x(end), y + 4, values[index] ?? '', {
            'text-anchor': 'end',
            fill: theme.colors['text-muted'],
            ...muted,
          })
        : null,
    ];
  });
}

interface Whole {
  readonly adds: boolean;
  /** The sum of the slices. */
  readonly whole: number;
  /** The number in the middle. */
  readonly total: number | null;
}

/** Which values have no slice, and what total and percentages cover then. */
function pieNotes(
  props: PieProps,
  { slices, left, negatives }: Slices,
  { adds, whole, total }: Whole,
): readonly Note[] {
  const { messages } = props.locale;
  const differs = total !== null && !(adds && isSameSum(total, whole));
  const isCut = negatives || left > 0 || isPart(props) || (adds && differs);
  const shares = differs ? messages.totalAndShares : messages.sharesOfShown;
  const covers = adds ? shares : total === null ? undefined : messages.totalOfAll;
  return [
    ...(negatives ? [textNote(messages.negativesHidden)] : []),
    ...shownNotes(props, slices.length, slices.length + left),
    ...(isCut && covers ? [textNote(covers)] : []),
  ];
}

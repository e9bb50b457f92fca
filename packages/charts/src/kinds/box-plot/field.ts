import type { Format } from '@inlay/protocol/format';
import type { SeriesData } from '../../data/read-series.ts';
import type { Mirror } from '../../layout/mirror.ts';
import { type AxisInput, axisOf } from '../../layout/value-axis.ts';
import { annotationRoom } from '../../parts/annotations.ts';
import { type Cartesian, cartesian } from '../../parts/cartesian.ts';
import { noteRoom } from '../../parts/chart-frame.ts';
import type { Header } from '../../parts/legend.ts';
import type { Note } from '../../parts/notes.ts';
import { nameRoom, rowNames } from '../../parts/row-names.ts';
import { rowAxis, rowAxisHeight, rowPlot } from '../../parts/row-plot.ts';
import { g, type Markup } from '../../parts/svg.ts';
import type { BoxPlotProps } from './options.ts';
import type { Group, Groups } from './read-groups.ts';

const maxBox = 44;

interface FieldInput {
  readonly found: Groups;
  readonly groups: readonly Group[];
  readonly header: Header;
  readonly value: AxisInput & { readonly format: Format | undefined };
  readonly notes: readonly Note[];
}

/** Where groups and values are: groups next to each other and values up, or groups below each other and values along. */
export interface Field {
  readonly isHorizontal: boolean;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly flow: Mirror;
  /** The middle of a group. */
  readonly center: (index: number) => number;
  /** The position of a value, and the same within the plot. */
  readonly along: (value: number) => number;
  readonly inside: (value: number) => number;
  /** Half of the thickness of a box, and the room for a group. */
  readonly half: number;
  readonly step: number;
  readonly axes: Markup;
  readonly xAt: Cartesian['xAt'];
}

export function verticalField(
  props: BoxPlotProps,
  { found, groups, header, value, notes }: FieldInput,
): Field {
  const data = axisData(found, groups);
  const plot = cartesian(props, {
    data,
    header,
    value,
    slots: true,
    headRoom: 10 + annotationRoom(props),
    notes,
  });
  return {
    ...plot,
    isHorizontal: false,
    center: plot.x,
    along: plot.y,
    inside: plot.yInside,
    half: Math.min(maxBox, plot.band.bar) / 2,
    step: plot.band.step,
    axes: g({}, plot.grid, plot.baseline),
  };
}

export function horizontalField(
  props: BoxPlotProps,
  { found, groups, header, value, notes }: FieldInput,
): Field {
  const { size, panel } = props;
  const names = found.x ? groups.map(({ label }) => label) : [];
  const ownRoom = nameRoom(props, names);
  const room = panel?.max('names', ownRoom) ?? ownRoom;
  const lead = room + (names.length > 0 ? 14 : 6);
  const from = panel?.room('start', lead, names.join('\n')) ?? lead;
  const to = size.width - 10;
  const [top, bottom] = [header.height, size.height - rowAxisHeight - noteRoom(props, notes)];
  const shared = panel?.axis('y', value) ?? value;
  const axis = rowAxis(props, (count) => axisOf(shared, count), value.format, to - from);
  const count = groups.length;
  const plot = rowPlot(props, { count, axis, format: value.format, from, to, top, bottom, maxBar: maxBox });
  const { band, flow } = plot;
  const [left, right] = flow.rtl ? [flow.x(to), flow.x(from)] : [from, to];
  return {
    isHorizontal: true,
    left,
    right,
    top,
    bottom,
    flow,
    xAt: () => undefined,
    center: band.center,
    along: plot.x,
    inside: plot.xInside,
    half: band.bar / 2,
    step: band.step,
    axes: g(
      {},
      plot.grid,
      plot.baseline,
      (panel?.isLabelled('start') ?? true)
        ? rowNames(props, names, { start: from - lead, room, middle: band.center, height: band.step })
        : null,
    ),
  };
}

export const isBeyond = ({ along, inside }: Field, value: number): boolean =>
  !(Math.abs(along(value) - inside(value)) < 0.5);

/** A place by its value and its distance from the middle of its group, in the direction of the next one. */
export function placeOf(
  field: Field,
  index: number,
  along: number,
  across: number,
): readonly [number, number] {
  const center = field.center(index) + across;
  return field.isHorizontal ? [along, center] : [center, along];
}

function axisData({ x }: Groups, groups: readonly Group[]): SeriesData {
  return {
    x,
    xKind: 'time',
    positions: groups.map(({ position }) => position),
    label: (index) => groups[index]?.label ?? '',
    series: [],
  };
}

import type { SizedSeries } from '../data/sized-series.ts';
import { type AxisInput, type Extent, needsZero } from '../layout/value-axis.ts';
import type { LegendItem } from './legend-item.ts';
import type { Markup } from './svg.ts';

/** What the panels of small multiples have in common. Each is drawn twice: first they agree on it (ADR 340). */
export interface Panel {
  /** The number of panels. */
  readonly count: number;
  /** The series of all panels: those of one panel are chosen among them. */
  readonly series: () => readonly SizedSeries[];
  /** An axis for the values of all panels, or this panel's own if scales are free. */
  readonly axis: <Input extends AxisInput>(name: string, input: Input) => Input;
  /** The largest of a number of all panels, such as the width of labels. */
  readonly max: (name: string, size: number) => number;
  /** The place in the palette of a series that is no member of a dimension, such as a measure. */
  readonly slot: (name: string) => number;
  /** Remembers what all panels say once, above or below them. */
  readonly note: (says: Said) => void;
  /**
   * The room that the labels of an axis take inside the panel. None if panels share it: those at the edge then draw
   * them outside. `ticks` says what is on the axis.
   */
  readonly room: (side: Side, size: number, ticks: string) => number;
  /** Whether this panel draws the labels of an axis. */
  readonly isLabelled: (side: Side) => boolean;
}

export type Side = 'start' | 'end' | 'bottom';

/** Draws something above the panels, as wide as all of them. */
type DrawHeader = (width: number) => { readonly height: number; readonly nodes: Markup | null };

interface Said {
  readonly legend?: readonly LegendItem[];
  readonly caption?: string;
  /** The title of the X axis. */
  readonly xTitle?: string;
  /** Instead of a legend, such as a scale of colors. */
  readonly header?: DrawHeader;
}

/** What panels have agreed on so far. */
export interface Agreement {
  readonly panel: (edges?: ReadonlySet<Side>) => Panel;
  readonly legend: () => readonly LegendItem[];
  readonly captions: () => readonly string[];
  readonly xTitle: () => string;
  readonly header: () => DrawHeader | undefined;
  /** The space beside all panels for the labels of an axis; 0 if each has its own. */
  readonly outside: (side: Side) => number;
  /** How often an axis or a size has grown: panels drawn before the last time differ from those after it. */
  readonly changes: () => number;
}

/** What panels have in common from the start. */
interface Common {
  readonly isFree: boolean;
  readonly count: number;
  /** Called once, by the first chart that chooses. */
  readonly findSeries: () => readonly SizedSeries[];
}

type SharedAxis = Required<Pick<AxisInput, 'extent' | 'zero' | 'whole'>>;

const isSame = (one: SharedAxis, other: SharedAxis): boolean =>
  one.extent.min === other.extent.min &&
  one.extent.max === other.extent.max &&
  one.zero === other.zero &&
  one.whole === other.whole;

export function createAgreement({ isFree, count, findSeries }: Common): Agreement {
  const axes = new Map<string, SharedAxis>();
  const sizes = new Map<string, number>();
  const slots = new Map<string, number>();
  const ticksOf: Record<Side, Set<string>> = { start: new Set(), end: new Set(), bottom: new Set() };
  const legend = new Map<string, LegendItem>();
  const captions = new Set<string>();
  let xTitle = '';
  let header: DrawHeader | undefined;
  let changes = 0;
  let series: readonly SizedSeries[] | undefined;
  const max = (name: string, size: number) => {
    const known = sizes.get(name) ?? 0;
    if (size <= known) return known;
    changes += 1;
    sizes.set(name, size);
    return size;
  };
  const isShared = (side: Side) => {
    const isAlike = ticksOf[side].size <= 1;
    return side === 'bottom' ? isAlike || axes.has('x') : isAlike && !isFree;
  };
  return {
    panel: (edges) => ({
      count,
      series: () => {
        series ??= findSeries();
        return series;
      },
      axis: (name, input) => {
        if (isFree) return input;
        const known = axes.get(name);
        const extent = known ? union(known.extent, input.extent) : input.extent;
        const shared: SharedAxis = {
          extent,
          zero: known?.zero || input.zero || needsZero(extent),
          whole: known?.whole !== false && input.whole === true,
        };
        if (!known || !isSame(known, shared)) changes += 1;
        axes.set(name, shared);
        return { ...input, ...shared };
      },
      max,
      slot: (name) => {
        const slot = slots.get(name) ?? slots.size;
        slots.set(name, slot);
        return slot;
      },
      note: (says) => {
        for (const item of says.legend ?? []) legend.set(`${item.color} ${item.name}`, item);
        if (says.caption) captions.add(says.caption);
        if (says.xTitle) xTitle = says.xTitle;
        if (says.header) header = says.header;
      },
      room: (side, size, ticks) => {
        const all = max(side, size);
        // Only while panels agree: later, each draws what they agreed on.
        if (!edges) ticksOf[side].add(ticks);
        return isShared(side) ? 0 : all;
      },
      isLabelled: (side) => !isShared(side) || edges?.has(side) === true,
    }),
    legend: () => [...legend.values()],
    captions: () => [...captions],
    xTitle: () => xTitle,
    header: () => header,
    outside: (side) => (isShared(side) ? (sizes.get(side) ?? 0) : 0),
    changes: () => changes,
  };
}

const union = (one: Extent, other: Extent): Extent => ({
  min: Math.min(one.min, other.min),
  max: Math.max(one.max, other.max),
});

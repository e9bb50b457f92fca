/** The range of an axis and its ticks. */
export interface ValueAxis {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly ticks: readonly number[];
  /** Logarithmic: the axis has no zero. */
  readonly log?: boolean;
}

/** Bounds that the author set. */
export interface AxisBounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The values that an axis must cover, and its options. */
export interface AxisInput {
  readonly extent: Extent;
  readonly zero: boolean;
  readonly whole?: boolean;
  readonly bounds?: AxisBounds;
  readonly log?: boolean;
}

export interface Extent {
  readonly min: number;
  readonly max: number;
}

/** The smallest and largest value; on a logarithmic scale, of those above zero. */
export function extentOf(lists: readonly (readonly (number | null)[])[], log = false): Extent | undefined {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const values of lists) {
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index] as number | null;
      if (value === null || (log && value <= 0)) continue;
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min <= max ? { min, max } : undefined;
}

/** Where the lengths of a logarithmic axis start: the smallest value still has a twelfth of the range. */
export function withBase({ min, max }: Extent): Extent {
  return { min: min / Math.max(1.5, (max / min) ** (1 / 12)), max };
}

/**
 * Lengths are compared from zero; a line may omit zero only if it would be flat otherwise: if its lowest value is more
 * than `flat` of its highest.
 */
export function needsZero(extent: Extent, flat = 0.6): boolean {
  if (extent.min === extent.max || (extent.min < 0 && extent.max > 0)) return true;
  const [near, far] = [Math.abs(extent.min), Math.abs(extent.max)].sort((a, b) => a - b) as [number, number];
  return near < far * flat;
}

/** An axis with about `count` ticks. It ends at ticks, or between two ticks at a bound or at values just beyond zero. */
export function axisOf(input: AxisInput, count: number): ValueAxis {
  const { extent, bounds = {}, whole } = input;
  const log = input.log === true && extent.min > 0;
  const { min, max } = bounds;
  if (min === undefined && max === undefined)
    return log ? logAxis(extent, count) : endingNearZero(valueAxis(extent, count, input.zero, whole), extent);
  const zero = input.zero && !log;
  const low = min ?? (zero ? Math.min(0, extent.min) : extent.min);
  const high = max ?? (zero ? Math.max(0, extent.max) : extent.max);
  // All values may be beyond the only bound.
  const beyond = (end: number, way: 1 | -1) => (log ? end * 10 ** way : end + way * (Math.abs(end) || 1));
  const from = low < high || min !== undefined ? low : beyond(high, -1);
  const to = low < high || min === undefined ? high : beyond(low, 1);
  const span = { min: from, max: to };
  const rounded = log ? logAxis(span, count) : valueAxis(span, count, false, whole);
  const ends = { min: min ?? rounded.min, max: max ?? rounded.max };
  const ticks = rounded.ticks.filter((tick) => tick >= ends.min && tick <= ends.max);
  return { ...rounded, ...ends, ticks: ticks.length > 1 ? ticks : [ends.min, ends.max] };
}

/** Ends the axis at a small value on the other side of zero: a tick beyond it would take a whole step. */
function endingNearZero(axis: ValueAxis, { min, max }: Extent): ValueAxis {
  const near = axis.step / 4;
  const ends = {
    min: min < 0 && -min < near ? min : axis.min,
    max: max > 0 && max < near ? max : axis.max,
  };
  return { ...axis, ...ends, ticks: axis.ticks.filter((tick) => tick >= ends.min && tick <= ends.max) };
}

/** From one round number to another: 1, 2, 5, 10, or only powers of ten if those are too many. */
export function logAxis({ min, max }: Extent, count: number): ValueAxis {
  const [finest, widest] = [Math.floor(Math.log10(min)), Math.ceil(Math.log10(max) + 1e-9)];
  const powers = Array.from({ length: widest - finest + 1 }, (_, index) => finest + index);
  const ladder = powers
    .flatMap((power) => [1, 2, 5].map((factor) => scale(factor, power)))
    .filter(isDrawable);
  const from = Math.max(
    0,
    ladder.findLastIndex((tick) => tick <= min * (1 + 1e-9)),
  );
  const to = ladder.findIndex((tick) => tick >= max * (1 - 1e-9));
  const fine = ladder.slice(from, Math.max(to, from + 1) + 1);
  const ends = { min: fine[0] ?? min, max: fine.at(-1) ?? max, step: 1, log: true };
  if (fine.length <= count * 1.2 + 1) return { ...ends, ticks: fine };
  const tens = powers.map((power) => scale(1, power)).filter((tick) => tick >= ends.min && tick <= ends.max);
  const every = Math.ceil(tens.length / (count * 1.2 + 1));
  const ticks = tens.filter((_, index) => index % every === 0);
  return { ...ends, ticks: ticks.length > 1 ? ticks : [ends.min, ends.max] };
}

/** There are no round numbers around the largest and smallest doubles. */
const isDrawable = (tick: number): boolean => tick > 0 && Number.isFinite(tick);

export function valueAxis(extent: Extent, count: number, zero: boolean, whole = false): ValueAxis {
  let min = zero ? Math.min(0, extent.min) : extent.min;
  let max = zero ? Math.max(0, extent.max) : extent.max;
  // A rounding error next to zero counts as zero: no step could span it.
  if (Math.abs(max) < (max - min) * 1e-9) max = 0;
  if (Math.abs(min) < (max - min) * 1e-9) min = 0;
  if (min === max) {
    const pad = Math.abs(min) * 0.1 || 1;
    if (min !== 0) min -= pad;
    max += pad;
  }
  // Of the round steps with few enough ticks, take the one that wastes the least height, and of two equal ones the one
  // closer to the requested number of ticks.
  let best: ValueAxis | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const { factor, power } of roundSteps(max - min, count)) {
    const times = (index: number) => scale(index * factor, power);
    const step = times(1);
    const from = Math.floor(min / step + 1e-9);
    const intervals = Math.ceil(max / step - 1e-9) - from;
    if (!(intervals >= 1 && intervals <= count * 1.2) || (whole && !Number.isInteger(step))) continue;
    // Two lines would show only the ends of the axis.
    const bare = intervals === 1 && count > 1 ? 0.5 : 0;
    const crooked = factor === 2.5 ? 0.04 : 0;
    const unused = (intervals * step) / (max - min);
    const cost = unused + 0.05 * Math.abs(intervals - count) + bare + crooked;
    if (cost < bestCost - 1e-9) {
      const list = Array.from({ length: intervals + 1 }, (_, index) => times(from + index));
      best = { min: list[0] as number, max: list.at(-1) as number, step, ticks: list };
      bestCost = cost;
    }
  }
  if (best && isShort(best, extent)) return best;
  return best ? endingAtValues({ min, max }) : { min, max, step: max - min, ticks: [min, max] };
}

/** If few ticks would put the ends far beyond the values: ticks inside, and the ends between them. */
function endingAtValues({ min, max }: Extent): ValueAxis {
  const longest = Math.max(Math.abs(min), Math.abs(max));
  const power = Math.floor(Math.log10(longest));
  const factor = factors.findLast((each) => scale(each, power) <= longest * (1 + 1e-9)) ?? 1;
  const step = scale(factor, power);
  return { min, max, step, ticks: [-step, 0, step].filter((tick) => tick >= min && tick <= max) };
}

const factors = [1, 2, 2.5, 5] as const;

/** Round steps, from too fine for `count` ticks up to the whole range. */
function roundSteps(span: number, count: number): readonly { factor: number; power: number }[] {
  const smallest = span / (count * 1.2);
  // The smallest doubles cannot be divided further.
  if (!Number.isFinite(span) || smallest === 0) return [];
  const [finest, widest] = [Math.floor(Math.log10(smallest)), Math.ceil(Math.log10(span))];
  return Array.from({ length: widest - finest + 1 }, (_, index) => finest + index).flatMap((power) =>
    factors.map((factor) => ({ factor, power })),
  );
}

/** Divides by a power of ten instead of multiplying by a fraction, which is not exact: 0.3, not 0.30000000000000004. */
const scale = (value: number, power: number): number =>
  power < 0 ? value / 10 ** -power : value * 10 ** power;

/**
 * Two axes for the same gridlines, with aligned zeros. If that would make one of them more than twice as long as its
 * values, which would flatten them, the second has its own zero.
 */
export function alignedAxes(
  first: AxisInput,
  second: AxisInput,
  count: number,
): readonly [ValueAxis, ValueAxis] {
  const roundedTo = (extent: Extent) => valueAxis(extent, count, first.zero, first.whole);
  const own = roundedTo(first.extent);
  const wider = balanced(first.extent, second.extent);
  for (const axis of second.zero ? [own, roundedTo(wider)] : [own]) {
    const other = alignedAxis(second.extent, axis, second.zero);
    if (other && isShort(axis, first.extent) && isShort(other, second.extent)) return [axis, other];
  }
  const free = alignedAxis(withZero(second.extent), own, false);
  return [own, free && isShort(free, second.extent) ? free : axisOf(second, count)];
}

/** An axis whose ticks are on the gridlines of another one, if there is any; with `zero`, its zero is on the same line. */
function alignedAxis(extent: Extent, first: ValueAxis, zero: boolean): ValueAxis | undefined {
  const intervals = Math.max(1, first.ticks.length - 1);
  const { min, max } = zero ? withZero(extent) : extent;
  const axisFrom = (start: number, step: number): ValueAxis => ({
    min: start,
    max: start + intervals * step,
    step,
    ticks: first.ticks.map((_, index) => Number((start + index * step).toPrecision(12))),
  });
  if (zero) {
    const below = first.ticks.indexOf(0);
    if (below < 0 || (below === 0 && min < 0) || (below === intervals && max > 0)) return undefined;
    const rough = Math.max(below > 0 ? -min / below : 0, below < intervals ? max / (intervals - below) : 0);
    const step = niceStep(rough || 1);
    return axisFrom(-below * step, step);
  }
  let step = niceStep((max - min) / intervals || 1);
  // A start that is rounded down costs one interval at most.
  for (let tries = 0; tries < 6; tries += 1) {
    const start = Math.floor(min / step + 1e-9) * step;
    if (start + intervals * step >= max - 1e-9 * step) return axisFrom(start, step);
    step = niceStep(step * 1.01);
  }
  return undefined;
}

export const withZero = ({ min, max }: Extent): Extent => ({ min: Math.min(0, min), max: Math.max(0, max) });

/** Whether an axis is at most twice as long as its values with zero. */
function isShort({ min, max }: Extent, extent: Extent): boolean {
  const values = withZero(extent);
  return values.max === values.min || max - min <= 2 * (values.max - values.min);
}

/** Extends a range so that as much of it is below zero as of another one, or as much above. */
function balanced(extent: Extent, other: Extent): Extent {
  const [own, like] = [withZero(extent), withZero(other)];
  if (-like.min * own.max > -own.min * like.max)
    return like.max > 0 ? { ...own, min: (own.max * like.min) / like.max } : own;
  return like.min < 0 ? { ...own, max: (own.min * like.max) / like.min } : own;
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power >= rough * (1 - 1e-9)) ?? 10;
  return Number((factor * power).toPrecision(12));
}

/** Beyond every drawing; marks are written as JSON, which has no infinity. */
const farthest = 1e9;

/** Maps values to pixels. What is too far away to be a number, such as zero on a logarithmic axis, is far outside. */
export function project(
  axis: Extent & { readonly log?: boolean },
  from: number,
  to: number,
): (value: number) => number {
  if (axis.log) {
    const inLogs = project({ min: Math.log10(axis.min), max: Math.log10(axis.max) }, from, to);
    return (value) => inLogs(value > 0 ? Math.log10(value) : Number.NEGATIVE_INFINITY);
  }
  const span = axis.max - axis.min || 1;
  const at = (value: number) => from + ((value - axis.min) / span) * (to - from);
  return (value) => Math.max(-farthest, Math.min(farthest, at(value)));
}

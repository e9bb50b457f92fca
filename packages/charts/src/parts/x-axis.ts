import { ticks as niceTicks } from 'd3-array';
import type { ChartProps } from '../chart-props.ts';
import { columnFormat } from '../data/read-columns.ts';
import type { SeriesData } from '../data/read-series.ts';
import { isTemporal } from '../format/format-cell.ts';
import { formatFull, formatTick } from '../format/format-number.ts';
import { inside } from '../layout/inside.ts';
import { mirror } from '../layout/mirror.ts';
import { cutNames, layoutNames, minCutSlot, type NameLabels, thinnedNames } from '../layout/name-labels.ts';
import { textWidth } from '../layout/text-width.ts';
import { type TimeTick, timeTicks } from '../layout/time-ticks.ts';
import { fontSize } from './chart-frame.ts';
import { commonOrSum, type Note } from './notes.ts';
import { shortName } from './short-names.ts';
import { g, type Markup, svgText } from './svg.ts';

export interface XAxis {
  readonly height: number;
  /** The center of a category in pixels. */
  readonly x: (index: number) => number;
  /** The position of any value on a continuous axis. */
  readonly at?: (position: number) => number;
  readonly draw: (bottom: number) => Markup;
  /** That not every name has a label. */
  readonly notes?: readonly Note[];
}

/** Slots next to each other: bars, waterfalls, heatmap columns. */
export function categoryAxis(
  props: ChartProps,
  data: SeriesData,
  start: number,
  end: number,
  height: number,
): XAxis {
  const flow = mirror(props.locale, props.size.width);
  const count = Math.max(1, data.positions.length);
  const step = (end - start) / count;
  const x = (index: number) => flow.x(start + step * (index + 0.5));
  if (data.xKind === 'time') {
    // Slots after the last period have no time.
    const times = data.positions.filter(Number.isFinite);
    const ticks = timeTicks(times, data.x?.grain, step * times.length, true, props.locale, fontSize);
    return timeAxis(props, data, ticks, (tick) => x(tick.index), x);
  }
  const names = data.positions.map((_, index) => shortName(props, data.label(index)));
  const room = height * 0.35;
  const isOrdered = data.xKind === 'number' || (data.x !== undefined && isTemporal(data.x));
  const placed =
    layoutNames(names, step, fontSize, room) ??
    (isOrdered ? thinnedNames(names, step, fontSize) : cutNames(names, step, fontSize, room));
  return { height: placed.height + 8, x, draw: (bottom) => drawNames(props, data, placed, x, bottom) };
}

/** The slots of an axis whose labels are below another plot. */
export function blankAxis(props: ChartProps, data: SeriesData, start: number, end: number): XAxis {
  const flow = mirror(props.locale, props.size.width);
  const step = (end - start) / Math.max(1, data.positions.length);
  return { height: 8, x: (index) => flow.x(start + step * (index + 0.5)), draw: () => g({}) };
}

function drawNames(
  props: ChartProps,
  data: SeriesData,
  { lines, fontSize: letters }: NameLabels,
  x: XAxis['x'],
  bottom: number,
): Markup {
  return g(
    { 'text-anchor': 'middle', 'font-size': letters === fontSize ? undefined : letters },
    lines.map((own, index) =>
      own.map((line, row) => {
        if (line === '') return null;
        const full = own.join(' ') === data.label(index) ? line : data.label(index);
        const at = inside(x(index), line, props.size.width, letters);
        return svgText(at, bottom + 18 + row * (letters + 3), line, {}, full);
      }),
    ),
  );
}

/** Time, numbers or names along a line. */
export function continuousAxis(
  props: ChartProps,
  data: SeriesData,
  start: number,
  end: number,
  { height, ticks: among }: { readonly height: number; readonly ticks: NumberTicks['among'] },
): XAxis {
  const flow = mirror(props.locale, props.size.width);
  const first = data.positions[0] ?? 0;
  const last = data.positions.at(-1) ?? first;
  const at = (position: number) =>
    flow.x(last > first ? start + ((position - first) / (last - first)) * (end - start) : (start + end) / 2);
  const x = (index: number) => at(data.positions[index] ?? first);
  if (data.xKind === 'time') {
    const ticks =
      last > first
        ? timeTicks(data.positions, data.x?.grain, end - start, false, props.locale, fontSize)
        : [{ time: first, index: 0, label: data.label(0), context: '' }];
    const shown = data.isOverlaid ? ticks.map((tick) => ({ ...tick, context: '' })) : ticks;
    return { ...timeAxis(props, data, shown, (tick) => at(tick.time), x), at };
  }
  if (data.xKind === 'name') return { ...nameAxis(props, data, x, end - start, height), at };
  const labels = numberTicks(props, data, { width: end - start, at, among });
  const draw = (bottom: number) =>
    g(
      { 'text-anchor': 'middle' },
      labels.map((each) => svgText(each.x, bottom + 18, each.text)),
    );
  return { height: fontSize + 14, x, at, draw };
}

/** Names at the points of a line: as many as fit next to each other, with a note if those are not all. */
function nameAxis(props: ChartProps, data: SeriesData, x: XAxis['x'], width: number, height: number): XAxis {
  const names = data.positions.map((_, index) => shortName(props, data.label(index)));
  const step = width / Math.max(1, names.length - 1);
  const room = height * 0.3;
  const placeEvery = (every: number): NameLabels | undefined => {
    const shown = names.filter((_, index) => index % every === 0);
    const own = shown.length === 1 ? width : step * every;
    const mayCut = own >= minCutSlot || shown.length === 1;
    // The outermost names move towards their neighbors, to stay within the drawing.
    const placed = [own, own * 0.67]
      .map(
        (slot) =>
          layoutNames(shown, slot, fontSize, room) ??
          (mayCut ? cutNames(shown, slot, fontSize, room) : undefined),
      )
      .find((each) => each && !touching(props, each, (index) => x(index * every)));
    if (!placed) return undefined;
    const lines = names.map((_, index) => (index % every === 0 ? (placed.lines[index / every] ?? []) : []));
    return { ...placed, lines };
  };
  const last = Math.max(1, Math.min(names.length, Math.ceil((4 * minCutSlot) / Math.max(step, 0.01))));
  let every = Math.max(1, Math.floor(10 / Math.max(step, 0.01)));
  let placed = placeEvery(every);
  while (!placed && every < last) {
    every += 1;
    placed = placeEvery(every);
  }
  const labels = placed ?? cutNames(names.slice(0, 1), width, fontSize, room);
  const shown = labels.lines.filter((lines) => lines.length > 0).length;
  return {
    height: labels.height + 8,
    x,
    notes: [labeledNote(props, shown, names.length)],
    draw: (bottom) => drawNames(props, data, labels, x, bottom),
  };
}

function labeledNote({ locale }: ChartProps, shown: number, all: number): Note {
  const number = (value: number) => formatFull(value, undefined, locale);
  return {
    key: 'labels',
    numbers: [shown, all],
    merge: commonOrSum,
    write: (some = 0, whole = 0) =>
      some < whole ? locale.messages.namesLabeled({ shown: number(some), all: number(whole) }) : undefined,
  };
}

/** Whether the first or last name, which stay within the drawing, would run into their neighbors. */
function touching({ size }: ChartProps, { lines, fontSize: letters }: NameLabels, x: XAxis['x']): boolean {
  const box = (index: number, row: number) => {
    const text = lines[index]?.[row] ?? '';
    const middle = inside(x(index), text, size.width, letters);
    const half = textWidth(text, letters) / 2;
    return text === '' ? undefined : { from: middle - half, to: middle + half };
  };
  const meets = (one: number, other: number) =>
    [0, 1, 2].some((row) => {
      const [a, b] = [box(one, row), box(other, row)];
      return a !== undefined && b !== undefined && a.from < b.to + 4 && b.from < a.to + 4;
    });
  const last = lines.length - 1;
  return last > 0 && (meets(0, 1) || meets(last - 1, last));
}

function timeAxis(
  props: ChartProps,
  data: SeriesData,
  ticks: readonly TimeTick[],
  at: (tick: TimeTick) => number,
  x: XAxis['x'],
): XAxis {
  const { size } = props;
  const labels = withoutTouching(
    ticks.map((tick) => ({ tick, text: tick.label, x: inside(at(tick), tick.label, size.width, fontSize) })),
    ({ tick }) => tick.context !== '',
  );
  let contextEnd = Number.NEGATIVE_INFINITY;
  const ordered = mirror(props.locale, size.width).rtl ? [...ticks].reverse() : ticks;
  const shown = ordered.map((tick) => {
    const width = textWidth(tick.context, fontSize);
    const place = inside(at(tick), tick.context, size.width, fontSize);
    const fits = tick.context !== '' && place - width / 2 > contextEnd + 8;
    if (fits) contextEnd = place + width / 2;
    return { tick, context: fits ? { text: tick.context, x: place } : undefined };
  });
  const contexts = shown.flatMap(({ context }) => context ?? []);
  const until = data.incomplete && {
    text: data.incomplete.until,
    x: inside(x(data.incomplete.index), data.incomplete.until, size.width, fontSize),
  };
  const isTaken = until !== undefined && contexts.some((context) => touches(context, until));
  // How far the last period goes is below its tick, or below the year if that is there.
  const lines = until && isTaken ? 3 : until || contexts.length > 0 ? 2 : 1;
  const draw = (bottom: number) =>
    g(
      { 'text-anchor': 'middle' },
      shown.map(({ tick, context }) => {
        const label = labels.find((each) => each.tick === tick);
        return [
          label ? svgText(label.x, bottom + 18, label.text) : null,
          context ? svgText(context.x, bottom + 33, context.text) : null,
        ];
      }),
      until ? svgText(until.x, bottom + (isTaken ? 48 : 33), until.text) : null,
    );
  return { height: { 1: 24, 2: 38, 3: 53 }[lines], x, draw };
}

interface PlacedText {
  readonly text: string;
  /** Its middle. */
  readonly x: number;
}

/** Labels without those that would run into the one before, which happens where the first one stays inside the drawing. */
function withoutTouching<Label extends PlacedText>(
  labels: readonly Label[],
  isNeeded: (label: Label) => boolean,
): readonly Label[] {
  const kept: Label[] = [];
  for (const label of labels) {
    const last = kept.at(-1);
    if (!last || isNeeded(label) || !touches(last, label)) kept.push(label);
  }
  return kept;
}

const touches = (one: PlacedText, other: PlacedText): boolean =>
  Math.abs(one.x - other.x) < (textWidth(one.text, fontSize) + textWidth(other.text, fontSize)) / 2 + 6;

interface NumberTicks {
  readonly width: number;
  readonly at: (position: number) => number;
  /** Ticks to choose from, the finest first; without them, round numbers. */
  readonly among: readonly (readonly number[])[] | undefined;
}

/** The finest ticks whose labels have room. */
function numberTicks(props: ChartProps, data: SeriesData, { width, at, among }: NumberTicks) {
  const first = data.positions[0] ?? 0;
  const last = data.positions.at(-1) ?? first;
  const count = Math.max(2, Math.min(8, Math.floor(width / 80)));
  const counts = Array.from({ length: count - 1 }, (_, index) => count - index);
  const lists = among ?? (last > first ? counts.map((each) => niceTicks(first, last, each)) : [[first]]);
  const format = data.x && columnFormat(data.x, props.tile.options);
  const labelled = lists.map((list) => {
    const [one = 0, other = 0] = list;
    const step = list.length > 1 ? Math.abs(other - one) : Math.abs(one) || 1;
    const plain =
      !among && !format && list.every((tick) => Number.isInteger(tick) && Math.abs(tick) < 10_000);
    // Without a format, 2024 on an X axis is a year or an id rather than an amount: no separators.
    const text = (tick: number) => (plain ? String(tick) : formatTick(tick, step, format, props.locale));
    return list.map((tick) => ({
      x: inside(at(tick), text(tick), props.size.width, fontSize),
      text: text(tick),
    }));
  });
  const fits = (labels: (typeof labelled)[number]) =>
    labels.every((label, index) => {
      const before = labels[index - 1];
      const room = (textWidth(label.text, fontSize) + textWidth(before?.text ?? '', fontSize)) / 2 + 12;
      return before === undefined || Math.abs(label.x - before.x) >= room;
    });
  return labelled.find(fits) ?? labelled.at(-1)?.slice(0, 1) ?? [];
}

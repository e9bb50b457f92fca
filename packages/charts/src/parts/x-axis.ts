import { ticks as niceTicks, tickStep } from 'd3-array';
import type { ChartProps } from '../chart-props.ts';
import { columnFormat } from '../data/read-columns.ts';
import type { SeriesData } from '../data/read-series.ts';
import { formatTick } from '../format/format-number.ts';
import { cutMiddle } from '../layout/fit-text.ts';
import { inside } from '../layout/inside.ts';
import { mirror } from '../layout/mirror.ts';
import { layoutNames, type NameLabels, tiltDegrees } from '../layout/name-labels.ts';
import { textWidth } from '../layout/text-width.ts';
import { type TimeTick, timeTicks } from '../layout/time-ticks.ts';
import { fontSize } from './chart-frame.ts';
import { shortName } from './short-names.ts';
import { g, type Markup, px, svgText } from './svg.ts';

export interface XAxis {
  readonly height: number;
  /** How far from the start the plot must begin so that the first name fits. */
  readonly lead?: number;
  /** The center of a category in pixels. */
  readonly x: (index: number) => number;
  /** The position of any value on a continuous axis. */
  readonly at?: (position: number) => number;
  readonly draw: (bottom: number) => Markup;
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
  const names = layoutNames(
    data.positions.map((_, index) => shortName(props, data.label(index))),
    step,
    fontSize,
    height * 0.35,
  );
  if (names.kind === 'flat') {
    const draw = (bottom: number) =>
      g(
        { 'text-anchor': 'middle', 'font-size': names.fontSize === fontSize ? undefined : names.fontSize },
        names.lines.map((lines, index) =>
          lines.map((line, row) => {
            const full = lines.join(' ') === data.label(index) ? line : data.label(index);
            if (line === '') return null;
            const at = inside(x(index), line, props.size.width, names.fontSize);
            return svgText(at, bottom + 18 + row * (names.fontSize + 3), line, {}, full);
          }),
        ),
      );
    return { height: names.height + 8, x, draw };
  }
  return tiltedNames(props, data, names, start, step, x);
}

function tiltedNames(
  props: ChartProps,
  data: SeriesData,
  names: Extract<NameLabels, { kind: 'tilted' }>,
  start: number,
  step: number,
  x: XAxis['x'],
): XAxis {
  const { rtl, forward } = mirror(props.locale, props.size.width);
  const run = Math.cos((tiltDegrees * Math.PI) / 180);
  const room = (index: number) => (start + step * (index + 0.5)) / run;
  const draw = (bottom: number) =>
    g(
      { 'text-anchor': 'end' },
      names.names.map((name, index) => {
        if (index % names.every !== 0) return null;
        const place = `translate(${px(x(index) + 4 * forward)} ${px(bottom + 12)})rotate(${rtl ? tiltDegrees : -tiltDegrees})`;
        return svgText(0, 0, cutMiddle(name, room(index), fontSize), { transform: place }, data.label(index));
      }),
    );
  const overhangs = names.names.map(
    (name, index) => textWidth(name, fontSize) * run - step * (index + 0.5) + 4,
  );
  const lead = Math.min(props.size.width * 0.16, Math.max(start, ...overhangs));
  return { height: names.height + 8, lead, x, draw };
}

/** Time, numbers or names along a line. */
export function continuousAxis(props: ChartProps, data: SeriesData, start: number, end: number): XAxis {
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
  const labels: { x: number; text: string }[] =
    data.xKind === 'number'
      ? numberTicks(props, data, end - start, at)
      : nameTicks(props, data, x, end - start);
  const draw = (bottom: number) =>
    g(
      { 'text-anchor': 'middle' },
      labels.map((each) =>
        svgText(inside(each.x, each.text, props.size.width, fontSize), bottom + 18, each.text),
      ),
    );
  return { height: fontSize + 14, x, at, draw };
}

function timeAxis(
  props: ChartProps,
  data: SeriesData,
  ticks: readonly TimeTick[],
  at: (tick: TimeTick) => number,
  x: XAxis['x'],
): XAxis {
  const { size } = props;
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
      shown.map(({ tick, context }) => [
        svgText(inside(at(tick), tick.label, size.width, fontSize), bottom + 18, tick.label),
        context ? svgText(context.x, bottom + 33, context.text) : null,
      ]),
      until ? svgText(until.x, bottom + (isTaken ? 48 : 33), until.text) : null,
    );
  return { height: { 1: 24, 2: 38, 3: 53 }[lines], x, draw };
}

interface PlacedText {
  readonly text: string;
  /** Its middle. */
  readonly x: number;
}

const touches = (one: PlacedText, other: PlacedText): boolean =>
  Math.abs(one.x - other.x) < (textWidth(one.text, fontSize) + textWidth(other.text, fontSize)) / 2 + 6;

function numberTicks(props: ChartProps, data: SeriesData, width: number, at: (position: number) => number) {
  const first = data.positions[0] ?? 0;
  const last = data.positions.at(-1) ?? first;
  const count = Math.max(2, Math.min(8, Math.floor(width / 80)));
  const step = tickStep(first, last, count) || 1;
  const format = data.x && columnFormat(data.x, props.tile.options);
  const list = last > first ? niceTicks(first, last, count) : [first];
  const plain = !format && list.every((tick) => Number.isInteger(tick) && Math.abs(tick) < 10_000);
  // Without a format, 2024 on an X axis is a year or an id rather than an amount: no separators.
  return list.map((tick) => ({
    x: at(tick),
    text: plain ? String(tick) : formatTick(tick, step, format, props.locale),
  }));
}

function nameTicks(props: ChartProps, data: SeriesData, x: (index: number) => number, width: number) {
  const names = data.positions.map((_, index) => shortName(props, data.label(index)));
  const widest = Math.max(1, ...names.map((name) => textWidth(name, fontSize)));
  const every = Math.max(1, Math.ceil(((widest + 10) * names.length) / Math.max(1, width + widest)));
  return names.flatMap((text, index) => (index % every === 0 ? [{ x: x(index), text }] : []));
}

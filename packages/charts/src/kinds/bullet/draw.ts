import type { VNode } from 'preact';
import { columnFormat } from '../../data/read-columns.ts';
import { headline } from '../../data/summarise.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { cutMiddle, truncate } from '../../layout/fit-text.ts';
import { type Mirror, mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import { type Extent, extentOf, project } from '../../layout/value-axis.ts';
import { chartFrame, fontSize, noteHeight, noteRoom } from '../../parts/chart-frame.ts';
import { labelOf, shapeOf } from '../../parts/focus.ts';
import { type Header, noHeader } from '../../parts/legend.ts';
import { type Mark, rowMarks } from '../../parts/marks.ts';
import { shownNotes } from '../../parts/notes.ts';
import { progressOf } from '../../parts/progress.ts';
import { shortName } from '../../parts/short-names.ts';
import { unfitState } from '../../parts/state.ts';
import { type Children, g, type Markup, rect, svgText } from '../../parts/svg.ts';
import { toneOf } from '../../parts/thresholds.ts';
import { otherFill } from '../../theme/other-fill.ts';
import type { BulletProps } from './options.ts';
import { type Bullet, type Bullets, readBullets } from './read-bullets.ts';

const minRow = 40;
/** Panels are lower than a chart with the same rows. */
const minRowInPanels = 36;
const maxRow = 60;
const bandHeight = 14;
const barHeight = 6;
const keyHeight = 24;
const nameSize = 13;

/** A bar per value, a tick for its target, and the ranges of thresholds behind them. */
export function bulletChart(props: BulletProps): VNode {
  const data = readBullets(props);
  if (!data) return unfitState(props);
  const { size, theme, locale, panel } = props;
  const flow = mirror(locale, size.width);
  const targetLabel = data.targets?.label ?? locale.messages.target;
  const hasTargets = data.rows.some(({ target }) => target !== null);
  const header = (width: number) => key(props, width, data.measure.label, targetLabel);
  if (hasTargets) panel?.note({ header });
  const hasKey = !panel && hasTargets && size.height >= keyHeight + minRow;
  const { height: top, nodes: keyNodes } = hasKey ? header(size.width) : noHeader;
  const room = size.height - top;
  const fits = Math.max(1, Math.floor(room / (panel ? minRowInPanels : minRow)));
  const slots =
    data.slots > fits && !panel
      ? Math.max(1, Math.floor((room - noteHeight) / minRow))
      : Math.min(data.slots, fits);
  const rows = data.rows.filter(({ slot }) => slot < slots);
  const notes = shownNotes(props, slots, data.slots, data.dimension?.label);
  const height = Math.min(maxRow, (room - noteRoom(props, notes)) / Math.max(1, slots));
  const own = scaleOf(props, data, rows);
  const { extent } = panel?.axis('y', { extent: own, zero: true }) ?? { extent: own };
  const x = project(extent, 0, size.width);
  const figures = rows.map((row) => figuresOf(props, data, row));
  const widestSide = Math.max(0, ...figures.map(({ side }) => textWidth(side, fontSize)));
  const sideRoom = panel?.max('side', widestSide) ?? widestSide;
  const widestValue = Math.max(0, ...figures.map(({ value }) => valueRoom(value)));
  const forValues = panel?.max('values', widestValue) ?? widestValue;
  // In panels, names need more room than in a chart of their own.
  const isRoomy = !panel || size.width - sideRoom - 14 - forValues > size.width * 0.35;
  const side = sideRoom > 0 && sideRoom < size.width * 0.4 && isRoomy ? sideRoom + 14 : 0;
  const topOf = (slot: number) => top + slot * height;
  const y = (index: number) => topOf(rows[index]?.slot ?? index);
  const baseline = Math.max(14, height / 2 - 8);
  const targetFormat = data.targets && columnFormat(data.targets, props.tile.options);
  const marks = rows.map(({ name, value, target, row }, index): Mark => {
    const item = { y: y(index) + height / 2, rows: [row] };
    const side = figures[index]?.side;
    const text = formatFull(value, data.format, locale) + (side ? ` · ${side}` : '');
    const items = [{ ...item, series: 0, text }];
    if (data.targets && target !== null)
      items.push({ ...item, series: 1, text: formatFull(target, targetFormat, locale) });
    return { label: name, x: flow.x(x(value)), items };
  });
  return chartFrame(props, {
    summary: [
      headline(props),
      ...figures
        .slice(0, 6)
        .map(({ spoken }, index) =>
          locale.messages.summary.single({ name: rows[index]?.name ?? '', value: spoken }),
        ),
    ].join(' '),
    notes,
    series: [
      [data.measure.label, theme.colors.accent],
      [targetLabel, theme.colors.text],
    ],
    ...rowMarks(marks, data.dimension, { top: y, width: size.width, height }),
    body: [
      keyNodes,
      rows.map((row, index) => {
        const figure = figures[index] as Figures;
        const text = y(index) + baseline;
        const muted = labelOf(props, [row.row]);
        return [
          svgText(
            flow.x(0),
            text,
            cutMiddle(shortName(props, row.name), size.width - side - valueRoom(figure.value), nameSize),
            { 'font-size': nameSize, ...muted },
            row.name,
          ),
          svgText(flow.x(size.width - side), text, figure.value, {
            'text-anchor': 'end',
            'font-size': nameSize,
            'font-weight': 600,
            fill: figure.tone && theme.colors[figure.tone],
            ...muted,
          }),
          side > 0
            ? svgText(flow.x(size.width), text, figure.side, {
                'text-anchor': 'end',
                fill: theme.colors['text-muted'],
                ...muted,
              })
            : null,
          bulletBar(props, data, row, { flow, extent, x, y: text + 7 }),
        ];
      }),
      data.gaps
        .filter(({ slot }) => slot < slots)
        .map(({ name, slot }) => [
          svgText(
            flow.x(0),
            topOf(slot) + baseline,
            cutMiddle(shortName(props, name), size.width, nameSize),
            { 'font-size': nameSize, fill: theme.colors['text-muted'] },
            name,
          ),
          rect(0, topOf(slot) + baseline + 7, size.width, bandHeight, { rx: 2, fill: theme.colors.track }),
        ]),
    ],
  });
}

const valueRoom = (value: string): number => textWidth(value, nameSize, true) + 12;

interface Figures {
  readonly value: string;
  /** Next to the value: the share of the target, or the difference if the target is not positive. */
  readonly side: string;
  readonly tone: 'good' | 'warning' | 'bad' | undefined;
  readonly spoken: string;
}

function figuresOf(props: BulletProps, { measure, format }: Bullets, { value, target }: Bullet): Figures {
  const { locale, tile } = props;
  const text = formatShort(value, format, locale);
  const tone = toneOf(value, tile.options?.thresholds, measure.name);
  if (target === null) return { value: text, side: '', tone, spoken: text };
  const {
    share,
    difference,
    signed,
    target: aim,
  } = progressOf(props, value, target, { format, column: measure.name });
  const spoken = `${text}, ${share === undefined ? difference : locale.messages.ofTarget({ share, target: aim })}`;
  return { value: text, side: share ?? signed, tone, spoken };
}

/** One scale from zero for all rows, with every target and the limits of every range. */
function scaleOf(props: BulletProps, { measure }: Bullets, rows: readonly Bullet[]): Extent {
  const limits = (props.tile.options?.thresholds ?? [])
    .filter(({ column }) => column === undefined || column === measure.name)
    .flatMap(({ from = null, to = null }) => [from, to]);
  const extent = extentOf([[0], limits, rows.flatMap(({ value, target }) => [value, target])]);
  const { min, max } = extent ?? { min: 0, max: 1 };
  if (min === max) return { min: 0, max: 1 };
  // Keep the tick of the largest target inside.
  const edge = (max - min) * 0.02;
  return { min: min < 0 ? min - edge : 0, max: max > 0 ? max + edge : 0 };
}

function bulletBar(
  props: BulletProps,
  { measure }: Bullets,
  { value, target, isOther, row }: Bullet,
  {
    flow,
    extent,
    x,
    y,
  }: {
    readonly flow: Mirror;
    readonly extent: Extent;
    readonly x: (value: number) => number;
    readonly y: number;
  },
): Children {
  const { theme, size, tile } = props;
  const shape = (part: string) => shapeOf(props, { rows: [row], part });
  const inside = (each: number) => Math.min(extent.max, Math.max(extent.min, each));
  const span = (from: number, to: number, top: number, height: number, fill: string): Markup => {
    const [start, end] = [x(inside(from)), x(inside(to))].sort((a, b) => a - b) as [number, number];
    return rect(flow.left(start, end - start), top, end - start, height, { fill });
  };
  const bands = (tile.options?.thresholds ?? []).filter(
    ({ column }) => column === undefined || column === measure.name,
  );
  // A tiny value is still visible, and zero is a hairline.
  const length = Math.max(value === 0 ? 1 : 2, Math.abs(x(value) - x(0)));
  const start = value < 0 ? x(0) - length : x(0);
  const tickAt = (place: number) => {
    const left = Math.min(size.width - 2.5, Math.max(0, place - 1.25));
    return rect(flow.left(left, 2.5), y - 2, 2.5, bandHeight + 4, {
      rx: 1,
      fill: theme.colors.text,
      ...shape('target'),
    });
  };
  return [
    rect(0, y, size.width, bandHeight, { rx: 2, fill: theme.colors.track }),
    // The first matching threshold determines the tone, so it is drawn last.
    bands
      .toReversed()
      .map(({ from = extent.min, to = extent.max, tone }) =>
        span(from, to, y, bandHeight, theme.colors[`${tone}-soft`]),
      ),
    rect(flow.left(start, length), y + (bandHeight - barHeight) / 2, length, barHeight, {
      rx: 1,
      fill: isOther ? otherFill(theme).color : theme.colors.accent,
      ...shape(''),
    }),
    extent.min < 0 ? rect(flow.x(x(0)) - 0.5, y - 1, 1, bandHeight + 2, { fill: theme.colors.axis }) : null,
    target === null ? null : tickAt(x(target)),
  ];
}

/** The legend of bar and tick. */
function key({ theme, locale }: BulletProps, width: number, label: string, targetLabel: string): Header {
  const flow = mirror(locale, width);
  const half = width / 2 - 40;
  const name = truncate(label, half, fontSize);
  const second = 20 + textWidth(name, fontSize) + 20;
  const nodes = g(
    { fill: theme.colors['text-muted'] },
    rect(flow.left(0, 14), 5, 14, barHeight, { rx: 1, fill: theme.colors.accent }),
    svgText(flow.x(20), 12, name, {}, label),
    rect(flow.left(second, 2.5), 1, 2.5, bandHeight, { rx: 1, fill: theme.colors.text }),
    svgText(flow.x(second + 9), 12, truncate(targetLabel, half, fontSize), {}, targetLabel),
  );
  return { height: keyHeight, nodes };
}

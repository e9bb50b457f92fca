import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { isPart } from '../../data/own-total.ts';
import { headline } from '../../data/summarise.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { formatShare } from '../../format/format-share.ts';
import { cutMiddle, wrap } from '../../layout/fit-text.ts';
import { type Mirror, mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import { chartFrame, fontSize, noteHeight } from '../../parts/chart-frame.ts';
import { type Mark, markAttribute } from '../../parts/marks.ts';
import { joinNotes, shownNote } from '../../parts/rows-note.ts';
import { shortName } from '../../parts/short-names.ts';
import { unfitState } from '../../parts/state.ts';
import { g, type Markup, rect, svgText } from '../../parts/svg.ts';
import { textColor } from '../../theme/create-theme.ts';
import { type Group, type Part, type Parts, readParts } from './read-parts.ts';
import { type Box, squarify } from './squarify.ts';

/** Smaller parts could not be distinguished or tapped. */
const leastArea = 320;
const gap = 1.5;
const groupGap = 8;
const headHeight = 20;
const padding = 7;

/** A whole as areas: its parts by size, grouped by an optional second dimension. */
export function treemapChart(props: ChartProps): VNode {
  const { size, theme, locale } = props;
  const area = Math.max(1, size.width * (size.height - noteHeight));
  const data = readParts(props, leastArea / area);
  if (!data) return unfitState(props);
  if (data.total === 0) return unfitState(props, locale.messages.noShares);
  const { adds, negatives } = data;
  const flow = mirror(locale, size.width);
  const shown = data.groups.reduce((count, { parts }) => count + Math.max(1, parts.length), 0);
  const note = joinNotes([
    negatives ? locale.messages.negativesHidden : undefined,
    shownNote(props, shown, shown + data.left),
    adds && (negatives || isPart(props)) ? locale.messages.sharesOfShown : undefined,
  ]);
  const whole = { x: 0, y: 0, width: size.width, height: size.height - (note ? noteHeight : 0) };
  const { cells, heads } = layout(data, whole);
  const say = (part: Part): Figures => ({
    share: adds ? formatShare(part.value / data.total, locale) : undefined,
    value: formatShort(part.value, data.format, locale),
  });
  // Areas have a color that is readable as text on the surface, so text in the surface color is readable on them.
  const colors = data.groups.map(({ fill }) => textColor(theme, fill));
  const texts = cells.map(({ part }) => say(part));
  const marks = cells.map(({ part, box, group }, index): Mark => {
    const value = formatFull(part.value, data.format, locale);
    const text = adds ? `${value} · ${texts[index]?.share}` : value;
    const items = [{ series: group, y: box.y + box.height / 2, text, rows: part.rows }];
    return { label: part.name, x: flow.x(box.x + box.width / 2), items };
  });
  return chartFrame(props, {
    summary: [
      headline(props),
      ...(adds ? data.groups : cells.map(({ part }) => part)).slice(0, 4).map((part) => {
        const { share, value } = say(part);
        return locale.messages.summary.single({
          name: part.name,
          value: share === undefined ? value : `${share}, ${value}`,
        });
      }),
    ].join(' '),
    note,
    series: data.groups.map(({ name }, index) => [name, colors[index] as string]),
    marks,
    dimension: data.dimension,
    split: data.split,
    body: [
      heads.map(({ group, box }) => groupHead(props, flow, group, box, say(group).share)),
      g(
        { 'pointer-events': 'all' },
        cells.map(({ box, group }, index) =>
          rect(
            flow.left(box.x, box.width),
            box.y,
            box.width,
            box.height,
            ` rx="2" fill="${colors[group]}"${markAttribute(marks[index] as Mark)}` as Markup,
          ),
        ),
      ),
      g(
        { 'pointer-events': 'none' },
        cells.map(({ part, box, group }, index) => {
          const label = cellLabel(props, part.name, box, texts[index] as Figures);
          const { fill } = data.groups[group] as Group;
          // A color that the author chose is the same in dark mode, and so is the text on it.
          const ink = fill.token ? theme.colors.surface : theme.tokens.surface;
          return label && g({ fill: ink, ...label.attributes }, label.lines);
        }),
      ),
    ],
  });
}

interface Figures {
  /** None if the parts do not add up. */
  readonly share: string | undefined;
  readonly value: string;
}

interface Cell {
  readonly part: Part;
  readonly box: Box;
  /** Index of its group. */
  readonly group: number;
}

interface Head {
  readonly group: Group;
  readonly box: Box;
}

function layout({ groups, total }: Parts, whole: Box): { cells: readonly Cell[]; heads: readonly Head[] } {
  const values = groups.map(({ value }) => value / total);
  if (groups.every(({ parts }) => parts.length === 0)) {
    const boxes = spaced(values, whole, gap);
    return { cells: groups.map((part, group) => ({ part, group, box: boxes[group] as Box })), heads: [] };
  }
  const heads: Head[] = [];
  const cells: Cell[] = [];
  for (const [index, box] of spaced(values, whole, groupGap).entries()) {
    const group = groups[index] as Group;
    const hasHead = box.width >= 40 && box.height >= headHeight + 24;
    if (hasHead) heads.push({ group, box });
    const top = hasHead ? headHeight : 0;
    const inner = { ...box, y: box.y + top, height: box.height - top };
    const shares = group.parts.map(({ value }) => value / total);
    for (const [place, own] of spaced(shares, inner, gap).entries())
      cells.push({ part: group.parts[place] as Part, group: index, box: own });
  }
  return { cells, heads };
}

/** Boxes with a gap between them, but not around them. */
function spaced(values: readonly number[], { x, y, width, height }: Box, space: number): readonly Box[] {
  const half = space / 2;
  const outer = { x: x - half, y: y - half, width: width + space, height: height + space };
  return squarify(values, outer).map((box) => {
    const [w, h] = [Math.max(0.5, box.width - space), Math.max(0.5, box.height - space)];
    const [left, top] = [Math.min(box.x + half, x + width - w), Math.min(box.y + half, y + height - h)];
    return { x: left, y: top, width: w, height: h };
  });
}

function groupHead(props: ChartProps, flow: Mirror, { name, fill }: Group, box: Box, share = ''): Markup {
  const { theme } = props;
  const shown = shortName(props, name);
  const shareRoom = textWidth(share, fontSize) + 8;
  const withShare = share !== '' && box.width - shareRoom >= Math.min(60, textWidth(shown, fontSize, true));
  const room = box.width - (withShare ? shareRoom : 0);
  return g(
    {},
    svgText(
      flow.x(box.x),
      box.y + 13,
      cutMiddle(shown, room, fontSize, true),
      { 'font-weight': 600, fill: textColor(theme, fill) },
      name,
    ),
    withShare
      ? svgText(flow.x(box.x + box.width), box.y + 13, share, {
          'text-anchor': 'end',
          fill: theme.colors['text-muted'],
        })
      : null,
  );
}

/** Name, share and value, as far as they fit. */
function cellLabel(props: ChartProps, name: string, box: Box, { share, value }: Figures) {
  const flow = mirror(props.locale, props.size.width);
  const room = box.width - 2 * padding;
  const letters = box.width >= 150 && box.height >= 84 ? 14 : fontSize;
  const step = letters + 3;
  const fits = Math.floor((box.height - 2 * padding + 3) / step);
  if (room < 16 || fits < 1) return undefined;
  const lines = wrap(shortName(props, name), room / 1.1, letters, Math.min(3, fits));
  // A few letters and an ellipsis are no useful name.
  if (room < 60 && lines.some((line) => line.includes('…') && !name.includes(line))) return undefined;
  const x = flow.x(box.x + padding);
  const baseline = (line: number) => box.y + padding + letters * 0.82 + line * step;
  const figures =
    lines.length < fits
      ? (share === undefined ? [value] : [`${share} · ${value}`, share]).find(
          (text) => textWidth(text, fontSize) <= room,
        )
      : undefined;
  const isLarge = letters > fontSize;
  return {
    attributes: isLarge ? { 'font-size': letters } : {},
    lines: [
      lines.map((line, index) =>
        svgText(x, baseline(index), line, { 'font-weight': 600 }, lines.join(' ') === name ? line : name),
      ),
      figures === undefined
        ? null
        : svgText(x, baseline(lines.length), figures, isLarge ? { 'font-size': fontSize } : {}),
    ],
  };
}

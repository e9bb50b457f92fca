import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { isPart } from '../../data/own-total.ts';
import { headline } from '../../data/summarise.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { formatShare } from '../../format/format-share.ts';
import { cutMiddle, wordsOf, wrap } from '../../layout/fit-text.ts';
import { type Mirror, mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import { chartFrame, fontSize, noteHeight, noteRoom } from '../../parts/chart-frame.ts';
import { isDimmed, shapeOf, unzoomed } from '../../parts/focus.ts';
import { type Mark, markAttribute } from '../../parts/marks.ts';
import { shownNotes, textNote } from '../../parts/notes.ts';
import { shortName } from '../../parts/short-names.ts';
import { unfitState } from '../../parts/state.ts';
import { g, type Markup, px, rect, svgText, writeAttributes } from '../../parts/svg.ts';
import { textColor } from '../../theme/create-theme.ts';
import { quietFill } from '../../theme/other-fill.ts';
import { type Group, type Part, type Parts, readParts } from './read-parts.ts';
import { type Box, squarify } from './squarify.ts';

const gap = 1.5;
const groupGap = 8;
const headHeight = 20;
const padding = 7;
/** Names read from left to right, so wide boxes hold more of them than squares. */
const stretch = 1.6;
/** A larger `Other` gets the end of the treemap, because it would squeeze the rest into slivers. */
const largeOther = 0.25;

/** A whole as areas: its parts by size, grouped by an optional second dimension. */
export function treemapChart(props: ChartProps): VNode {
  const { size, theme, locale } = props;
  const area = Math.max(1, size.width * (size.height - noteHeight));
  const data = readParts(props, area);
  if (!data) return unfitState(props);
  if (data.total === 0) return unfitState(props, locale.messages.noShares);
  const { adds, negatives } = data;
  const all = props.whole && readParts(unzoomed(props), area);
  const { total } = all ?? data;
  const flow = mirror(locale, size.width);
  const shown = data.groups.reduce((count, { parts }) => count + Math.max(1, parts.length), 0);
  const { negativesHidden, combined, sharesOfShown } = locale.messages;
  const merged = { count: data.combined, shown: formatFull(data.combined, undefined, locale) };
  const notes = [
    ...(negatives ? [textNote(negativesHidden)] : []),
    ...shownNotes(props, shown, shown + data.left),
    ...(data.combined > 0 ? [textNote(combined(merged))] : []),
    ...(adds && (negatives || isPart(props)) ? [textNote(sharesOfShown)] : []),
  ];
  const whole = { x: 0, y: 0, width: size.width, height: size.height - noteRoom(props, notes) };
  const { cells, heads } = layout(data, whole);
  const say = (part: Part): Figures => ({
    share: adds ? formatShare(part.value / total, locale) : undefined,
    value: formatShort(part.value, data.format, locale),
  });
  // Areas have a color that is readable as text on the surface, so text in the surface color is readable on them.
  const colors = data.groups.map(({ fill, isOther }) => (isOther ? fill.color : textColor(theme, fill)));
  const texts = cells.map(({ part }) => say(part));
  const named = cells.map(({ part, box }, index) =>
    cellLabel(props, part.name, box, texts[index] as Figures),
  );
  // `Other` is not the only name of a group.
  const isNamed = (group: number) => named[cells.findIndex((cell) => cell.group === group)] !== undefined;
  const labels = named.map((label, index) => {
    const { part, group } = cells[index] as Cell;
    return part.isOther && !isNamed(group) ? undefined : label;
  });
  // Gray boxes without a name are background.
  const isQuiet = ({ part, group }: Cell, index: number) =>
    part.isOther ||
    (labels[index] === undefined &&
      part === data.groups[group] &&
      data.groups[group].fill.token === 'neutral');
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
    notes,
    series: data.groups.map(({ name }, index) => [name, colors[index] as string]),
    marks,
    dimension: data.dimension,
    split: data.split,
    body: [
      heads.map(({ group, box }) => groupHead(props, flow, group, box, say(group).share)),
      g(
        { 'pointer-events': 'all' },
        cells.map((cell, index) => {
          const { x, y, width, height } = cell.box;
          const fill = isQuiet(cell, index) ? quietFill(theme).color : colors[cell.group];
          const part = data.dimension ? '' : cell.part.name;
          const shape = writeAttributes(shapeOf(props, { rows: cell.part.rows, part }));
          const attributes = ` rx="2" fill="${fill}"${shape}${markAttribute(marks[index] as Mark)}` as Markup;
          return rect(flow.left(x, width), y, width, height, attributes);
        }),
      ),
      g(
        { 'pointer-events': 'none' },
        cells.map((cell, index) => {
          const label = labels[index];
          const { fill } = data.groups[cell.group] as Group;
          // A color that the author chose is the same in dark mode, and so is the text on it.
          const onColor = fill.token ? theme.colors.surface : theme.tokens.surface;
          // Neither gray nor dimmed boxes are as strong as the colors that text is chosen for.
          const isPale = isQuiet(cell, index) || isDimmed(props, cell.part.rows);
          const ink = isPale ? theme.colors.text : onColor;
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

function layout({ groups }: Parts, whole: Box): { cells: readonly Cell[]; heads: readonly Head[] } {
  const isFlat = groups.every(({ parts }) => parts.length === 0);
  const heads: Head[] = [];
  const cells: Cell[] = [];
  for (const [index, box] of arranged(groups, whole, isFlat ? gap : groupGap).entries()) {
    const group = groups[index] as Group;
    // Parts would have nothing that says whose they are.
    if (group.parts.length === 0 || box.width < 40 || box.height < headHeight + 24) {
      cells.push({ part: group, group: index, box });
      continue;
    }
    heads.push({ group, box });
    const inner = { ...box, y: box.y + headHeight, height: box.height - headHeight };
    for (const [place, own] of arranged(group.parts, inner, gap).entries())
      cells.push({ part: group.parts[place] as Part, group: index, box: own });
  }
  return { cells, heads };
}

/** A box for each part, `Other` at the end. */
function arranged(parts: readonly Part[], box: Box, space: number): readonly Box[] {
  const values = parts.map(({ value }) => value);
  const last = parts.at(-1);
  const sum = values.reduce((all, value) => all + value, 0);
  const share = last?.isOther ? last.value / sum : 0;
  if (share < largeOther || parts.length === 1) return spaced(values, box, space);
  const { x, y, width, height } = box;
  const named = values.slice(0, -1);
  // Names are listed beside `Other`, or above it in a high treemap.
  const isBeside = width >= height;
  const [w, h] = isBeside ? [(width - space) * (1 - share), height] : [width, (height - space) * (1 - share)];
  const end = isBeside
    ? { x: x + w + space, y, width: width - w - space, height }
    : { x, y: y + h + space, width, height: height - h - space };
  return [...spaced(named, { x, y, width: w, height: h }, space), end];
}

/** Boxes with a gap between them, but not around them. */
function spaced(values: readonly number[], { x, y, width, height }: Box, space: number): readonly Box[] {
  const half = space / 2;
  const outer = { x: 0, y: y - half, width: (width + space) / stretch, height: height + space };
  return squarify(values, outer).map((box) => {
    const [w, h] = [Math.max(0.5, box.width * stretch - space), Math.max(0.5, box.height - space)];
    const left = Math.min(x + box.x * stretch, x + width - w);
    const top = Math.min(box.y + half, y + height - h);
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

/** A few letters and an ellipsis are no useful name. */
const leastCut = 44;

const hasRoom = (name: string, room: number, letters: number): boolean =>
  wordsOf(name).every((word) => textWidth(word.trimEnd(), letters) <= room);

/**
 * Name, share and value, as far as they fit. A name that would be cut is tried in smaller letters, and figures are below
 * it, or next to it in a low box.
 */
function cellLabel(props: ChartProps, full: string, box: Box, { share, value }: Figures) {
  const flow = mirror(props.locale, props.size.width);
  const name = shortName(props, full);
  const inset = box.width < 72 || box.height < 36 ? 4 : padding;
  const room = box.width - 2 * inset;
  const sizes = box.width >= 150 && box.height >= 84 ? [14] : [fontSize, 11, 10];
  // Few boxes of many have room for a word, which is cheaper to find out than how it would be cut.
  if (room < leastCut && !hasRoom(name, room / 1.1, sizes.at(-1) ?? fontSize))
    return uprightLabel(name, box, flow, share ?? value);
  let found: { letters: number; fits: number; lines: readonly string[]; isCut: boolean } | undefined;
  // With a line for figures in any size, or else all lines for the name.
  for (const spare of [1, 0])
    for (const letters of sizes) {
      const fits = Math.floor((box.height - 2 * inset + 3) / (letters + 3));
      if (fits < 1 || (found && !found.isCut)) continue;
      const lines = wrap(name, room / 1.1, letters, Math.min(3, Math.max(1, fits - spare)));
      const isCut = lines.some((line) => line.includes('…') && !name.includes(line));
      if (!found || !isCut) found = { letters, fits, lines, isCut };
    }
  if (!found || (found.isCut && room < leastCut)) return uprightLabel(name, box, flow, share ?? value);
  const { letters, fits, lines } = found;
  const small = Math.min(letters, fontSize);
  const x = flow.x(box.x + inset);
  const baseline = (line: number) => box.y + inset + letters * 0.82 + line * (letters + 3);
  const figures = share === undefined ? [value] : [`${share} · ${value}`, share];
  const below = lines.length < fits && figures.find((text) => textWidth(text, small) <= room);
  const left = room - textWidth(lines[0] ?? '', letters, true) - 8;
  const beside = fits === 1 && figures.find((text) => textWidth(text, small) <= left);
  const attributes = letters > small ? { 'font-size': small } : {};
  return {
    attributes: letters === fontSize ? {} : { 'font-size': letters },
    lines: [
      lines.map((line, index) =>
        svgText(x, baseline(index), line, { 'font-weight': 600 }, lines.join(' ') === full ? line : full),
      ),
      below ? svgText(x, baseline(lines.length), below, attributes) : null,
      beside
        ? svgText(flow.x(box.x + box.width - inset), baseline(0), beside, { 'text-anchor': 'end' })
        : null,
    ],
  };
}

/** In a high and narrow box, which may be one of the largest, the name runs downward. */
function uprightLabel(name: string, box: Box, flow: Mirror, figure: string) {
  const room = box.height - 2 * padding;
  if (box.width < 18 || textWidth(name, fontSize, true) > room) return undefined;
  const middle = flow.x(box.x + box.width / 2) - 4 * flow.forward;
  const at = (y: number) => ({ transform: `translate(${px(middle)} ${px(y)})rotate(${90 * flow.forward})` });
  const start = box.y + padding;
  const beside = textWidth(name, fontSize, true) + 8;
  const withFigure = beside + textWidth(figure, fontSize) <= room;
  return {
    attributes: {},
    lines: [
      svgText(0, 0, name, { 'font-weight': 600, ...at(start) }),
      withFigure ? svgText(0, 0, figure, at(start + beside)) : null,
    ],
  };
}

import type { ChartProps } from '../chart-props.ts';
import { formatFull } from '../format/format-number.ts';
import { cutMiddle, truncate } from '../layout/fit-text.ts';
import { mirror } from '../layout/mirror.ts';
import { textWidth } from '../layout/text-width.ts';
import { fontSize } from './chart-frame.ts';
import type { LegendItem } from './legend-item.ts';
import { shortName } from './short-names.ts';
import { g, type Markup, path, px, rect, svgText } from './svg.ts';

/** The content above the plot and its height. */
export interface Header {
  readonly height: number;
  readonly nodes: Markup | null;
}

export const noHeader: Header = { height: 0, nodes: null };

/** The opacity of an area below a line. */
export const tint = 0.12;
/** The opacity of a bar of the previous period. */
export const comparisonOpacity = 0.38;
const rowHeight = 20;
/** The share of the height that a legend may take, so that the plot stays the larger part. */
const maxShare = 0.25;
const swatch = 12;
const gap = 16;

interface Placed {
  readonly placed: readonly {
    readonly item: LegendItem;
    readonly text: string;
    readonly x: number;
    readonly row: number;
  }[];
  /** The position of the next entry. */
  readonly x: number;
  readonly row: number;
}

function placeItems(
  props: ChartProps,
  items: readonly LegendItem[],
  longest: number,
  moreText: (count: number) => string,
): Placed {
  const { size } = props;
  const maxRows = Math.max(1, Math.floor((size.height * maxShare) / rowHeight));
  const placed: { item: LegendItem; text: string; x: number; row: number }[] = [];
  let x = 0;
  let row = 0;
  for (const item of items) {
    const text = cutMiddle(shortName(props, item.name), longest, fontSize);
    const width = swatch + 6 + textWidth(text, fontSize);
    const hidden = items.length - placed.length - 1;
    const reserve = row === maxRows - 1 && hidden > 0 ? gap + textWidth(moreText(hidden), fontSize) : 0;
    if (x > 0 && x + width + reserve > size.width) {
      if (row === maxRows - 1) break;
      row += 1;
      x = 0;
    }
    placed.push({ item, text, x, row });
    x += width + gap;
  }
  return { placed, x, row };
}

/** Names in rows above the plot; names that do not fit are counted. */
export function legend(props: ChartProps, items: readonly LegendItem[]): Header {
  const { size, theme, locale, panel } = props;
  if (panel) {
    panel.note({ legend: items });
    return noHeader;
  }
  const flow = mirror(locale, size.width);
  const moreText = (count: number) =>
    locale.messages.more({ count, shown: formatFull(count, undefined, locale) });
  const widest = Math.min(180, size.width * 0.6);
  // Names are cut only if that makes room for all of them.
  const tries = [size.width - swatch - 6, widest, widest * 0.75, widest * 0.55, 64].map((longest) =>
    placeItems(props, items, longest, moreText),
  );
  const all = tries.find((each) => each.placed.length === items.length);
  const { placed, x, row } = all ?? (tries[1] as Placed);
  const hidden = items.length - placed.length;
  const nodes = g(
    { fill: theme.colors['text-muted'] },
    placed.map(({ item, text, x: at, row: line }) => {
      const middle = line * rowHeight + 8;
      return [
        mark(item, flow.left(at, swatch), middle),
        svgText(flow.x(at + swatch + 6), middle + 4, text, {}, item.name),
      ];
    }),
    hidden > 0 ? svgText(flow.x(x), row * rowHeight + 12, moreText(hidden)) : null,
  );
  return { height: (row + 1) * rowHeight + 6, nodes };
}

function mark(item: LegendItem, left: number, middle: number): Markup | null {
  if (item.mark === 'tint')
    return g(
      { fill: item.color },
      rect(left, middle - 5, swatch, 10, { opacity: tint }),
      rect(left, middle - 6, swatch, 2),
    );
  if (item.mark === 'square' || item.mark === 'faint') {
    const opacity = item.mark === 'faint' ? comparisonOpacity : undefined;
    return rect(left + 1, middle - 5, 10, 10, { rx: 2, fill: item.color, opacity });
  }
  return path(`M${px(left)} ${middle}h${swatch}`, {
    stroke: item.color,
    opacity: item.opacity,
    'stroke-width': item.thin ? 1 : item.mark === 'line' && item.dash === undefined ? 3 : 2,
    'stroke-dasharray': item.mark === 'dashed' ? '3 3' : item.dash,
    'stroke-linecap': item.mark === 'line' ? 'round' : undefined,
  });
}

/** The legend of a chart, with the title of its value axis below. */
export function titledLegend(props: ChartProps, items: readonly LegendItem[]): Header {
  const above = legend(props, items);
  const title = props.tile.options?.yTitle ?? '';
  return title === '' ? above : below(above, caption(props, title));
}

/** Stacks two headers. */
export function below(above: Header, header: Header): Header {
  if (above.height === 0 || header.height === 0) return above.height === 0 ? header : above;
  const moved = g({ transform: `translate(0 ${above.height - 2})` }, header.nodes);
  return { height: above.height + header.height - 4, nodes: g({}, above.nodes, moved) };
}

/** The measure's name above a chart without a legend. */
export function caption(props: ChartProps, text: string): Header {
  const { size, theme, locale, panel } = props;
  if (panel) {
    panel.note({ caption: text });
    return noHeader;
  }
  const nodes = svgText(
    mirror(locale, size.width).x(0),
    12,
    truncate(text, size.width, fontSize),
    { fill: theme.colors['text-muted'] },
    text,
  );
  return { height: 24, nodes };
}

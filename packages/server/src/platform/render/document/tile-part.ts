import { chartOf } from '@inlay/charts/chart-kinds';
import { titleTile } from '@inlay/charts/format/title-tile';
import { truncate } from '@inlay/charts/layout/fit-text';
import { type PageSlots, slotsOfTile } from '@inlay/charts/theme/assign-slots';
import type { Tile } from '@inlay/charts/tile';
import { TileChart, TileError, type TileProps } from '@inlay/charts/tile-chart';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { type Html, html, trustedHtml } from '../html.ts';
import { messageFor, pageMessages } from '../page-messages.ts';
import { rowsNote } from '../rows-note.ts';
import { notFilteredNote, shownTile, type TileOutcome } from '../tile-section.ts';
import { at, type Part, type Pen, textLine } from './sheet.ts';
import { tableContent, tablePart } from './table-part.ts';

export interface TilePartOptions {
  readonly width: number;
  /** The height of the whole tile, including its header. */
  readonly height: number;
  readonly title?: string | undefined;
  readonly variables: Variables;
  readonly colors?: PageSlots | undefined;
}

/** A tile in a file: its title and its chart. */
export function tilePart(tile: Tile, outcome: TileOutcome, options: TilePartOptions, pen: Pen): Part {
  const titled = titledPart(tile, outcome, options, pen);
  const head = tileHead(titled, options, pen);
  const height = Math.max(40, options.height - head.height);
  return {
    height: options.height,
    svg: html`${head.svg}${at(0, head.height, drawn(titled, outcome, { ...options, height }, pen))}`,
  };
}

/** A chart without its header, for messages: they have its title, and the text alternative for those who see no images. */
export function chartPart(
  tile: Tile,
  outcome: Extract<TileOutcome, { readonly state: 'ready' }>,
  options: Omit<TilePartOptions, 'variables'>,
  pen: Pen,
): Part & { readonly summary: string } {
  const chart = TileChart(drawnProps(tile, outcome, options, pen));
  const { props } = chart;
  // A heading that its names share is above the height that it was given.
  const height = 'height' in props && typeof props.height === 'number' ? props.height : options.height;
  const summary = 'aria-label' in props && typeof props['aria-label'] === 'string' ? props['aria-label'] : '';
  return { height, svg: rendered(chart), summary };
}

/** The tile with values in its title, which an item may override, and with filters that do not affect it. */
export const titledPart = (
  tile: Tile,
  outcome: TileOutcome,
  { title = tile.title, variables }: Pick<TilePartOptions, 'title' | 'variables'>,
  { locale }: Pen,
): Tile => {
  const ready = outcome.state === 'ready' ? outcome : undefined;
  const titled = titleTile(shownTile(tile, outcome, title), ready?.result, variables, locale);
  const { notFilteredBy = [] } = ready ?? {};
  if (notFilteredBy.length === 0) return titled;
  const note = notFilteredNote(notFilteredBy, locale.language);
  return { ...titled, description: [titled.description, note].filter((text) => text).join('  ·  ') };
};

export function tileHead(
  { title, description }: Tile,
  { width }: Pick<TilePartOptions, 'width'>,
  { theme, locale }: Pen,
): Part {
  const { text, 'text-muted': muted } = theme.tokens;
  const line = (content: string, y: number, size: number, fill: string, bold = false) =>
    textLine(
      [{ text: truncate(content, width, size, bold) }],
      { from: 0, to: width, y },
      { size, fill, bold },
      locale,
    );
  const name = line(title, 15, 15, text, true);
  if (!description) return { height: 30, svg: name };
  return { height: 50, svg: html`${name}${line(description, 34, 12, muted)}` };
}

function drawnProps(
  tile: Tile,
  outcome: TileOutcome,
  { width, height, colors }: Omit<TilePartOptions, 'variables'>,
  { theme, locale }: Pen,
): TileProps {
  const ready = outcome.state === 'ready' ? outcome : undefined;
  const { result = { columns: [], rowCount: 0, truncated: false }, colored } = ready ?? {};
  return {
    tile,
    result,
    theme,
    locale,
    size: { width: Math.round(width), height: Math.round(height) },
    ...(colors && colored ? { slots: slotsOfTile(colors, colored) } : {}),
  };
}

function drawn(tile: Tile, outcome: TileOutcome, options: TilePartOptions, pen: Pen): Html {
  const { locale } = pen;
  const props = drawnProps(tile, outcome, options, pen);
  const { result } = props;
  if (outcome.state !== 'ready') {
    const code = outcome.state === 'failed' ? outcome.code : 'ENGINE_UNAVAILABLE';
    const { title, hint } = messageFor(pageMessages(locale.language), code);
    return rendered(TileError({ ...props, message: `${title}. ${hint}` }));
  }
  if (chartOf(tile.kind).isTable && result.rowCount > 0) return cutTable(tile, props, pen);
  return rendered(TileChart(props));
}

function cutTable(tile: Tile, { result, size }: TileProps, pen: Pen): Html {
  const content = tableContent(tile, result, pen);
  const { rowCount } = content.result;
  const all = tablePart(content, size, pen);
  if (all.drawn === rowCount) return all.svg;
  const part = tablePart(content, { ...size, height: size.height - LAST_LINE }, pen);
  const note = rowsNote(part.drawn, content.result, pen.locale) ?? '';
  return withLastLine(part, note, size.width, pen);
}

/** The height of a line below a table. */
export const LAST_LINE = 20;

export function withLastLine(part: Part, text: string, width: number, { theme, locale }: Pen): Html {
  const style = { size: 11, fill: theme.tokens['text-muted'] };
  const edges = { from: 0, to: width, y: part.height + 15 };
  return html`${part.svg}${textLine([{ text }], edges, style, locale)}`;
}

/** A chart without the attributes that only a page with a script can use. Charts escape what people wrote. */
const rendered = (node: VNode): Html =>
  trustedHtml(
    renderToString(node).replaceAll(
      / (?:data-[\w-]+|aria-[\w-]+|tabindex|role|class|pointer-events)="[^"]*"/g,
      '',
    ),
  );

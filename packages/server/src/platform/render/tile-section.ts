import { chartOf } from '@inlay/charts/chart-kinds';
import type { Size, TableView } from '@inlay/charts/chart-props';
import { titleOfChoice } from '@inlay/charts/choose-in-tile';
import { DataTable } from '@inlay/charts/data-table';
import { listFormat } from '@inlay/charts/format/list-format';
import { titleTile } from '@inlay/charts/format/title-tile';
import { type ColoredTile, type PageSlots, slotsOfTile } from '@inlay/charts/theme/assign-slots';
import type { Tile, TileChoice } from '@inlay/charts/tile';
import { TileChart, TileError, TileLoading, type TileProps } from '@inlay/charts/tile-chart';
import type { FrameErrorCode, Variables } from '@inlay/protocol/frame-messages';
import type { QueryResult } from '@inlay/protocol/result';
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { attributes, type Html, html, trustedHtml } from './html.ts';
import { messageFor, pageMessages } from './page-messages.ts';
import type { PageTheme } from './page-theme.ts';
import { rememberedMarkup } from './remembered-markup.ts';

/** The outcome of a tile's query. `pending`: the page's script requests it again. */
export type TileOutcome =
  | {
      readonly state: 'ready';
      readonly result: QueryResult;
      /** The history of the rows that a table shows. */
      readonly history?: QueryResult;
      /** Whether the viewer's filters narrow it. */
      readonly narrowed?: boolean;
      /** Labels of active filters that do not affect it. */
      readonly notFilteredBy?: readonly string[];
      /** Why there are no rows, for the developer of the host page. */
      readonly notice?: string;
      /** The tile as the viewer switched it or drilled down in it. */
      readonly tile?: Tile;
      readonly choice?: TileChoice;
      /** Whether it is as the author made it, so that texts may state its values. */
      readonly isAuthored?: boolean;
      /** The members that its colors distinguish. */
      readonly colored?: ColoredTile | undefined;
    }
  | { readonly state: 'failed'; readonly code: FrameErrorCode }
  | { readonly state: 'pending' };

export interface TileSectionOptions extends ChartOptions {
  /** Place on a dashboard. */
  readonly item?: string;
  readonly title?: string | undefined;
  readonly level: 1 | 2 | 3;
  readonly variables: Variables;
  readonly hidesTitle?: boolean;
  /** The text beside it has the same title already. */
  readonly hidesHeading?: boolean;
  /** Labels of active filters that do not affect it. */
  readonly notFilteredBy?: readonly string[] | undefined;
}

/** One tile: its title, its chart, and its numbers as a table for those who do not see the chart. */
export function tileSection(
  tile: Tile,
  outcome: TileOutcome,
  pageTheme: PageTheme,
  options: TileSectionOptions,
): Html {
  const { item, level, hidesTitle = false, hidesHeading = hidesTitle, notFilteredBy = [] } = options;
  const titled = titledTile(shownTile(tile, outcome, options.title), outcome, pageTheme, options.variables);
  const { title, description } = titled;
  const place = attributes({ id: item === undefined ? undefined : `item-${item}`, 'data-item': item });
  const state = attributes({
    'data-state': outcome.state === 'ready' ? undefined : stateOf(outcome),
    'data-compact': chartOf(tile.kind).isCompact ? '' : undefined,
  });
  const about = description && html`<p dir="auto">${description}</p>`;
  const note = notFilteredBy.length > 0 && notFilteredNote(notFilteredBy, pageTheme.locale.language);
  const inside = [
    html`<header class="inlay-tile-head">${!hidesHeading && heading(level, title)}${!hidesTitle && about}<div class="inlay-tools"></div></header>`,
    tile.choices && html`<div class="inlay-choices"></div>`,
    html`<div class="inlay-chart-box">${tileMarkup(titled, outcome, pageTheme, options)}</div>`,
    note && html`<p class="inlay-unfiltered" dir="auto" title="${note}">${note}</p>`,
  ];
  return html`<section class="inlay-tile"${place} data-tile="${tile.id}"${state} aria-label="${title}">${inside}</section>`;
}

const titledTile = (tile: Tile, outcome: TileOutcome, { locale }: PageTheme, variables: Variables): Tile =>
  titleTile(tile, outcome.state === 'ready' ? outcome.result : undefined, variables, locale);

/** The title of a tile as viewers read it. */
export const tileTitle = (
  tile: Tile,
  outcome: TileOutcome,
  pageTheme: PageTheme,
  variables: Variables,
): string => titledTile(shownTile(tile, outcome), outcome, pageTheme, variables).title;

/** The tile as it was queried, under the title of its place. */
export function shownTile(tile: Tile, outcome: TileOutcome, title = tile.title): Tile {
  if (outcome.state !== 'ready' || !outcome.tile) return { ...tile, title };
  return { ...outcome.tile, title: titleOfChoice(title, tile, outcome.choice ?? {}) };
}

function heading(level: TileSectionOptions['level'], title: string): Html {
  switch (level) {
    case 1:
      return html`<h1 dir="auto">${title}</h1>`;
    case 2:
      return html`<h2 dir="auto">${title}</h2>`;
    case 3:
      return html`<h3 dir="auto">${title}</h3>`;
  }
}

/** `The Region filter does not apply here`. */
export const notFilteredNote = (labels: readonly string[], language: string) =>
  pageMessages(language).notFilteredBy({
    count: labels.length,
    filters: listFormat(language).format(labels),
  });

const stateOf = (outcome: Exclude<TileOutcome, { state: 'ready' }>) =>
  outcome.state === 'failed' ? outcome.code : 'pending';

/** The number of rows of a long result in the page; its script shows the rest on demand. */
const RENDERED_ROWS = 60;

const nothing: QueryResult = { columns: [], rowCount: 0, truncated: false };

export interface ChartOptions {
  readonly size: Size;
  /** The colors of the page. */
  readonly colors?: PageSlots | undefined;
  readonly table?: TableView | undefined;
  /** What a click on a mark does. */
  readonly action?: string | undefined;
}

/** The content of a tile's box, for a page that is open already. */
export const chartMarkup = (...tile: Parameters<typeof tileMarkup>): string => tileMarkup(...tile).toString();

function tileMarkup(
  tile: Tile,
  outcome: TileOutcome,
  pageTheme: PageTheme,
  { size, colors, table, action }: ChartOptions,
): Html {
  const { theme, locale, linkHosts, imageHosts } = pageTheme;
  const props: TileProps = { tile, theme, locale, linkHosts, imageHosts, size, result: nothing };
  if (outcome.state === 'pending') return rendered(TileLoading(props));
  if (outcome.state === 'failed') {
    const { title, hint } = messageFor(pageMessages(locale.language), outcome.code);
    return rendered(TileError({ ...props, message: `${title}. ${hint}` }));
  }
  const drawn: TileProps = {
    ...props,
    result: outcome.result,
    ...(outcome.history ? { history: outcome.history } : {}),
    ...(outcome.narrowed === undefined ? {} : { narrowed: outcome.narrowed }),
    ...(colors && outcome.colored ? { slots: slotsOfTile(colors, outcome.colored) } : {}),
    ...(table ? { view: table } : {}),
    ...(action === undefined ? {} : { action }),
  };
  return trustedHtml(rememberedMarkup(drawn, () => drawChart(drawn).toString()));
}

function drawChart(props: TileProps): Html {
  const { tile, locale, result } = props;
  const chart = rendered(TileChart(props));
  // A table is its own alternative.
  if (chartOf(tile.kind).isTable) return chart;
  return html`${chart}${rendered(DataTable({ tile, locale, result, most: RENDERED_ROWS }))}`;
}

/** Charts and Preact escape what people wrote. */
const rendered = (node: VNode): Html => trustedHtml(renderToString(node));

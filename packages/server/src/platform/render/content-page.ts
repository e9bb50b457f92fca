import { chartOf } from '@inlay/charts/chart-kinds';
import type { Tile } from '@inlay/charts/tile';
import { kindStyle } from '@inlay/charts/tile-chart';
import type { Story } from '@inlay/content/story';
import { tabOf } from '@inlay/content/tab-of';
import type { UnfoldedDashboard } from '@inlay/content/unfold-dashboard';
import type { NamedValues } from '@inlay/protocol/narrative';
import { builderMain } from './builder-page.ts';
import { headMarkup } from './content-messages.ts';
import {
  CHOICES_CSS,
  CHOICES_HEIGHT,
  chartSize,
  fillHeight,
  gridCss,
  narrowestBeside,
  TABS_CSS,
} from './dashboard-grid.ts';
import { filterBar } from './filter-bar.ts';
import { attributes, type Html, html } from './html.ts';
import type { PageContent } from './page-content.ts';
import {
  naturalHeight,
  type PageContext,
  type PageInput,
  pageContext,
  pending,
  writerOf,
} from './page-context.ts';
import type { Messages } from './page-messages.ts';
import { type PageAssets, pageShell } from './page-shell.ts';
import { renderMarkdown, textPlace } from './render-markdown.ts';
import { storyBody } from './story-body.ts';
import { tileSection } from './tile-section.ts';

/** The content of a page, rendered lazily part by part, and the rules that place its parts. */
export interface ContentMarkup {
  readonly parts: Iterable<Html>;
  readonly css: string;
}

export function contentMarkup(page: PageInput): ContentMarkup {
  const { content, pageTheme, hiddenParts } = page;
  const context = pageContext(page);
  const { head, css, body } = partsOf(content, context);
  const filters =
    !hiddenParts.includes('filters') &&
    filterBar({ choices: page.choices, hasViews: hasViews(page) }, context.messages, pageTheme.locale);
  const tiles = [...context.tiles.values()];
  const styles =
    kindStyle(tiles.map(({ kind }) => kind)) + (tiles.some(({ choices }) => choices) ? CHOICES_CSS : '');
  return { parts: follow(html`${head}${filters}`, body), css: css + styles };
}

/** Whether there is something to save. */
const hasViews = ({ content, choices, state }: PageInput): boolean =>
  content.kind === 'dashboard' &&
  state.features.views !== false &&
  (choices.length > 0 ||
    (content.dashboard.drill ?? []).length > 0 ||
    (content.dashboard.tabs ?? []).length > 1 ||
    content.tiles.some((tile) => tile.choices || chartOf(tile.kind).isTable));

function* follow(first: Html, others: Iterable<Html>): Iterable<Html> {
  yield first;
  yield* others;
}

/** The page around the markup of its content. */
export function contentPage(
  page: PageInput,
  { html: inside, css }: { readonly html: Html; readonly css: string },
  assets: PageAssets,
  nonce: string,
): string {
  const { pageTheme, state, content } = page;
  const pageCss = css + scrollCss(page) + (state.kind === 'builder' ? kindStyle() : '');
  // The script of a builder takes over this content, or puts its canvas in its place.
  const main =
    state.kind === 'builder'
      ? builderMain(html`<div class="inlay-page" data-kind="${content.kind}">${inside}</div>`)
      : html`<main class="inlay-page" data-kind="${content.kind}">${inside}</main>`;
  return pageShell({ pageTheme, title: state.title, state, css: pageCss, body: main }, assets, nonce);
}

/**
 * A scroll bar that shows until the frame has grown narrows the page, which makes its charts shorter: the frame would
 * stay too low and keep the bar. The page can still be scrolled where the frame does not grow.
 */
export const scrollCss = ({ autoHeight = false }: Pick<PageInput, 'autoHeight'>): string =>
  autoHeight ? 'html{scrollbar-width:none}' : '';

function partsOf(content: PageContent, context: PageContext) {
  switch (content.kind) {
    case 'tile':
      return { head: null, css: '', body: [tileBody(content.tile, context)] };
    case 'story':
      return { head: head(content.story, context), css: '', body: storyBody(content.story, context) };
    case 'dashboard':
      return {
        head: head(content.dashboard, context),
        css: gridCss(content.dashboard, context.tiles) + (content.dashboard.tabs ? TABS_CSS : ''),
        body: dashboardBody(content.dashboard, context),
      };
  }
}

function head(content: Pick<Story, 'title' | 'description'>, context: PageContext): Html | null {
  if (context.hiddenParts.includes('title')) return null;
  const { title, description } = headMarkup(content, writerOf(context)(undefined));
  const about = description && html`<p dir="auto">${description}</p>`;
  return html`<header class="inlay-head"><h1 dir="auto">${title}</h1>${about}</header>`;
}

const heightOfChoices = ({ choices }: Tile) => (choices ? CHOICES_HEIGHT : 0);

/** Padding and title height of a tile that fills its page, as in the frame's `page.css`. */
const TILE_PADDING = 4;
const TILE_HEAD = 36;
function tileBody(
  tile: Tile,
  { outcomes, pageTheme, width, height, hiddenParts, colors, variables, notFilteredBy, actions }: PageContext,
): Html {
  const natural = naturalHeight(tile);
  const size = {
    width: Math.max(120, width - 2 * TILE_PADDING),
    height:
      height === undefined
        ? natural
        : Math.max(80, height - 2 * TILE_PADDING - TILE_HEAD - heightOfChoices(tile)),
  };
  const hidesTitle = hiddenParts.includes('title');
  return tileSection(tile, outcomes.get(tile.id) ?? pending, pageTheme, {
    size,
    level: 1,
    hidesTitle,
    notFilteredBy: notFilteredBy.get(tile.id),
    action: actions?.get(tile.id),
    colors,
    variables,
  });
}

function* dashboardBody({ items, tabs = [] }: UnfoldedDashboard, context: PageContext): Iterable<Html> {
  // Screen readers and printers follow the order of the document.
  const inOrder = items.toSorted((a, b) => a.y - b.y || a.x - b.x);
  if (tabs.length < 2) {
    yield html`<div class="inlay-grid">`;
    for (const item of inOrder) yield dashboardSection(item, context);
    if (!context.unfinished) yield html`</div>`;
    return;
  }
  const open = openTab({ tabs }, context.tab);
  yield tabList(tabs, open, context.messages);
  // The open one last, because late sections of it follow.
  for (const { id } of tabs.toSorted((a, b) => Number(a.id === open) - Number(b.id === open))) {
    const hidden = attributes({ hidden: id !== open });
    yield html`<div class="inlay-grid" role="tabpanel" id="tab-${id}" data-panel="${id}" aria-labelledby="tab-button-${id}"${hidden}>`;
    for (const item of inOrder) if (tabOf(item, tabs) === id) yield dashboardSection(item, context);
    if (id !== open || !context.unfinished) yield html`</div>`;
  }
}

/** The tab with this id, or the first one. Undefined on a dashboard without tabs. */
export const openTab = (
  { tabs = [] }: { readonly tabs?: UnfoldedDashboard['tabs'] | undefined },
  wanted: string | undefined,
): string | undefined => (tabs.find(({ id }) => id === wanted) ?? tabs[0])?.id;

function tabList(
  tabs: NonNullable<UnfoldedDashboard['tabs']>,
  open: string | undefined,
  messages: Messages,
): Html {
  const buttons = tabs.map(({ id, title }) => {
    const chosen = attributes({
      'aria-selected': id === open ? 'true' : 'false',
      tabindex: id === open ? '0' : '-1',
    });
    return html`<button type="button" role="tab" class="inlay-tab" id="tab-button-${id}" data-tab="${id}" aria-controls="tab-${id}" dir="auto"${chosen}>${title}</button>`;
  });
  return html`<div class="inlay-tabs" role="tablist" aria-label="${messages.tabs}">${buttons}</div>`;
}

export function dashboardSection(item: UnfoldedDashboard['items'][number], context: PageContext): Html {
  const { content, tiles, outcomes, pageTheme, width, unfinished } = context;
  if ('text' in item) {
    const { id, text, values } = item;
    const isOpen =
      content.kind === 'dashboard' &&
      tabOf(item, content.dashboard.tabs) === openTab(content.dashboard, context.tab);
    // On another tab they wait until it is opened.
    const isPending =
      unfinished && isOpen && tilesOfText(item).some((tile) => tiles.has(tile) && !outcomes.has(tile));
    const inside = !isPending && renderMarkdown(text, id, writerOf(context)(values));
    const state = attributes({
      'data-value': textPlace(id, 'text', text),
      'data-state': isPending ? 'pending' : undefined,
    });
    return html`<section class="inlay-text" dir="auto" id="item-${id}" data-item="${id}"${state}>${inside}</section>`;
  }
  const tile = tiles.get(item.tile);
  if (!tile) return html``;
  const { height, ...size } = chartSize(item, width);
  const w = content.kind === 'dashboard' ? narrowestBeside(item, content.dashboard, tiles) : undefined;
  const narrowest = w !== undefined && { narrowest: chartSize({ ...item, w }, width).width };
  const notFilteredBy = context.notFilteredBy.get(tile.id);
  const hasNote = notFilteredBy !== undefined && notFilteredBy.length > 0;
  const outcome = outcomes.get(tile.id) ?? pending;
  // Until its rows are known, it has all of the room.
  const isAlone = context.aloneTables.has(item.id) && outcome.state !== 'pending';
  const sort = context.sorting?.[tile.id];
  return tileSection(tile, outcome, pageTheme, {
    size: { ...size, ...narrowest, height: fillHeight(height, tile, { hasNote, isAlone }) },
    item: item.id,
    title: item.title,
    level: 2,
    notFilteredBy,
    action: context.actions?.get(tile.id),
    colors: context.colors,
    variables: context.variables,
    ...(sort && { table: { sort } }),
  });
}

/** The tiles whose values a text states. */
export const tilesOfText = ({ values = {} }: { readonly values?: NamedValues | undefined }): string[] =>
  Object.values(values).map(({ tile }) => tile);

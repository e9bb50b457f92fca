import { chartOf } from '@inlay/charts/chart-kinds';
import type { TableView } from '@inlay/charts/chart-props';
import type { PageSlots } from '@inlay/charts/theme/assign-slots';
import type { Tile } from '@inlay/charts/tile';
import { kindStyle } from '@inlay/charts/tile-chart';
import type { OpenPageState } from '@inlay/content/page-state';
import type { Story, StoryStep } from '@inlay/content/story';
import { tabOf } from '@inlay/content/tab-of';
import type { UnfoldedDashboard } from '@inlay/content/unfold-dashboard';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { NamedValues } from '@inlay/protocol/narrative';
import type { QueryResult } from '@inlay/protocol/result';
import { builderMain } from './builder-page.ts';
import { headMarkup, stepMarkup, type WriterOf } from './content-messages.ts';
import {
  CHOICES_CSS,
  CHOICES_HEIGHT,
  chartSize,
  fillHeight,
  gridCss,
  narrowestBeside,
  PHONE_WIDTH,
  TABS_CSS,
  tablesAlone,
} from './dashboard-grid.ts';
import { type FilterChoice, filterBar } from './filter-bar.ts';
import { attributes, type Html, html } from './html.ts';
import type { PageContent } from './page-content.ts';
import { type Messages, pageMessages } from './page-messages.ts';
import { type PageAssets, pageShell } from './page-shell.ts';
import type { PageTheme } from './page-theme.ts';
import { renderMarkdown, titleRuns } from './render-markdown.ts';
import { type TileOutcome, tileSection } from './tile-section.ts';
import { valueWriter, waitingWriter } from './write-value.ts';

/** Everything that a page of content is rendered from. */
export interface PageInput {
  readonly pageTheme: PageTheme;
  readonly content: PageContent;
  readonly state: OpenPageState;
  readonly outcomes: ReadonlyMap<string, TileOutcome>;
  readonly choices: readonly FilterChoice[];
  /** By tile: the labels of active filters that do not affect it. */
  readonly notFilteredBy: ReadonlyMap<string, readonly string[]>;
  /** By tile: what a click on a mark does. */
  readonly actions?: ReadonlyMap<string, string | undefined>;
  /** CSS pixels of the frame. */
  readonly width: number;
  /** Height of the frame that a tile fills. */
  readonly height: number | undefined;
  /** The frame becomes as tall as its page. */
  readonly autoHeight?: boolean;
  /** The step of a story that is open. */
  readonly step: string | undefined;
  /** The tab of a dashboard that is open. */
  readonly tab?: string | undefined;
  /** How the viewer sorted tables, by tile. */
  readonly sorting?: Readonly<Record<string, TableView['sort']>>;
  readonly hiddenParts: readonly ('title' | 'filters' | 'export' | 'navigation')[];
  /** The other tiles of a dashboard follow: texts wait for their values, and the grid stays open. */
  readonly unfinished?: boolean;
  /** The colors of its state. */
  readonly colors?: PageSlots;
}

export interface PageContext extends PageInput {
  readonly variables: Variables;
  readonly messages: Messages;
  readonly tiles: ReadonlyMap<string, Tile>;
  readonly results: ReadonlyMap<string, QueryResult>;
  readonly aloneTables: ReadonlySet<string>;
}

/** The content of a page, rendered lazily part by part, and the rules that place its parts. */
export interface ContentMarkup {
  readonly parts: Iterable<Html>;
  readonly css: string;
}

export function pageContext(page: PageInput): PageContext {
  const { content, pageTheme, state } = page;
  const all = content.kind === 'tile' ? [content.tile] : content.tiles;
  const tiles = new Map(all.map((tile) => [tile.id, tile]));
  return {
    ...page,
    variables: state.variables ?? {},
    messages: pageMessages(pageTheme.locale.language),
    tiles,
    aloneTables: content.kind === 'dashboard' ? tablesAlone(content.dashboard, tiles) : new Set(),
    results: new Map([...page.outcomes].flatMap(([id, made]) => (isStated(made) ? [[id, made.result]] : []))),
  };
}

/** Whether texts may state values of this result: they are about the tile as its author made it. */
const isStated = (made: TileOutcome | undefined): made is Extract<TileOutcome, { readonly state: 'ready' }> =>
  made?.state === 'ready' && made.isAuthored !== false;

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

const naturalHeight = ({ kind }: Tile) => (chartOf(kind).isCompact ? 120 : 280);

const heightOfChoices = ({ choices }: Tile) => (choices ? CHOICES_HEIGHT : 0);

const pending: TileOutcome = { state: 'pending' };
/** Padding and title height of a tile that fills its page, as in the frame's `page.css`. */
const TILE_PADDING = 4;
const TILE_HEAD = 36;
/** The widest comfortable line of text. */
const STORY_WIDTH = 880;

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
    const state = attributes({ 'data-state': isPending ? 'pending' : undefined });
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

function* storyBody({ steps }: Story, context: PageContext): Iterable<Html> {
  const { messages, step: wanted, hiddenParts } = context;
  const open = steps.find(({ id }) => id === wanted) ?? steps[0];
  yield html`<ol class="inlay-steps">`;
  for (const step of steps) yield storyStep(step, step === open, context);
  yield html`</ol>`;
  if (!hiddenParts.includes('navigation'))
    yield html`<nav class="inlay-progress" aria-label="${messages.steps}"></nav>`;
}

function storyStep(step: StoryStep, isOpen: boolean, context: PageContext): Html {
  const { tiles, outcomes, pageTheme, width, messages } = context;
  const { id, tiles: ids = [], values } = step;
  const room = Math.min(width, STORY_WIDTH) - 2 * (width < PHONE_WIDTH ? 16 : 24);
  const side = ids.length === 2 && room >= 2 * 320 + 32;
  const size = { width: Math.max(120, Math.round(side ? (room - 32) / 2 : room)), height: 280 };
  const charts = ids.flatMap((tileId) => {
    const tile = tiles.get(tileId);
    if (!tile) return [];
    const own = { ...size, height: naturalHeight(tile) };
    return [
      tileSection(tile, outcomes.get(tileId) ?? pending, pageTheme, {
        size: own,
        level: 3,
        notFilteredBy: context.notFilteredBy.get(tileId),
        action: context.actions?.get(tileId),
        colors: context.colors,
        variables: context.variables,
      }),
    ];
  });
  const { title, narrative, recommendation, source } = stepMarkup(step, messages, writerOf(context));
  const name = titleRuns(step.title, writerOf(context)(values)).map((run) => run.text);
  const inside = [
    html`<h2 dir="auto">${title}</h2>`,
    narrative && html`<div class="inlay-narrative" dir="auto">${narrative}</div>`,
    charts.length > 0 && html`<div class="inlay-step-tiles">${charts}</div>`,
    recommendation &&
      html`<aside class="inlay-recommendation" dir="auto" aria-label="${messages.recommendation}">${recommendation}</aside>`,
    source && html`<p class="inlay-source" dir="auto">${source}</p>`,
  ];
  const hidden = attributes({ hidden: !isOpen });
  return html`<li class="inlay-step" data-step="${id}" aria-label="${name}"${hidden}>${inside}</li>`;
}

const writerOf =
  ({ tiles, outcomes, results, variables, pageTheme }: PageContext): WriterOf =>
  (values) =>
    waitingWriter(valueWriter(values, results, variables, pageTheme.locale), values, (id) => {
      const outcome = outcomes.get(id);
      return tiles.has(id) && outcome?.state !== 'failed' && !isStated(outcome);
    });

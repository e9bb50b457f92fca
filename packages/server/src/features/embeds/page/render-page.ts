import { chartOf } from '@inlay/charts/chart-kinds';
import { titleTile } from '@inlay/charts/format/title-tile';
import { assignSlots, type PageSlots } from '@inlay/charts/theme/assign-slots';
import type { Tile } from '@inlay/charts/tile';
import type { OpenPageState, PageTile } from '@inlay/content/page-state';
import type { InstanceSettings } from '@inlay/protocol/embed-fields';
import type { Feature } from '@inlay/protocol/frame-messages';
import type { QueryResult } from '@inlay/protocol/result';
import { inSlices } from '../../../platform/concurrency/in-slices.ts';
import { contentMarkup, contentPage } from '../../../platform/render/content-page.ts';
import { type DashboardStream, streamDashboard } from '../../../platform/render/dashboard-stream.ts';
import { type Html, html } from '../../../platform/render/html.ts';
import { writeColors } from '../../../platform/render/page-colors.ts';
import type { PageInput } from '../../../platform/render/page-context.ts';
import type { PageAssets } from '../../../platform/render/page-shell.ts';
import { shownTile } from '../../../platform/render/tile-section.ts';
import { writeTitle } from '../../../platform/render/write-value.ts';
import { filterChoices } from '../request/chosen-filters.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import { actionText } from '../request/linked-dashboards.ts';
import type { OpenEmbed } from '../request/open-embed.ts';
import { resolvePageTheme } from '../request/resolve-page-theme.ts';
import { alertFieldsOfTiles } from '../tiles/alert-fields.ts';
import { renderInTurn, type TileResult } from '../tiles/render-tiles.ts';
import { reachOfTiles } from '../tiles/tile-filters.ts';
import { type GatheredTiles, gatherTiles } from './gather-tiles.ts';

const DEFAULT_WIDTH = 640;
/** A dashboard whose results take longer than this is sent in parts. */
export const FIRST_PART_MS = 120;

/** The inputs of a page besides its content: the fields of its form, and parts of its response. */
export interface PageOptions {
  readonly settings: InstanceSettings;
  readonly assets: PageAssets;
  readonly nonce: string;
  /** In a builder: the state that its script needs besides the content. */
  readonly inBuilder?: Pick<OpenPageState, 'kind' | 'dashboardId' | 'dataset'>;
}

export interface RenderedPage {
  readonly html: string;
  /** The rest of the page, in parts. */
  readonly more?: AsyncIterable<string>;
}

type Results = ReadonlyMap<string, TileResult>;

/** By tile: filters that do not reach it, what a click does, and what alerts can be set on. */
type Wiring = ReadonlyMap<string, Pick<PageTile, 'unreached' | 'unreachedNames' | 'click' | 'alertFields'>>;

type ColoredPage = PageInput & Required<Pick<PageInput, 'colors'>>;

type LateTiles = GatheredTiles &
  Required<Pick<GatheredTiles, 'late'>> & {
    readonly wiring: Wiring;
  };

/** Queries the data and renders the page, of content that this viewer may see. */
export async function renderPage(request: EmbedRequest, options: PageOptions): Promise<RenderedPage> {
  const { content } = request;
  const { assets, nonce } = options;
  const streams = content.kind === 'dashboard' && options.inBuilder === undefined;
  const { page, results, late, wiring } = await gatherPage(
    request,
    options,
    streams ? FIRST_PART_MS : undefined,
  );
  if (late === undefined || content.kind !== 'dashboard')
    return {
      html: await renderInTurn(request, async () => contentPage(page, await pageMarkup(page), assets, nonce)),
    };
  const stream = await renderInTurn(request, async () => {
    const first = await pageMarkup({ ...page, unfinished: true });
    return streamDashboard(content.dashboard, page, first, assets, nonce);
  });
  const { colors, pageTheme } = page;
  return {
    html: stream.start,
    more: followingParts(request, stream, { results, colors, pageTheme, late, wiring }),
  };
}

/** Content without a page around it, and the state for the script of a page. */
export async function renderContent(
  request: EmbedRequest,
  options: Pick<PageOptions, 'settings'>,
): Promise<{ readonly html: string; readonly css: string; readonly state: OpenPageState }> {
  const { page } = await gatherPage(request, options);
  const markup = await renderInTurn(request, () => pageMarkup(page));
  return { html: markup.html.toString(), css: markup.css, state: page.state };
}

/** Drawn in slices: content may have hundreds of texts and charts. */
async function pageMarkup(page: PageInput): Promise<{ readonly html: Html; readonly css: string }> {
  const { parts, css } = contentMarkup(page);
  return { html: html`${await inSlices(parts)}`, css };
}

async function* followingParts(
  request: EmbedRequest,
  stream: DashboardStream,
  { results: first, late, wiring, pageTheme, ...page }: LateTiles & Pick<ColoredPage, 'colors' | 'pageTheme'>,
): AsyncGenerator<string> {
  const results = new Map(first);
  let { colors } = page;
  try {
    for await (const result of late) {
      results.set(result.id, result);
      colors = colorsOf(results, pageTheme, colors);
      yield await renderInTurn(request, async () => (await inSlices(stream.late(results, colors))).join(''));
    }
  } catch (error) {
    // The page's script requests the missing tiles, and shows their errors.
    const logged = { embed: request.embed.id, err: error };
    request.services.log.warn(logged, 'part of a dashboard could not be rendered');
  }
  const tiles = pageTiles(request, results, wiring);
  const learned = { tiles, ...noticesOf(results), ...colorState(colors) };
  yield (await inSlices(stream.end(results, colors, learned))).join('');
}

/** Everything that a page is rendered from, including results. */
async function gatherPage(
  request: EmbedRequest,
  { settings, inBuilder }: Pick<PageOptions, 'settings' | 'inBuilder'>,
  firstMs?: number,
): Promise<GatheredTiles & { readonly page: ColoredPage; readonly wiring: Wiring }> {
  const { embed, content, variables, view } = request;
  const pageTheme = await resolvePageTheme(request);
  const reach = await reachOfTiles(request);
  const clicks = await request.clicks();
  const alerts = settings.features.subscriptions ? await alertFieldsOfTiles(request) : undefined;
  const wiring: Wiring = new Map(
    [...reach].map(([id, { unreached }]) => {
      const click = clicks.get(id);
      const alertFields = alerts?.get(id);
      return [id, { ...unreached, ...(click ? { click } : {}), ...(alertFields ? { alertFields } : {}) }];
    }),
  );
  const { results, late } = await gatherTiles(request, settings.step, firstMs);
  const choices = filterChoices(request);
  const colors = colorsOf(results, pageTheme, request.colors);
  const state: OpenPageState = {
    ...pageBasics(request, settings),
    kind: content.kind,
    title: titleOfPage(request, results),
    tiles: pageTiles(request, results, wiring),
    filters: choices.map(({ control }) => control),
    filterValues: Object.fromEntries(choices.map(({ control, value }) => [control.id, value])),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...colorState(colors),
    ...(content.kind === 'dashboard'
      ? { crossFilter: content.dashboard.crossFilter ?? false, drill: content.dashboard.drill ?? [] }
      : {}),
    ...(view ? { view } : {}),
    ...storyState(request, settings),
    ...noticesOf(results),
    ...inBuilder,
  };
  const page: ColoredPage = {
    pageTheme,
    content,
    state,
    colors,
    outcomes: results,
    choices,
    notFilteredBy: new Map([...reach].map(([id, { notFilteredBy }]) => [id, notFilteredBy])),
    actions: new Map(
      [...reach.keys()].map((id) => [id, actionText(clicks.get(id), request.locale.language)]),
    ),
    width: Math.min(2400, Math.max(120, settings.width ?? DEFAULT_WIDTH)),
    height: typeof settings.height === 'number' ? settings.height : embed.options?.height,
    autoHeight: inBuilder === undefined && settings.height !== 'fill' && typeof settings.height !== 'number',
    step: settings.step,
    ...storyState(request, settings),
    tab: view?.state.tab,
    sorting: Object.fromEntries(Object.entries(view?.state.tiles ?? {}).map(([id, { sort }]) => [id, sort])),
    hiddenParts: [
      ...(embed.options?.hide ?? []),
      ...(settings.features.filters === false ? (['filters'] as const) : []),
    ],
  };
  return { page, results, wiring, ...(late ? { late } : {}) };
}

/** The host page's choice, or the author's. */
function storyState({ content }: EmbedRequest, settings: InstanceSettings): Pick<OpenPageState, 'storyMode'> {
  const { mode } = content.kind === 'story' ? content.story : {};
  const storyMode = settings.storyMode ?? mode;
  return content.kind === 'story' && storyMode ? { storyMode } : {};
}

/** Each once: tiles of one dataset have the same notice. */
function noticesOf(results: Results): Pick<OpenPageState, 'notices'> {
  const notices = [...results.values()].flatMap((result) =>
    result.state === 'ready' && result.notice !== undefined ? [result.notice] : [],
  );
  return notices.length === 0 ? {} : { notices: [...new Set(notices)] };
}

/** The colors that the script of the page sends with each of its requests. */
function colorState(colors: PageSlots): Pick<OpenPageState, 'categories'> {
  const categories = writeColors(colors);
  return categories === undefined ? {} : { categories };
}

function colorsOf(results: Results, { theme }: PageInput['pageTheme'], known?: PageSlots): PageSlots {
  const colored = [...results.values()].flatMap((each) =>
    each.state === 'ready' ? (each.colored ?? []) : [],
  );
  return assignSlots(colored, theme.tokens, known);
}

const pageTiles = (
  { tiles, variables, locale }: EmbedRequest,
  results: Results,
  wiring: Wiring,
): readonly PageTile[] =>
  [...tiles.values()].map((tile) => {
    const found = results.get(tile.id);
    const outcome = found ?? { state: 'pending' as const };
    const shown = titleTile(shownTile(tile, outcome), resultOf(results, tile), variables, locale);
    const { choices } = found?.state === 'ready' ? found : {};
    return { ...pageTile(shown), ...(choices ? { choices } : {}), ...wiring.get(tile.id) };
  });

/** The state that every page has. */
export function pageBasics(
  { viewer, embed, locale, calendar, now }: BasicsContext,
  settings: InstanceSettings,
): Omit<OpenPageState, 'kind' | 'title' | 'tiles' | 'filters' | 'filterValues'> {
  const hidden: Feature[] = (embed.options?.hide ?? []).filter(
    (part) => part === 'filters' || part === 'export',
  );
  if (!viewer.acts) hidden.push('views', 'subscriptions');
  return {
    embedId: embed.id,
    ...(settings.origin === undefined ? {} : { hostOrigin: settings.origin }),
    lang: locale.language,
    timeZone: calendar.timeZone,
    weekStart: calendar.weekStart,
    fiscalYearStart: calendar.fiscalYearStart,
    ...(locale.currency === undefined ? {} : { currency: locale.currency }),
    expiresIn: Math.max(0, Math.floor((viewer.expiresAt - now) / 1000)),
    ...(settings.theme === undefined ? {} : { theme: settings.theme }),
    features: { ...settings.features, ...Object.fromEntries(hidden.map((part) => [part, false])) },
  };
}

type BasicsContext = Pick<EmbedRequest, 'viewer' | 'embed' | 'locale' | 'calendar' | 'now'>;

/** The text as its author wrote it. */
export function titleOf({ content }: OpenEmbed): string {
  if (content.kind === 'tile') return content.tile.title;
  return content.kind === 'story' ? content.story.title : content.dashboard.title;
}

/** The title of the page, with its values; a single tile is its own page. */
export function titleOfPage(
  request: EmbedRequest,
  results: ReadonlyMap<string, TileData> = new Map(),
): string {
  const { content, variables, locale } = request;
  return content.kind === 'tile'
    ? titleTile(content.tile, resultOf(results, content.tile), variables, locale).title
    : writeTitle(titleOf(request), variables, locale);
}

type TileData = { readonly state: 'ready'; readonly result: QueryResult } | { readonly state: 'failed' };

function resultOf(results: ReadonlyMap<string, TileData>, { id }: Tile): QueryResult | undefined {
  const found = results.get(id);
  return found?.state === 'ready' ? found.result : undefined;
}

/** A tile for the state of a page, without its query. */
export function pageTile({ id, title, kind, datasetId, description, query, drillThrough }: Tile): PageTile {
  const { isTable, isCompact } = chartOf(kind);
  return {
    id,
    title,
    datasetId,
    ...(isTable ? { isTable } : {}),
    ...(isCompact ? { isCompact } : {}),
    ...(drillThrough ? { hasRows: true } : {}),
    ...(description === undefined ? {} : { description }),
    dimensions: query.dimensions.map(({ column }) => column),
  };
}

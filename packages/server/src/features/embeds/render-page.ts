import { chartOf } from '@inlay/charts/chart-kinds';
import { titleTile } from '@inlay/charts/format/title-tile';
import type { Tile } from '@inlay/charts/tile';
import type { OpenPageState, PageTile } from '@inlay/content/page-state';
import type { EmbedSettings } from '@inlay/protocol/embed-fields';
import type { QueryResult } from '@inlay/protocol/result';
import { inSlices } from '../../platform/concurrency/in-slices.ts';
import { contentMarkup, contentPage, type PageInput } from '../../platform/render/content-page.ts';
import { type DashboardStream, streamDashboard } from '../../platform/render/dashboard-stream.ts';
import { type Html, html } from '../../platform/render/html.ts';
import { pageCategories } from '../../platform/render/page-categories.ts';
import type { PageAssets } from '../../platform/render/page-shell.ts';
import { createPageTheme, type PageTheme } from '../../platform/render/page-theme.ts';
import { writeTitle } from '../../platform/render/write-value.ts';
import { sourcesOf, tilesOf } from '../content/index.ts';
import { resolveTheme } from '../themes/index.ts';
import { controlsOf, daysOf, notFilteredBy, valuesOfControls } from './chosen-filters.ts';
import type { EmbedRequest } from './embed-request.ts';
import type { OpenEmbed } from './open-embed.ts';
import { renderInTurn, renderTiles, type TileResult } from './render-tiles.ts';

const DEFAULT_WIDTH = 640;
/** A dashboard whose results take longer than this is sent in parts. */
export const FIRST_PART_MS = 120;
/** The number of tiles rendered with the page; its script requests the rest. */
const MAX_TILES = 24;
/**
 * The maximum wait for a slow database, and the extra time once the visible part is ready. Late charts keep their
 * place, and the script requests them.
 */
const PATIENCE_MS = 4000;
const GRACE_MS = 400;
/** Rows of a dashboard's grid that a large screen shows without scrolling. */
const FIRST_ROWS = 16;

/** The inputs of a page besides its content: the fields of its form, and parts of its response. */
export interface PageOptions {
  readonly settings: EmbedSettings;
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

interface GatheredTiles {
  readonly results: Results;
  /** Parts that were not ready yet. Absent: the page is complete. */
  readonly late?: AsyncIterable<TileResult>;
  readonly categories?: readonly string[] | undefined;
}

/** Queries the data and renders the page, of content that this viewer may see. */
export async function renderPage(request: EmbedRequest, options: PageOptions): Promise<RenderedPage> {
  const { content } = request;
  const { assets, nonce } = options;
  const streams = content.kind === 'dashboard' && options.inBuilder === undefined;
  const { page, results, late } = await gatherPage(request, options, streams ? FIRST_PART_MS : undefined);
  if (late === undefined || content.kind !== 'dashboard')
    return {
      html: await renderInTurn(request, async () => contentPage(page, await pageMarkup(page), assets, nonce)),
    };
  const stream = await renderInTurn(request, async () => {
    const first = await pageMarkup({ ...page, unfinished: true });
    return streamDashboard(content.dashboard, page, first, assets, nonce);
  });
  const { categories } = page.state;
  return { html: stream.start, more: followingParts(request, stream, { results, categories, late }) };
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
  { results: first, late, ...page }: GatheredTiles & Required<Pick<GatheredTiles, 'late'>>,
): AsyncGenerator<string> {
  const results = new Map(first);
  let { categories } = page;
  try {
    for await (const result of late) {
      results.set(result.id, result);
      categories = categoriesOf(request, results, categories);
      yield await renderInTurn(request, async () =>
        (await inSlices(stream.late(results, categories))).join(''),
      );
    }
  } catch (error) {
    // The page's script requests the missing tiles, and shows their errors.
    const logged = { embed: request.embed.id, err: error };
    request.services.log.warn(logged, 'part of a dashboard could not be rendered');
  }
  const tiles = pageTiles(request, results);
  const learned = { tiles, ...noticesOf(results), ...(categories ? { categories } : {}) };
  yield (await inSlices(stream.end(results, learned))).join('');
}

/** The results that a page starts with; with `firstMs`, those that are ready by then, and the others later. */
export async function gatherTiles(
  request: EmbedRequest,
  step: string | undefined,
  firstMs?: number,
): Promise<GatheredTiles> {
  const { tiles, first } = inOrder(request, step);
  const results = new Map<string, TileResult>();
  const missing = new Set(first);
  const rendering = renderTiles(request, tiles);
  const started = performance.now();
  let endsAt = started + PATIENCE_MS;
  const accept = (result: TileResult): TileResult => {
    if (result.state === 'failed') refusePage(request, result);
    results.set(result.id, result);
    if (missing.delete(result.id) && missing.size === 0)
      endsAt = Math.min(endsAt, performance.now() + GRACE_MS);
    return result;
  };

  let next = rendering.next();
  /** Running queries continue, so that the script finds their results in the cache; no other starts. */
  const stop = () => {
    next.catch(() => {});
    void rendering.return(undefined).catch(() => {});
  };
  /** The next result, `over` if there are no more, or `late` if none is ready in time. */
  const nextBefore = async (end: () => number): Promise<TileResult | 'over' | 'late'> => {
    const timeout = Promise.withResolvers<'late'>();
    const timer = setTimeout(timeout.resolve, Math.max(0, end() - performance.now()), 'late');
    try {
      const came = await Promise.race([next, timeout.promise]);
      if (came === 'late') return 'late';
      if (came.done) return 'over';
      next = rendering.next();
      return accept(came.value);
    } catch (error) {
      stop();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  const firstEnd = () => (firstMs === undefined ? endsAt : Math.min(started + firstMs, endsAt));
  let came = await nextBefore(firstEnd);
  while (typeof came !== 'string') came = await nextBefore(firstEnd);
  if (came === 'over') return { results };
  if (firstEnd() === endsAt) {
    stop();
    return { results };
  }
  const late = async function* () {
    try {
      for (;;) {
        const result = await nextBefore(() => endsAt);
        if (typeof result === 'string') return;
        yield result;
      }
    } finally {
      stop();
    }
  };
  return { results: new Map(results), late: late() };
}

/** Throws where the error concerns the whole page: an invalid request, an internal error, or the only tile. */
function refusePage({ content }: EmbedRequest, { error }: Extract<TileResult, { state: 'failed' }>): void {
  if (content.kind === 'tile' || error.code === 'REQUEST_INVALID' || error.code === 'INTERNAL') throw error;
}

/** Visible parts first: the open step of a story, the top of a dashboard. */
function inOrder(
  { content, tiles }: OpenEmbed,
  step: string | undefined,
): { readonly tiles: readonly Tile[]; readonly first: readonly string[] } {
  const visible = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => tiles.get(id) ?? []);
  const split = (first: readonly string[], later: readonly string[]) => ({
    tiles: visible([...first, ...later]).slice(0, MAX_TILES),
    first: visible(first).map(({ id }) => id),
  });
  if (content.kind === 'tile') return split([content.tile.id], []);
  if (content.kind === 'story') {
    const [open, ...others] = content.story.steps
      .toSorted((a, b) => Number(b.id === step) - Number(a.id === step))
      .map(({ tiles: charts = [], values }) => [...charts, ...sourcesOf(values)]);
    return split(open ?? [], others.flat());
  }
  const items = content.dashboard.items.toSorted((a, b) => a.y - b.y || a.x - b.x);
  const [first = [], later = []] = [true, false].map((isFirst) =>
    items.filter(({ y }) => y < FIRST_ROWS === isFirst).flatMap(tilesOf),
  );
  return split(first, later);
}

/** Everything that a page is rendered from, including results. */
async function gatherPage(
  request: EmbedRequest,
  { settings, inBuilder }: Pick<PageOptions, 'settings' | 'inBuilder'>,
  firstMs?: number,
): Promise<GatheredTiles & { readonly page: PageInput }> {
  const { embed, content, variables } = request;
  const pageTheme = await resolvePageTheme(request);
  const { results, late } = await gatherTiles(request, settings.step, firstMs);
  const values = valuesOfControls(request);
  const categories = categoriesOf(request, results);
  const state: OpenPageState = {
    ...pageBasics(request, settings),
    kind: content.kind,
    title: titleOfPage(request, results),
    tiles: pageTiles(request, results),
    filters: controlsOf(request),
    filterValues: values,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(categories === undefined ? {} : { categories }),
    ...(content.kind === 'dashboard'
      ? { crossFilter: content.dashboard.crossFilter ?? false, drill: content.dashboard.drill ?? [] }
      : {}),
    ...noticesOf(results),
    ...inBuilder,
  };
  const page: PageInput = {
    pageTheme,
    content,
    state,
    outcomes: results,
    choices: controlsOf(request).map((control) => {
      const value = values[control.id] ?? null;
      const days = control.kind === 'date-range' ? daysOf(value, request) : undefined;
      return { control, value, ...(days ? { days } : {}) };
    }),
    notFilteredBy: new Map(
      [...request.tiles.values()].map((tile) => [tile.id, notFilteredBy(request, tile)]),
    ),
    width: Math.min(2400, Math.max(120, settings.width ?? DEFAULT_WIDTH)),
    height: typeof settings.height === 'number' ? settings.height : embed.options?.height,
    grows: inBuilder === undefined && settings.height !== 'fill' && typeof settings.height !== 'number',
    step: settings.step,
    hides: [
      ...(embed.options?.hide ?? []),
      ...(settings.features.filters === false ? (['filters'] as const) : []),
    ],
  };
  return { page, results, ...(late ? { late } : {}) };
}

/** The theme after inheritance, in the viewer's locale; `mode` is the one that the page is in by now. */
export async function resolvePageTheme(
  { services: { store }, viewer: { tenantId }, app, embed, theme, locale, linkHosts }: ThemeContext,
  mode?: 'light' | 'dark',
): Promise<PageTheme> {
  const layers = await resolveTheme(store, tenantId, [app.theme, embed.theme, theme]);
  return createPageTheme(locale, mode === undefined ? layers : [...layers, { mode }], linkHosts);
}

type ThemeContext = Pick<
  EmbedRequest,
  'services' | 'viewer' | 'app' | 'embed' | 'theme' | 'locale' | 'linkHosts'
>;

/** Each once: tiles of one dataset have the same notice. */
function noticesOf(results: Results): Pick<OpenPageState, 'notices'> {
  const notices = [...results.values()].flatMap((result) =>
    result.state === 'ready' && result.notice !== undefined ? [result.notice] : [],
  );
  return notices.length === 0 ? {} : { notices: [...new Set(notices)] };
}

function categoriesOf({ tiles }: OpenEmbed, results: Results, known?: readonly string[]) {
  const queried = [...tiles.values()].flatMap((tile) => {
    const result = resultOf(results, tile);
    return result ? [{ tile, result }] : [];
  });
  return pageCategories(queried, known);
}

const pageTiles = ({ tiles, variables, locale }: EmbedRequest, results: Results): readonly PageTile[] =>
  [...tiles.values()].map((tile) => pageTile(titleTile(tile, resultOf(results, tile), variables, locale)));

/** The state that every page has. */
export function pageBasics(
  { viewer, embed, locale, calendar, now }: BasicsContext,
  settings: EmbedSettings,
): Omit<OpenPageState, 'kind' | 'title' | 'tiles' | 'filters' | 'filterValues'> {
  const hidden = (embed.options?.hide ?? []).filter((part) => part === 'filters' || part === 'export');
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
export function pageTile({ id, title, kind, datasetId, description, query }: Tile): PageTile {
  const { isTable, isCompact } = chartOf(kind);
  return {
    id,
    title,
    datasetId,
    ...(isTable ? { isTable } : {}),
    ...(isCompact ? { isCompact } : {}),
    ...(description === undefined ? {} : { description }),
    dimensions: query.dimensions.map(({ column }) => column),
  };
}

import { titleTile } from '@inlay/charts/format/title-tile';
import type { Embed } from '@inlay/protocol/embed';
import type { EmbedSettings } from '@inlay/protocol/embed-fields';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { OpenPageState, PageTile } from '@inlay/protocol/page-state';
import type { QueryResult } from '@inlay/protocol/result';
import type { Tile } from '@inlay/protocol/tile';
import { inSlices } from '../../platform/concurrency/in-slices.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { type ContentPaint, contentMarkup, contentPage } from '../../platform/render/content-page.ts';
import { type DashboardStream, streamDashboard } from '../../platform/render/dashboard-stream.ts';
import { type Html, html } from '../../platform/render/html.ts';
import { pageCategories } from '../../platform/render/page-categories.ts';
import { pageLook } from '../../platform/render/page-look.ts';
import type { TilePaint } from '../../platform/render/tile-section.ts';
import { writeTitle } from '../../platform/render/write-value.ts';
import type { Services } from '../../services.ts';
import { wornLook } from '../themes/index.ts';
import { type Choices, controlsOf, daysOf, notFilteredBy, valuesOfControls } from './chosen-filters.ts';
import type { OpenEmbed } from './open-embed.ts';
import type { PaintedContent, PaintRequest } from './paint-request.ts';
import { renderInTurn } from './render-in-turn.ts';
import { type PaintedTiles, paintTiles } from './render-tiles.ts';
import type { ViewerSetting } from './viewer-setting.ts';

const DEFAULT_WIDTH = 640;

/** A dashboard whose answers take longer than this is sent in parts. */
export const FIRST_PART_MS = 120;

/** Data, then the page: for content that is already known to be this viewer's to see. */
export async function paintOpened(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  setting: ViewerSetting,
  { settings, assets, nonce, deadline }: PaintRequest,
  inBuilder?: InBuilder,
): Promise<PaintedContent> {
  const { content } = opened;
  if (content.kind !== 'dashboard' || inBuilder !== undefined) {
    const paint = await paintContent(services, viewer, opened, setting, settings, {
      deadline,
      inBuilder,
    });
    return { html: await renderInTurn(services, viewer, () => pageOf(paint, assets, nonce)) };
  }
  const { paint, late } = await gatherContent(services, viewer, opened, setting, settings, {
    firstMs: FIRST_PART_MS,
    deadline,
  });
  if (late === undefined)
    return { html: await renderInTurn(services, viewer, () => pageOf(paint, assets, nonce)) };
  const stream = await renderInTurn(services, viewer, async () => {
    const first = await markupOf({ ...paint, unfinished: true });
    return streamDashboard(content.dashboard, paint, first, assets, nonce);
  });
  const render = (parts: () => Iterable<string>) =>
    renderInTurn(services, viewer, async () => (await inSlices(parts())).join(''));
  return { html: stream.start, more: followingParts(services.log, opened, stream, paint, late, render) };
}

/** What a page shows, rendered in slices: content may have hundreds of texts and charts. */
export async function markupOf(paint: ContentPaint): Promise<{ readonly html: Html; readonly css: string }> {
  const { parts, css } = contentMarkup(paint);
  return { html: html`${await inSlices(parts)}`, css };
}

const pageOf = async (paint: ContentPaint, assets: PaintRequest['assets'], nonce: string): Promise<string> =>
  contentPage(paint, await markupOf(paint), assets, nonce);

async function* followingParts(
  log: Services['log'],
  opened: OpenEmbed,
  stream: DashboardStream,
  { paints: first, state, look }: ContentPaint,
  late: NonNullable<PaintedTiles['late']>,
  render: (parts: () => Iterable<string>) => Promise<string>,
): AsyncGenerator<string> {
  const paints = new Map(first);
  let { categories } = state;
  try {
    for await (const [tileId, paint] of late) {
      paints.set(tileId, paint);
      categories = categoriesOf(opened, paints, categories);
      yield await render(() => stream.late(paints, categories));
    }
  } catch (error) {
    // The page's script asks for what is missing, and tells the viewer what is wrong with it.
    log.warn({ embed: opened.embed.id, err: error }, 'the rest of a dashboard could not be painted');
  }
  const tiles = pageTiles(opened, paints, state.variables ?? {}, look.locale);
  const learned = { tiles, ...noticesOf(paints), ...(categories ? { categories } : {}) };
  yield (await inSlices(stream.end(paints, learned))).join('');
}

/** Each once: tiles of one dataset have the same to tell. */
function noticesOf(paints: PaintedTiles['paints']): Pick<OpenPageState, 'notices'> {
  const told = [...paints.values()].flatMap((paint) =>
    paint.state === 'answered' && paint.notice !== undefined ? [paint.notice] : [],
  );
  return told.length === 0 ? {} : { notices: [...new Set(told)] };
}

function categoriesOf({ tiles }: OpenEmbed, paints: PaintedTiles['paints'], known?: readonly string[]) {
  const shown = [...tiles.values()].flatMap((tile) => {
    const result = resultIn(paints, tile);
    return result ? [{ tile, result }] : [];
  });
  return pageCategories(shown, known);
}

type InBuilder = Pick<OpenPageState, 'kind' | 'dashboardId' | 'dataset'>;

interface GatherOptions {
  readonly firstMs?: number;
  /** Aborted when the time limit of queries is over, counted from the arrival of the request. */
  readonly deadline: AbortSignal;
  readonly inBuilder?: InBuilder | undefined;
}

/** All that a page is painted from, its answers included. */
export async function paintContent(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  setting: ViewerSetting,
  settings: EmbedSettings,
  options: Pick<GatherOptions, 'deadline' | 'inBuilder'>,
): Promise<ContentPaint> {
  return (await gatherContent(services, viewer, opened, setting, settings, options)).paint;
}

async function gatherContent(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  setting: ViewerSetting,
  settings: EmbedSettings,
  { firstMs, deadline, inBuilder }: GatherOptions,
): Promise<{ readonly paint: ContentPaint; readonly late?: PaintedTiles['late'] }> {
  const { locale, calendar } = setting;
  const { embed, app, content } = opened;
  const now = services.clock();
  const worn = await wornLook(services.store, viewer.tenantId, [app.theme, embed.theme, settings.theme]);
  const { variables } = settings;
  const choices: Choices = { filters: settings.filters, variables, now, calendar };
  const { paints, late } = await paintTiles(services, viewer, opened, choices, settings.step, {
    firstMs,
    deadline,
  });
  const values = valuesOfControls(opened, settings.filters);
  const categories = categoriesOf(opened, paints);
  const state: OpenPageState = {
    ...pageBasics(viewer, embed, setting, settings, now),
    kind: content.kind,
    title: titleOfPage(opened, paints, variables, locale),
    tiles: pageTiles(opened, paints, variables, locale),
    filters: controlsOf(opened),
    filterValues: values,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(categories === undefined ? {} : { categories }),
    ...(content.kind === 'dashboard'
      ? { crossFilter: content.dashboard.crossFilter ?? false, drill: content.dashboard.drill ?? [] }
      : {}),
    ...noticesOf(paints),
    ...inBuilder,
  };
  const height = typeof settings.height === 'number' ? settings.height : embed.options?.height;
  const paint: ContentPaint = {
    look: pageLook(locale, worn),
    content,
    state,
    paints,
    choices: controlsOf(opened).map((control) => {
      const value = values[control.id] ?? null;
      const days = control.kind === 'date-range' ? daysOf(value, choices) : undefined;
      return { control, value, ...(days ? { days } : {}) };
    }),
    notFilteredBy: new Map(
      [...opened.tiles.values()].map((tile) => [tile.id, notFilteredBy(opened, tile, settings.filters)]),
    ),
    width: Math.min(2400, Math.max(120, settings.width ?? DEFAULT_WIDTH)),
    height,
    grows: inBuilder === undefined && settings.height !== 'fill' && typeof settings.height !== 'number',
    step: settings.step,
    hides: [
      ...(embed.options?.hide ?? []),
      ...(settings.features.filters === false ? (['filters'] as const) : []),
    ],
  };
  return { paint, late };
}

const pageTiles = (
  { tiles }: OpenEmbed,
  paints: PaintedTiles['paints'],
  variables: Variables,
  locale: ViewerSetting['locale'],
): readonly PageTile[] =>
  [...tiles.values()].map((tile) => pageTile(titleTile(tile, resultIn(paints, tile), variables, locale)));

/** What every page knows of itself, whatever it shows. */
export function pageBasics(
  viewer: EmbedPrincipal,
  embed: Embed,
  { locale, calendar }: ViewerSetting,
  settings: EmbedSettings,
  now: number,
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

/** As its author wrote it. */
export function titleOf({ content }: OpenEmbed): string {
  if (content.kind === 'tile') return content.tile.title;
  return content.kind === 'story' ? content.story.title : content.dashboard.title;
}

/** What the whole is called, with its values: a tile that stands alone is its own page. */
export function titleOfPage(
  opened: OpenEmbed,
  paints: ReadonlyMap<string, TilePaint>,
  variables: Variables,
  locale: ViewerSetting['locale'],
): string {
  const { content } = opened;
  return content.kind === 'tile'
    ? titleTile(content.tile, resultIn(paints, content.tile), variables, locale).title
    : writeTitle(titleOf(opened), variables, locale);
}

function resultIn(paints: ReadonlyMap<string, TilePaint>, { id }: Tile): QueryResult | undefined {
  const made = paints.get(id);
  return made?.state === 'answered' ? made.result : undefined;
}

/** What a page may know of a tile: not what it asks of which table. */
export function pageTile({ id, title, kind, datasetId, description, query }: Tile): PageTile {
  return {
    id,
    title,
    kind,
    datasetId,
    ...(description === undefined ? {} : { description }),
    dimensions: query.dimensions.map(({ column }) => column),
  };
}

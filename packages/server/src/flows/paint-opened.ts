import { titleTile } from '@inlay/charts/format/title-tile';
import type { Embed } from '@inlay/protocol/embed';
import type { EmbedSettings } from '@inlay/protocol/embed-fields';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { OpenPageState, PageTile } from '@inlay/protocol/page-state';
import type { QueryResult } from '@inlay/protocol/result';
import type { Tile } from '@inlay/protocol/tile';
import type { EmbedPrincipal } from '../auth/embed-principal.ts';
import { type ContentPaint, contentPage } from '../render/content-page.ts';
import { pageCategories } from '../render/page-categories.ts';
import { pageLook } from '../render/page-look.ts';
import type { TilePaint } from '../render/tile-section.ts';
import { writeTitle } from '../render/write-value.ts';
import type { Services } from '../services.ts';
import { type Choices, controlsOf, daysOf, valuesOfControls } from './chosen-filters.ts';
import type { OpenEmbed } from './open-embed.ts';
import type { PaintRequest } from './paint-embed.ts';
import { paintTiles } from './paint-tiles.ts';
import type { ViewerSetting } from './viewer-setting.ts';
import { wornLook } from './worn-look.ts';

const DEFAULT_WIDTH = 640;

/** Data, then the page: for content that is already known to be this viewer's to see. */
export async function paintOpened(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  setting: ViewerSetting,
  { settings, assets, nonce }: PaintRequest,
  inBuilder?: InBuilder,
): Promise<string> {
  const paint = await paintContent(services, viewer, opened, setting, settings, inBuilder);
  return contentPage(paint, assets, nonce);
}

type InBuilder = Pick<OpenPageState, 'kind' | 'dashboardId' | 'dataset'>;

/** All that a page is painted from, its answers included. */
export async function paintContent(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  setting: ViewerSetting,
  settings: EmbedSettings,
  inBuilder?: InBuilder,
): Promise<ContentPaint> {
  const { locale, calendar } = setting;
  const { embed, app, content } = opened;
  const now = services.clock();
  const worn = await wornLook(services.store, viewer.tenantId, [app.theme, embed.theme, settings.theme]);
  const { variables } = settings;
  const choices: Choices = { filters: settings.filters, variables, now, calendar };
  const paints = await paintTiles(services, viewer, opened, choices, settings.step);
  const values = valuesOfControls(opened, settings.filters);
  const categories = pageCategories(
    [...opened.tiles.values()].flatMap((tile) => {
      const result = resultIn(paints, tile);
      return result ? [{ tile, result }] : [];
    }),
  );
  const state: OpenPageState = {
    ...pageBasics(viewer, embed, setting, settings, now),
    kind: content.kind,
    title: titleOfPage(opened, paints, variables, locale),
    tiles: [...opened.tiles.values()].map((tile) =>
      pageTile(titleTile(tile, resultIn(paints, tile), variables, locale)),
    ),
    filters: controlsOf(opened),
    filterValues: values,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(categories === undefined ? {} : { categories }),
    ...(content.kind === 'dashboard'
      ? { crossFilter: content.dashboard.crossFilter ?? false, drill: content.dashboard.drill ?? [] }
      : {}),
    ...inBuilder,
  };
  const height = typeof settings.height === 'number' ? settings.height : embed.options?.height;
  return {
    look: pageLook(locale, worn),
    content,
    state,
    paints,
    choices: controlsOf(opened).map((control) => {
      const value = values[control.id] ?? null;
      const days = control.kind === 'date-range' ? daysOf(value, choices) : undefined;
      return { control, value, ...(days ? { days } : {}) };
    }),
    width: Math.min(2400, Math.max(240, settings.width ?? DEFAULT_WIDTH)),
    height,
    step: settings.step,
    hides: [
      ...(embed.options?.hide ?? []),
      ...(settings.features.filters === false ? (['filters'] as const) : []),
    ],
  };
}

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

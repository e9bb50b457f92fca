import { titleTile } from '@inlay/charts/format/title-tile';
import type { Tile } from '@inlay/charts/tile';
import type { TileMarkup, TileToRender } from '@inlay/content/embed-api';
import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import type { AppError } from '../../platform/errors.ts';
import { asAppError } from '../../platform/http/error-reply.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { pageCategories } from '../../platform/render/page-categories.ts';
import type { PageTheme } from '../../platform/render/page-theme.ts';
import { chartMarkup, notFilteredNote, shownTile } from '../../platform/render/tile-section.ts';
import type { Services } from '../../services.ts';
import type { EmbedRequest } from './embed-request.ts';
import { actionText } from './linked-dashboards.ts';
import type { OpenEmbed } from './open-embed.ts';
import { type QueriedTile, queryTile, type TileQuery } from './query-tile.ts';

/** A request queries this many tiles at the same time. */
const CONCURRENCY = 8;

/** A tile to query, and the box to draw it for. */
export interface TileTask extends TileQuery, Partial<Omit<TileToRender, keyof TileQuery>> {}

/** The result of one tile. The failure of one does not affect the others. */
export type TileResult<Markup = unknown> = { readonly index: number; readonly id: string } & (
  | ({ readonly state: 'ready'; readonly markup: Markup } & QueriedTile)
  | { readonly state: 'failed'; readonly code: FrameErrorCode; readonly error: AppError }
);

export interface RenderOptions {
  readonly pageTheme: PageTheme;
  /** Names that already have a color on the page. */
  readonly categories?: readonly string[] | undefined;
}

/**
 * Queries and draws tiles, and yields each as soon as it is finished. First page, filter change, builder and single
 * tile all come through here. A reader that stops cancels the rest. Without options nothing is drawn: a page draws its
 * tiles itself, once it knows the categories of all (ADR 261).
 */
export function renderTiles(request: EmbedRequest, tiles: readonly TileTask[]): AsyncGenerator<TileResult>;
export function renderTiles(
  request: EmbedRequest,
  tiles: readonly TileTask[],
  options: RenderOptions,
): AsyncGenerator<TileResult<TileMarkup>>;
export async function* renderTiles(
  request: EmbedRequest,
  tiles: readonly TileTask[],
  options?: RenderOptions,
): AsyncGenerator<TileResult<TileMarkup | undefined>> {
  const finished: TileResult<TileMarkup | undefined>[] = [];
  const waiting = tiles.entries();
  let isOver = false;
  let news = Promise.withResolvers<void>();
  const work = async () => {
    for (const [index, task] of waiting) {
      if (isOver) return;
      finished.push(await renderTile(request, task, index, options));
      news.resolve();
    }
  };
  const all = Promise.all(Array.from({ length: Math.min(CONCURRENCY, tiles.length) }, work)).finally(() => {
    isOver = true;
    news.resolve();
  });
  // A failure is thrown below, if the result is still read.
  all.catch(() => {});
  try {
    for (;;) {
      yield* finished.splice(0);
      if (finished.length > 0) continue;
      if (isOver) break;
      await news.promise;
      news = Promise.withResolvers();
    }
    await all;
  } finally {
    isOver = true;
  }
}

async function renderTile(
  request: EmbedRequest,
  task: TileTask,
  index: number,
  options: RenderOptions | undefined,
): Promise<TileResult<TileMarkup | undefined>> {
  const { id } = task;
  try {
    const queried = await queryTile(request, task);
    const markup = options && (await drawTile(request, task, queried, options));
    return { index, id, state: 'ready', ...queried, markup };
  } catch (thrown) {
    const error = asAppError(thrown);
    const logged = { tile: id, code: error.code, detail: error.detail, err: thrown };
    if (error.code === 'INTERNAL') request.services.log.error(logged, 'tile could not be rendered');
    else if (error.statusCode !== 400 || error.detail !== undefined)
      request.services.log.warn(logged, 'tile could not be rendered');
    const code = error.code === 'DATA_DENIED' ? 'ACCESS_DENIED' : 'ENGINE_UNAVAILABLE';
    return { index, id, state: 'failed', code, error };
  }
}

async function drawTile(
  request: EmbedRequest,
  { id, width = 640, height = 320, item, table }: TileTask,
  queried: QueriedTile,
  { pageTheme, categories }: RenderOptions,
): Promise<TileMarkup> {
  const { tile, result, narrowed, notice, choices, notFilteredBy } = queried;
  const shown = shownTile(
    request.tiles.get(id) ?? tile,
    { state: 'ready', ...queried },
    titleAt(request, item),
  );
  const titled = titleTile(shown, result, request.variables, request.locale);
  // A page that was sent before this result does not have its names yet.
  const known = pageCategories([{ tile, result }], categories);
  const click = (await request.clicks()).get(tile.id);
  const action = actionText(click, request.locale.language);
  const drawn = { size: { width, height }, categories: known, table, action };
  const html = await renderInTurn(request, () =>
    chartMarkup(titled, { state: 'ready', result, narrowed }, pageTheme, drawn),
  );
  return {
    title: titled.title,
    ...(titled.description === undefined ? {} : { description: titled.description }),
    html,
    ...(choices === undefined ? {} : { choices }),
    ...(notFilteredBy.length === 0
      ? {}
      : { unfiltered: notFilteredNote(notFilteredBy, request.locale.language) }),
    ...(notice === undefined ? {} : { notice }),
  };
}

function titleAt({ content }: OpenEmbed, id: string | undefined): Tile['title'] | undefined {
  if (content.kind !== 'dashboard') return undefined;
  const item = content.dashboard.items.find((each) => each.id === id);
  return item && 'tile' in item ? item.title : undefined;
}

/** Queued per viewer: rendering runs on the event loop, which other requests need in between. */
export function renderInTurn<T>(
  {
    services: { queues, tracer },
    viewer: { tenantId, username },
  }: {
    readonly services: Pick<Services, 'queues' | 'tracer'>;
    readonly viewer: Pick<EmbedPrincipal, 'tenantId' | 'username'>;
  },
  render: () => T | Promise<T>,
): Promise<T> {
  return queues.rendering.run([tenantId, username], async () => tracer.span('render', render));
}

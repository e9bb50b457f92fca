import { titleTile } from '@inlay/charts/format/title-tile';
import { prepareDrawing } from '@inlay/charts/prepare-drawing';
import { assignSlots, type ColoredTile, type PageSlots } from '@inlay/charts/theme/assign-slots';
import type { Tokens } from '@inlay/charts/theme/tokens';
import type { Tile } from '@inlay/charts/tile';
import type { TileMarkup, TileToRender } from '@inlay/content/embed-api';
import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import { inSlices } from '../../../platform/concurrency/in-slices.ts';
import type { AppError } from '../../../platform/errors.ts';
import { asAppError } from '../../../platform/http/error-reply.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { writeColors } from '../../../platform/render/page-colors.ts';
import type { PageTheme } from '../../../platform/render/page-theme.ts';
import { chartMarkup, notFilteredNote, shownTile } from '../../../platform/render/tile-section.ts';
import type { Services } from '../../../services.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import { actionText } from '../request/linked-dashboards.ts';
import type { OpenEmbed } from '../request/open-embed.ts';
import { type DrawnTileQuery, type QueriedTile, queryDrawnTile } from './query-tile.ts';

/** As many tiles of a request are in memory: queried, drawn, or waiting to be read. */
const CONCURRENCY = 8;

/** A tile to query, and the box to draw it for. */
export interface TileTask extends DrawnTileQuery, Partial<Omit<TileToRender, keyof DrawnTileQuery>> {}

/** The result of one tile. The failure of one does not affect the others. */
export type TileResult<Markup = unknown> = { readonly index: number; readonly id: string } & (
  | ({ readonly state: 'ready'; readonly markup: Markup } & QueriedTile)
  | { readonly state: 'failed'; readonly code: FrameErrorCode; readonly error: AppError }
);

export interface RenderOptions {
  readonly pageTheme: PageTheme;
}

/** Adds the members of a tile to the colors of the page. */
type AddColors = (colored: ColoredTile | undefined, tokens: Tokens) => PageSlots;
interface DrawOptions extends RenderOptions {
  readonly addColors: AddColors;
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
  // Each tile adds its members, so that those of tiles that are drawn later have the same colors.
  let { colors } = request;
  const addColors: AddColors = (colored, tokens) => {
    colors = assignSlots(colored ? [colored] : [], tokens, colors);
    return colors;
  };
  const running = new Map<number, Promise<TileResult<TileMarkup | undefined>>>();
  let next = 0;
  for (;;) {
    for (; next < tiles.length && running.size < CONCURRENCY; next += 1)
      running.set(
        next,
        renderTile(request, tiles[next] as TileTask, next, options && { ...options, addColors }),
      );
    if (running.size === 0) return;
    const finished = await Promise.race(running.values());
    running.delete(finished.index);
    yield finished;
  }
}

async function renderTile(
  request: EmbedRequest,
  task: TileTask,
  index: number,
  options: DrawOptions | undefined,
): Promise<TileResult<TileMarkup | undefined>> {
  const { id } = task;
  try {
    const queried = await queryDrawnTile(request, task);
    const { locale } = request;
    await inSlices(prepareDrawing({ tile: queried.tile, result: queried.result, locale, view: task.table }));
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
  { id, width = 640, height = 320, narrowest, item, table }: TileTask,
  queried: QueriedTile,
  { pageTheme, addColors }: DrawOptions,
): Promise<TileMarkup> {
  const { tile, result, history, narrowed, notice, choices, notFilteredBy, colored } = queried;
  const shown = shownTile(
    request.tiles.get(id) ?? tile,
    { state: 'ready', ...queried },
    titleAt(request, item),
  );
  const titled = titleTile(shown, result, request.variables, request.locale);
  const colors = addColors(colored, pageTheme.theme.tokens);
  const click = (await request.clicks()).get(tile.id);
  const action = actionText(click, request.locale.language);
  const drawn = {
    size: { width, height, ...(narrowest !== undefined && { narrowest }) },
    colors,
    table,
    action,
  };
  const html = await renderInTurn(request, () =>
    chartMarkup(
      titled,
      { state: 'ready', result, narrowed, colored, ...(history && { history }) },
      pageTheme,
      drawn,
    ),
  );
  const categories = writeColors(colors);
  return {
    title: titled.title,
    ...(titled.description === undefined ? {} : { description: titled.description }),
    html,
    ...(choices === undefined ? {} : { choices }),
    ...(notFilteredBy.length === 0
      ? {}
      : { unfiltered: notFilteredNote(notFilteredBy, request.locale.language) }),
    ...(notice === undefined ? {} : { notice }),
    ...(categories === undefined ? {} : { categories }),
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

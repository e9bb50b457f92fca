import type { Tile } from '@inlay/charts/tile';
import { tabOf } from '@inlay/content/tab-of';
import { openTab } from '../../../platform/render/content-page.ts';
import { sourcesOf, tilesOf } from '../../content/index.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import { renderTiles, type TileResult } from '../tiles/render-tiles.ts';
import { taskInView } from '../views/task-in-view.ts';

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

export interface GatheredTiles {
  readonly results: ReadonlyMap<string, TileResult>;
  /** Parts that were not ready yet. Absent: the page is complete. */
  readonly late?: AsyncIterable<TileResult>;
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
  const tasks = tiles.map(({ id }) => taskInView(request.view?.state ?? {}, id));
  const rendering = renderTiles(request, tasks);
  const { time } = request.services;
  const started = time.monotonic();
  let endsAt = started + PATIENCE_MS;
  const accept = (result: TileResult): TileResult => {
    if (result.state === 'failed') refusePage(request, result);
    results.set(result.id, result);
    if (missing.delete(result.id) && missing.size === 0)
      endsAt = Math.min(endsAt, time.monotonic() + GRACE_MS);
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
    const { signal, release } = time.deadline(Math.max(0, end() - time.monotonic()));
    signal.addEventListener('abort', () => timeout.resolve('late'), { once: true });
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
      release();
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

/** Visible parts first: the open step of a story, the top of a dashboard. Other tabs are loaded when they are opened. */
function inOrder(
  { content, tiles, view }: Pick<EmbedRequest, 'content' | 'tiles' | 'view'>,
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
  const { dashboard } = content;
  const tab = openTab(dashboard, view?.state.tab);
  const items = dashboard.items
    .filter((item) => tabOf(item, dashboard.tabs) === tab)
    .toSorted((a, b) => a.y - b.y || a.x - b.x);
  const [first = [], later = []] = [true, false].map((isFirst) =>
    items.filter(({ y }) => y < FIRST_ROWS === isFirst).flatMap(tilesOf),
  );
  return split(first, later);
}

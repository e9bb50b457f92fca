import { setTimeout as sleep } from 'node:timers/promises';
import type { Tile } from '@inlay/protocol/tile';
import { AppError } from '../../platform/errors.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import type { TilePaint } from '../../platform/render/tile-section.ts';
import type { Services } from '../../services.ts';
import { sourcesOf, tilesOf } from '../content/index.ts';
import type { Choices } from './chosen-filters.ts';
import type { OpenEmbed } from './open-embed.ts';
import { answerTile, type TileQuestion } from './query-tile.ts';

/** A dashboard asks this many questions at once, and paints this many answers; the page's script asks for the rest. */
const AT_ONCE = 8;
const MOST_PAINTED = 24;
/**
 * No page waits longer for a slow database, and once what is seen first is there, the rest gets a moment more. Charts
 * that are late keep their place, and the script asks for them.
 */
const PATIENCE_MS = 4000;
const GRACE_MS = 400;
/** Rows of a dashboard's grid that a large screen shows without scrolling. */
const FIRST_ROWS = 16;

export interface PaintedTiles {
  readonly paints: ReadonlyMap<string, TilePaint>;
  /** What was not there yet, as it comes. Absent: nothing more comes. */
  readonly late?: AsyncIterable<readonly [tileId: string, paint: TilePaint]>;
}

/**
 * The answers that a page is painted with. A tile of its own that fails is the page's failure. Whoever can send the
 * page in parts gets what is there after `firstMs`, and the rest as it comes.
 */
export async function paintTiles(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  choices: Choices,
  step: string | undefined,
  { firstMs, deadline }: { readonly firstMs?: number | undefined; readonly deadline: AbortSignal },
): Promise<PaintedTiles> {
  const { tiles, first } = inOrder(opened, step);
  const alone = opened.content.kind === 'tile';
  const paints = new Map<string, TilePaint>();
  let arrived = Promise.withResolvers<void>();
  const waiting = tiles.values();
  const missing = new Set(first);
  const seen = Promise.withResolvers<void>();
  const over = new AbortController();
  const work = async () => {
    for (const tile of waiting) {
      const paint = await paintTile(services, viewer, opened, tile, { ...choices, signal: deadline }, alone);
      if (over.signal.aborted) return;
      paints.set(tile.id, paint);
      arrived.resolve();
      missing.delete(tile.id);
      if (missing.size === 0) seen.resolve();
    }
  };
  const all = Promise.all(Array.from({ length: Math.min(AT_ONCE, tiles.length) }, work));
  const pause = (ms: number) => sleep(ms, undefined, { signal: over.signal }).catch(() => {});
  const end = Promise.race([all, pause(PATIENCE_MS), seen.promise.then(() => pause(GRACE_MS))]).finally(() =>
    over.abort(),
  );
  // Whoever no longer waits must not be told of a failure as of one that nobody handled.
  for (const promise of [all, end]) promise.catch(() => {});
  await (firstMs === undefined ? end : Promise.race([end, pause(firstMs)]));
  if (over.signal.aborted) return { paints };

  const ready = new Map(paints);
  const late = async function* () {
    const sent = new Set(ready.keys());
    try {
      for (;;) {
        for (const [id, paint] of paints) if (!sent.has(id)) yield [id, paint] as const;
        for (const id of paints.keys()) sent.add(id);
        if (over.signal.aborted) return;
        arrived = Promise.withResolvers();
        await Promise.race([end, arrived.promise]);
      }
    } finally {
      over.abort();
    }
  };
  return { paints: ready, late: late() };
}

/** What is seen first comes first: the open step of a story, the top of a dashboard. */
function inOrder(
  { content, tiles }: OpenEmbed,
  step: string | undefined,
): { readonly tiles: readonly Tile[]; readonly first: readonly string[] } {
  const shown = (ids: readonly string[]) => [...new Set(ids)].flatMap((id) => tiles.get(id) ?? []);
  const split = (first: readonly string[], later: readonly string[]) => ({
    tiles: shown([...first, ...later]).slice(0, MOST_PAINTED),
    first: shown(first).map(({ id }) => id),
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

async function paintTile(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  tile: Tile,
  choices: TileQuestion,
  alone: boolean,
): Promise<TilePaint> {
  try {
    const { tile: _, ...answer } = await answerTile(services, viewer, opened, tile.id, choices);
    return { state: 'answered', ...answer };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // What the viewer asked for cannot be, or this is all there is to show: the whole page says so.
    if (alone || error.code === 'REQUEST_INVALID') throw error;
    services.log.warn({ tile: tile.id, code: error.code, detail: error.detail, err: error }, 'tile failed');
    return {
      state: 'failed',
      code: error.code === 'DATA_DENIED' ? 'ACCESS_DENIED' : 'ENGINE_UNAVAILABLE',
    };
  }
}

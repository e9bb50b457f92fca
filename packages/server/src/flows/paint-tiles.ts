import type { Tile } from '@inlay/protocol/tile';
import type { EmbedPrincipal } from '../auth/embed-principal.ts';
import { AppError } from '../errors.ts';
import type { TilePaint } from '../render/tile-section.ts';
import type { Services } from '../services.ts';
import { answerTile } from './answer-tile.ts';
import type { Choices } from './chosen-filters.ts';
import type { OpenEmbed } from './open-embed.ts';

/** A dashboard asks this many questions at once, and paints this many answers; the page's script asks for the rest. */
const AT_ONCE = 8;
const MOST_PAINTED = 24;
/** A page does not wait longer for a slow database: the chart's place is kept, and the script asks again. */
const PATIENCE_MS = 4000;

/** The answers that a page is painted with. A tile of its own that fails is the page's failure. */
export async function paintTiles(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  choices: Choices,
  step: string | undefined,
): Promise<ReadonlyMap<string, TilePaint>> {
  const tiles = inOrder(opened, step).slice(0, MOST_PAINTED);
  const paints = new Map<string, TilePaint>();
  const waiting = tiles.values();
  const alone = opened.content.kind === 'tile';
  const work = async () => {
    for (const tile of waiting)
      paints.set(tile.id, await paintTile(services, viewer, opened, tile, choices, alone));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, tiles.length) }, work));
  return paints;
}

/** What is seen first comes first: the open step of a story, the top of a dashboard. */
function inOrder({ content, tiles }: OpenEmbed, step: string | undefined): readonly Tile[] {
  const ids =
    content.kind === 'story'
      ? content.story.steps
          .toSorted((a, b) => Number(b.id === step) - Number(a.id === step))
          .flatMap(({ tiles: shown = [], values = {} }) => [
            ...shown,
            ...Object.values(values).map(({ tile }) => tile),
          ])
      : content.kind === 'dashboard'
        ? content.dashboard.items
            .toSorted((a, b) => a.y - b.y || a.x - b.x)
            .flatMap((item) =>
              'tile' in item ? [item.tile] : Object.values(item.values ?? {}).map(({ tile }) => tile),
            )
        : [content.tile.id];
  return [...new Set(ids)].flatMap((id) => tiles.get(id) ?? []);
}

async function paintTile(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  tile: Tile,
  choices: Choices,
  alone: boolean,
): Promise<TilePaint> {
  const answer = answerTile(services, viewer, opened, tile.id, choices).then(
    ({ result }): TilePaint => ({ state: 'answered', result }),
    (error: unknown): TilePaint => {
      if (!(error instanceof AppError)) throw error;
      // What the viewer asked for cannot be, or this is all there is to show: the whole page says so.
      if (alone || error.code === 'REQUEST_INVALID') throw error;
      services.log.warn({ tile: tile.id, code: error.code, detail: error.detail }, 'tile failed');
      return {
        state: 'failed',
        code: error.code === 'DATA_DENIED' ? 'ACCESS_DENIED' : 'ENGINE_UNAVAILABLE',
      };
    },
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<TilePaint>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'pending' }), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    // Whoever no longer waits must not be told of a failure as of one that nobody handled.
    answer.catch(() => {});
  }
}

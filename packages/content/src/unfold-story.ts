import type { Tile } from '@inlay/charts/tile';
import type { Story, StoryStep } from './story.ts';

/** A story whose steps show tiles only: what a step changes in its chart is in a tile of its own. */
export type UnfoldedStory = Omit<Story, 'steps'> & { readonly steps: readonly UnfoldedStep[] };
export type UnfoldedStep = Omit<StoryStep, 'chart'>;

const SEPARATOR = ':';

/** The tile that an author chose for a step. Identifiers do not contain a colon. */
export const authoredTile = (id: string): string => id.slice(id.indexOf(SEPARATOR) + 1);

/** Called wherever a story is shown, so that later code need not know how steps change charts. */
export function unfoldStory(
  story: Story,
  tiles: readonly Tile[],
): { readonly story: UnfoldedStory; readonly tiles: readonly Tile[] } {
  const authored = new Map(tiles.map((tile) => [tile.id, tile]));
  const changed: Tile[] = [];
  const steps = story.steps.map(({ chart, ...step }): UnfoldedStep => {
    const [first = '', ...others] = step.tiles ?? [];
    const tile = authored.get(first);
    if (!chart || !tile) return step;
    const id = `${step.id}${SEPARATOR}${first}`;
    changed.push({ ...changeTile(tile, chart), id });
    return { ...step, tiles: [id, ...others] };
  });
  // A filter that is wired to a tile affects it in every step.
  const filters = story.filters?.map((filter) =>
    filter.tiles
      ? {
          ...filter,
          tiles: [
            ...filter.tiles,
            ...changed.map(({ id }) => id).filter((id) => filter.tiles?.includes(authoredTile(id))),
          ],
        }
      : filter,
  );
  return { story: { ...story, steps, ...(filters && { filters }) }, tiles: [...tiles, ...changed] };
}

/** The visibility rule and everything else of the tile still hold. */
function changeTile(tile: Tile, { annotations, filters, ...focus }: NonNullable<StoryStep['chart']>): Tile {
  return {
    ...tile,
    focus,
    ...(annotations && {
      options: { ...tile.options, annotations: [...(tile.options?.annotations ?? []), ...annotations] },
    }),
    ...(filters && { query: { ...tile.query, filters: [...(tile.query.filters ?? []), ...filters] } }),
  };
}

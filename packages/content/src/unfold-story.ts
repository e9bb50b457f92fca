import type { Tile } from '@inlay/charts/tile';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { StepChart, Story, StoryStep } from './story.ts';

/** A story whose steps show tiles only: what a step changes in its chart is in a tile of its own. */
export type UnfoldedStory = Omit<Story, 'steps'> & { readonly steps: readonly UnfoldedStep[] };
export type UnfoldedStep = Omit<StoryStep, 'chart'>;

const SEPARATOR = ':';

/** The tile that an author chose for a step. Identifiers do not contain a colon. */
export const authoredTile = (id: string): string => id.slice(id.indexOf(SEPARATOR) + 1);

/** Called wherever a story is shown, so that later code need not know how steps change charts (ADR 343). */
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
  const stays = new Set(changed.map(({ id }) => authoredTile(id)));
  return {
    story: { ...story, steps, ...(story.filters && { filters: story.filters.map(wiredTo(changed)) }) },
    // Its marks move between its drawings, so that all of them name their marks.
    tiles: [...tiles.map((tile) => (stays.has(tile.id) ? { ...tile, focus: {} } : tile)), ...changed],
  };
}

/** The visibility rule and everything else of the tile still hold. */
function changeTile(tile: Tile, { annotations, filters, ...focus }: StepChart): Tile {
  return {
    ...tile,
    focus,
    ...(annotations && {
      options: { ...tile.options, annotations: [...(tile.options?.annotations ?? []), ...annotations] },
    }),
    ...(filters && { query: { ...tile.query, filters: [...(tile.query.filters ?? []), ...filters] } }),
  };
}

/** A filter that names a tile affects it in every step. */
const wiredTo =
  (changed: readonly Tile[]) =>
  (filter: FilterControl): FilterControl => {
    const { tiles } = filter;
    if (!tiles) return filter;
    const more = changed.map(({ id }) => id).filter((id) => tiles.includes(authoredTile(id)));
    return { ...filter, tiles: [...tiles, ...more] };
  };

/** By step, where the steps begin that share a chart: neighbors that show the same tiles. */
export function scenesOf(steps: readonly UnfoldedStep[]): readonly number[] {
  const shown = steps.map(({ tiles = [] }) => tiles.map(authoredTile).join(' '));
  const scenes: number[] = [];
  for (const [index, tiles] of shown.entries())
    scenes.push(index > 0 && tiles !== '' && tiles === shown[index - 1] ? (scenes[index - 1] ?? 0) : index);
  return scenes;
}

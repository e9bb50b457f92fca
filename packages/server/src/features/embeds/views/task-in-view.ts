import type { ViewState } from '@inlay/content/view-state';
import type { TileTask } from '../tiles/render-tiles.ts';

/** A tile as the viewer left it: what they switched, how far they drilled down, and how they sorted it. */
export function taskInView({ tiles = {}, drill = {} }: ViewState, id: string): TileTask {
  const { grain, measure, sort } = (Object.hasOwn(tiles, id) && tiles[id]) || {};
  const path = Object.hasOwn(drill, id) ? drill[id] : undefined;
  return {
    id,
    choice: { ...(grain && { grain }), ...(measure && { measure }) },
    ...(path && { drill: { id: path.id, path: path.path } }),
    ...(sort && { table: { sort } }),
  };
}

import type { PageContext } from '../page/page-context.ts';
import type { TileView } from './tile-view.tsx';

export const canSeeRows = (context: PageContext, { tile }: Pick<TileView, 'tile'>): boolean =>
  tile.hasRows === true && context.allows('drill');

/** Viewers who never open rows do not load what shows them. */
export const loadRows = () => import('../rows/open-rows.tsx');

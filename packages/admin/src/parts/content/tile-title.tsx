import type { VNode } from 'preact';
import type { TitledTile } from '../../charts/titled-tile.ts';
import { useTileTitle } from './use-tile-title.ts';

export function TileTitle({ tile }: { readonly tile: TitledTile }): VNode {
  return <>{useTileTitle(tile)}</>;
}

import type { VNode } from 'preact';
import { type TitledTile, useTileTitle } from '../charts/use-tile-title.ts';

export function TileTitle({ tile }: { readonly tile: TitledTile }): VNode {
  return <>{useTileTitle(tile)}</>;
}

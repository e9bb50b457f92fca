import type { TileKind } from '@inlay/charts/tile';

/** How large a new tile of a kind is: so that it can be read, and two or four stand in a row. */
export function sizeFor(kind: TileKind): { readonly w: number; readonly h: number } {
  if (kind === 'kpi') return { w: 3, h: 3 };
  if (kind === 'table') return { w: 12, h: 7 };
  return { w: 6, h: 6 };
}

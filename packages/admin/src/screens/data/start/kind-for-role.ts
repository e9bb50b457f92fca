import { chartKinds, type TileKind } from '@inlay/charts/chart-kinds';
import type { DataShape } from '@inlay/charts/data-shape';

const one: DataShape = { times: 0, names: 0, ordered: 0, measures: 1, alike: true };

/** The kinds of charts that a proposed dashboard is made of, by what they show. */
export const kindForRole = {
  headline: usualKind(one),
  trend: usualKind({ ...one, times: 1, ordered: 1 }),
  years: usualKind({ ...one, names: 1, ordered: 1 }),
  // One that lists names, because the tile is narrow.
  ranking: firstKind(
    ({ isRanking, hasOthers, isGrid, isWhole }) => isRanking && hasOthers && !isGrid && !isWhole,
  ),
  table: firstKind(({ isTable }) => isTable),
} as const;

function usualKind(shape: DataShape): TileKind {
  return firstKind(({ fit }) => fit(shape) === 3);
}

function firstKind(fits: (traits: (typeof chartKinds)[number]) => boolean | undefined): TileKind {
  const found = chartKinds.find(fits);
  if (!found) throw new Error('No kind of chart fits.');
  return found.kind;
}

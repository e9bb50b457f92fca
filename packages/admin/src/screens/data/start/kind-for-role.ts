import { chartKinds, type TileKind } from '@inlay/charts/chart-kinds';
import { emptyKind, proposeKind } from '@inlay/editor/model/propose-kind';

const one = { times: 0, names: 0, ordered: 0, measures: 1, alike: true };

/** The kinds of charts that a proposed dashboard is made of, by what they show. */
export const kindForRole = {
  headline: proposeKind(one),
  trend: proposeKind({ ...one, times: 1, ordered: 1 }),
  years: proposeKind({ ...one, names: 1, ordered: 1 }),
  // One that lists names, because the tile is narrow.
  ranking: firstKind(
    ({ isRanking, hasOthers, isGrid, isWhole }) => isRanking && hasOthers && !isGrid && !isWhole,
  ),
  table: firstKind(({ isTable }) => isTable),
} as const;

function firstKind(fits: (traits: (typeof chartKinds)[number]) => boolean | undefined): TileKind {
  return chartKinds.find(fits)?.kind ?? emptyKind;
}

import { chartKinds, type TileKind } from './chart-kinds.ts';
import type { ChartProps } from './chart-props.ts';
import type { HistoryOf, HistoryQuery } from './define-chart.ts';
import type { Tile, TileOptions } from './tile.ts';

const queries = new Map<TileKind, HistoryOf<TileOptions>>();

/** Loads the history queries of tables, at server start. */
export async function loadHistories(): Promise<void> {
  for (const { kind, history } of chartKinds) if (history) queries.set(kind, await history());
}

/** What the rows that a tile shows need besides its result, if they show their history. Call `loadHistories` first. */
export function tileHistory(
  props: Pick<ChartProps, 'result' | 'locale' | 'view'> & { readonly tile: Tile },
): HistoryQuery | undefined {
  return queries.get(props.tile.kind)?.(props);
}

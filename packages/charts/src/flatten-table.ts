import type { QueryResult } from '@inlay/protocol/result';
import { chartKinds, type TileKind } from './chart-kinds.ts';
import type { FlattenTable } from './define-chart.ts';
import type { FlatTable } from './flat-table.ts';
import type { Locale } from './format/locale.ts';
import type { Tile, TileOptions } from './tile.ts';

const layouts = new Map<TileKind, FlattenTable<TileOptions>>();

/** Loads the file layouts of tables with groups, at server start. */
export async function loadLayouts(): Promise<void> {
  for (const { kind, flatten } of chartKinds) if (flatten) layouts.set(kind, await flatten());
}

/** The table of a tile as files show it, if it has groups of rows or columns. Call `loadLayouts` first. */
export function flattenTable(tile: Tile, result: QueryResult, locale: Locale): FlatTable | undefined {
  return layouts.get(tile.kind)?.(tile, result, locale);
}

import type { TileContent, TileOptions } from '@inlay/charts/tile';
import type { QuerySpec } from '@inlay/protocol/query';

export type Patch<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The object with these fields; undefined ones are removed. */
export function patch<T extends object>(object: T, changes: Patch<T>): T {
  const entries = Object.entries({ ...object, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
}

export function patchQuery(tile: TileContent, changes: Patch<QuerySpec>): TileContent {
  return { ...tile, query: patch(tile.query, changes) };
}

/** Options that say nothing are not kept. */
export function patchOptions(tile: TileContent, changes: Patch<TileOptions>): TileContent {
  const options = patch(tile.options ?? {}, changes);
  return patch(tile, { options: Object.keys(options).length === 0 ? undefined : options });
}

/** An empty list or record is written as nothing at all. */
export function orNothing<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

import type { TileContent, TileOptions } from '@inlay/charts/tile';
import type { QuerySpec } from '@inlay/protocol/query';

export type Patch<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Returns the object with these changes; fields set to `undefined` are removed. */
export function patch<T extends object>(object: T, changes: Patch<T>): T {
  const entries = Object.entries({ ...object, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
}

export function patchQuery(tile: TileContent, changes: Patch<QuerySpec>): TileContent {
  return { ...tile, query: patch(tile.query, changes) };
}

/** Changes options; an empty options object is removed. */
export function patchOptions(tile: TileContent, changes: Patch<TileOptions>): TileContent {
  const options = patch(tile.options ?? {}, changes);
  return patch(tile, { options: Object.keys(options).length === 0 ? undefined : options });
}

/** Empty lists and records are not stored. */
export function undefinedIfEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

import type { BuilderItem } from '@inlay/content/builder';
import { newId } from './new-id.ts';

const MARK = 'inlay/dashboard-items';
const MAX_ITEMS = 200;

/** Serializes items, so that they can be pasted into another dashboard, tab or page. */
export const itemsToText = (items: readonly BuilderItem[]): string => JSON.stringify({ [MARK]: 1, items });

/**
 * Parses items from the clipboard and gives them new ids; text blocks keep values of charts that were copied with them.
 * Only the shape is checked here: the server validates the content.
 */
export function itemsFromText(text: string): readonly BuilderItem[] {
  if (!text.includes(MARK)) return [];
  try {
    const { [MARK]: version, items } = JSON.parse(text) as Record<string, unknown>;
    if (version !== 1 || !Array.isArray(items)) return [];
    return withNewIds(items.filter(isItem).slice(0, MAX_ITEMS));
  } catch {
    return [];
  }
}

/** Copies of items with new ids. */
export function withNewIds(items: readonly BuilderItem[]): readonly BuilderItem[] {
  const names = new Map(items.map(({ id }) => [id, newId()]));
  return items.map((item) => {
    const id = names.get(item.id) ?? item.id;
    if (!('values' in item) || !item.values) return { ...item, id };
    const values = Object.fromEntries(
      Object.entries(item.values).map(([name, source]) => [
        name,
        { ...source, tile: names.get(source.tile) ?? source.tile },
      ]),
    );
    return { ...item, id, values };
  });
}

function isItem(value: unknown): value is BuilderItem {
  if (typeof value !== 'object' || value === null) return false;
  const { id, x, y, w, h, ...rest } = value as Record<string, unknown>;
  const placed = [x, y, w, h].every(Number.isInteger) && typeof id === 'string';
  const { tile, text, chart } = rest;
  return (
    placed &&
    (typeof tile === 'string' ||
      typeof text === 'string' ||
      (typeof chart === 'object' && chart !== null && 'query' in chart))
  );
}

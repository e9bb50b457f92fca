import type { BuilderItem } from '@inlay/content/builder';
import { newId } from './new-id.ts';

const MARK = 'inlay/dashboard-items';
const MOST = 200;

/** Items as text, so that they go through the clipboard to another dashboard, tab or page. */
export const itemsToText = (items: readonly BuilderItem[]): string => JSON.stringify({ [MARK]: 1, items });

/**
 * Items of a clipboard's text, under new names; texts keep showing values of charts that came along. The server
 * checks what is in them as it checks everything: here only the shape has to be one that can be drawn.
 */
export function itemsFromText(text: string): readonly BuilderItem[] {
  if (!text.includes(MARK)) return [];
  try {
    const { [MARK]: version, items } = JSON.parse(text) as Record<string, unknown>;
    if (version !== 1 || !Array.isArray(items)) return [];
    return renamed(items.filter(isItem).slice(0, MOST));
  } catch {
    return [];
  }
}

/** Copies of items under new names, which is what a duplicate is too. */
export function renamed(items: readonly BuilderItem[]): readonly BuilderItem[] {
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

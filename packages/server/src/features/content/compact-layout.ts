import { overlap } from './check-dashboard.ts';

export interface Placed {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * Closes the holes that hidden items leave: neighbours of the same row share the width that became free, and what
 * stands below moves up. Where nothing is hidden the layout stays as its author made it.
 */
export function compactLayout<T extends Placed>(
  items: readonly T[],
  isHidden: (item: T) => boolean,
): readonly T[] {
  const remaining = items.filter((item) => !isHidden(item));
  if (remaining.length === items.length) return items;
  const widened = remaining.map((item) => widen(item, items, remaining));
  return moveUp(widened);
}

/** A row is what begins and ends at the same heights; its remaining items keep their proportions. */
function widen<T extends Placed>(item: T, before: readonly T[], after: readonly T[]): T {
  const inRow = (other: Placed) => other.y === item.y && other.h === item.h;
  const row = before.filter(inRow);
  const left = after.filter(inRow).toSorted((a, b) => a.x - b.x);
  const start = Math.min(...row.map(({ x }) => x));
  const end = Math.max(...row.map(({ x, w }) => x + w));
  // Items of another height stand between them: the gap belongs to no row alone.
  const strip = { x: start, y: item.y, w: end - start, h: item.h };
  if (left.length === row.length || after.some((other) => !inRow(other) && overlap(other, strip)))
    return item;
  const total = left.reduce((sum, { w }) => sum + w, 0);
  const edge = (index: number) => {
    const passed = left.slice(0, index).reduce((sum, { w }) => sum + w, 0);
    return start + Math.round((passed * (end - start)) / total);
  };
  const index = left.findIndex(({ id }) => id === item.id);
  return { ...item, x: edge(index), w: edge(index + 1) - edge(index) };
}

/** Each item rises, in reading order, until it meets another. */
function moveUp<T extends Placed>(items: readonly T[]): readonly T[] {
  const settled = new Map<string, T>();
  for (const item of items.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const above = [...settled.values()].filter(({ x, w }) => x < item.x + item.w && item.x < x + w);
    const y = Math.max(0, ...above.map((other) => other.y + other.h));
    settled.set(item.id, { ...item, y });
  }
  return items.map(({ id }) => settled.get(id) as T);
}

import { GRID_COLUMNS } from '@inlay/protocol/grid';
import { arrange, at, type Placed, readingOrder } from './arrange.ts';
import { MIN_SIZE } from './change-layout.ts';

export type Alignment = 'start' | 'top' | 'same-size' | 'row';

/** Aligns the selected items; the others make room. */
export function alignItems<T extends Placed>(
  items: readonly T[],
  ids: ReadonlySet<string>,
  alignment: Alignment,
): readonly T[] {
  const group = items.filter(({ id }) => ids.has(id)).toSorted(readingOrder);
  if (group.length < 2) return items;
  const boxes = new Map(boxesOf(group, alignment).map((item) => [item.id, item]));
  const placed = items.map((item) => at(item, boxes.get(item.id) ?? item));
  // Items that now overlap are stacked in reading order.
  return arrange(placed, new Set(alignment === 'row' ? ids : group.slice(0, 1).map(({ id }) => id)));
}

function boxesOf<T extends Placed>(group: readonly T[], alignment: Alignment): readonly T[] {
  const first = group[0] as T;
  const left = Math.min(...group.map(({ x }) => x));
  const top = Math.min(...group.map(({ y }) => y));
  switch (alignment) {
    case 'start':
      return group.map((item) => ({ ...item, x: left }));
    case 'top':
      return group.map((item) => ({ ...item, y: top }));
    case 'same-size':
      return group.map((item) => {
        const x = Math.min(item.x, GRID_COLUMNS - first.w);
        return { ...item, x, w: first.w, h: first.h };
      });
    case 'row':
      return spread(group, top);
  }
}

/** One row of equal widths and heights across the grid; items that do not fit wrap. */
function spread<T extends Placed>(group: readonly T[], top: number): readonly T[] {
  const perRow = Math.min(group.length, Math.floor(GRID_COLUMNS / MIN_SIZE.w));
  const height = Math.max(...group.map(({ h }) => h));
  const edge = (index: number) => Math.round((index * GRID_COLUMNS) / perRow);
  return group.map((item, index) => {
    const column = index % perRow;
    const x = edge(column);
    return { ...item, x, y: top + Math.floor(index / perRow) * height, w: edge(column + 1) - x, h: height };
  });
}

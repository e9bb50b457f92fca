import { type Box, GRID_COLUMNS } from '@inlay/protocol/grid';
import { arrange, at, type Placed } from './arrange.ts';

/** The smallest readable size of a tile. */
export const MIN_SIZE = { w: 2, h: 2 } as const;
const MAX_ROWS = 100;

const within = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

/** Moves items as a group, which stops at the edges of the grid; items in the way make room. */
export function moveItems<T extends Placed>(
  items: readonly T[],
  ids: ReadonlySet<string>,
  dx: number,
  dy: number,
): readonly T[] {
  const group = items.filter(({ id }) => ids.has(id));
  if (group.length === 0) return items;
  const left = -Math.min(...group.map(({ x }) => x));
  const right = GRID_COLUMNS - Math.max(...group.map(({ x, w }) => x + w));
  const up = -Math.min(...group.map(({ y }) => y));
  const across = within(dx, left, right);
  const down = Math.max(dy, up);
  if (across === 0 && down === 0) return items;
  const moved = items.map((item) =>
    ids.has(item.id) ? at(item, { ...item, x: item.x + across, y: item.y + down }) : item,
  );
  return arrange(moved, ids, down > 0);
}

/** Resizes an item within the limits of the grid; items in the way make room. */
export function resizeItem<T extends Placed>(items: readonly T[], id: string, box: Box): readonly T[] {
  const x = within(box.x, 0, GRID_COLUMNS - MIN_SIZE.w);
  const fitted: Box = {
    x,
    y: Math.max(0, box.y),
    w: within(box.w, MIN_SIZE.w, GRID_COLUMNS - x),
    h: within(box.h, MIN_SIZE.h, MAX_ROWS),
  };
  return arrange(
    items.map((item) => (item.id === id ? at(item, fitted) : item)),
    new Set([id]),
  );
}

/** Adds items as a group at a place, or by default at the end. */
export function addItems<T extends Placed>(
  items: readonly T[],
  added: readonly T[],
  place?: { readonly x: number; readonly y: number },
): readonly T[] {
  if (added.length === 0) return items;
  const left = Math.min(...added.map(({ x }) => x));
  const top = Math.min(...added.map(({ y }) => y));
  const width = Math.max(...added.map(({ x, w }) => x + w)) - left;
  const target = place ?? freePlace(items, added, width);
  const x = within(target.x, 0, GRID_COLUMNS - width);
  const placed = added.map((item) => ({ ...item, x: item.x - left + x, y: item.y - top + target.y }));
  return arrange([...items, ...placed], new Set(placed.map(({ id }) => id)));
}

/** Next to the last row if there is room, otherwise below it. */
function freePlace(items: readonly Placed[], added: readonly Placed[], width: number) {
  const bottom = Math.max(0, ...items.map(({ y, h }) => y + h));
  const height = Math.max(...added.map(({ y, h }) => y + h)) - Math.min(...added.map(({ y }) => y));
  const lastRow = items.filter(({ y, h }) => y + h > bottom - height);
  const right = Math.max(0, ...lastRow.map(({ x, w }) => x + w));
  const fits = items.length > 0 && right + width <= GRID_COLUMNS && bottom >= height;
  return fits ? { x: right, y: bottom - height } : { x: 0, y: bottom };
}

export function removeItems<T extends Placed>(items: readonly T[], ids: ReadonlySet<string>): readonly T[] {
  return arrange(
    items.filter(({ id }) => !ids.has(id)),
    new Set(),
  );
}

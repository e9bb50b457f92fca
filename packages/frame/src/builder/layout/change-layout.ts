import { type Box, GRID_COLUMNS, overlap } from '@inlay/protocol/grid';
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

/** Where items are added: at a place, or in the first gap that they fit in, not above the row `from`. */
export type Target = { readonly x: number; readonly y: number } | { readonly from: number };

/** Adds items as a group. */
export function addItems<T extends Placed>(
  items: readonly T[],
  added: readonly T[],
  target: Target = { from: 0 },
): readonly T[] {
  if (added.length === 0) return items;
  const left = Math.min(...added.map(({ x }) => x));
  const top = Math.min(...added.map(({ y }) => y));
  const w = Math.max(...added.map(({ x, w }) => x + w)) - left;
  const h = Math.max(...added.map(({ y, h }) => y + h)) - top;
  const place = 'from' in target ? firstGap(items, { w, h }, target.from) : target;
  const x = within(place.x, 0, GRID_COLUMNS - w);
  const placed = added.map((item) => ({ ...item, x: item.x - left + x, y: item.y - top + place.y }));
  return arrange([...items, ...placed], new Set(placed.map(({ id }) => id)));
}

/** Nothing is below the last row, so that the search ends there. */
function firstGap(items: readonly Placed[], size: Pick<Box, 'w' | 'h'>, from: number) {
  const bottom = Math.max(0, ...items.map(({ y, h }) => y + h));
  for (let y = Math.min(from, bottom); ; y++)
    for (let x = 0; x <= Math.max(0, GRID_COLUMNS - size.w); x++)
      if (!items.some((item) => overlap(item, { x, y, ...size }))) return { x, y };
}

export function removeItems<T extends Placed>(items: readonly T[], ids: ReadonlySet<string>): readonly T[] {
  return arrange(
    items.filter(({ id }) => !ids.has(id)),
    new Set(),
  );
}

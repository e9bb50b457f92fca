import { type Box, overlap } from '@inlay/protocol/grid';

/** An item on the grid of twelve columns. */
export interface Placed extends Box {
  readonly id: string;
}

export const readingOrder = (a: Box, b: Box): number => a.y - b.y || a.x - b.x;

/**
 * Resolves overlaps. Firm items stay; items in their way move above them if `lifts` is set and there is room, otherwise
 * below. Then all items move up until they meet another. Keeps the order of the list, and returns unmoved items as
 * the same objects.
 */
export function arrange<T extends Placed>(
  items: readonly T[],
  firm: ReadonlySet<string>,
  lifts = false,
): readonly T[] {
  const settled: T[] = items.filter(({ id }) => firm.has(id));
  const others = items.filter(({ id }) => !firm.has(id)).toSorted(readingOrder);
  const untouched = others.filter((item) => !settled.some((other) => overlap(item, other)));
  const top = Math.min(...settled.map(({ y }) => y));
  for (const item of others) {
    const raised = { ...item, y: top - item.h };
    const canRise =
      lifts &&
      raised.y >= 0 &&
      !untouched.includes(item) &&
      ![...settled, ...untouched].some((other) => other.id !== item.id && overlap(other, raised));
    settled.push(canRise ? raised : pushDown(item, settled));
  }
  return keepOrder(items, rise(settled, firm));
}

/** Moves items up, in reading order, until they meet another; firm items go first if two start in the same row. */
function rise<T extends Placed>(items: readonly T[], firm: ReadonlySet<string> = new Set()): readonly T[] {
  const settled: T[] = [];
  const order = items.toSorted(
    (a, b) => a.y - b.y || Number(firm.has(b.id)) - Number(firm.has(a.id)) || a.x - b.x,
  );
  for (const item of order) {
    const below = settled.filter(({ x, w }) => x < item.x + item.w && item.x < x + w);
    const y = Math.max(0, ...below.map((other) => other.y + other.h));
    settled.push(at(item, { ...item, y }));
  }
  return settled;
}

/** Returns the same object if nothing changes, so that it is not rendered again. */
export function at<T extends Placed>(item: T, { x, y, w, h }: Box): T {
  const same = item.x === x && item.y === y && item.w === w && item.h === h;
  return same ? item : { ...item, x, y, w, h };
}

function pushDown<T extends Placed>(item: T, settled: readonly T[]): T {
  let pushed = item;
  for (;;) {
    const inTheWay = settled.find((other) => overlap(other, pushed));
    if (!inTheWay) return pushed;
    pushed = { ...item, y: inTheWay.y + inTheWay.h };
  }
}

function keepOrder<T extends Placed>(items: readonly T[], settled: readonly T[]): readonly T[] {
  const byId = new Map(settled.map((item) => [item.id, item]));
  const result = items.map((item) => at(item, byId.get(item.id) ?? item));
  return result.every((item, index) => item === items[index]) ? items : result;
}

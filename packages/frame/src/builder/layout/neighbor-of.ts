import { type Placed, readingOrder } from './arrange.ts';

export type Direction = 'start' | 'end' | 'up' | 'down';

/** The nearest item in a direction; items in line are preferred. */
export function neighborOf<T extends Placed>(items: readonly T[], id: string, way: Direction): T | undefined {
  const from = items.find((item) => item.id === id);
  if (!from) return items.toSorted(readingOrder)[0];
  const [cx, cy] = center(from);
  const distance = (item: T) => {
    const [x, y] = center(item);
    const gap = {
      start: from.x - item.x - item.w,
      end: item.x - from.x - from.w,
      up: from.y - item.y - item.h,
      down: item.y - from.y - from.h,
    }[way];
    const across = Math.abs(way === 'up' || way === 'down' ? x - cx : y - cy);
    return gap < 0 ? Number.POSITIVE_INFINITY : gap + 3 * across;
  };
  const candidates = items.filter((item) => item.id !== id && distance(item) < Number.POSITIVE_INFINITY);
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0];
}

const center = ({ x, y, w, h }: Placed): readonly [number, number] => [x + w / 2, y + h / 2];

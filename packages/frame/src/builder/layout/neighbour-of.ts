import { type Placed, readingOrder } from './arrange.ts';

export type Way = 'start' | 'end' | 'up' | 'down';

/** The item that one reaches from another by going one way: the nearest there, those in the same line before others. */
export function neighbourOf<T extends Placed>(items: readonly T[], id: string, way: Way): T | undefined {
  const from = items.find((item) => item.id === id);
  if (!from) return items.toSorted(readingOrder)[0];
  const [cx, cy] = centre(from);
  const distance = (item: T) => {
    const [x, y] = centre(item);
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

const centre = ({ x, y, w, h }: Placed): readonly [number, number] => [x + w / 2, y + h / 2];

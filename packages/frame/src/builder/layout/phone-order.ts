import type { BuilderContent } from '@inlay/content/builder';
import { type Placed, readingOrder } from './arrange.ts';

/** The order of items on a narrow screen: as adjusted by the author, with new items in reading order. */
export function phoneOrder(items: readonly Placed[], adjusted: readonly string[] = []): readonly string[] {
  const reading = items.toSorted(readingOrder).map(({ id }) => id);
  const known = adjusted.filter((id) => reading.includes(id));
  const order = [...known];
  for (const [index, id] of reading.entries()) {
    if (known.includes(id)) continue;
    // A new item follows its predecessor in reading order.
    const before = reading.slice(0, index).findLast((each) => order.includes(each));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}

/** Moves an item by this many places. Returns undefined if the result is the reading order. */
export function movePhoneItem(
  items: readonly Placed[],
  adjusted: readonly string[] | undefined,
  id: string,
  by: number,
): readonly string[] | undefined {
  const order = [...phoneOrder(items, adjusted)];
  const from = order.indexOf(id);
  if (from < 0) return adjusted;
  order.splice(from, 1);
  order.splice(Math.max(0, Math.min(order.length, from + by)), 0, id);
  return order.join() === phoneOrder(items).join() ? undefined : order;
}

/** The content with this order of the items of one tab; undefined is the reading order. */
export function withPhoneOrder(
  { phone = [], ...content }: BuilderContent,
  items: readonly Placed[],
  order: readonly string[] | undefined,
): BuilderContent {
  const ids = new Set(items.map(({ id }) => id));
  const next = [...phone.filter((id) => !ids.has(id)), ...(order ?? [])];
  return { ...content, ...(next.length > 0 && { phone: next }) };
}

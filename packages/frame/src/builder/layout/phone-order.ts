import { type Placed, readingOrder } from './arrange.ts';

/** The order of items on a narrow screen: as it was adjusted, and the others where reading order puts them. */
export function phoneOrder(items: readonly Placed[], adjusted: readonly string[] = []): readonly string[] {
  const reading = items.toSorted(readingOrder).map(({ id }) => id);
  const known = adjusted.filter((id) => reading.includes(id));
  const order = [...known];
  for (const [index, id] of reading.entries()) {
    if (known.includes(id)) continue;
    // A new item follows the one that it follows on the wide screen.
    const before = reading.slice(0, index).findLast((each) => order.includes(each));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  }
  return order;
}

/** Moves one item by so many places. `undefined` where the order is again the one of the wide screen. */
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

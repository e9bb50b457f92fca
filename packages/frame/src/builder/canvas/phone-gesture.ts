import { phoneOrder } from '../layout/phone-order.ts';
import type { Gesture } from './gesture.ts';
import type { Surface } from './surface.ts';

/** Drags an item up or down a single column: it follows the finger, and the items it passes make room. */
export function phoneGesture(
  surface: Surface,
  id: string,
  onDrop: (by: number) => void,
): Gesture | undefined {
  const { editor, element, grid } = surface;
  const column = phoneOrder(editor.items.value, editor.content.value.phone).flatMap((each) => {
    const found = element(each);
    const box = found?.getBoundingClientRect();
    return found && box
      ? { id: each, element: found, top: box.top, bottom: box.bottom, middle: box.top + box.height / 2 }
      : [];
  });
  const from = column.findIndex((each) => each.id === id);
  const held = column[from];
  if (!held) return undefined;
  const gap = Number.parseFloat(getComputedStyle(grid).rowGap) || 0;
  const room = held.element.offsetHeight + gap;
  let to = from;
  held.element.dataset.dragged = '';

  const end = () => {
    delete held.element.dataset.dragged;
    for (const each of column) each.element.style.transform = '';
  };
  return {
    move: (_dx, dy) => {
      held.element.style.transform = `translateY(${dy}px)`;
      // The leading edge decides when items swap.
      const later = column.filter((each, index) => index > from && each.middle < held.bottom + dy).length;
      const earlier = column.filter((each, index) => index < from && each.middle > held.top + dy).length;
      if (from + later - earlier === to) return;
      to = from + later - earlier;
      for (const [index, each] of column.entries()) {
        if (each === held) continue;
        const passed = index > from && index <= to ? -room : index < from && index >= to ? room : 0;
        each.element.style.transform = passed === 0 ? '' : `translateY(${passed}px)`;
      }
    },
    drop: () => {
      end();
      if (to !== from) onDrop(to - from);
    },
    cancel: end,
  };
}

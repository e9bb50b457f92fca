import type { Gesture } from './gesture.ts';
import { touched } from './place-elements.ts';
import type { Surface } from './surface.ts';

/** Draws a rectangle on the empty canvas: what it touches is chosen. */
export function marqueeGesture(
  surface: Surface,
  start: { readonly x: number; readonly y: number },
  kept: ReadonlySet<string>,
): Gesture {
  const { grid, editor } = surface;
  const metrics = surface.metrics();
  const origin = grid.getBoundingClientRect();
  const [left, top] = [start.x - origin.left, start.y - origin.top];
  const box = document.createElement('div');
  box.className = 'bld-marquee';
  grid.append(box);
  return {
    move: (dx, dy) => {
      const rectangle = {
        x: Math.min(left, left + dx),
        y: Math.min(top, top + dy),
        w: Math.abs(dx),
        h: Math.abs(dy),
      };
      box.style.transform = `translate(${rectangle.x}px, ${rectangle.y}px)`;
      box.style.width = `${rectangle.w}px`;
      box.style.height = `${rectangle.h}px`;
      const ids = touched(editor.content.value.items, rectangle, metrics);
      const next = new Set([...kept, ...ids]);
      const now = editor.selection.value;
      if (next.size !== now.size || [...next].some((id) => !now.has(id))) editor.select(next);
    },
    drop: () => box.remove(),
    cancel: () => {
      box.remove();
      editor.select(kept);
    },
  };
}

import { dragGesture } from './drag-gesture.ts';
import type { Gesture } from './gesture.ts';
import { touched } from './place-elements.ts';
import { type Handle, resizeGesture } from './resize-gesture.ts';
import { runGesture } from './run-gesture.ts';
import type { Surface } from './surface.ts';

interface PointerHandlers {
  /** An item was moved or resized. */
  readonly onPlaced: () => void;
  /** An item was clicked without dragging. */
  readonly onPressed: (id: string) => void;
}

/** Mouse, pen and touch on the canvas. Touching a tile scrolls; only its grip and handles drag it. */
export function createPointerHandler(
  surface: Surface,
  handlers: PointerHandlers,
): (event: PointerEvent) => void {
  const { scroller, editor } = surface;
  return (event) => {
    const target = event.target as Element;
    if (event.button !== 0 || target.closest('button:not(.bld-grip), a, input')) return;
    const id = target.closest<HTMLElement>('[data-item]')?.dataset.item;
    const handle = target.closest<HTMLElement>('[data-handle]')?.dataset.handle as Handle | undefined;
    const finger = event.pointerType === 'touch';
    const isAdditive = event.shiftKey || event.ctrlKey || event.metaKey;

    if (id !== undefined && handle) {
      event.preventDefault();
      editor.select([id]);
      runGesture(event, { scroller, begin: () => resizeGesture(surface, id, handle, handlers.onPlaced) });
      return;
    }
    if (id !== undefined) {
      const held = !finger || target.closest('.bld-grip') !== null;
      const onPress = () => {
        const now = editor.selection.value;
        if (isAdditive) editor.select(now.has(id) ? [...now].filter((each) => each !== id) : [...now, id]);
        else editor.select([id]);
        handlers.onPressed(id);
      };
      runGesture(event, {
        scroller,
        begin: () => {
          if (!held) return undefined;
          if (!editor.selection.value.has(id)) editor.select([id]);
          return dragGesture(surface, editor.selection.value, handlers.onPlaced);
        },
        onPress,
      });
      return;
    }
    if (finger) return;
    const kept = isAdditive ? editor.selection.value : new Set<string>();
    runGesture(event, {
      scroller,
      begin: () => marqueeGesture(surface, { x: event.clientX, y: event.clientY }, kept),
      onPress: () => {
        if (!isAdditive) editor.select([]);
      },
    });
  };
}

/** Selects the items that a rectangle on the empty canvas touches. */
function marqueeGesture(
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
      const ids = touched(editor.items.value, rectangle, metrics);
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

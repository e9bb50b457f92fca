import { dragGesture } from './drag-gesture.ts';
import { marqueeGesture } from './marquee-gesture.ts';
import { type Handle, resizeGesture } from './resize-gesture.ts';
import { runGesture } from './run-gesture.ts';
import type { Surface } from './surface.ts';

interface Told {
  /** It stands elsewhere, or is of another size. */
  readonly onPlaced: () => void;
  /** A press without a way on an item. */
  readonly onPressed: (id: string) => void;
}

/** Mouse, pen and fingers on the canvas. A finger on a tile scrolls; its grip and its handles take hold of it. */
export function followPointer(surface: Surface, told: Told): (event: PointerEvent) => void {
  const { scroller, editor } = surface;
  return (event) => {
    const target = event.target as Element;
    if (event.button !== 0 || target.closest('button:not(.bld-grip), a, input')) return;
    const id = target.closest<HTMLElement>('[data-item]')?.dataset.item;
    const handle = target.closest<HTMLElement>('[data-handle]')?.dataset.handle as Handle | undefined;
    const finger = event.pointerType === 'touch';
    const adds = event.shiftKey || event.ctrlKey || event.metaKey;

    if (id !== undefined && handle) {
      event.preventDefault();
      editor.select([id]);
      runGesture(event, { scroller, begin: () => resizeGesture(surface, id, handle, told.onPlaced) });
      return;
    }
    if (id !== undefined) {
      const held = !finger || target.closest('.bld-grip') !== null;
      const onPress = () => {
        const now = editor.selection.value;
        if (adds) editor.select(now.has(id) ? [...now].filter((each) => each !== id) : [...now, id]);
        else editor.select([id]);
        told.onPressed(id);
      };
      runGesture(event, {
        scroller,
        begin: () => {
          if (!held) return undefined;
          if (!editor.selection.value.has(id)) editor.select([id]);
          return dragGesture(surface, editor.selection.value, told.onPlaced);
        },
        onPress,
      });
      return;
    }
    if (finger) return;
    const kept = adds ? editor.selection.value : new Set<string>();
    runGesture(event, {
      scroller,
      begin: () => marqueeGesture(surface, { x: event.clientX, y: event.clientY }, kept),
      onPress: () => {
        if (!adds) editor.select([]);
      },
    });
  };
}

import { GRID_COLUMNS } from '@inlay/protocol/grid';
import { MIN_SIZE, resizeItem } from '../layout/change-layout.ts';
import type { Gesture } from './gesture.ts';
import { cellsOf } from './grid-metrics.ts';
import type { Surface } from './surface.ts';

/** The edges that a handle moves. */
export type Handle = 'end' | 'start' | 'bottom' | 'bottom-end' | 'bottom-start';

/** Resizes an item by an edge: it snaps to grid cells, and the others make room. */
export function resizeGesture(surface: Surface, id: string, handle: Handle, onDrop: () => void): Gesture {
  const { editor, placer } = surface;
  const before = editor.items.value;
  const item = before.find((each) => each.id === id);
  const element = surface.element(id);
  const metrics = surface.metrics();
  let preview = before;
  let at = { dx: 0, dy: 0 };
  if (element) element.dataset.resizing = '';

  const show = (items: typeof before) => {
    const box = items.find((each) => each.id === id);
    if (element && box) placer.place(id, element, box, undefined);
    surface.show(items, metrics);
  };
  const end = () => {
    if (element) delete element.dataset.resizing;
  };

  return {
    move: (dx, dy) => {
      if (!item) return;
      const cells = cellsOf(dx, dy, metrics);
      if (cells.dx === at.dx && cells.dy === at.dy) return;
      at = cells;
      const right = item.x + item.w;
      const start = handle.endsWith('start')
        ? Math.max(0, Math.min(right - MIN_SIZE.w, item.x + cells.dx))
        : item.x;
      const stop = handle.endsWith('end') ? Math.min(GRID_COLUMNS, right + cells.dx) : right;
      const h = handle.startsWith('bottom') ? item.h + cells.dy : item.h;
      preview = resizeItem(before, id, { x: start, y: item.y, w: stop - start, h });
      show(preview);
    },
    drop: () => {
      end();
      if (preview === before) return;
      editor.changeItems(() => preview);
      onDrop();
    },
    cancel: () => {
      end();
      show(before);
    },
  };
}

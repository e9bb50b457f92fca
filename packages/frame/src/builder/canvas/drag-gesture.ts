import type { Box } from '@inlay/protocol/grid';
import { moveItems } from '../layout/change-layout.ts';
import type { Gesture } from './gesture.ts';
import { cellsOf, gridArea, pixelsOf } from './grid-metrics.ts';
import type { Surface } from './surface.ts';

/** Drags items. They follow the pointer by a CSS transform only; the others make room at the drop position. */
export function dragGesture(surface: Surface, ids: ReadonlySet<string>, onDrop: () => void): Gesture {
  const { editor, placer, grid } = surface;
  const before = editor.items.value;
  const metrics = surface.metrics();
  const dragged = before.flatMap((item) => {
    const element = ids.has(item.id) ? surface.element(item.id) : undefined;
    return element ? { item, element, shadow: placeholder(grid, item) } : [];
  });
  let preview = before;
  let at = { dx: 0, dy: 0 };
  let shift = { dx: 0, dy: 0 };
  for (const { element } of dragged) element.dataset.dragged = '';

  const end = () => {
    for (const { element, shadow } of dragged) {
      delete element.dataset.dragged;
      element.style.transform = '';
      shadow.remove();
    }
  };

  return {
    move: (dx, dy) => {
      shift = { dx, dy };
      for (const { element } of dragged) element.style.transform = `translate(${dx}px, ${dy}px)`;
      const cells = cellsOf(dx, dy, metrics);
      if (cells.dx === at.dx && cells.dy === at.dy) return;
      at = cells;
      preview = moveItems(before, ids, cells.dx, cells.dy);
      surface.show(preview, metrics, ids);
      for (const { item, shadow } of dragged) {
        const box = preview.find(({ id }) => id === item.id);
        if (box) placer.place(`shadow:${item.id}`, shadow, box, metrics);
      }
    },
    drop: () => {
      end();
      for (const { item, element } of dragged) {
        const box = preview.find(({ id }) => id === item.id) ?? item;
        const [from, to] = [pixelsOf(item, metrics), pixelsOf(box, metrics)];
        placer.place(item.id, element, box, undefined);
        placer.settle(element, from.left + shift.dx - to.left, from.top + shift.dy - to.top);
      }
      if (preview === before) return;
      editor.changeItems(() => preview);
      onDrop();
    },
    cancel: () => {
      end();
      for (const { element } of dragged) placer.settle(element, shift.dx, shift.dy);
      surface.show(before, metrics);
    },
  };
}

/** Marks the drop position. */
export function placeholder(grid: HTMLElement, box: Box): HTMLElement {
  const shadow = document.createElement('div');
  shadow.className = 'bld-shadow';
  shadow.style.gridArea = gridArea(box);
  grid.append(shadow);
  return shadow;
}

import type { BuilderItem } from '@inlay/content/builder';
import { GRID_COLUMNS } from '@inlay/protocol/grid';
import { addItems } from '../layout/change-layout.ts';
import { placeholder } from './drag-gesture.ts';
import type { Gesture } from './gesture.ts';
import type { Surface } from './surface.ts';

/** Drags a new item from the library onto the canvas. Dropping it elsewhere does nothing. */
export function dropGesture(
  surface: Surface,
  item: BuilderItem,
  label: string,
  onDrop: (place: { readonly x: number; readonly y: number }) => void,
): Gesture {
  const { grid, scroller, editor, placer } = surface;
  const before = editor.items.value;
  const metrics = surface.metrics();
  const ghost = document.createElement('div');
  ghost.className = 'bld-ghost';
  ghost.textContent = label;
  document.body.append(ghost);
  let shadow: HTMLElement | undefined;
  let place: { readonly x: number; readonly y: number } | undefined;

  const leave = () => {
    shadow?.remove();
    shadow = undefined;
    placer.forget('shadow:new');
    place = undefined;
    surface.show(before, metrics);
  };

  return {
    move: (_dx, _dy, { x, y }) => {
      ghost.style.transform = `translate(${x + 12}px, ${y + 12}px)`;
      const edge = scroller.getBoundingClientRect();
      const inside = x >= edge.left && x <= edge.right && y >= edge.top && y <= edge.bottom;
      if (!inside) {
        if (place) leave();
        return;
      }
      const origin = grid.getBoundingClientRect();
      const across = (metrics.rtl ? origin.right - x : x - origin.left) / metrics.column - item.w / 2;
      const next = {
        x: Math.max(0, Math.min(GRID_COLUMNS - item.w, Math.round(across))),
        y: Math.max(0, Math.round((y - origin.top) / metrics.row - 1)),
      };
      if (place?.x === next.x && place.y === next.y) return;
      place = next;
      const preview = addItems(before, [item], next);
      const box = preview.find(({ id }) => id === item.id) ?? item;
      shadow ??= placeholder(grid, box);
      placer.place('shadow:new', shadow, box, metrics);
      surface.show(preview, metrics);
    },
    drop: () => {
      const target = place;
      ghost.remove();
      shadow?.remove();
      placer.forget('shadow:new');
      if (target) onDrop(target);
    },
    cancel: () => {
      ghost.remove();
      leave();
    },
  };
}

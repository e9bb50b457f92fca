import { type Box, overlap } from '@inlay/protocol/grid';
import { type GridMetrics, gridArea, pixelsOf } from './grid-metrics.ts';

const MOVE = { duration: 180, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

interface Shown {
  readonly box: Box;
  readonly element: HTMLElement;
}

/**
 * Places elements on the grid and animates their moves. Distances are computed, not measured, and animated by
 * transforms only, so that dragging causes no layout.
 */
export function createPlacer() {
  const shown = new Map<string, Shown>();
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  /** Animates an element from this offset to its place. */
  const settle = (element: HTMLElement, dx: number, dy: number): void => {
    if (calm.matches || (dx === 0 && dy === 0)) return;
    element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], MOVE);
  };
  return {
    place(id: string, element: HTMLElement, box: Box, metrics: GridMetrics | undefined): void {
      const before = shown.get(id);
      if (before?.element === element && sameBox(before.box, box)) return;
      shown.set(id, { box, element });
      element.style.gridArea = gridArea(box);
      if (!metrics || before?.element !== element) return;
      const [from, to] = [pixelsOf(before.box, metrics), pixelsOf(box, metrics)];
      settle(element, from.left - to.left, from.top - to.top);
    },
    settle,
    forget(id: string): void {
      shown.delete(id);
    },
  };
}

export type Placer = ReturnType<typeof createPlacer>;

const sameBox = (a: Box, b: Box) => a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

/** The ids of the items that a rectangle, in pixels of the grid, touches. */
export function touched(
  items: readonly (Box & { readonly id: string })[],
  rectangle: Box,
  metrics: GridMetrics,
): readonly string[] {
  return items
    .filter((item) => {
      const { left, top, width, height } = pixelsOf(item, metrics);
      return overlap({ x: left, y: top, w: width, h: height }, rectangle);
    })
    .map(({ id }) => id);
}

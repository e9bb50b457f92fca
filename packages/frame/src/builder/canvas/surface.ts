import type { Editor, Items } from '../edit/editor.ts';
import { type GridMetrics, gridMetrics } from './grid-metrics.ts';
import type { Placer } from './place-elements.ts';

/** The parts of the canvas that gestures use. */
export interface Surface {
  readonly grid: HTMLElement;
  readonly scroller: HTMLElement;
  readonly editor: Editor;
  readonly placer: Placer;
  element(id: string): HTMLElement | undefined;
  metrics(): GridMetrics;
  /** Places all items except these. */
  show(items: Items, metrics: GridMetrics | undefined, except?: ReadonlySet<string>): void;
}

export function createSurface(
  grid: HTMLElement,
  scroller: HTMLElement,
  editor: Editor,
  placer: Placer,
): Surface {
  const element = (id: string) =>
    grid.querySelector<HTMLElement>(`:scope > [data-item="${CSS.escape(id)}"]`) ?? undefined;
  return {
    grid,
    scroller,
    editor,
    placer,
    element,
    metrics: () => gridMetrics(grid.clientWidth, getComputedStyle(grid).direction === 'rtl'),
    show: (items, metrics, except) => {
      const elements = new Map(
        Array.from(grid.children, (child) => [(child as HTMLElement).dataset.item, child as HTMLElement]),
      );
      for (const item of items) {
        const found = elements.get(item.id);
        if (found && !except?.has(item.id)) placer.place(item.id, found, item, metrics);
      }
    },
  };
}

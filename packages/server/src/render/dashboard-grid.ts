import type { Size } from '@inlay/charts/chart-props';
import { type Dashboard, type DashboardItem, GRID_COLUMNS } from '@inlay/protocol/dashboard';

const GAP = 16;
const ROW = 40;
/** Head, padding and what is left between them: a chart gets the rest of its tile. */
const AROUND_CHART = { width: 40, height: 88 };
/** Below this the grid is one column. */
export const PHONE_WIDTH = 640;

export function chartSize({ w, h }: Pick<DashboardItem, 'w' | 'h'>, pageWidth: number): Size {
  const column = (pageWidth - (GRID_COLUMNS - 1) * GAP) / GRID_COLUMNS;
  const width = pageWidth < PHONE_WIDTH ? pageWidth : column * w + GAP * (w - 1);
  return {
    width: Math.max(120, Math.round(width) - AROUND_CHART.width),
    height: Math.max(40, h * (ROW + GAP) - GAP - AROUND_CHART.height),
  };
}

/** Where each item stands: on the grid, and in which order on a phone. */
export function gridCss({ items, phone = [] }: Dashboard): string {
  const reading = items.toSorted((a, b) => a.y - b.y || a.x - b.x).map(({ id }) => id);
  const order = [...phone, ...reading.filter((id) => !phone.includes(id))];
  return items
    .map(
      ({ id, x, y, w, h }) =>
        `#item-${cssName(id)}{grid-area:${y + 1}/${x + 1}/span ${h}/span ${w};order:${order.indexOf(id)}}`,
    )
    .join('');
}

/** Identifiers may hold dots, which a selector would take for classes. */
const cssName = (id: string) => id.replaceAll(/[^A-Za-z0-9_-]/g, (character) => `\\${character}`);

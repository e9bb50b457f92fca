import type { Size } from '@inlay/charts/chart-props';
import type { DashboardItem } from '@inlay/content/dashboard';
import type { UnfoldedDashboard } from '@inlay/content/unfold-dashboard';
import { GRID_COLUMNS } from '@inlay/protocol/grid';

const GAP = 16;
const ROW = 40;
/** Head and padding of a tile; its chart gets the rest. */
const CHART_INSET = 88;
/** The measures are those of the frame's `page.css`. Below this the grid is one column. */
export const PHONE_WIDTH = 640;

export function chartSize({ w, h }: Pick<DashboardItem, 'w' | 'h'>, pageWidth: number): Size {
  const phone = pageWidth < PHONE_WIDTH;
  const inside = pageWidth - 2 * (phone ? 16 : 24);
  const column = (inside - (GRID_COLUMNS - 1) * GAP) / GRID_COLUMNS;
  const width = phone ? inside - 2 * 16 : column * w + GAP * (w - 1) - 2 * 20;
  return {
    width: Math.max(120, Math.round(width)),
    height: Math.max(40, h * (ROW + GAP) - GAP - CHART_INSET),
  };
}

/** The place of each item on the grid, and its order on a phone. */
export function gridCss({ items, phone = [] }: Pick<UnfoldedDashboard, 'items' | 'phone'>): string {
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
export const cssName = (id: string) => id.replaceAll(/[^A-Za-z0-9_-]/g, (character) => `\\${character}`);

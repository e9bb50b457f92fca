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

/** The row of switches below the title of a tile. */
export const CHOICES_HEIGHT = 36;
export const CHOICES_CSS = `.inlay-choices{flex:none;height:${CHOICES_HEIGHT}px;overflow-x:auto;scrollbar-width:none;white-space:nowrap}@media (pointer:coarse),(max-width:639.9px){.inlay-choices{height:44px;margin-top:-8px;padding-top:8px}}@media print{.inlay-choices{display:none}}`;

/** Beside the frame's `page.css`, because few pages have tabs. On a narrow page they scroll. */
export const TABS_CSS = [
  '.inlay-grid[hidden]{display:none!important}',
  '.inlay-tabs{display:flex;gap:4px;margin:0 0 16px;overflow-x:auto;scrollbar-width:none;box-shadow:inset 0 -1px var(--inlay-grid)}',
  '.inlay-tab{flex:none;min-height:44px;max-width:32ch;padding:0 12px;border:0;border-bottom:2px solid transparent;background:none;color:var(--inlay-text-muted);font:inherit;font-size:14px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;cursor:pointer}',
  '.inlay-tab:hover{color:var(--inlay-text)}',
  '.inlay-tab[aria-selected=true]{border-color:var(--inlay-accent);color:var(--inlay-text);font-weight:600}',
  '.inlay-tab:focus-visible{outline:2px solid var(--inlay-accent);outline-offset:-2px;border-radius:6px}',
  '@media print{.inlay-tab:not([aria-selected=true]){display:none}}',
].join('');

/** Identifiers may hold dots, which a selector would take for classes. */
export const cssName = (id: string) => id.replaceAll(/[^A-Za-z0-9_-]/g, (character) => `\\${character}`);

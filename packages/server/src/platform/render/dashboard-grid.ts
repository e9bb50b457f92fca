import { chartOf } from '@inlay/charts/chart-kinds';
import type { Size } from '@inlay/charts/chart-props';
import type { Tile } from '@inlay/charts/tile';
import type { DashboardItem } from '@inlay/content/dashboard';
import { tabOf } from '@inlay/content/tab-of';
import type { UnfoldedDashboard } from '@inlay/content/unfold-dashboard';
import { GRID_COLUMNS } from '@inlay/protocol/grid';

const GAP = 16;
const ROW = 40;
/** Head and padding of a tile; its chart gets the rest. */
const CHART_INSET = 88;
/** The line of a head that has no description. */
const DESCRIPTION = 16;
/** What a chart gives up for a note below it. */
const NOTE = 24;
/** A table alone in its rows has as much room as it needs; without rows, its message has this. */
const TABLE_HEIGHT = 96;
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

/** The columns of the narrowest KPI that begins in the row of this one. Undefined if it is that one, and for other tiles. */
export function narrowestBeside(
  item: Items[number],
  { items, tabs }: Pick<UnfoldedDashboard, 'items' | 'tabs'>,
  tiles: Tiles,
): number | undefined {
  const isKpi = (other: Items[number]) => traitsOf(other, tiles)?.isCompact === true;
  const row = items.filter(
    (other) => isKpi(other) && other.y === item.y && tabOf(other, tabs) === tabOf(item, tabs),
  );
  const w = Math.min(...row.map((other) => other.w));
  return isKpi(item) && w < item.w ? w : undefined;
}

/** The height of a chart that was left `height` by its card: its head and what is around the chart may differ. */
export function fillHeight(
  height: number,
  { kind, description, choices }: Tile,
  { hasNote, isAlone }: { readonly hasNote: boolean; readonly isAlone: boolean },
): number {
  if (isAlone) return TABLE_HEIGHT;
  // KPIs of a row have the same height, so that their numbers have the same size.
  const isFull = description !== undefined || chartOf(kind).isCompact;
  const left = height + (isFull ? 0 : DESCRIPTION) - (choices ? CHOICES_HEIGHT : 0) - (hasNote ? NOTE : 0);
  return Math.max(40, left);
}

type Tiles = ReadonlyMap<string, Tile>;
type Items = UnfoldedDashboard['items'];

/** The rows of each grid, the place of each item, and its order on a phone. */
export function gridCss(
  { items, phone = [], tabs = [] }: Pick<UnfoldedDashboard, 'items' | 'phone' | 'tabs'>,
  tiles: Tiles,
): string {
  const reading = items.toSorted((a, b) => a.y - b.y || a.x - b.x).map(({ id }) => id);
  const order = [...phone, ...reading.filter((id) => !phone.includes(id))];
  const alone = tablesAlone({ items, tabs }, tiles);
  const places = items.map(({ id, x, y, w, h }) => {
    const item = `#item-${cssName(id)}`;
    const place = `grid-area:${y + 1}/${x + 1}/span ${h}/span ${w};order:${order.indexOf(id)}`;
    // Their placeholders and messages need room in the rows, like their content.
    return alone.has(id)
      ? `${item}{${place};contain:none}${item} .inlay-chart{position:static}`
      : `${item}{${place}}`;
  });
  const grids = Map.groupBy(items, (item) => tabOf(item, tabs));
  const rows = [...grids].map(([tab, own]) => {
    const grid = tabs.length < 2 ? '[data-kind=dashboard]>.inlay-grid' : `#tab-${cssName(tab ?? '')}`;
    return `${grid}{grid-template-rows:${rowsCss(own, tiles, alone)}}`;
  });
  return [...rows, ...places].join('');
}

/** Tables that share none of their rows with something else: they are as high as their content, up to those rows. */
export function tablesAlone(
  { items, tabs }: Pick<UnfoldedDashboard, 'items' | 'tabs'>,
  tiles: Tiles,
): ReadonlySet<string> {
  const others = items.filter((item) => !traitsOf(item, tiles)?.isTable);
  const tables = items.filter((item) => traitsOf(item, tiles)?.isTable);
  const isBeside = (table: Items[number]) =>
    others.some(
      (item) =>
        tabOf(item, tabs) === tabOf(table, tabs) && item.y < table.y + table.h && table.y < item.y + item.h,
    );
  return new Set(tables.filter((table) => !isBeside(table)).map(({ id }) => id));
}

/** KPIs and texts are never cut: their rows grow. Rows of charts have the height that the author chose. */
function rowsCss(items: Items, tiles: Tiles, alone: ReadonlySet<string>): string {
  const rows = Array.from({ length: Math.max(0, ...items.map(({ y, h }) => y + h)) }, () => `${ROW}px`);
  for (const item of items) {
    const grows = 'text' in item || traitsOf(item, tiles)?.isCompact;
    const size = alone.has(item.id) ? `fit-content(${ROW}px)` : grows && `minmax(${ROW}px,auto)`;
    for (let row = item.y; size && row < item.y + item.h; row++) rows[row] = size;
  }
  return rows.join(' ') || 'none';
}

const traitsOf = (item: Items[number], tiles: Tiles) => {
  const tile = 'tile' in item ? tiles.get(item.tile) : undefined;
  return tile && chartOf(tile.kind);
};

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
  // Transparent borders would show.
  '@media (forced-colors:active){.inlay-tab:not([aria-selected=true]){border-color:Canvas}}',
  '@media print{.inlay-tab:not([aria-selected=true]){display:none}}',
].join('');

/** Identifiers may hold dots, which a selector would take for classes. */
export const cssName = (id: string) => id.replaceAll(/[^A-Za-z0-9_-]/g, (character) => `\\${character}`);

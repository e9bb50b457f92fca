import type { Tile } from '@inlay/charts/tile';
import type { Dashboard, DashboardItem } from './dashboard.ts';

/** A dashboard whose own charts are tiles like all others, with the ids of their items. */
export type UnfoldedDashboard = Omit<Dashboard, 'items'> & { readonly items: readonly UnfoldedItem[] };
export type UnfoldedItem = Exclude<DashboardItem, { readonly chart: unknown }>;

/** Called wherever a dashboard is shown, so that later code need not distinguish the two kinds of tiles. */
export function unfoldDashboard(dashboard: Dashboard): {
  readonly dashboard: UnfoldedDashboard;
  readonly tiles: readonly Tile[];
} {
  const tiles: Tile[] = [];
  const items = dashboard.items.map((item): UnfoldedItem => {
    if (!('chart' in item)) return item;
    const { chart, ...place } = item;
    const { id, visibility } = item;
    // Texts can show values of the chart, so its rule must hold wherever the chart is used.
    tiles.push({ ...chart, id, ...(visibility === undefined ? {} : { visibility }) });
    return { ...place, tile: item.id };
  });
  return { dashboard: { ...dashboard, items }, tiles };
}

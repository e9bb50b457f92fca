import type { BuilderContent, BuilderItem } from '@inlay/protocol/builder';
import type { Dashboard, DashboardItem } from '@inlay/protocol/dashboard';
import type { UnfoldedDashboard } from '@inlay/protocol/unfold-dashboard';

/** Own charts back in their items, as they are stored and edited. */
export function foldDashboard(
  { id: _id, template: _template, visibility: _rule, ...visible }: UnfoldedDashboard,
  before: Dashboard,
): BuilderContent {
  const charts = new Map(
    before.items.flatMap((item) => ('chart' in item ? [[item.id, item.chart] as const] : [])),
  );
  return {
    ...visible,
    items: visible.items.map((item): BuilderItem => {
      const { visibility: _, ...plain } = item as DashboardItem;
      const chart = charts.get(item.id);
      if (chart === undefined || !('tile' in plain)) return plain as BuilderItem;
      const { tile: _tile, title: _title, ...place } = plain;
      return { ...place, chart };
    }),
  };
}
